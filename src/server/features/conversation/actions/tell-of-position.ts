import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import type { JobRow } from '#server/features/jobs/queries.ts'
import type { EventName } from '#shared/rules/events.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { lateAfterMs, minutesAway, nearMinutes } from '#shared/rules/travel.ts'

/**
 * Tells the customer, once on each way, that the technician is near; once for each time of the visit that they will be
 * late. In the transaction that has stored the position: its row keeps two at a time apart.
 */
export async function tellOfPosition(
  job: JobRow,
  by: string,
  position: Coordinates,
): Promise<void> {
  const { latitude, longitude } = job
  if (latitude === null || longitude === null) return
  const minutes = minutesAway(position, { latitude, longitude })
  const arrival = new Date(now().getTime() + minutes * 60_000)
  if (minutes <= nearMinutes && !(await wasSaid(job, 'technician_near')))
    await happened({ event: 'technician_near', job, by, data: { minutes } })
  const startsAt = job.startsAt.toISOString()
  const expectedAt = arrival.toISOString()
  if (
    arrival.getTime() - job.startsAt.getTime() > lateAfterMs &&
    !(await wasSaid(job, 'running_late'))
  )
    await happened({ event: 'running_late', job, by, data: { startsAt, expectedAt } })
}

type Said = Extract<EventName, 'technician_near' | 'running_late'>

async function wasSaid({ id, startsAt }: JobRow, event: Said): Promise<boolean> {
  const text = event === 'technician_near' ? sinceSettingOut : ofThisTime
  const found = await queryRow<{ said: boolean }>(text, [
    id,
    event === 'technician_near' ? event : startsAt,
  ])
  return found?.said === true
}

const sinceSettingOut = {
  name: 'said-since-setting-out',
  text: `select exists (select from job_events e where e.job_id = $1 and e.kind = $2
    and coalesce(e.received_at, e.created_at) >= coalesce((
      select max(coalesce(w.received_at, w.created_at)) from job_events w
      where w.job_id = $1 and w.kind = 'technician_on_way'), '-infinity')) as said`,
}

const ofThisTime = {
  name: 'said-of-this-time',
  text: `select exists (select from job_events e where e.job_id = $1 and e.kind = 'running_late'
    and (e.data->>'startsAt')::timestamptz = $2::timestamptz) as said`,
}
