import type { team } from '#shared/contract/team.ts'
import { NotFound } from '#server/http/errors.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { addToTeam, removeFromTeam } from './actions/team.ts'
import { officeTeam } from '#server/features/accounts/queries.ts'
import type { FastifyReply } from 'fastify'
import { phoneField } from '#server/http/phone-field.ts'
import { visitsAhead } from '#server/features/jobs/queries/of-technician.ts'
import { portrait } from '#server/features/photos/queries.ts'
import { recentReviews } from '#server/features/reviews/queries.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import { visitsOutside } from './queries/visits-away.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { technicianWork } from '#shared/contract/technician-work.ts'
import type { technicians } from '#shared/contract/technicians.ts'
import { addDaysOff, removeDaysOff } from './actions/change-days-off.ts'
import { addTechnician } from './actions/add-technician.ts'
import { approveTechnician } from './actions/approve-technician.ts'
import { changePhoto } from './actions/change-photo.ts'
import { changeTechnician } from './actions/change-technician.ts'
import { deactivateTechnician } from './actions/deactivate-technician.ts'
import { inviteTechnician } from './actions/invite-technician.ts'
import { findTechnicians, technicianById, tipsOf } from './queries.ts'
import { workOf } from './queries/technician-work.ts'

export const technicianRoutes = {
  'GET /api/technicians/me': async ({ person }) => {
    const [technician, tips] = await Promise.all([technicianById(person.id), tipsOf(person.id)])
    return { ...technician, ...(tips && { tips }) }
  },

  'GET /api/admin/technicians': async ({ query, reply }) => {
    const page = await findTechnicians({ ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page)
    return page.technicians
  },

  'POST /api/admin/technicians': async ({ person, body: { invite, ...body } }) => {
    const phone = await phoneField(body.phone ?? '')
    const id = await addTechnician(person.id, { ...body, phone })
    if (invite) await inviteTechnician(person, id)
    return technicianById(id)
  },

  'GET /api/admin/technicians/{id}': ({ params, reply }) => sendTechnician(params.id, reply),

  'PATCH /api/admin/technicians/{id}': async ({ person, params, body, request, reply }) => {
    const phone = body.phone === undefined ? undefined : await phoneField(body.phone)
    const change = { ...body, ...(phone !== undefined && { phone }) }
    await changeTechnician(person, params.id, { ...change, version: wantedVersion(request) })
    const technician = await sendTechnician(params.id, reply)
    if (!body.skills && body.workingHours === undefined) return technician
    const outside = await visitsOutside(person, technician)
    return outside.length > 0 ? { ...technician, outside } : technician
  },

  'POST /api/admin/technicians/{id}/days-off': async ({ person, params, body, reply }) => {
    await addDaysOff(person, params.id, body)
    return sendTechnician(params.id, reply)
  },

  'DELETE /api/admin/technicians/{id}/days-off/{dayOffId}': async ({ person, params, reply }) => {
    await removeDaysOff(person, params.id, params.dayOffId)
    return sendTechnician(params.id, reply)
  },

  'POST /api/admin/technicians/{id}/invite': async ({ person, params, reply }) => {
    await inviteTechnician(person, params.id)
    return sendTechnician(params.id, reply)
  },

  'POST /api/admin/technicians/{id}/photo': async ({ person, params, body, reply }) => {
    await changePhoto(person, params.id, body)
    return sendTechnician(params.id, reply)
  },

  'DELETE /api/admin/technicians/{id}/photo': async ({ person, params, request, reply }) => {
    await changePhoto(person, params.id, null, wantedVersion(request))
    return sendTechnician(params.id, reply)
  },

  'GET /api/technician-photos/{id}': async ({ params }) => ({
    file: 'image',
    type: 'image/jpeg',
    bytes: await portrait(params.id),
  }),

  'GET /api/admin/technicians/{id}/work': async ({ params, query }) => {
    await technicianById(params.id)
    return workOf(params.id, query)
  },

  'GET /api/admin/technicians/{id}/visits': async ({ person, params }) => {
    await technicianById(params.id)
    return visitsAhead(person, params.id, shownAtMost)
  },

  'GET /api/admin/technicians/{id}/reviews': async ({ params }) => {
    await technicianById(params.id)
    return recentReviews(shownAtMost, params.id)
  },

  'POST /api/admin/technicians/{id}/approve': async ({ person, params }) => {
    await approveTechnician(person.id, params.id)
    return technicianById(params.id)
  },

  'DELETE /api/admin/technicians/{id}': ({ person, params, query, request }) =>
    deactivateTechnician(person, params.id, { ...query, version: wantedVersion(request) }),

  'GET /api/admin/team': () => officeTeam(),

  'POST /api/admin/team': async ({ person, body }) => {
    const { id } = await addToTeam(body, person.id)
    const added = (await officeTeam()).find((member) => member.id === id)
    if (!added) throw new NotFound()
    return added
  },

  'DELETE /api/admin/team/{id}': async ({ person, params, query }) => {
    await removeFromTeam(params.id, query.to, person.id)
    return { success: true }
  },
} satisfies HandlersOf<typeof technicians & typeof technicianWork & typeof team>

const shownAtMost = 50

async function sendTechnician(id: string, reply: FastifyReply) {
  const technician = await technicianById(id)
  setVersion(reply, technician.version)
  return technician
}
