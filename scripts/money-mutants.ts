/** A planted fault: in `file`, `from` becomes `to`; or an extra migration (`sql`). One of `tests` must fail. */
export type Mutant = {
  name: string
  /** Projects of `vitest.config.ts`. */
  projects: readonly ('unit' | 'embedded' | 'postgres' | 'square')[]
  tests: readonly string[]
  /** Only tests with these words in their names, which makes a run shorter. */
  named?: string
} & ({ file: string; from: string; to: string } | { sql: string })

const features = 'src/server/features'
const payments = `${features}/payments`
const randomOrders = {
  projects: ['unit'],
  tests: [`${payments}/orchestrator/orchestrator.test.ts`],
} as const
const http = (...names: string[]) =>
  ({ projects: ['embedded'], tests: names.map((name) => `${payments}/${name}`) }) as const
/** A rule, and the unit test beside it. */
const rule = (name: string, from: string, to: string) => ({
  file: `src/shared/rules/${name}.ts`,
  from,
  to,
  projects: ['unit'] as const,
  tests: [`src/shared/rules/${name}.test.ts`],
})
const orchestrator = (name: string, from: string, to: string) => ({
  file: `${payments}/orchestrator/${name}.ts`,
  from,
  to,
  projects: ['unit'] as const,
  tests: [`${payments}/orchestrator`],
})
/** A test of the server by its path below the features, run for tests with these words only. */
const served = (path: string, named: string) => ({
  projects: ['embedded'] as const,
  tests: [`${features}/${path}`],
  named,
})

/** The most important ways in which money could go wrong; the tests must catch each one. */
export const mutants: readonly Mutant[] = [
  {
    name: 'new key on retry',
    file: `${payments}/orchestrator/call-network.ts`,
    from: 'const { id: key, attempts: attempt, cents } = operation',
    to: 'const { attempts: attempt, cents } = operation\n  const key = crypto.randomUUID()',
    ...randomOrders,
  },
  {
    name: 'call before the row is committed',
    file: `${payments}/orchestrator/orchestrate.ts`,
    from: 'const claim = await change(jobId, (account) => claimOperation(account, now(), pressing))',
    to: `const claim = await change(jobId, (account) => ({
      ...unchanged(account),
      operation: claimOperation(account, now(), pressing).operation,
    }))`,
    ...randomOrders,
  },
  {
    name: 'no unique index on open holds',
    sql: 'DROP INDEX "payment_holds_open"',
    ...http('open-rows.db.test.ts'),
  },
  {
    name: 'no unique index on open operations',
    sql: 'DROP INDEX "payment_operations_open"',
    ...http('open-rows.db.test.ts'),
  },
  {
    name: 'full charge instead of the difference',
    file: `${payments}/orchestrator/next-operation.ts`,
    from: "return draft('charge', missing)",
    to: "return draft('charge', dueOf(account))",
    ...http('settling.http.test.ts'),
  },
  {
    name: 'trusted client amount',
    file: `${payments}/orchestrator/payment-intents.ts`,
    from: 'if (centsFromDecimal(form.amount) === missing) return missing',
    to: 'if (missing > 0) return centsFromDecimal(form.amount) ?? missing',
    ...http('payments.http.test.ts'),
  },
  {
    name: 're-charge after a dashboard refund',
    file: `${payments}/orchestrator/reconcile.ts`,
    from: "return origin === 'network' ? forgive(refunded, before, refund, purpose) : refunded",
    to: 'return refunded',
    ...http('network-failures.http.test.ts'),
  },
  {
    name: 'ownership check skipped',
    file: `${payments}/actions/pre-authorize.ts`,
    from: 'const job = await loadJob(person, form.jobId, mayManageBooking)',
    to: 'const job = await loadJob(person, form.jobId, () => true)',
    ...http('payments.http.test.ts'),
  },
  {
    name: 'refund above captured',
    file: `${payments}/actions/refund-payment.ts`,
    from: 'if (cents <= most) return',
    to: 'if (cents > 0) return',
    ...http('refunds.http.test.ts'),
  },
  {
    name: 'webhook signature of the simulator ignored',
    file: 'src/server/adapters/cards/simulator.ts',
    from: 'if (!isSigned(await webhookKey(), rawBody, headers[signatureHeader])) return null',
    to: 'if (!isSigned && headers[signatureHeader]) return null',
    ...http('webhooks.http.test.ts'),
  },
  {
    name: 'webhook signature of Square ignored',
    file: 'src/server/adapters/cards/square/webhooks.ts',
    from: 'if (given.length !== right.length || !timingSafeEqual(given, right)) return null',
    to: 'if (given.length > 1e9 && !timingSafeEqual(given, right)) return null',
    projects: ['square'],
    tests: [`${payments}/webhooks.http.test.ts`],
  },
  {
    name: 'tax on a tip',
    file: `${payments}/orchestrator/tip-intent.ts`,
    from: "    kind: 'tip',\n    cents,",
    to: "    kind: 'tip',\n    cents: cents + Math.round((cents * (account.job.taxRateBp ?? 0)) / 10_000),",
    ...http('sales-tax.http.test.ts'),
  },
  {
    name: 'no row lock on the account',
    file: `${payments}/actions/change-payment-account.ts`,
    from: "    .for('no key update')\n",
    to: '',
    projects: ['postgres'],
    tests: [`${payments}/payments.http.test.ts`, `${payments}/refunds.http.test.ts`],
  },
  {
    name: 'constant adjustment reason',
    file: `${payments}/actions/adjust-payment.ts`,
    from: 'await adjustAmount(person, job, before, { cents, reason })',
    to: "await adjustAmount(person, job, before, { cents, reason: reason && 'other' })",
    ...http('adjustments.http.test.ts'),
  },
  // Money
  {
    name: 'cents of dollars cut off',
    ...rule('money', 'Math.round(dollars * 100)', 'Math.floor(dollars * 100)'),
  },
  {
    name: 'a large adjustment needs no confirmation at three times',
    ...rule('payments', 'toCents > 3 * quotedCents', 'toCents > 4 * quotedCents'),
  },
  {
    name: 'a refund counts what is on its way twice',
    ...rule('payments', 'returnableCents - onItsWay', 'returnableCents'),
  },
  {
    name: 'a refund of a payment that is not completed',
    ...rule(
      'payments',
      "if (shownPaymentStatus[payment.state] !== 'completed') return 0",
      "if (payment.state === 'none') return 0",
    ),
  },
  {
    name: 'a hold is placed as far ahead as it lasts',
    ...rule('payments', 'export const holdAheadDays = 6.5', 'export const holdAheadDays = 7'),
  },
  {
    name: 'a stolen card is tried again',
    ...rule(
      'payments',
      "reason !== 'declined' && reason !== 'insufficient_funds'",
      "reason !== 'declined' && reason !== 'insufficient_funds' && reason !== 'expired'",
    ),
  },
  {
    name: 'a negative amount due',
    ...rule('visit-cost', 'Math.max(0, amount - receivedCents) : 0', 'amount - receivedCents : 0'),
  },
  {
    name: 'a charge while a hold is open',
    ...orchestrator(
      'payment-intents',
      '  if (openHold(account))\n    throw',
      '  if (openHold(account) && cents === 0)\n    throw',
    ),
  },
  {
    name: 'a release that did not work counts',
    ...orchestrator(
      'record-answer',
      "answer.value.payments?.[0]?.status === 'approved'",
      "answer.value.payments?.[0]?.status === 'failed'",
    ),
  },
  {
    name: 'the key of a refund ignored',
    file: `${payments}/actions/refund-payment.ts`,
    from: 'eq(table.keyHash, keyHash)',
    to: "eq(table.keyHash, '')",
    ...served('payments/refunds.http.test.ts', 'repeated with its key'),
  },
  {
    name: 'more recorded than is due after a part payment',
    file: `${payments}/actions/record-payment.ts`,
    from: 'if (atMostDue && cents > mostCents)',
    to: 'if (atMostDue && cents > mostCents + before.recordedCents)',
    ...http('recorded.http.test.ts'),
  },
  // Sales tax
  {
    name: 'sales tax cut off instead of rounded',
    ...rule('sales-tax', '(taxRateBp ?? 0) + 5_000) / 10_000', '(taxRateBp ?? 0)) / 10_000'),
  },
  {
    name: 'a share of the sales tax cut off',
    ...rule('sales-tax', '2 * whole.taxCents * cents + whole.cents', '2 * whole.taxCents * cents'),
  },
  {
    name: 'no sales tax at a spot means the usual one',
    file: `${features}/service-area/queries.ts`,
    from: 'valueOn(spot.taxRateBp, spot.taxRateChanges, day)) ?? usual',
    to: 'valueOn(spot.taxRateBp, spot.taxRateChanges, day)) || usual',
    ...served('payments/sales-tax.http.test.ts', "the core spot's of the address"),
  },
  {
    name: 'the farther of two spots',
    ...rule(
      'sales-tax',
      'milesBetween(place, one) - milesBetween(place, other)',
      'milesBetween(place, other) - milesBetween(place, one)',
    ),
  },
  {
    name: 'sales tax on money paid too much',
    ...orchestrator(
      'payment-account',
      'salesTaxIn(Math.min(netOf(account), dueOf(account)), account.job)',
      'salesTaxIn(netOf(account), account.job)',
    ),
  },
  {
    name: 'sales tax on a fee',
    ...rule(
      'visit-cost',
      "  job.status === 'cancelled'\n    ? 0\n",
      "  job.status === 'scheduled'\n    ? 0\n",
    ),
  },
  // Prices from a day on
  {
    name: 'a price begins a day late',
    ...rule(
      'dated-values',
      'findLast(({ from }) => from <= day)',
      'findLast(({ from }) => from < day)',
    ),
  },
  {
    name: 'a change of today is still ahead',
    ...rule(
      'dated-values',
      'changes.filter(({ from }) => from > today)',
      'changes.filter(({ from }) => from >= today)',
    ),
  },
  {
    name: 'no value counts as no change',
    ...rule('dated-values', 'return last ? last.value : first', 'return last?.value ?? first'),
  },
  {
    name: 'a visit costs the price of the day it is booked on',
    file: `${features}/booking/visit-plan.ts`,
    from: 'const cents = valueOn(offer.cents, offer.priceChanges, time.date)',
    to: 'const cents = offer.cents',
    ...served('booking/dated-prices.http.test.ts', 'day of the visit'),
  },
  // Promotions
  {
    name: 'a percentage above its cap',
    ...rule('promotions', 'Math.min(wanted, capCents ?? wanted)', 'wanted'),
  },
  {
    name: 'a discount above the price',
    ...rule(
      'promotions',
      'return Math.min(price, percent === null',
      'return Math.max(0, percent === null',
    ),
  },
  {
    name: 'a code on the day after its last',
    ...rule('promotions', 'date > visitsUntil', "date > visitsUntil && date === ''"),
  },
  {
    name: 'a code refused on its first day',
    ...rule('promotions', 'date < visitsFrom', 'date <= visitsFrom'),
  },
  {
    name: 'a use not counted within a booking',
    ...rule('promotions', 'if (refusal === null) used += 1', 'if (refusal !== null) used += 1'),
  },
  { name: 'one use too many', ...rule('promotions', 'uses >= maxUses ?', 'uses > maxUses ?') },
  {
    name: 'one use too many per customer',
    ...rule('promotions', 'uses >= maxUsesPerCustomer ?', 'uses > maxUsesPerCustomer ?'),
  },
  {
    name: 'a code for other packages',
    ...rule('promotions', '!packageIds.includes(packageId)', 'packageIds.includes(packageId)'),
  },
  {
    name: 'a cancelled visit counts as the first',
    file: `${features}/promotions/queries.ts`,
    from: "      and j.status <> 'cancelled' and j.id <> all(",
    to: '      and j.id <> all(',
    ...served('promotions/booking-with-code.http.test.ts', 'cancelled visit was not'),
  },
  {
    name: 'a code not checked when its visit moves',
    file: `${features}/booking/actions/move-booking.ts`,
    from: "if (moved && moved !== 'travel') await recheckPromotion(",
    to: 'if (!moved) await recheckPromotion(',
    ...served('promotions/booking-with-code.http.test.ts', 'with a code that moves'),
  },
  {
    name: 'a customer keeps a code that is over',
    file: `${features}/promotions/actions/recheck-promotion.ts`,
    from: "if (person.role !== 'admin') throw new Forbidden()",
    to: 'if (!person.role) throw new Forbidden()',
    ...served('promotions/booking-with-code.http.test.ts', 'with a code that moves'),
  },
  {
    name: 'a code that returns with a move discounts what was added since',
    file: `${features}/promotions/actions/recheck-promotion.ts`,
    from: 'Math.min(bookedCents, price)',
    to: 'Math.min(price, Math.ceil(price / 10))',
    ...served('promotions/booking-with-code.http.test.ts', 'whatever the price'),
  },
  // Invoices
  {
    name: 'overdue on the due date',
    ...rule('invoices', "return dueOn < today ? 'overdue'", "return dueOn <= today ? 'overdue'"),
  },
  {
    name: 'an invoice of nothing is open',
    ...rule('invoices', "if (openCents <= 0) return 'paid'", "if (openCents < 0) return 'paid'"),
  },
  {
    name: 'a void invoice is open',
    ...rule('invoices', "if (isVoid) return 'void'", "if (isVoid && openCents < 0) return 'void'"),
  },
  {
    name: 'a reminder repeated for weeks',
    ...rule(
      'invoices',
      'late - newest < reminderLastsDays',
      'late - newest < 10 * reminderLastsDays',
    ),
  },
  // Fees
  {
    name: 'a fee for a request',
    ...rule('fees', 'now > cancelFreeUntil && !needsConfirmation ?', 'now > cancelFreeUntil ?'),
  },
  {
    name: 'a fee above the price',
    ...rule('fees', 'Math.min(cancelFeeCents, costCents)', 'cancelFeeCents'),
  },
  {
    name: 'a fee for a visit not done above the price',
    ...rule('fees', 'Math.min(notDoneFeeCents, costCents)', 'notDoneFeeCents'),
  },
  {
    name: 'moved late, then cancelled for free',
    ...rule(
      'fees',
      'if (!byOffice && now > cancelFreeUntil) return cancelFreeUntil',
      'if (!byOffice && now > cancelFreeUntil) return usual',
    ),
  },
  // Tips
  {
    name: 'a tip above the price',
    ...rule('tips', 'Math.min(maxTipCents, priceCents)', 'maxTipCents'),
  },
  {
    name: 'a second tip',
    ...rule('tips', '|| cost.tip !== undefined) return false', ') return false'),
  },
  {
    name: 'tips in revenue',
    file: `${features}/dashboard/queries.ts`,
    from: "          and debit <> 'tips_payable' and credit <> 'tips_payable'\n",
    to: '',
    ...served('dashboard/dashboard.http.test.ts', 'revenue is the cash received'),
  },
  {
    name: 'tips in the days of the close',
    file: `${features}/daily-close/queries/figures.ts`,
    from: "            and debit <> 'tips_payable' and credit <> 'tips_payable'\n",
    to: '',
    ...served('daily-close/figures.http.test.ts', 'tips, tax and fees are separate'),
  },
  // Disputes
  {
    name: 'a decided dispute opens again',
    ...rule('disputes', 'disputeSteps[to] > disputeSteps[from]', 'to !== from'),
  },
  {
    name: 'disputed money refunded',
    file: `${payments}/orchestrator/payment-account.ts`,
    from: 'capturedCents - refundedCents - disputedCents - lostCents)',
    to: 'capturedCents - refundedCents)',
    ...served('payments/disputes.http.test.ts', 'open dispute holds'),
  },
  {
    name: 'a lost dispute refunded as well',
    ...orchestrator(
      'payment-account',
      'Math.max(wantedOf(account, purpose), missingOf(account, purpose))',
      'wantedOf(account, purpose)',
    ),
  },
  {
    name: 'more recorded than a dispute lost',
    file: `${payments}/orchestrator/payment-account.ts`,
    from: 'Math.max(0, unpaidCents + missingOf(account))',
    to: 'Math.max(0, unpaidCents + lostOf(account))',
    ...served('payments/recovered.http.test.ts', 'no more than was lost'),
  },
  {
    name: 'a payment taken back that leaves the loss paid',
    file: `${payments}/actions/record-payment.ts`,
    from: '          recoveredCents: -recoveredCents,\n',
    to: '',
    ...served('payments/recovered.http.test.ts', 'amount agrees'),
  },
  {
    name: 'more recorded than a dispute lost of the tip',
    file: `${payments}/orchestrator/payment-account.ts`,
    from: "visitCents + missingOf(account, 'tip')",
    to: "visitCents + lostOf(account, 'tip')",
    ...served('payments/recovered.http.test.ts', 'no more than the lost tip'),
  },
  {
    name: 'a lost tip paid before the visit',
    file: `${payments}/orchestrator/payment-account.ts`,
    from: 'Math.min(cents, mostCents) - visitCents)',
    to: 'Math.min(cents, mostCents - visitCents))',
    ...served('payments/recovered.http.test.ts', 'of a visit with a tip'),
  },
  {
    name: 'what pays a lost tip pays the visit too',
    file: `${payments}/actions/record-payment.ts`,
    from: 'account.recordedCents + cents - tipRecoveredCents',
    to: 'account.recordedCents + cents',
    ...served('payments/recovered.http.test.ts', 'of a visit with a tip'),
  },
  {
    name: 'a payment taken back that leaves the lost tip paid',
    file: `${payments}/actions/record-payment.ts`,
    from: '          tipRecoveredCents: -tipRecoveredCents,\n',
    to: '',
    ...served('payments/recovered.http.test.ts', 'of a visit with a tip'),
  },
  {
    name: 'held back money still collected',
    ...rule('daily-close', 'captured - refunded - heldBack)', 'captured - refunded)'),
  },
  // Slots
  {
    name: 'one visit too many in a slot',
    ...rule(
      'slots',
      "facts.taken >= facts.capacity ? 'full'",
      "facts.taken > facts.capacity ? 'full'",
    ),
  },
  {
    name: 'a slot that is over is offered',
    ...rule(
      'slots',
      "if (facts.past) return 'past'",
      "if (facts.past && facts.blocked) return 'past'",
    ),
  },
  {
    name: 'a blocked slot is offered',
    ...rule(
      'slots',
      "if (facts.blocked) return 'blocked'",
      "if (facts.blocked && facts.taken > 0) return 'blocked'",
    ),
  },
  {
    name: 'two visits have one seat',
    sql: 'ALTER TABLE "jobs" DROP CONSTRAINT "jobs_seat_taken"',
    projects: ['postgres'],
    tests: [`${features}/booking/seats.http.test.ts`],
  },
  {
    name: 'a vehicle being deleted is booked',
    file: `${features}/jobs/actions/insert-job.ts`,
    from: 'and deleted_at is null for share',
    to: 'and deleted_at is null',
    projects: ['postgres'],
    tests: [`${features}/jobs/races.http.test.ts`],
    named: 'vehicle being deleted',
  },
  // Permissions
  {
    name: "another technician's visit",
    ...rule(
      'permissions',
      'return isAdmin(person) || (isWorkingTechnician(person) && job.technicianId === person.id)',
      'return isAdmin(person) || isWorkingTechnician(person)',
    ),
  },
  {
    name: 'a deactivated technician works',
    ...rule(
      'permissions',
      "person.role === 'technician' && person.active",
      "person.role === 'technician'",
    ),
  },
  {
    name: "a guest's link opens other visits",
    ...rule('permissions', ' && (!link || job.id === link.jobId)', ''),
  },
  {
    name: 'technicians know customers for ever',
    ...rule(
      'permissions',
      'now.getTime() - ended.getTime() < knownAfterMs',
      'now.getTime() > knownAfterMs',
    ),
  },
  {
    name: 'a guest uses saved cards',
    ...rule('permissions', 'return !person.link', 'return person.role !== null'),
  },
  {
    name: "another one's charge corrected",
    ...rule('permissions', 'addedBy === null || addedBy === person.id', "addedBy !== ''"),
  },
  {
    name: 'a customer cancels during the work',
    ...rule('cancellation', "by: ['admin'] }", "by: ['customer', 'admin'] }"),
  },
  {
    name: 'a changed technician ignored',
    file: `${features}/jobs/actions/change-job.ts`,
    from: 'inArray(jobs.status, [...from]), sameTechnician)',
    to: 'inArray(jobs.status, [...from]))',
    ...served('jobs/races.http.test.ts', 'not started with the former one'),
  },
]
