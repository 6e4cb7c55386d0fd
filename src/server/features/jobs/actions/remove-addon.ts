import { and, eq, or } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobAddons } from '#server/database/tables/job-charges.ts'
import { happened } from '#server/events/happened.ts'
import { Forbidden, NotFound } from '#server/http/errors.ts'
import { withoutNeedlessRequests } from '#shared/rules/extras.ts'
import { mayCorrectAddon } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeActiveJob } from '../change-job.ts'
import { extrasLimit, withAddons, withExtras } from '../extra-rows.ts'
import { extraRows } from '#server/reads/extras.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { dropNeedlessRequests } from './drop-needless-requests.ts'
import { lockOpenJob } from './lock-open-job.ts'

/**
 * Removes an add-on and its price from a job; extras may need no approval without it. `addonId` is its own id or the
 * catalog's, which a device knows before it has sent anything. Throws NotFound, Forbidden for one the technician did not
 * add, Conflict when the work is over.
 */
export async function removeAddon(
  person: Person,
  { id: jobId, addonId }: { id: string; addonId: string },
): Promise<void> {
  await transaction(async () => {
    const job = await lockOpenJob(person, jobId)
    const named = or(eq(jobAddons.id, addonId), eq(jobAddons.addonServiceId, addonId))
    const [addon] = await db()
      .select()
      .from(jobAddons)
      .where(and(eq(jobAddons.jobId, jobId), named))
    if (!addon) throw new NotFound(phrase('This add-on is no longer part of the visit.'))
    if (!mayCorrectAddon(person, addon))
      throw new Forbidden(phrase('Only whoever added this, or the office, can change it.'))
    const { at } = await timeOfStep(jobId, 'addon_removed')
    await db().delete(jobAddons).where(eq(jobAddons.id, addon.id))
    const { addonServiceId, name, priceCents, taxable } = addon
    const gone = { cents: -priceCents, taxableCents: taxable ? -priceCents : 0 }
    await changeActiveJob(job, withAddons(gone))
    const left = { ...job, addons: job.addons.filter(({ id }) => id !== addon.id) }
    const rows = await extraRows(jobId)
    const after = withoutNeedlessRequests(rows, extrasLimit(left))
    const more = await dropNeedlessRequests(rows, after, { job, by: person.id, at })
    if (more.cents > 0) await changeActiveJob(job, withExtras(more))
    const booked = !addon.addedByTechnician && addon.addedBy === null
    const data = { addonServiceId, name, priceCents, booked }
    await happened({ event: 'addon_removed', job, by: person.id, at, data })
  })
}
