import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction, queryRows } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { happened } from '#server/events/happened.ts'
import { setFeeAgain } from '#server/features/payments/actions/set-fee.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { loadJob, readTheseJobs } from '#server/reads/visits.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { agreedFee } from '#server/reads/job-row.ts'
import { assertAgreedFee, moneyForFee, ofWhat } from '../fees.ts'
import { requestFee, withdrawFeeRequests } from './request-fee.ts'
import { lockJob } from './lock-open-job.ts'

type Decision = {
  feeCents: number
  /** The office's words to the customer. */
  reason?: string | undefined
  /** The fee on the office's screen, in cents: needed to change a decided one. */
  seenFeeCents?: number | undefined
  /** Ask the customer for what is above the fee they agreed to when booking. */
  askCustomer?: boolean | undefined
}

/**
 * Sets the fee of a visit that was cancelled or could not be done, 0 for none: it is captured from the hold or billed, and the
 * rest released or refunded. Up to what the customer agreed to it may be set again, with a reason; what is above waits for
 * their approval as an extra. Throws NotFound, Invalid for a fee above that, Conflict for a visit that is not over or when the
 * fee differs from the one seen.
 */
export async function decideFee(person: Person, id: string, decision: Decision): Promise<void> {
  const { feeCents, reason = '', seenFeeCents, askCustomer = false } = decision
  await transaction(async () => {
    // Of two concurrent decisions, the second sees the first.
    const before = await lockJob(person, id, mayManageBooking)
    if (before.status !== 'cancelled') throw notOver()
    const { feeDecisionUntil } = before
    const isFirst = feeDecisionUntil !== null && feeDecisionUntil > now()
    if (!isFirst && seenFeeCents !== before.feeCents) throw changedFee(before.feeCents ?? 0)
    if (!reason && (!isFirst || askCustomer)) throw noReason()
    const requestedCents = askCustomer ? Math.max(0, feeCents - agreedFee(before)) : 0
    const setCents = feeCents - requestedCents
    assertAgreedFee(before, setCents)
    await withdrawFeeRequests(person, before)
    await db().update(jobs).set({ feeDecisionUntil: null }).where(eq(jobs.id, id))
    if (isFirst || setCents !== before.feeCents) {
      await setFeeAgain(person, before, { feeCents: setCents, reason })
      const job = await loadJob(person, id)
      const data = { feeCents: setCents, reason, ...ofWhat(job), ...(await moneyForFee(job)) }
      await happened({ event: 'fee_decided', job, by: person.id, data })
    }
    if (requestedCents > 0) await requestFee(person, before, { cents: requestedCents, reason })
  })
}

const notOver = () =>
  new Conflict(phrase('A fee can only be set for a visit that was cancelled or could not be done.'))

const changedFee = (feeCents: number) =>
  new Conflict(
    phrase('The fee of this visit is {fee} now. Please check it and try again.', {
      fee: formatCents(feeCents),
    }),
    { reason: 'fee', fee: decimalFromCents(feeCents) },
  )

const noReason = () => Invalid.at('reason', phrase('Please give the customer a reason.'))

const statement = {
  name: 'lapse-fees',
  text: `update jobs set fee_decision_until = null
    where id in (select id from jobs where fee_decision_until <= $1::timestamptz
      order by fee_decision_until limit 100 for update skip locked)
    returning id`,
}

/** Closes overdue fee decisions, and notifies the office and the customers that nothing is charged. */
export async function lapseFees(): Promise<void> {
  await transaction(async () => {
    const lapsed = await queryRows<{ id: string }>(statement, [now()])
    const rows = await readTheseJobs(lapsed.map(({ id }) => id))
    await happened(
      ...rows.map((job) => ({ event: 'fee_lapsed' as const, job, by: null, data: {} })),
    )
  })
}
