import { businessToday } from '#server/base/business-time.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { shutOut } from '#server/sessions/sessions.ts'
import { releaseJobsOf } from '#server/features/jobs/actions/release-jobs.ts'
import { visitsUnderWay } from '#server/features/jobs/queries/of-technician.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeConflict } from '../queries.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'

/**
 * Deactivates a technician: their sessions end, and jobs not started return to the queue. Throws NotFound, or Conflict when
 * `version` is outdated, or while a job is under way, unless the office takes it over (`underWay`).
 */
export async function deactivateTechnician(
  person: Person,
  id: string,
  { underWay, version }: { underWay?: 'keep' | undefined; version?: number | undefined } = {},
): Promise<void> {
  await transaction(async () => {
    const [row] = await db()
      .select()
      .from(users)
      .where(and(eq(users.id, id), eq(users.role, 'technician'), isNull(users.deactivatedAt)))
      .for('update')
    if (!row) throw new NotFound(phrase('Technician not found.'))
    if (isStale(version, row)) throw await changeConflict(row)
    await db().update(users).set({ deactivatedAt: now() }).where(eq(users.id, id))
    await releaseJobsOf(id, person.id)
    // Checked after the release, which waits for a concurrent start to commit.
    if (underWay !== 'keep') await assertNothingUnderWay(person, id)
    await shutOut(id)
    slotsChanged(businessToday())
    await happened({ event: 'technician_deactivated', by: person.id, data: { technicianId: id } })
  })
}

async function assertNothingUnderWay(person: Person, technicianId: string): Promise<void> {
  const visits = await visitsUnderWay(person, technicianId)
  if (visits.length > 0)
    throw new Conflict(phrase('This technician has a job in progress.'), {
      reason: 'under_way',
      visits,
    })
}
