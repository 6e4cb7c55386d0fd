import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { lateAfterMs, minutesAway, nearMinutes } from '#shared/rules/travel.ts'

/**
 * Tells the customer that the technician is near, once per trip, or will be late, once per time of the visit. Runs in the
 * transaction that stored the position, whose row lock serializes concurrent calls.
 */
export async function notifyPosition(
  job: JobRow,
  by: string,
  position: Coordinates,
): Promise<void> {
  const { latitude, longitude } = job
  if (latitude === null || longitude === null) return
  const minutes = minutesAway(position, { latitude, longitude })
  const arrival = new Date(now().getTime() + minutes * 60_000)
  if (minutes <= nearMinutes && !(await knowsWeAreNear(job)))
    await happened({ event: 'technician_near', job, by, data: { minutes } })
  if (arrival.getTime() - job.startsAt.getTime() > lateAfterMs)
    await happened({
      event: 'running_late',
      job,
      by,
      data: { startsAt: job.startsAt.toISOString(), expectedAt: arrival.toISOString() },
    })
}

async function knowsWeAreNear({ id }: JobRow): Promise<boolean> {
  const found = await queryRow<{ said: boolean }>(saidSinceSettingOut, [id])
  return found?.said === true
}

const saidSinceSettingOut = {
  name: 'said-since-setting-out',
  text: `select exists (select from job_events e where e.job_id = $1 and e.kind = 'technician_near'
    and coalesce(e.received_at, e.created_at) >= coalesce((
      select max(coalesce(w.received_at, w.created_at)) from job_events w
      where w.job_id = $1 and w.kind = 'technician_on_way'), '-infinity')) as said`,
}
