import { services } from '#server/adapters/services.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { cardNetworkCalls, CardNetworkState } from '#shared/contract/card-network.ts'
import { wording } from '#shared/texts/t.ts'
import { replayEvent } from './actions/receive-event.ts'
import { checkCardNetwork, lastCheck } from './network-check.ts'
import { networkEvents } from './queries/network-events.ts'

/** Calls for the office to monitor the card network. */
export const cardNetworkRoutes = {
  'GET /api/admin/card-network': () => networkState(),

  'POST /api/admin/card-network/check': async () => {
    await checkCardNetwork()
    return networkState()
  },

  'GET /api/admin/card-network/events': () => networkEvents(),

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
