import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { businessDate, businessToday, startOfBusinessDay } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { dayCloses } from '#server/database/tables/daily-close.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import { paymentAdjustments, recordedPayments } from '#server/database/tables/payment-records.ts'
import { statementLines, statements } from '#server/database/tables/statements.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import { visitCostOfJob } from '#server/reads/costs.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { importedConflict, loadJob } from '#server/reads/visits.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import {
  recordedAccounts,
  recordedLateDays,
  type RecordedMethod,
} from '#shared/rules/recorded-payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import { bill } from '../orchestrator/claim-operation.ts'
import {
  type Change,
  dueOf,
  type LedgerEntry,
  lowered,
  netOf,
  type PaymentAccount,
  type Recovered,
  splitReceived,
  unchanged,
} from '../orchestrator/payment-account.ts'

type Received = {
  method: RecordedMethod
  cents: number
  /** A check number or the like. */
  reference?: string | undefined
  /** Business-local. */
  receivedOn: LocalDate
  /** The payment of a statement that it is a part of. */
  statementPaymentId?: string | undefined
}

/**
 * Records a payment made without the card network, in full or in part, or with `givenBack`, its reason, money given back.
 * Throws NotFound, Invalid for a day ahead or more than a year ago, and Conflict for more than is due or lost in disputes, more than can be
 * given back, a visit that is on a statement, an imported visit, and until `confirmed` for a day before the booking and, unless `keyed`, a repeat.
 */
export async function recordPayment(
  person: Person,
  jobId: string,
  {
    givenBack,
    confirmed = false,
    keyed,
    ...received
  }: Received & {
    givenBack?: string | undefined
    confirmed?: boolean | undefined
    /** The request has an Idempotency-Key, so an equal payment is a new one. */
    keyed: boolean
  },
): Promise<void> {
  assertPaymentDay(received.receivedOn)
  await transaction(async () => {
    const job = await loadJob(person, jobId, mayManageBooking)
    // Locks the account, so that the second of two equal requests sees the first.
    await changePaymentAccount(jobId, unchanged)
    if (givenBack === undefined) await assertOnNoStatement(jobId)
    if (!confirmed) await assertMeant(job, received, { keyed, isBack: givenBack !== undefined })
    if (givenBack === undefined) await bookReceived(person, job, received, { atMostDue: true })
    else await bookGivenBack(person, job, received, givenBack)
  })
}

/** Throws Conflict for a visit that a company's statement claims: the statement would stay open. */
async function assertOnNoStatement(jobId: string): Promise<void> {
  const [its] = await db()
    .select({ number: statements.number })
    .from(statementLines)
    .innerJoin(statements, eq(statements.id, statementLines.statementId))
    .where(eq(statementLines.jobId, jobId))
    .limit(1)
  if (its)
    throw new Conflict(
      phrase('This visit is on statement {number}. Record the payment there.', its),
      { reason: 'statement' },
    )
}

const repeatMs = 60_000

async function assertMeant(
  job: JobRow,
  { method, cents, reference = '', receivedOn }: Received,
  { keyed, isBack }: { keyed: boolean; isBack: boolean },
): Promise<void> {
  if (receivedOn < businessToday() && receivedOn < businessDate(job.createdAt))
    throw new Conflict(
      phrase('That day is before the visit was booked. Please check it, or confirm it.'),
      { reason: 'confirm' },
    )
  if (keyed) return
  const table = recordedPayments
  const repeats = await db().$count(
    table,
    and(
      eq(table.jobId, job.id),
      eq(table.method, method),
      eq(table.cents, isBack ? -cents : cents),
      eq(table.reference, reference),
      isNull(table.takenBackAt),
      gt(table.createdAt, new Date(now().getTime() - repeatMs)),
    ),
  )
  if (repeats > 0)
    throw new Conflict(
      phrase(
        'The same payment was recorded less than a minute ago. Confirm that this is another one.',
      ),
      { reason: 'repeat' },
    )
}

/**
 * Books money given back in the current transaction. What is not overpaid lowers the price of a finished visit, as a refund
 * does; the server, without a person, gives back only what is overpaid.
 */
export async function bookGivenBack(
  person: Person | null,
  job: JobRow,
  { method, cents, reference = '', receivedOn, statementPaymentId }: Received,
  reason: string,
): Promise<void> {
  if (job.importedService !== null) throw importedConflict()
  const { givableCents, toReturnCents, amountCents } = await visitCostOfJob(job.id)
  if (cents > givableCents) throw moreThanPaid(givableCents)
  const loweredCents = Math.max(0, cents - toReturnCents)
  const id = randomUUID()
  const made = { id, jobId: job.id, createdAt: now() }
  await db()
    .insert(recordedPayments)
    .values({
      ...made,
      method,
      cents: -cents,
      reference,
      receivedOn,
      statementPaymentId,
      recordedBy: person?.id,
    })
  if (loweredCents > 0 && person)
    await db()
      .insert(paymentAdjustments)
      .values({
        // The same id, so that taking it back finds the price reduction.
        ...made,
        actorId: person.id,
        kind: 'refund',
        reason: 'other',
        words: reason,
        fromCents: amountCents,
        toCents: amountCents - loweredCents,
      })
  await changePaymentAccount(job.id, (before) =>
    addRecorded(
      before,
      -cents,
      { ref: `given-back:${id}`, method, memo: 'Given back', ...bookedOn(receivedOn) },
      { loweredCents },
    ),
  )
  const data = { cents: -cents, method, receivedOn, note: reason }
  await happened({ event: 'payment_recorded', job, by: person?.id ?? null, data })
}

const moreThanPaid = (cents: number) =>
  new Conflict(
    cents === 0
      ? phrase('There is nothing to give back for this visit.')
      : phrase('At most {amount} can be given back.', { amount: formatCents(cents) }),
    { reason: 'more_than_paid', returnable: decimalFromCents(cents) },
  )

/** The instant a recorded payment is booked at: midday of an earlier day, now for today. */
const bookedOn = (date: LocalDate) => (date === businessToday() ? {} : { at: middayOf(date) })

/**
 * Books a received payment in the current transaction: first for the amount due, the rest for what lost disputes returned to
 * the customer, of the visit and then of its tip. Without `atMostDue` it may be more than both together.
 */
export async function bookReceived(
  person: Person | null,
  job: JobRow,
  { method, cents, reference = '', receivedOn, statementPaymentId }: Received,
  { atMostDue }: { atMostDue: boolean },
): Promise<void> {
  if (job.importedService !== null) throw importedConflict()
  const id = randomUUID()
  // Locks the account before its new row refers to it: the other order deadlocks with another payment.
  await changePaymentAccount(job.id, (before) => {
    const { mostCents, ...recovered } = splitReceived(before, cents)
    if (atMostDue && cents > mostCents) throw moreThanDue(mostCents)
    return addRecorded(
      before,
      cents,
      { ref: `recorded:${id}`, method, memo: receivedMemos[method], ...bookedOn(receivedOn) },
      recovered,
    )
  })
  const row = { id, jobId: job.id, method, cents, reference, receivedOn, statementPaymentId }
  await db()
    .insert(recordedPayments)
    .values({ ...row, recordedBy: person?.id, createdAt: now() })
  const data = { cents, method, receivedOn, note: reference }
  await happened({ event: 'payment_recorded', job, by: person?.id ?? null, data })
}

const moreThanDue = (dueCents: number) =>
  new Conflict(
    dueCents === 0
      ? phrase('Nothing is due for this visit.')
      : phrase('Only {amount} is due for this visit.', { amount: formatCents(dueCents) }),
    { reason: 'more_than_due', due: decimalFromCents(dueCents) },
  )

type RecordToTakeBack = {
  jobId: string
  recordId: string
  /** With the statement's whole payment. */
  ofStatement?: boolean
}

/**
 * Takes back a recorded payment: it was a mistake, did not go through, or was given back. Of money given back, the price is
 * what it was before; of an erased customer's payment, the price is lowered by it, because no one could be asked to pay.
 * Throws NotFound, and Conflict when it has been taken back already.
 */
export async function takeBackPayment(
  person: Person,
  { jobId, recordId, ofStatement = false }: RecordToTakeBack,
  reason: string,
): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, jobId, mayManageBooking)
    const { id, jobId: ofJob, takenBackAt } = recordedPayments
    const [record] = await db()
      .update(recordedPayments)
      .set({ takenBackAt: now(), takenBackBy: person.id, takenBackReason: reason })
      .where(and(eq(id, recordId), eq(ofJob, jobId), isNull(takenBackAt)))
      .returning()
    if (!record) {
      const known = await db().$count(recordedPayments, and(eq(id, recordId), eq(ofJob, jobId)))
      if (known === 0) throw new NotFound()
      throw new Conflict(phrase('This payment has already been taken back.'))
    }
    if (record.statementPaymentId && !ofStatement)
      throw new Conflict(
        phrase('This is a part of a payment for a statement. Take that back instead.'),
        { reason: 'statement' },
      )
    const { method, cents, receivedOn, createdAt } = record
    // Its own day nets to zero, unless that day is signed off.
    const isLate = receivedOn !== businessToday() && (await isSignedOff(receivedOn))
    const at = receivedOn === businessDate(createdAt) ? createdAt : middayOf(receivedOn)
    const { account } = await changePaymentAccount(jobId, unchanged)
    const { recoveredCents, tipRecoveredCents } = await recoveredBy(record.id)
    const loweredCents = await loweredByTakingBack(job, account, {
      ...record,
      dueCents: cents - recoveredCents - tipRecoveredCents,
    })
    if (loweredCents !== 0)
      await db()
        .insert(paymentAdjustments)
        .values({
          jobId,
          actorId: person.id,
          reason: 'other',
          words: reason,
          fromCents: dueOf(account),
          toCents: dueOf(account) - loweredCents,
          createdAt: now(),
        })
    await changePaymentAccount(jobId, (before) =>
      addRecorded(
        before,
        -cents,
        {
          ref: `taken-back:${record.id}`,
          method,
          memo: isLate
            ? 'Recorded payment taken back after its day was signed off'
            : 'Recorded payment taken back',
          ...(receivedOn !== businessToday() && !isLate && { at }),
        },
        {
          loweredCents,
          recoveredCents: -recoveredCents,
          tipRecoveredCents: -tipRecoveredCents,
        },
      ),
    )
    const data = { cents, method, receivedOn, note: reason }
    await happened({ event: 'payment_taken_back', job, by: person.id, data })
  })
}

/** The cents of a record that were booked for what lost disputes returned. */
async function recoveredBy(recordId: string): Promise<Recovered> {
  const booked = async (kind: string) => {
    const [entry] = await db()
      .select({ cents: ledgerEntries.cents })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.ref, `${kind}:${recordId}`))
    return entry?.cents ?? 0
  }
  return {
    recoveredCents: await booked('recorded-lost'),
    tipRecoveredCents: await booked('recorded-tip'),
  }
}

/**
 * The cents that taking back a record, `dueCents` of it booked for the amount due, lowers the price by; negative when it
 * restores what giving it back took off.
 */
async function loweredByTakingBack(
  { customerId }: JobRow,
  account: PaymentAccount,
  { id, cents, dueCents }: { id: string; cents: number; dueCents: number },
): Promise<number> {
  if (cents < 0) {
    const [cut] = await db()
      .select({ from: paymentAdjustments.fromCents, to: paymentAdjustments.toCents })
      .from(paymentAdjustments)
      .where(eq(paymentAdjustments.id, id))
    return cut ? cut.to - cut.from : 0
  }
  const erased = and(eq(users.id, customerId), isNotNull(users.anonymizedAt))
  if ((await db().$count(users, erased)) === 0) return 0
  const owedAfter = dueOf(account) - (netOf(account) - dueCents)
  return Math.min(Math.max(0, owedAfter), dueOf(account))
}

type Booking = Pick<LedgerEntry, 'ref' | 'memo' | 'at'> & { method: RecordedMethod }

/**
 * Adds cents, negative for money taken or given back, parts of them for what lost disputes returned, lowers the price, or
 * raises it by negative cents, and bills what follows, all booked at the same time.
 */
function addRecorded(
  before: PaymentAccount,
  cents: number,
  { method, ...booking }: Booking,
  {
    loweredCents = 0,
    recoveredCents = 0,
    tipRecoveredCents = 0,
  }: Partial<Recovered> & { loweredCents?: number },
): Change {
  // An amount not billed yet is not caused by this payment.
  const billed = bill(before)
  const { account } = billed
  const change = bill({
    ...account,
    ...(loweredCents !== 0 && lowered(account, loweredCents)),
    recordedCents: account.recordedCents + cents - tipRecoveredCents,
    recoveredCents: account.recoveredCents + recoveredCents,
    tipRecoveredCents: account.tipRecoveredCents + tipRecoveredCents,
  })
  const [kind, id] = booking.ref.split(':')
  const moved = (ref: string, against: 'receivable' | 'chargebacks', moved: number) => ({
    ...booking,
    ref,
    debit: moved > 0 ? recordedAccounts[method] : against,
    credit: moved > 0 ? against : recordedAccounts[method],
    cents: Math.abs(moved),
  })
  const at = booking.at && { at: booking.at }
  return {
    ...change,
    entries: [
      ...billed.entries,
      ...[
        moved(booking.ref, 'receivable', cents - recoveredCents - tipRecoveredCents),
        moved(`${kind}-lost:${id}`, 'chargebacks', recoveredCents),
        moved(`${kind}-tip:${id}`, 'chargebacks', tipRecoveredCents),
      ].filter((entry) => entry.cents > 0),
      ...change.entries.map((entry) => ({ ...entry, ...at })),
    ],
  }
}

/** English: translated when shown, see `describeEntry`. */
const receivedMemos: Record<RecordedMethod, string> = {
  cash: 'Received in cash',
  check: 'Received by check',
  terminal: 'Received at the card terminal',
  transfer: 'Received by transfer',
  other: 'Received another way',
}

const middayOf = (date: LocalDate) => new Date(startOfBusinessDay(date).getTime() + 12 * 3_600_000)

/** Throws Invalid at `receivedOn` for a day ahead or more than a year ago. */
export function assertPaymentDay(receivedOn: LocalDate): void {
  const today = businessToday()
  if (receivedOn <= today && receivedOn >= addDays(today, -recordedLateDays)) return
  const message =
    receivedOn > today
      ? phrase('Enter the day the payment came in, today at the latest.')
      : phrase('A payment can be recorded up to a year later.')
  throw Invalid.at('receivedOn', message)
}

const isSignedOff = async (date: LocalDate): Promise<boolean> =>
  (await db().$count(dayCloses, eq(dayCloses.day, date))) > 0
