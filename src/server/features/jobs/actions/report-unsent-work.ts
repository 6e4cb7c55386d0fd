import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import { happened } from '#server/events/happened.ts'
import { userById } from '#server/features/accounts/queries.ts'
import type { UnsentChange } from '#shared/contract/unsent-work.ts'
import type { Person } from '#shared/rules/roles.ts'
import { loadTakenAway } from '../taken-away.ts'

/** Keeps what a technician did to a visit that was taken away meanwhile, for the office, which hears of it. Throws NotFound. */
export async function reportUnsentWork(
  person: Person,
  id: string,
  changes: readonly UnsentChange[],
): Promise<void> {
  await transaction(async () => {
    const { job } = await loadTakenAway(person, id)
    const { firstName, lastName } = await userById(person.id)
    await db()
      .insert(unsentWork)
      .values({
        jobId: id,
        technicianId: person.id,
        changes: changes.map(({ what, entered = '', reason = '', at }) => ({
          what,
          entered,
          reason,
          at,
        })),
        createdAt: now(),
      })
    const name = [firstName, lastName].filter(Boolean).join(' ')
    const data = { name, count: changes.length }
    await happened({ event: 'unsent_work', job, by: person.id, data })
  })
}
