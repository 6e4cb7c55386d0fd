import { text, translate } from '#shared/texts/t.ts'
import { simulatedCards } from './simulated-cards.ts'

/** Texts of the card form and the wallet sheet, keyed by their English. */
const words = [
  text('Card details'),
  text('Card number'),
  text('Expiry'),
  text('Security code'),
  text('ZIP code'),
  text('Practice cards'),
  text('Nothing is charged here. Real cards are refused.'),
  text('Please enter a card number.'),
  text('Real cards are refused here. Please use one of the practice cards below.'),
  text('Please enter month and year, like 04 / 29.'),
  text('This card has expired.'),
  text('Please enter the 3 or 4 digits on the card.'),
  text('Please enter the 5 digits of your ZIP code.'),
  text('The card form could not be reached.'),
  text('{wallet} for practice'),
  text('Card'),
  text('Nothing is charged here, whichever card you choose.'),
  text('Cancel'),
  text('Pay {amount}'),
  text('{brand} ending in {last4}'),
]

/** The practice cards and the form's words by their English, in the reader's language. */
export const formContents = () => ({
  cards: simulatedCards.map((card) => ({ ...card, does: translate(card.does) })),
  words: Object.fromEntries(words.map((english) => [english, translate(english)])),
})
