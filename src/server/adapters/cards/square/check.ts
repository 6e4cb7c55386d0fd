import type { SquareClient } from 'square'
import { type Phrase, phrase } from '#shared/texts/t.ts'
import type { CardNetworkCheck } from '../port.ts'
import type { SquareAccount } from './client.ts'
import { currency } from './payments.ts'
import { failureOf, isUnknown } from './refusals.ts'

/** Checks that our Square location exists, is open, and accepts cards in dollars. */
export async function checkSquare(
  square: SquareClient,
  { locationId, environment }: SquareAccount,
): Promise<CardNetworkCheck> {
  try {
    const { location } = await square.locations.get({ locationId })
    if (!location) return { state: 'unreachable', facts: [noAnswer()] }
    const wrong: Phrase[] = []
    if (location.currency !== currency)
      wrong.push(
        phrase('The location takes {currency}; this product charges US dollars.', {
          currency: location.currency ?? '?',
        }),
      )
    if (location.status !== 'ACTIVE') wrong.push(phrase('The location is not active at Square.'))
    if (!location.capabilities?.includes('CREDIT_CARD_PROCESSING'))
      wrong.push(phrase('The location may not take cards yet. Finish the set-up at Square.'))
    if (wrong.length > 0) return { state: 'refused', facts: wrong }
    const name = location.name ?? locationId
    return {
      state: 'ok',
      facts: [
        environment === 'sandbox'
          ? phrase('Square’s sandbox has the location {name}. No money moves there.', { name })
          : phrase('Square has the location {name}, which takes US dollars.', { name }),
      ],
    }
  } catch (error) {
    const failure = failureOf(error)
    if (failure.status === 401 || failure.status === 403)
      return {
        state: 'refused',
        facts: [phrase('Square refuses the access token, or what it may do.')],
      }
    if (isUnknown(failure)) return { state: 'unreachable', facts: [noAnswer()] }
    return {
      state: 'refused',
      facts: [phrase('Square does not know the location {id}.', { id: locationId })],
    }
  }
}

const noAnswer = () =>
  phrase('Square does not answer. Payments wait, and nothing is charged twice.')
