import { and, eq, inArray } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { inspections } from '#server/database/tables/inspections.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { happened } from '#server/events/happened.ts'
import { lockForLateWork } from '#server/features/jobs/actions/lock-open-job.ts'
import { Invalid } from '#server/http/errors.ts'
import { reportLinkOf } from '#server/reads/inspections.ts'
import { assertSameCar, isOutdated, timeOfStep } from '#server/reads/time-of-step.ts'
import type { InspectionForm } from '#shared/contract/inspections.ts'
import {
  countResults,
  type Finding,
  findingProblem,
  type InspectionGroup,
  itemsOf,
  maxPhotosOfFinding,
  mergeFindings,
} from '#shared/rules/inspections.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { groupsOf, readInspection } from '../queries.ts'

/**
 * Saves a visit's whole inspection; removes it when there are no findings. With `seen`, merges with changes of other
 * devices; without, an inspection older than the saved one only goes to the history. Throws NotFound; Invalid for an
 * unknown version or item, invalid values and other visits' photos; Conflict if the visit is over or its car changed.
 */
export async function saveInspection(
  person: Person,
  jobId: string,
  { templateId, templateVersion, findings: sent, seen }: InspectionForm,
): Promise<void> {
  await transaction(async () => {
    const job = await lockForLateWork(person, jobId)
    await assertSameCar(jobId)
    const groups = await groupsOf(templateId, templateVersion)
    if (!groups) throw Invalid.at('templateVersion', unknownTemplate)
    const made = await checkedFindings(jobId, groups, sent)
    const { at, receivedAt } = await timeOfStep(jobId, 'inspection_saved')
    const isLater = !(await isOutdated(jobId, 'inspection_saved', at))
    const before = await readInspection(jobId)
    const isSame = before?.template.id === templateId && before.template.version === templateVersion
    const { findings, late } =
      seen && isSame
        ? inOrder(groups, mergeFindings({ saved: before.findings, seen, made, isLater }))
        : isLater
          ? { findings: made, late: [] }
          : { findings: undefined, late: made }
    const common = { event: 'inspection_saved', job, by: person.id, at } as const
    if (late.length > 0 || !findings) {
      const { ok, watch, fail } = countResults(groups, late)
      const data = { ok, watch, fail, late: lateFindings(groups, late) }
      await happened({ ...common, data })
    }
    if (!findings) return
    const { ok, watch, fail } = countResults(groups, findings)
    if (findings.length === 0) {
      if (!before) return
      await db().delete(inspections).where(eq(inspections.jobId, jobId))
      await happened({ ...common, data: { ok, watch, fail, removed: true as const } })
      return
    }
    const savedAt = isLater || !before ? at : before.savedAt
    const values = { templateId, templateVersion, findings, savedAt, receivedAt }
    await db()
      .insert(inspections)
      .values({ jobId, ...values })
      .onConflictDoUpdate({ target: inspections.jobId, set: values })
    // The mail about the completed visit was sent without the report.
    const report = job.status === 'completed' && !before ? await reportLinkOf(job) : undefined
    await happened({ ...common, data: { ok, watch, fail, ...(report && { report }) } })
  })
}

type Merged = ReturnType<typeof mergeFindings>

/** Merged findings in the template's order, with at most the allowed number of photos each. */
const inOrder = (groups: readonly InspectionGroup[], { findings, late }: Merged): Merged => ({
  findings: itemsOf(groups).flatMap(({ id }) => {
    const found = findings.find(({ itemId }) => itemId === id)
    return found ? [{ ...found, photoIds: found.photoIds.slice(0, maxPhotosOfFinding) }] : []
  }),
  late,
})

const unknownTemplate = phrase('This inspection was made with a template that does not exist.')

/** The findings in the template's order. Throws Invalid. */
async function checkedFindings(
  jobId: string,
  groups: readonly InspectionGroup[],
  sent: InspectionForm['findings'],
): Promise<Finding[]> {
  const items = itemsOf(groups)
  const photos = await photosOf(jobId, sent)
  const found = new Map<string, Finding>()
  for (const [nth, { itemId, note, photoIds, ...finding }] of sent.entries()) {
    const at = (field: string) => `findings.${nth}.${field}`
    const item = items.find(({ id }) => id === itemId)
    if (!item)
      throw Invalid.at(at('itemId'), phrase('The template has no item “{item}”.', { item: itemId }))
    if (found.has(itemId))
      throw Invalid.at(at('itemId'), phrase('{item} was sent twice.', { item: item.label }))
    const problem = findingProblem(item, finding)
    if (problem) throw Invalid.at(at('measure'), problem)
    if (photoIds.some((id) => photos.foreign.has(id)))
      throw Invalid.at(
        at('photoIds'),
        phrase('{item}: a photo is not one of this visit.', { item: item.label }),
      )
    found.set(itemId, {
      itemId,
      ...finding,
      ...(note && { note }),
      photoIds: [...new Set(photoIds)].filter((id) => !photos.removed.has(id)),
    })
  }
  return items.flatMap(({ id }) => found.get(id) ?? [])
}

/** Ids of photos that belong to another visit, and of deleted ones. Unknown ids may still be uploading. */
async function photosOf(jobId: string, findings: InspectionForm['findings']) {
  const ids = findings.flatMap(({ photoIds }) => photoIds)
  if (ids.length === 0) return { foreign: new Set<string>(), removed: new Set<string>() }
  const [known, events] = await Promise.all([
    db()
      .select({ id: jobPhotos.id, jobId: jobPhotos.jobId, unsent: jobPhotos.unsent })
      .from(jobPhotos)
      .where(inArray(jobPhotos.id, ids)),
    db()
      .select({ data: jobEvents.data })
      .from(jobEvents)
      .where(and(eq(jobEvents.jobId, jobId), eq(jobEvents.kind, 'photo_removed'))),
  ])
  const foreign = known.filter((photo) => photo.jobId !== jobId || photo.unsent)
  return {
    foreign: new Set(foreign.map(({ id }) => id)),
    removed: new Set(events.map(({ data }) => (data as { photoId?: string }).photoId)),
  }
}

/** The history's summary of findings that were not saved. */
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
