import { now } from '#server/base/clock.ts'
import { queryRows, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { readTheseJobs } from '#server/reads/visits.ts'

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
