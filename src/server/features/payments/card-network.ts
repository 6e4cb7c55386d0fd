import type { CardNetwork } from '#server/adapters/cards/port.ts'
import { services } from '#server/adapters/services.ts'
import { Unavailable } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

/** The connected card network. Throws Unavailable without a provider: a real business must not simulate cards. */
export function cardNetwork(): CardNetwork {
  const { cards } = services()
  if (!cards)
    throw new Unavailable(
      phrase('Card payments are not switched on yet. Your visit stands; nothing was charged.'),
    )
  return cards
}

/** The refusal while the outcome of a payment is unknown; it is tried again in the background. */
export const notAnswering = () =>
  new Unavailable(
    phrase(
      'The card network is not answering. We keep trying, and never charge you twice. Please check again in a few minutes.',
    ),
  )
