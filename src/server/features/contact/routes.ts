import type { HandlersOf } from '#server/http/handlers.ts'
import type { contact } from '#shared/contract/contact.ts'
import { markHandled } from './actions/mark-handled.ts'
import { sendMessage } from './actions/send-message.ts'
import { messagesToOffice } from './queries.ts'

export const contactRoutes = {
  'POST /api/contact': async ({ body, request }) => {
    await sendMessage(body, request.ip)
    return { success: true }
  },

  'GET /api/admin/contact-messages': () => messagesToOffice(),

  'PATCH /api/admin/contact-messages/{id}': ({ params, body }) =>
    markHandled(params.id, body.handled),
} satisfies HandlersOf<typeof contact>
