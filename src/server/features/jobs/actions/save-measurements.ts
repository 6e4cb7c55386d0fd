import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { noteVisitOdometer } from '#server/features/vehicles/actions/note-visit-odometer.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeActiveJob } from '../change-job.ts'
import { loadJob } from '#server/reads/visits.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'

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
      await noteVisitOdometer(job.vehicleId, {
        technicianId: person.id,
        miles: measured.odometerMiles,
        at,
      })
    await happened({ event: 'measurements_saved', job, by: person.id, at, data: measured })
  })
}
