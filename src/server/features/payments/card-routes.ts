import type { HandlersOf } from '#server/http/handlers.ts'
import type { cards } from '#shared/contract/cards.ts'
import { addCard } from './actions/add-card.ts'
import { preferCard } from './actions/prefer-card.ts'
import { removeCard } from './actions/remove-card.ts'
import { savedCardOf, savedCardsOf } from './queries/saved-cards.ts'

export const cardRoutes = {
  'GET /api/payments/cards': ({ person }) => savedCardsOf(person.id),

  'POST /api/payments/cards': ({ body, person }) => addCard(person, body),

  'PATCH /api/payments/cards/{id}': async ({ params, person }) => {
    await preferCard(person, params.id)
    return savedCardOf(person.id, params.id)
  },

  'DELETE /api/payments/cards/{id}': async ({ params, person }) => {
    await removeCard(person, params.id)
    return { success: true }
  },
} satisfies HandlersOf<typeof cards>
