import type { HandlersOf } from '#server/http/handlers.ts'
import type { charges } from '#shared/contract/charges.ts'
import { addAddon } from './actions/add-addon.ts'
import { addExtra } from './actions/add-extra.ts'
import { billExtra } from './actions/bill-extra.ts'
import { correctExtra } from './actions/correct-extra.ts'
import { decideExtra } from './actions/decide-extra.ts'
import { removeAddon } from './actions/remove-addon.ts'
import { removeExtra } from './actions/remove-extra.ts'
import { extrasOf } from '#server/reads/extras.ts'
import { jobFor } from '#server/reads/visits.ts'

export const chargeRoutes = {
  'GET /api/jobs/{id}/extras': ({ person, params }) => extrasOf(person, params.id),

  'POST /api/jobs/{id}/extras': ({ person, params, body }) =>
    (person.role === 'admin' ? billExtra : addExtra)(person, params.id, body),

  'PATCH /api/jobs/{id}/extras/{extraId}': ({ person, params, body }) =>
    correctExtra(person, params, body),

  'DELETE /api/jobs/{id}/extras/{extraId}': async ({ person, params }) => {
    await removeExtra(person, params)
    return { success: true }
  },

  'POST /api/jobs/{id}/extras/{extraId}/decision': ({ person, params, body }) =>
    decideExtra(person, params, body),

  'GET /api/jobs/{id}/addons': async ({ person, params }) => {
    const job = await jobFor(person, params.id)
    return job.addons
  },

  'POST /api/jobs/{id}/addons': ({ person, params, body }) =>
    addAddon(person, params.id, body.addonServiceId),

  'DELETE /api/jobs/{id}/addons/{addonId}': async ({ person, params }) => {
    await removeAddon(person, params)
    return { success: true }
  },
} satisfies HandlersOf<typeof charges>
