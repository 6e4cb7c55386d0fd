import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { readTheseJobs } from '#server/reads/visits.ts'

// If the technician is still working elsewhere, the customer is told that we run late. Otherwise the reason is unknown, so
// the office is notified. Technicians on the way are watched by their position instead.
const overdue = {
  name: 'visits-overdue',
  text: `select j.id, case when exists (select from jobs o
      where o.technician_id = j.technician_id and o.status = 'in_progress' and o.id <> j.id)
      then 'running_late' else 'visit_overdue' end as event
    from jobs j
    where j.starts_at <= $1::timestamptz - interval '15 minutes'
      and j.starts_at > $1::timestamptz - interval '2 hours'
      and j.status in ('scheduled', 'assigned') and not j.needs_confirmation
      and not j.communication_active`,
}

type Overdue = { id: string; event: 'running_late' | 'visit_overdue' }

/** Reports visits that should have begun 15 minutes ago. */
export async function watchArrivals(): Promise<void> {
  const found = await queryRows<Overdue>(overdue, [now()])
  const events = new Map(found.map(({ id, event }) => [id, event]))
  const jobs = await readTheseJobs([...events.keys()])
  await happened(
    ...jobs.map((job) => ({
      event: events.get(job.id) ?? 'visit_overdue',
      job,
      by: null,
      data: { startsAt: job.startsAt.toISOString() },
    })),
  )
}
