import type { CardNetwork } from '#server/adapters/cards/port.ts'

let chosen: CardNetwork | undefined

/** Chooses the card network of this process; the composer says it once, a test as often as it likes. */
export function chooseCardNetwork(network: CardNetwork): void {
  chosen = network
}

export function cardNetwork(): CardNetwork {
  if (!chosen) throw new Error('No card network was chosen.')
  return chosen
}
