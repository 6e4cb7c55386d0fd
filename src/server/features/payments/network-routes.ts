import { desc, eq } from 'drizzle-orm'
import { services } from '#server/adapters/services.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { providerEvents } from '#server/database/tables/card-network.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { cardNetworkCalls, CardNetworkState } from '#shared/contract/card-network.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { wording } from '#shared/texts/t.ts'
import { replayEvent } from './actions/receive-event.ts'
import { checkCardNetwork, lastCheck } from './network-check.ts'

const shownEvents = 100

/** Calls for the office to monitor the card network. */
export const cardNetworkRoutes = {
  'GET /api/admin/card-network': () => networkState(),

  'POST /api/admin/card-network/check': async () => {
    await checkCardNetwork()
    return networkState()
  },

  'GET /api/admin/card-network/events': async () => {
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
  },

  'POST /api/admin/card-network/events/{id}/replay': ({ params }) => replayEvent(params.id),
} satisfies HandlersOf<typeof cardNetworkCalls>

function networkState(): CardNetworkState {
  const { cards } = services()
  if (!cards) return { provider: null, environment: null, webhookUrl: null, check: null }
  const { provider, environment } = cards.form
  const check = cards.check && lastCheck()
  return {
    provider,
    environment,
    webhookUrl: cards.webhookUrl ?? null,
    check: check
      ? { state: check.state, facts: check.facts.map(wording), at: check.at.toISOString() }
      : null,
  }
}
