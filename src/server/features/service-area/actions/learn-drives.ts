import { businessDate } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { timeOfDayAt } from '#server/base/wall-clock.ts'
import { db, notify, queryRows, transaction } from '#server/database/database.ts'
import { learnedDrives } from '#server/database/tables/travel-times.ts'
import { loadRoutedDrives } from '#server/reads/drives.ts'
import { learnedChannel } from '#server/reads/learned-drives.ts'
import { type DrivenOnce, learnFromDrives } from '#shared/rules/learned-drives.ts'

const dayMs = 86_400_000
const daysLearnedFrom = 180

/** Compares the technicians' drives of the last 180 days with the estimates, for all processes. */
export async function learnDrives(): Promise<void> {
  const learned = learnFromDrives(await drivesMade())
  await transaction(async () => {
    const values = { learned, computedAt: now() }
    await db()
      .insert(learnedDrives)
      .values(values)
      .onConflictDoUpdate({ target: learnedDrives.id, set: values })
    await notify(learnedChannel, '1')
  })
}

type Made = {
  fromLatitude: number
  fromLongitude: number
  toLatitude: number
  toLongitude: number
  leftAt: Date
  arrivedAt: Date
}

// Drives start at the visit the technician completed just before, since other positions are not recorded. They end at the
// announced arrival, else at the start of work.
const selectDrivesMade = {
  name: 'drives-made',
  text: `select p.latitude as from_latitude, p.longitude as from_longitude,
      j.latitude as to_latitude, j.longitude as to_longitude, way.at as left_at,
      least((select min(e.created_at) from job_events e where e.job_id = j.id
        and e.kind = 'technician_arrived' and e.actor_id = j.technician_id
        and e.created_at >= way.at), j.started_at) as arrived_at
    from jobs j
      join lateral (select max(e.created_at) as at from job_events e where e.job_id = j.id
        and e.kind = 'technician_on_way' and e.actor_id = j.technician_id
        and e.created_at <= j.started_at) way on way.at is not null
      join lateral (select latitude, longitude from jobs before
        where before.technician_id = j.technician_id and before.service_date = j.service_date
          and before.status = 'completed' and before.latitude is not null
          and before.completed_at between way.at - interval '30 minutes' and way.at
        order by before.completed_at desc limit 1) p on true
    where j.service_date >= $1::date and j.latitude is not null and j.started_at is not null
      and j.status in ('in_progress', 'completed')
    order by j.service_date desc limit 20000`,
}

async function drivesMade(): Promise<DrivenOnce[]> {
  const since = businessDate(new Date(now().getTime() - daysLearnedFrom * dayMs))
  const rows = (await queryRows<Made>(selectDrivesMade, [since])).map((row) => ({
    ...row,
    from: { latitude: row.fromLatitude, longitude: row.fromLongitude },
    to: { latitude: row.toLatitude, longitude: row.toLongitude },
  }))
  const estimated = await loadRoutedDrives(rows.flatMap(({ from, to }) => [from, to]))
  const { timeZone } = currentSettings()
  return rows.map(({ from, to, leftAt, arrivedAt }) => ({
    date: businessDate(leftAt),
    hour: Number(timeOfDayAt(leftAt, timeZone).slice(0, 2)),
    estimate: estimated(from, to),
    actual: (arrivedAt.getTime() - leftAt.getTime()) / 60_000,
  }))
}
