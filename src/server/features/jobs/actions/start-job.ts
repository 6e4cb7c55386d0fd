import { now } from '#server/clock.ts'
import { transaction } from '#server/database/database.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { moveJob, recordJobEvent } from '../change-job.ts'
import { loadJob } from '../queries.ts'

/** The work begins. Throws NotFound, or Conflict unless the job is scheduled or assigned. */
export async function startJob(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id, mayWorkOnJob)
    await moveJob(person, job, 'start', { startedAt: now(), needsConfirmation: false })
    await recordJobEvent(id, person.id, 'started')
    await notifyPerson({
      userId: job.customerId,
      type: 'service_started',
      title: t('Service started'),
      message: t('The work on your {car} has begun.', { car: vehicleName(job.vehicle) }),
      jobId: id,
    })
  })
}
