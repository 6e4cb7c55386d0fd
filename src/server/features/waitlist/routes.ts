import { afterCommit } from '#server/database/database.ts'
import { limitRoadAnswers } from '#server/features/booking/actions/limit-road-answers.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { waitlist } from '#shared/contract/waitlist.ts'
import { acceptOffer, declineOffer } from './actions/answer-offer.ts'
import { leaveWaitlist, reorderWaitlist } from './actions/change-entries.ts'
import { joinWaitlist } from './actions/join-waitlist.ts'
import { loadOffer, officeWaitlist, ownEntries, toEntry, toOffer } from './queries.ts'
import { offerTimesSoon } from './tasks.ts'

export const waitlistRoutes = {
  'POST /api/waitlist': async ({ person, body, request: { ip } }) => {
    // Whether an offer follows reveals what can be driven.
    const asker = { person, ip, always: true }
    const entry = await limitRoadAnswers(asker, () => joinWaitlist(person, body))
    afterCommit(offerTimesSoon)
    return toEntry(entry)
  },

  'GET /api/waitlist': ({ person }) => ownEntries(person),

  'DELETE /api/waitlist/{id}': ({ person, params, body }) =>
    leaveWaitlist(person, params.id, body?.reason),

  'GET /api/admin/waitlist': () => officeWaitlist(),

  'PATCH /api/admin/waitlist/{id}': ({ person, params, body }) =>
    reorderWaitlist(person, params.id, body),

  'GET /api/waitlist/offers/{id}': async ({ person, params }) => {
    const { entry, offer } = await loadOffer(person, params.id)
    return toOffer(entry, offer)
  },

  'POST /api/waitlist/offers/{id}/accept': ({ person, params, body, request: { ip } }) =>
    limitRoadAnswers({ person, ip }, () => acceptOffer(person, params.id, body ?? {})),

  'POST /api/waitlist/offers/{id}/decline': ({ person, params, body }) =>
    declineOffer(person, params.id, body?.reason),
} satisfies HandlersOf<typeof waitlist>
