import { mayUseSavedCards } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { Invalid } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import type { CardEntry, CardForm } from '../orchestrator/payment-intents.ts'
import { loadSavedCard, noSuchCard } from '../queries/saved-cards.ts'

/**
 * The card given for a visit: a token, or one of the person's saved cards. Only the owner can choose to save one. Throws
 * NotFound for another person's card.
 */
export async function givenCard(person: Person, form: CardForm): Promise<CardEntry> {
  const { jobId, amount, sourceId, cardId, wallet, keepCard = false } = form
  const entry = { jobId, amount, enteredBy: person.role === 'admin' ? person.id : null }
  const maySave = mayUseSavedCards(person)
  if (cardId && !maySave) throw noSuchCard()
  if (cardId) return { ...entry, card: await loadSavedCard(person.id, cardId) }
  if (!sourceId) throw new Invalid(phrase('Choose one card'))
  return {
    ...entry,
    sourceId,
    wallet,
    keepCard: keepCard && maySave && person.role === 'customer',
  }
}
