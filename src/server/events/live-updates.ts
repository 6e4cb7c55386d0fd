import { afterCommit, listen, notifyAll } from '#server/database/database.ts'
import { coalesceCalls } from '#server/database/coalesce-calls.ts'
import type { Thing } from '#shared/rules/things.ts'
import type { Hearer } from './consequence-types.ts'
import { consequencesOf } from './consequences.ts'
import type { Happening } from './happening.ts'

/** What open screens hear of an event, as ids alone. */
export type LiveUpdate = {
  changes: readonly Thing[]
  jobId: string | null
  /** The parties of the visit and whoever did it, or whom it is about. */
  people: readonly string[]
  /** Everybody of the office, every technician who may take visits, or everybody hears it too. */
  also: readonly Exclude<Hearer, 'parties' | 'person'>[]
  /** A new entry of the conversation. */
  entryId?: string
}

/** What open screens hear of an event; `entryId` is what it wrote into the conversation. */
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

/** Open screens hear of it once the current transaction has committed. */
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
 * The same outside the current transaction, a moment after it has committed: for bookings, of which many come at once,
 * because commits that notify wait for each other.
 */
export function publishSoon(happening: Happening): void {
  afterCommit(() => {
    unpublished.push(liveUpdate(happening))
    publishGathered()
  })
}

/** Hears of what any process commits; the listener loads what it can deliver. Returns the stop. */
export function subscribeToEvents(
  onUpdate: (update: LiveUpdate) => unknown,
  onReconnect: () => unknown,
): Promise<() => Promise<void>> {
  return listen('events', (payload) => onUpdate(JSON.parse(payload) as LiveUpdate), { onReconnect })
}
