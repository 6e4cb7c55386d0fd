import type { CardNetwork } from '#server/adapters/cards/port.ts'
import { services } from '#server/adapters/services.ts'
import { Unavailable } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

/** Throws Unavailable where no provider is connected: a business that takes cards for real must not simulate them. */
export function cardNetwork(): CardNetwork {
  const { cards } = services()
  if (!cards)
    throw new Unavailable(
      phrase('Card payments are not switched on yet. Your visit stands; nothing was charged.'),
    )
  return cards
}
