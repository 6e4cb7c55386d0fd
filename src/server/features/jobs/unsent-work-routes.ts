import type { HandlersOf } from '#server/http/handlers.ts'
import type { unsentWork } from '#shared/contract/unsent-work.ts'
import { addUnsentChange } from './actions/add-unsent-change.ts'
import {
  makeHandInCode,
  redeemHandInCode,
} from '#server/features/accounts/actions/hand-in-codes.ts'
import { handleUnsentWork, reportUnsentWork } from './actions/report-unsent-work.ts'
import { loadJob } from '#server/reads/visits.ts'
import { loadTakenAway } from './queries/taken-away.ts'
import { unsentWorkOf } from './queries/unsent-work.ts'

export const unsentWorkRoutes = {
  'GET /api/jobs/{id}/taken-away': async ({ person, params }) =>
    (await loadTakenAway(person, params.id)).takenAway,

  'POST /api/admin/technicians/{id}/hand-in-code': ({ person, params }) =>
    makeHandInCode(person, params.id),

  'POST /api/hand-in': ({ body }) => redeemHandInCode(body.code, body.personId),

  'POST /api/jobs/{id}/unsent-work': ({ person, params, body }) =>
    reportUnsentWork(person, params.id, body.changes),

  'GET /api/jobs/{id}/unsent-work': async ({ person, params }) => {
    const job = await loadJob(person, params.id)
    return unsentWorkOf(job.id)
  },

  'POST /api/jobs/{id}/unsent-work/{workId}/add': async ({ person, params, body }) => {
    await addUnsentChange(person, params, body.change)
    return unsentWorkOf(params.id)
  },

  'PATCH /api/jobs/{id}/unsent-work/{workId}': async ({ person, params, body }) => {
    await handleUnsentWork(person, params, body.handled)
    return unsentWorkOf(params.id)
  },
} satisfies HandlersOf<typeof unsentWork>
