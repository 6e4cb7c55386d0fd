import { desc, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { providerEvents } from '#server/database/tables/card-network.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import type { CardNetworkEvent } from '#shared/contract/card-network.ts'
import { jobNumber } from '#shared/rules/jobs.ts'

const shownEvents = 100

/** The latest webhooks of the card network, newest first. */
export async function networkEvents(): Promise<CardNetworkEvent[]> {
  const rows = await db()
    .select({ event: providerEvents, number: jobs.number })
    .from(providerEvents)
    .leftJoin(jobs, eq(jobs.id, providerEvents.jobId))
    .orderBy(desc(providerEvents.createdAt), desc(providerEvents.eventId))
    .limit(shownEvents)
  return rows.map(({ event, number }) => ({
    id: event.eventId,
    type: event.type,
    at: event.createdAt.toISOString(),
    job: event.jobId && number !== null ? { id: event.jobId, number: jobNumber(number) } : null,
    replayedAt: event.replayedAt?.toISOString() ?? null,
  }))
}
