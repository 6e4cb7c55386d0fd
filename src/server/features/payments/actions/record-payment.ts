import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { businessToday, startOfBusinessDay } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { recordedPayments } from '#server/database/tables/payment-records.ts'
import { happened } from '#server/events/happened.ts'
import { atField, Conflict, Invalid, NotFound } from '#server/http/errors.ts'
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
import { changePaymentAccount } from '../change-payment-account.ts'
import { bill } from '../orchestrator/claim-operation.ts'
import { dueOf, type LedgerEntry, netOf } from '../orchestrator/payment-account.ts'

type Received = {
  method: RecordedMethod
  cents: number
  /** A check number or the like. */
  reference?: string | undefined
  /** Business-local. */
  receivedOn: LocalDate
}

/**
 * Records a payment made without the card network, in full or in part. Throws NotFound, Invalid for a day ahead or more than
 * a year ago, and Conflict for more than is due and for an
 * imported visit.
 */
export async function recordPayment(
  person: Person,
  jobId: string,
  received: Received,
): Promise<void> {
  assertDay(received.receivedOn)
  await transaction(async () => {
    const job = await loadJob(person, jobId, mayManageBooking)
    await bookReceived(person, job, received, { atMostDue: true })
  })
}

/** Books a received payment in the current transaction; without `atMostDue` it may be more than is due. */
export async function bookReceived(
  person: Person,
  job: JobRow,
  { method, cents, reference = '', receivedOn }: Received,
  { atMostDue }: { atMostDue: boolean },
): Promise<void> {
  if (job.importedService !== null) throw importedConflict()
  const id = randomUUID()
  // Locks the account before its new row refers to it: the other order deadlocks with another payment.
  await changePaymentAccount(job.id, (before) => {
    const dueCents = Math.max(0, dueOf(before) - netOf(before))
    if (atMostDue && cents > dueCents) throw moreThanDue(dueCents)
    return addRecorded(before, cents, {
      ref: `recorded:${id}`,
      method,
      memo: receivedMemos[method],
      ...(receivedOn !== businessToday() && { at: middayOf(receivedOn) }),
    })
  })
  const row = { id, jobId: job.id, method, cents, reference, receivedOn }
  await db()
    .insert(recordedPayments)
    .values({ ...row, recordedBy: person.id, createdAt: now() })
  const data = { cents, method, receivedOn, note: reference }
  await happened({ event: 'payment_recorded', job, by: person.id, data })
}

const moreThanDue = (dueCents: number) =>
  new Conflict(
    dueCents === 0
      ? phrase('Nothing is due for this visit.')
      : phrase('Only {amount} is due for this visit.', { amount: formatCents(dueCents) }),
    { reason: 'more_than_due', due: decimalFromCents(dueCents) },
  )

/**
 * Takes back a recorded payment: it was a mistake, did not go through, or was given back. Throws NotFound, and Conflict when
 * it has been taken back already.
 */
export async function takeBackPayment(
  person: Person,
  { jobId, recordId }: { jobId: string; recordId: string },
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
    const { method, cents } = record
    await changePaymentAccount(jobId, (before) =>
      addRecorded(before, -cents, {
        ref: `taken-back:${record.id}`,
        method,
        memo: 'Recorded payment taken back',
      }),
    )
    const data = { cents, method, note: reason }
    await happened({ event: 'payment_taken_back', job, by: person.id, data })
  })
}

type Booking = Pick<LedgerEntry, 'ref' | 'memo' | 'at'> & { method: RecordedMethod }

/** Adds cents, negative for money taken or given back, and bills what follows from it. */
function addRecorded(
  before: Parameters<typeof bill>[0],
  cents: number,
  { method, ...booking }: Booking,
): ReturnType<typeof bill> {
  const change = bill({ ...before, recordedCents: before.recordedCents + cents })
  const account = recordedAccounts[method]
  const sides =
    cents > 0
      ? ({ debit: account, credit: 'receivable' } as const)
      : ({ debit: 'receivable', credit: account } as const)
  return {
    ...change,
    entries: [{ ...booking, ...sides, cents: Math.abs(cents) }, ...change.entries],
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

function assertDay(receivedOn: LocalDate): void {
  const today = businessToday()
  if (receivedOn <= today && receivedOn >= addDays(today, -recordedLateDays)) return
  const said =
    receivedOn > today
      ? phrase('Enter the day the payment came in, today at the latest.')
      : phrase('A payment can be recorded up to a year later.')
  throw new Invalid(said, atField('receivedOn', said))
}
