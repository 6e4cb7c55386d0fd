import { businessDate } from '#server/base/business-time.ts'
import { transaction, db } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { recordVisitReading } from '#server/features/vehicles/actions/odometer-readings.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeActiveJob } from './change-job.ts'
import { assertMilesMeant } from '#server/reads/last-reading.ts'
import { countJobEvents, loadJob } from '#server/reads/visits.ts'
import { Invalid } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { assertSameCar, isOutdated, timeOfStep } from '#server/reads/time-of-step.ts'
import { namesOfUsed } from './names-of-used.ts'
import { lockOpenJob } from './lock-open-job.ts'
import { eq } from 'drizzle-orm'
import { jobs } from '#server/database/tables/jobs.ts'
import {
  type ChecklistItemId,
  checklistIds,
  type Ticking,
  tickedAfter,
} from '#shared/rules/checklist.ts'
import type { Tires } from '#shared/rules/tires.ts'

type Measurements = {
  odometerMiles?: number
  filledQuarts?: number
  tires?: Tires
  usedProducts?: string[]
}
type Typed = Measurements & { confirmed?: boolean }

/**
 * Saves the technician's odometer reading, which also becomes one of the vehicle, the measured quarts, the tires and the products used. What was read
 * before the values already saved only goes to the history. Throws NotFound, or Conflict once the work is over or the visit
 * has another car, or as of `assertMilesMeant` and `namesOfUsed`.
 */
export async function saveMeasurements(
  person: Person,
  id: string,
  { confirmed, ...measured }: Typed,
): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    if (isEmpty(measured)) return
    await lockOpenJob(person, id)
    await assertSameCar(id)
    const names = await namesOfUsed(id, measured.usedProducts)
    const { at } = await timeOfStep(id, 'measurements_saved')
    const { newest, late } = await separateLate(id, measured, at)
    const { odometerMiles: miles = job.odometerMiles } = newest
    if (miles !== null && miles !== job.odometerMiles)
      await assertMilesMeant(job.vehicleId, { date: businessDate(at), miles, confirmed })
    if (!isEmpty(newest)) await changeActiveJob(job, newest)
    if (newest.odometerMiles !== undefined)
      await recordVisitReading(job.vehicleId, {
        technicianId: person.id,
        miles: newest.odometerMiles,
        at,
      })
    const common = { event: 'measurements_saved', job, by: person.id, at } as const
    const named = (saved: Measurements) => ({
      ...saved,
      ...(saved.usedProducts && { usedProducts: names }),
    })
    if (!isEmpty(newest)) await happened({ ...common, data: named(newest) })
    if (!isEmpty(late)) await happened({ ...common, data: { ...named(late), late: true } })
  })
}

const isEmpty = (measured: Measurements) => Object.keys(measured).length === 0

/** The readings, split into current ones and ones older than those saved. */
async function separateLate(id: string, measured: Measurements, at: Date) {
  const parts: Record<'newest' | 'late', Measurements> = { newest: {}, late: {} }
  for (const field of ['odometerMiles', 'filledQuarts', 'tires', 'usedProducts'] as const) {
    if (measured[field] === undefined) continue
    const part = (await isOutdated(id, 'measurements_saved', at, { field })) ? 'late' : 'newest'
    parts[part] = { ...parts[part], [field]: measured[field] }
  }
  return parts
}

/**
 * Saves the ticked items, in the order of work; those that someone changed later only go to the history. Throws NotFound, or
 * Conflict once the work is over.
 */
export async function saveChecklist(person: Person, id: string, ticking: Ticking): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    // Of two concurrent changes, the second sees the first.
    const [row = job] = await db()
      .select({ checklist: jobs.checklist })
      .from(jobs)
      .where(eq(jobs.id, id))
      .for('update')
    const { at } = await timeOfStep(id, 'checklist_saved')
    const wanted = tickedAfter(row.checklist, ticking)
    const changed: ChecklistItemId[] = []
    const late: ChecklistItemId[] = []
    for (const item of checklistIds) {
      if (wanted.includes(item) === row.checklist.includes(item)) continue
      const isLate = await isOutdated(id, 'checklist_saved', at, { item })
      ;(isLate ? late : changed).push(item)
    }
    const checklist = checklistIds.filter((item) =>
      (late.includes(item) ? row.checklist : wanted).includes(item),
    )
    await changeActiveJob(job, { checklist })
    const common = { event: 'checklist_saved', job, by: person.id, at } as const
    const ticked = checklist.length
    if (late.length === 0 || changed.length > 0)
      await happened({ ...common, data: { ticked, changed } })
    if (late.length > 0) await happened({ ...common, data: { ticked, late } })
  })
}

/**
 * Saves the technician's notes, or in the history if newer ones are known; blank ones clear them. Throws NotFound, Invalid for
 * blank ones where no notes were ever saved, or Conflict once the work is over.
 */
export async function saveNotes(person: Person, id: string, notes: string): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    await lockOpenJob(person, id)
    if (notes === '' && job.technicianNotes === '' && !(await countJobEvents(id, ['notes_saved'])))
      throw nothingWritten()
    const { at } = await timeOfStep(id, 'notes_saved')
    const late = await isOutdated(id, 'notes_saved', at)
    if (!late) await changeActiveJob(job, { technicianNotes: notes })
    const data = late ? { late: notes } : {}
    await happened({ event: 'notes_saved', job, by: person.id, at, data })
  })
}

const nothingWritten = () => Invalid.at('technicianNotes', phrase('Please write a note first'))
