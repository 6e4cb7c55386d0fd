import { and, eq, gt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction, queryRows } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { happened } from '#server/events/happened.ts'
import { setFee } from '#server/features/payments/actions/set-fee.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { assertNotDoneFee, moneyForFee } from '../fees.ts'
import { loadJob, readTheseJobs } from '#server/reads/visits.ts'
import type { JobRow } from '#server/reads/job-row.ts'

/**
 * Records the office's only decision on the fee for a visit that could not be done, 0 for none: it is captured from the hold
 * or billed, and the rest released. Throws NotFound, Invalid for a fee above the policy or the visit's cost, Conflict when
 * there is no longer anything to decide.
 */
export async function decideFee(
  person: Person,
  id: string,
  { feeCents, reason = '' }: { feeCents: number; reason?: string | undefined },
): Promise<void> {
  await transaction(async () => {
    const before = await loadJob(person, id)
    assertUndecided(before)
    assertNotDoneFee(before, feeCents)
    // Of two concurrent decisions, one finds no row.
    const decided = await db()
      .update(jobs)
      .set({ feeDecisionUntil: null })
      .where(and(eq(jobs.id, id), gt(jobs.feeDecisionUntil, now())))
      .returning({ id: jobs.id })
    if (decided.length === 0) throw decisionConflict()
    await setFee(id, feeCents)
    const job = await loadJob(person, id)
    const data = {
      feeCents,
      reason,
      ...(await moneyForFee(job)),
    }
    await happened({ event: 'fee_decided', job, by: person.id, data })
  })
}

function assertUndecided({ outcome, feeDecisionUntil }: JobRow): void {
  if (outcome !== 'not_done')
    throw new Conflict(
      phrase('A fee can only be decided for a visit that could not be done, or when cancelling.'),
    )
  if (!feeDecisionUntil) throw decisionConflict()
  if (feeDecisionUntil <= now())
    throw new Conflict(
      phrase(
        'The time to decide on a fee is over. The reserved amount is released, and nothing is charged.',
      ),
    )
}

const decisionConflict = () =>
  new Conflict(
    phrase(
      'There is no longer a fee to decide for this visit: it was decided, or the time for it is over.',
    ),
  )

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
