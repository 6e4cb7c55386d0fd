import { services } from '#server/adapters/services.ts'

/**
 * Removes a card at the card network; idempotent. Throws until the network has answered. Calls the card network: never
 * inside a transaction.
 */
export async function deleteCardAtNetwork(card: {
  cardId: string
  customerId: string | null
}): Promise<void> {
  const answer = await services().cards?.deleteCard(card)
  if (!answer) throw new Error('There is no card network to take a card off file at.')
  if (answer.outcome !== 'ok') throw new Error('The card network did not take a card off file.')
}
