import type { HandlersOf } from '#server/http/handlers.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import type { technicians } from '#shared/contract/admin.ts'
import { addTechnician } from './actions/add-technician.ts'
import { approveTechnician } from './actions/approve-technician.ts'
import { deactivateTechnician } from './actions/deactivate-technician.ts'
import { findTechnicians, technicianById } from './queries.ts'

export const technicianRoutes = {
  'GET /api/technicians/me': ({ person }) => technicianById(person.id),

  'GET /api/admin/technicians': async ({ query, reply }) => {
    const page = await findTechnicians({ ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page)
    return page.technicians
  },

  'POST /api/admin/technicians': async ({ body }) => {
    const phone = await phoneField(body.phone ?? '')
    return technicianById(await addTechnician({ ...body, phone }))
  },

  'POST /api/admin/technicians/{id}/approve': async ({ params }) => {
    await approveTechnician(params.id)
    return technicianById(params.id)
  },

  'DELETE /api/admin/technicians/{id}': async ({ person, params }) => {
    await deactivateTechnician(person, params.id)
    return { success: true }
  },
} satisfies HandlersOf<typeof technicians>
