import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRow, queryRows, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import type { EventName } from '#shared/rules/events.ts'
import { text } from '#shared/texts/t.ts'
import { owesSomething } from './booking-caps.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { readTheseJobs } from '#server/reads/visits.ts'

const hourMs = 3_600_000
const cardRequest = 'card_asked' as const satisfies EventName
const [booked, requested] = ['job_booked', 'job_requested'] satisfies EventName[]

/** Has no card, but an amount to pay. */
const lacksCard = `m.state = 'none' and ${owesSomething('m')}`

/**
 * Upcoming visits booked by their customer that never had a card. Leaves out visits booked by the office, and those whose
 * technician is on the way.
 */
const unsecured = `jobs j join payment_accounts m on m.job_id = j.id
  where j.status in ('scheduled', 'assigned') and not j.needs_confirmation and not j.communication_active
    and ${lacksCard} and j.starts_at > $1::timestamptz
    and exists (select from job_events b where b.job_id = j.id and b.kind in ('${booked}', '${requested}')
      and b.actor_id = j.customer_id)`

// Requests can get a card once confirmed. Skips customers who would be asked too late to be released.
const claim = {
  name: 'ask-for-cards',
  text: `select j.id from ${unsecured}
    and j.created_at <= $2::timestamptz and j.starts_at > $3::timestamptz
    and not exists (select from job_events e where e.job_id = j.id
      and (e.kind = '${cardRequest}' or (e.kind = 'job_confirmed' and e.created_at > $2::timestamptz)))
    order by j.created_at limit 200 for update of j skip locked`,
}

/** Hours after which a visit without a card is released; 0 for never, or when card payments are off. */
const releaseHours = () => (takesCards() ? currentSettings().releaseWithoutCardHours : 0)

/** Asks customers for a card halfway to the release of their visit, and announces its time. */
export async function askForCards(): Promise<void> {
  const half = (releaseHours() * hourMs) / 2
  if (half === 0) return
  const at = now().getTime()
  const releaseAt = new Date(at + half)
  await transaction(async () => {
    const due = await queryRows<{ id: string }>(claim, [now(), new Date(at - half), releaseAt])
    const jobs = await readTheseJobs(due.map(({ id }) => id))
    await happened(
      ...jobs.map((job) => ({
        event: cardRequest,
        job,
        by: null,
        data: { date: job.serviceDate, slot: job.slot, releaseAt: releaseAt.toISOString() },
      })),
    )
  })
}

const due = {
  name: 'visits-to-release',
  text: `select j.id from ${unsecured}
    and exists (select from job_events e where e.job_id = j.id and e.kind = '${cardRequest}'
      and (e.data->>'releaseAt')::timestamptz <= $1::timestamptz)
    order by j.starts_at limit 200`,
}

/** Ids of visits whose announced release time has passed. */
export async function visitsToRelease(): Promise<string[]> {
  if (releaseHours() === 0) return []
  return (await queryRows<{ id: string }>(due, [now()])).map(({ id }) => id)
}

// Locks the account first, so that a card being added is awaited and the visit then stays.
const lock = {
  name: 'lock-account-to-release',
  text: `select state from payment_accounts where job_id = $1::uuid for no key update`,
}
const release = {
  name: 'release-visit',
  text: `update jobs j set status = 'cancelled', cancelled_at = $1::timestamptz, cancel_reason = $3
    from payment_accounts m
    where j.id = $2::uuid and m.job_id = j.id and ${lacksCard} and j.starts_at > $1::timestamptz
      and j.status in ('scheduled', 'assigned') and not j.communication_active
    returning j.id`,
}

/**
 * Cancels a visit without a card and notifies its people, in the current transaction. Returns it; undefined when it now has
 * a card, is over, or has begun.
 */
export async function releaseVisit(id: string): Promise<JobRow | undefined> {
  const reason = text('No card was added in time.')
  await queryRow(lock, [id])
  if (!(await queryRow(release, [now(), id, reason]))) return undefined
  const [job] = await readTheseJobs([id])
  if (!job) return undefined
  const data = { date: job.serviceDate, slot: job.slot }
  await happened({ event: 'job_released', job, by: null, data })
  return job
}
