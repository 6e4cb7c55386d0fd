import type { FastifyReply } from 'fastify'
import type { HandlersOf } from '#server/http/handlers.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { inspections } from '#shared/contract/inspections.ts'
import { saveInspection } from './actions/save-inspection.ts'
import { addTemplate, changeTemplate } from './actions/save-template.ts'
import { inspectionFor, officeTemplate, officeTemplates, reportOf, trendsOf } from './queries.ts'

export const inspectionRoutes = {
  'GET /api/jobs/{id}/inspection': ({ person, params }) => inspectionFor(person, params.id),

  'PUT /api/jobs/{id}/inspection': async ({ person, params, body }) => {
    await saveInspection(person, params.id, body)
    return inspectionFor(person, params.id)
  },

  'GET /api/inspections/{token}': ({ params }) => reportOf(params.token),

  'GET /api/vehicles/{id}/inspection-trends': ({ person, params }) => trendsOf(person, params.id),

  'GET /api/admin/inspection-templates': () => officeTemplates(),

  'POST /api/admin/inspection-templates': async ({ person, body, reply }) =>
    sendTemplate(await addTemplate(person, body), reply),

  'PATCH /api/admin/inspection-templates/{id}': async ({
    person,
    params,
    body,
    request,
    reply,
  }) => {
    await changeTemplate(person, params.id, { ...body, version: wantedVersion(request) })
    return sendTemplate(params.id, reply)
  },
} satisfies HandlersOf<typeof inspections>

async function sendTemplate(id: string, reply: FastifyReply) {
  const found = await officeTemplate(id)
  setVersion(reply, found.version)
  return found
}
