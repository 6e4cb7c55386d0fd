import { mayUseSavedCards, mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { Invalid } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { type CardEntry, type CardForm, agreedCents } from '../orchestrator/payment-intents.ts'
import { loadSavedCard, noSuchCard } from '../queries/saved-cards.ts'
import { loadJob } from '#server/reads/visits.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import { unchanged } from '../orchestrator/payment-account.ts'

/**
 * The card given for a visit: a token, or one of the person's saved cards. Only the owner can choose to save one. Throws
 * NotFound for another person's card.
 */
export async function givenCard(person: Person, form: CardForm): Promise<CardEntry> {
  const { jobId, amount, sourceId, cardId, wallet, saveForLater = false } = form
  const entry = { jobId, amount, enteredBy: person.role === 'admin' ? person.id : null }
  const maySave = mayUseSavedCards(person)
  if (cardId && !maySave) throw noSuchCard()
  if (cardId) return { ...entry, card: await loadSavedCard(person.id, cardId) }
  if (!sourceId) throw new Invalid(phrase('Choose one card'))
  return {
    ...entry,
    sourceId,
    wallet,
    saveForLater: saveForLater && maySave && person.role === 'customer',
  }
}

/** Throws NotFound, or Conflict with the right amount unless the form matches it. Changes nothing. */
export async function refuseOtherAmount(person: Person, form: CardForm): Promise<void> {
  await loadJob(person, form.jobId, mayManageBooking)
  await changePaymentAccount(form.jobId, (account) => {
    agreedCents(account, form)
    return unchanged(account)
  })
}
