import { transaction, db } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { recordVisitOdometer } from '#server/features/vehicles/actions/record-odometer.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeActiveJob } from '../change-job.ts'
import { loadJob } from '#server/reads/visits.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { eq } from 'drizzle-orm'
import { jobs } from '#server/database/tables/jobs.ts'
import { type Ticking, tickedAfter } from '#shared/rules/checklist.ts'

type Measurements = { odometerMiles?: number; filledQuarts?: number }

/**
 * Saves the technician's odometer reading, which also becomes one of the vehicle, and the measured quarts. Throws NotFound,
 * or Conflict once the work is over.
 */
export async function saveMeasurements(
  person: Person,
  id: string,
  measured: Measurements,
): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    if (Object.keys(measured).length === 0) return
    await changeActiveJob(job, measured)
    const { at } = await timeOfStep(id, 'measurements_saved')
    if (measured.odometerMiles !== undefined)
      await recordVisitOdometer(job.vehicleId, {
        technicianId: person.id,
        miles: measured.odometerMiles,
        at,
      })
    await happened({ event: 'measurements_saved', job, by: person.id, at, data: measured })
  })
}

/** Saves the ticked items, in the order of work. Throws NotFound, or Conflict once the work is over. */
export async function saveChecklist(person: Person, id: string, ticking: Ticking): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    // Of two concurrent changes, the second sees the first.
    const [row = job] = await db()
      .select({ checklist: jobs.checklist })
      .from(jobs)
      .where(eq(jobs.id, id))
      .for('update')
    const checklist = tickedAfter(row.checklist, ticking)
    await changeActiveJob(job, { checklist })
    const data = { ticked: checklist.length }
    const { at } = await timeOfStep(id, 'checklist_saved')
    await happened({ event: 'checklist_saved', job, by: person.id, at, data })
  })
}

/** Saves the technician's notes. Throws NotFound, or Conflict once the work is over. */
export async function saveNotes(person: Person, id: string, notes: string): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    await changeActiveJob(job, { technicianNotes: notes })
    const { at } = await timeOfStep(id, 'notes_saved')
    await happened({ event: 'notes_saved', job, by: person.id, at, data: {} })
  })
}
