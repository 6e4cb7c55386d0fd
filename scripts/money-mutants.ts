/** A planted fault: in `file`, `from` becomes `to`; or an extra migration (`sql`). One of `tests` must fail. */
export type Mutant = {
  name: string
  /** Projects of `vitest.config.ts`. */
  projects: readonly ('unit' | 'embedded' | 'postgres' | 'square')[]
  tests: readonly string[]
} & ({ file: string; from: string; to: string } | { sql: string })

const payments = 'src/server/features/payments'
const randomOrders = {
  projects: ['unit'],
  tests: [`${payments}/orchestrator/orchestrator.test.ts`],
} as const
const http = (...names: string[]) =>
  ({ projects: ['embedded'], tests: names.map((name) => `${payments}/${name}`) }) as const

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
    file: `${payments}/load-payment-account.ts`,
    from: "    .for('update')\n",
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
]
