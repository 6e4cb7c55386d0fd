import { and, eq, or } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { happened } from '#server/events/happened.ts'
import { addonFor } from '#server/features/catalog/queries.ts'
import { Conflict, NotFound, Forbidden } from '#server/http/errors.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { needsApproval } from '#shared/rules/extras.ts'
import { addonLine } from '#shared/rules/lines.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeActiveJob } from './change-job.ts'
import { extrasLimit, withAddons } from '../extra-rows.ts'
import { extraRows } from '#server/reads/extras.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { lockOpenJob } from './lock-open-job.ts'
import { mayCorrectAddon } from '#shared/rules/permissions.ts'

/**
 * Adds a catalog add-on at its current price and raises the job's total. Throws NotFound, Conflict when the work is over,
 * the job already has this add-on, or it would push the technician's unapproved charges above the operator's limit, so that
 * the customer must be asked first.
 */
export async function addAddon(
  person: Person,
  id: string,
  addonServiceId: string,
): Promise<Job['addons'][number]> {
  return transaction(async () => {
    const job = await lockOpenJob(person, id)
    const addon = await addonFor(addonServiceId)
    const line = addonLine(addon, job.taxRateBp === null ? 'none' : job.taxMode)
    const { description: name, totalCents: priceCents, taxable } = line
    if (job.addons.some((addon) => addon.addonServiceId === addonServiceId)) throw alreadyThere()
    const addedByTechnician = person.role === 'technician'
    const limit = { others: await extraRows(id), aboveCents: extrasLimit(job) }
    if (addedByTechnician && needsApproval(priceCents, limit)) throw askFirst()
    const charge = { cents: priceCents, taxableCents: taxable ? priceCents : 0 }
    await changeActiveJob(job, withAddons(charge))
    const { at } = await timeOfStep(id, 'addon_added')
    const [row] = await db()
      .insert(jobLines)
      .values({
        jobId: id,
        source: 'addon',
        ...line,
        addedByTechnician,
        addedBy: person.id,
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: jobLines.id })
    if (!row) throw alreadyThere()
    const data = { addonServiceId, name, priceCents }
    await happened({ event: 'addon_added', job, by: person.id, at, data })
    const price = decimalFromCents(priceCents)
    const taxed = job.taxRateBp ? { taxable } : {}
    return { id: row.id, addonServiceId, name, price, addedByTechnician, removable: true, ...taxed }
  })
}

const alreadyThere = () => new Conflict(phrase('This add-on is already part of the visit.'))

const askFirst = () =>
  new Conflict(
    phrase(
      'With this, charges the customer has not agreed to exceed the limit, so they must be asked first. Please add it as an extra.',
    ),
    { reason: 'ask' },
  )

/**
 * Removes an add-on and its price from a job. `addonId` is its own id or the catalog's, which a device knows before it has sent
 * anything. Throws NotFound, Forbidden for one the technician did not add, Conflict when the work is over.
 */
export async function removeAddon(
  person: Person,
  { id: jobId, addonId }: { id: string; addonId: string },
): Promise<void> {
  await transaction(async () => {
    const job = await lockOpenJob(person, jobId)
    const named = or(eq(jobLines.id, addonId), eq(jobLines.productId, addonId))
    const ofJob = and(eq(jobLines.jobId, jobId), eq(jobLines.source, 'addon'))
    const [addon] = await db().select().from(jobLines).where(and(ofJob, named))
    if (!addon) throw new NotFound(phrase('This add-on is no longer part of the visit.'))
    if (!mayCorrectAddon(person, addon))
      throw new Forbidden(phrase('Only the person who added this, or the office, can change it.'))
    const { at } = await timeOfStep(jobId, 'addon_removed')
    await db().delete(jobLines).where(eq(jobLines.id, addon.id))
    const { productId, description: name, totalCents: priceCents, taxable } = addon
    const addonServiceId = productId ?? ''
    const gone = { cents: -priceCents, taxableCents: taxable ? -priceCents : 0 }
    await changeActiveJob(job, withAddons(gone))
    const booked = !addon.addedByTechnician && addon.addedBy === null
    const data = { addonServiceId, name, priceCents, booked }
    await happened({ event: 'addon_removed', job, by: person.id, at, data })
  })
}
