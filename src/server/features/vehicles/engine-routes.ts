import type { FastifyReply } from 'fastify'
import { historyOf } from '#server/features/catalog/queries/changes.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { engines } from '#shared/contract/engines.ts'
import { addEngine, changeEngine, deleteEngine, undoEngine } from './actions/save-engine.ts'
import { engineById, findEngines } from './queries/engines.ts'

export const engineRoutes = {
  'GET /api/admin/engines': async ({ query, reply }) => {
    const page = await findEngines({ ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page)
    return page.engines
  },

  'GET /api/admin/engines/{id}': async ({ params, reply }) => ({
    ...(await sendEngine(params.id, reply)),
    history: await historyOf(params.id),
  }),

  'POST /api/admin/engines': async ({ person, body, reply }) =>
    sendEngine(await addEngine(person, body), reply),

  'PATCH /api/admin/engines/{id}': async ({ person, params, body, request, reply }) => {
    await changeEngine(person, params.id, { ...body, version: wantedVersion(request) })
    return sendEngine(params.id, reply)
  },

  'POST /api/admin/engines/{id}/undo': async ({ person, params, request, reply }) => {
    await undoEngine(person, params.id, wantedVersion(request))
    return sendEngine(params.id, reply)
  },

  'DELETE /api/admin/engines/{id}': async ({ person, params, request }) => {
    await deleteEngine(person, params.id, wantedVersion(request))
    return { success: true }
  },
} satisfies HandlersOf<typeof engines>

async function sendEngine(id: string, reply: FastifyReply) {
  const found = await engineById(id)
  setVersion(reply, found.version)
  return found
}
