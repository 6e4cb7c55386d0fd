import { and, eq, inArray } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { inspections } from '#server/database/tables/inspections.ts'
import { happened } from '#server/events/happened.ts'
import { lockForLateWork } from '#server/features/jobs/actions/lock-open-job.ts'
import { atField, Invalid } from '#server/http/errors.ts'
import { reportLinkOf } from '#server/reads/inspections.ts'
import { assertSameCar, isOutdated, timeOfStep } from '#server/reads/time-of-step.ts'
import type { InspectionForm } from '#shared/contract/inspections.ts'
import {
  countResults,
  type Finding,
  findingProblem,
  type InspectionGroup,
  itemsOf,
} from '#shared/rules/inspections.ts'
import type { Person } from '#shared/rules/roles.ts'
import { type Phrase, phrase } from '#shared/texts/t.ts'
import { groupsOf, photosAmong, readInspection } from '../queries.ts'

/**
 * Saves a visit's whole inspection in place of the previous one, or removes it if nothing was found. One made before the saved one, on another device, only goes to
 * the history. Throws NotFound, Invalid for an unknown version, unknown items, values that do not fit them and other
 * visits' photos, Conflict once the visit is over, or if it has another car since.
 */
export async function saveInspection(
  person: Person,
  jobId: string,
  { templateId, templateVersion, findings: sent }: InspectionForm,
): Promise<void> {
  await transaction(async () => {
    const job = await lockForLateWork(person, jobId)
    await assertSameCar(jobId)
    const groups = await groupsOf(templateId, templateVersion)
    if (!groups) throw refused('templateVersion', unknownTemplate)
    const findings = await checkedFindings(jobId, groups, sent)
    const { at, receivedAt } = await timeOfStep(jobId, 'inspection_saved')
    const { ok, watch, fail } = countResults(groups, findings)
    const common = { event: 'inspection_saved', job, by: person.id, at } as const
    if (await isOutdated(jobId, 'inspection_saved', at)) {
      const late = lateFindings(groups, findings)
      await happened({ ...common, data: { ok, watch, fail, late } })
      return
    }
    const before = await readInspection(jobId)
    if (findings.length === 0) {
      if (!before) return
      await db().delete(inspections).where(eq(inspections.jobId, jobId))
      await happened({ ...common, data: { ok, watch, fail, removed: true as const } })
      return
    }
    const values = { templateId, templateVersion, findings, savedAt: at, receivedAt }
    await db()
      .insert(inspections)
      .values({ jobId, ...values })
      .onConflictDoUpdate({ target: inspections.jobId, set: values })
    // The mail about the completed visit was sent without it.
    const report = job.status === 'completed' && !before ? await reportLinkOf(job) : undefined
    await happened({ ...common, data: { ok, watch, fail, ...(report && { report }) } })
  })
}

const unknownTemplate = phrase('This inspection was made with a template that does not exist.')

const refused = (path: string, message: Phrase) => new Invalid(message, atField(path, message))

/** The findings in the template's order. Throws Invalid. */
async function checkedFindings(
  jobId: string,
  groups: readonly InspectionGroup[],
  sent: InspectionForm['findings'],
): Promise<Finding[]> {
  const items = itemsOf(groups)
  const known = await knownPhotos(jobId, sent)
  const found = new Map<string, Finding>()
  for (const [nth, { itemId, note, photoIds, ...finding }] of sent.entries()) {
    const at = (field: string) => `findings.${nth}.${field}`
    const item = items.find(({ id }) => id === itemId)
    if (!item)
      throw refused(at('itemId'), phrase('The template has no item “{item}”.', { item: itemId }))
    if (found.has(itemId))
      throw refused(at('itemId'), phrase('{item} was sent twice.', { item: item.label }))
    const problem = findingProblem(item, finding)
    if (problem) throw refused(at('measure'), problem)
    if (photoIds.some((id) => !known.has(id)))
      throw refused(
        at('photoIds'),
        phrase('{item}: a photo is not one of this visit.', { item: item.label }),
      )
    found.set(itemId, {
      itemId,
      ...finding,
      ...(note && { note }),
      photoIds: [...new Set(photoIds)].filter((id) => known.get(id)),
    })
  }
  return items.flatMap(({ id }) => found.get(id) ?? [])
}

/** The visit's photos among those of the findings; false for those that were deleted. */
async function knownPhotos(
  jobId: string,
  findings: InspectionForm['findings'],
): Promise<Map<string, boolean>> {
  const here = await photosAmong(jobId, findings)
  const missing = findings.flatMap(({ photoIds }) => photoIds).filter((id) => !here.includes(id))
  const known = new Map(here.map((id) => [id, true]))
  if (missing.length === 0) return known
  const removed = await db()
    .select({ data: jobEvents.data })
    .from(jobEvents)
    .where(and(eq(jobEvents.jobId, jobId), inArray(jobEvents.kind, ['photo_removed'])))
  for (const { data } of removed) {
    const { photoId } = data as { photoId?: string }
    if (photoId && !known.has(photoId)) known.set(photoId, false)
  }
  return known
}

/** What the history tells of an inspection that was not used. */
const lateFindings = (groups: readonly InspectionGroup[], findings: readonly Finding[]) =>
  itemsOf(groups).flatMap(({ id, label }) => {
    const found = findings.find(({ itemId }) => itemId === id)
    if (!found || found.result === 'not_checked') return []
    const { result, measure, unit, note } = found
    if (result === 'ok' && measure === undefined && !note) return []
    return [
      {
        label,
        result,
        ...(measure !== undefined && unit && { measure, unit }),
        ...(note && { note }),
      },
    ]
  })
