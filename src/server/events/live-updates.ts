import { afterCommit, listen, notifyAll } from '#server/database/database.ts'
import { coalesceCalls } from '#server/database/coalesce-calls.ts'
import type { Thing } from '#shared/rules/things.ts'
import type { LiveAudience } from './consequence-types.ts'
import { consequencesOf } from './consequences.ts'
import type { Happening } from './happening.ts'

/** An event for open screens, as ids only. */
export type LiveUpdate = {
  changes: readonly Thing[]
  jobId: string | null
  /** The visit's parties, and the person who did it or whom it is about. */
  people: readonly string[]
  /** Groups that receive it too: the office, technicians who may take visits, or everybody. */
  also: readonly Exclude<LiveAudience, 'parties' | 'person'>[]
  /** A new conversation entry. */
  entryId?: string
  /** Echoed to the requester, to test live updates end to end. */
  echo?: string
}

/** The update for open screens; `entryId` is the conversation entry that the event wrote. */
export function liveUpdate(
  { event, job, by, data, personId }: Happening,
  entryId?: string,
): LiveUpdate {
  const { changes, hears, formerTechnician } = consequencesOf(event)
  const former = formerTechnician?.(data)
  const parties = job && hears.includes('parties') ? [job.customerId, job.technicianId, former] : []
  return {
    changes,
    jobId: job?.id ?? null,
    people: [
      ...new Set([
        ...parties,
        hears.includes('parties') ? by : null,
        hears.includes('person') ? personId : null,
      ]),
    ].filter((id) => id !== null && id !== undefined),
    also: hears.filter((hearer) => hearer !== 'parties' && hearer !== 'person'),
    ...(entryId && { entryId }),
  }
}

/** Sends updates to open screens once the current transaction commits. */
export async function publish(updates: readonly LiveUpdate[]): Promise<void> {
  const heard = updates.filter(({ people, also }) => people.length + also.length > 0)
  if (heard.length > 0)
    await notifyAll(
      'events',
      heard.map((one) => JSON.stringify(one)),
    )
}

const unpublished: LiveUpdate[] = []
const publishGathered = coalesceCalls('open screens see bookings late', 20, () =>
  publish(unpublished.splice(0)),
)

/**
 * Sends an update outside the current transaction, a moment after it commits. For bookings: they come in bursts, and commits
 * that notify wait for each other.
 */
export function publishSoon(happening: Happening): void {
  afterCommit(() => {
    unpublished.push(liveUpdate(happening))
    publishGathered()
  })
}

/**
 * Calls the listener for every commit of any process; the listener loads the data it delivers. Returns the unsubscribe
 * function.
 */
export function subscribeToEvents(
  onUpdate: (update: LiveUpdate) => unknown,
  onReconnect: () => unknown,
): Promise<() => Promise<void>> {
  return listen('events', (payload) => onUpdate(JSON.parse(payload) as LiveUpdate), { onReconnect })
}
