import type { CardNetwork } from '#server/adapters/cards/port.ts'
import { Unavailable } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

let chosen: CardNetwork | undefined

/** Chooses the card network of this process; the composer says it once, a test as often as it likes. */
export function chooseCardNetwork(network: CardNetwork): void {
  chosen = network
}

/** Throws Unavailable where no provider is connected: a business that takes cards for real must not simulate them. */
export function cardNetwork(): CardNetwork {
  if (!chosen)
    throw new Unavailable(
      phrase('Card payments are not switched on yet. Your visit stands; nothing was charged.'),
    )
  return chosen
}

/** Whether there is a card network; without one background work leaves payments as they are. */
export const takesCards = () => chosen !== undefined
