import type { HandlersOf } from '#server/http/handlers.ts'
import { setPageHeaders } from '#server/http/paging.ts'
import type { contact } from '#shared/contract/contact.ts'
import { markHandled } from './actions/mark-handled.ts'
import { sendMessage } from './actions/send-message.ts'
import { findMessages } from './queries.ts'

const usualLimit = 200

export const contactRoutes = {
  'POST /api/contact': async ({ body, request }) => {
    await sendMessage(body, request.ip)
    return { success: true }
  },

  'GET /api/admin/contact-messages': async ({ query, reply }) => {
    const page = await findMessages({ ...query, limit: query.limit ?? usualLimit })
    setPageHeaders(reply, page)
    return page.messages
  },

  'PATCH /api/admin/contact-messages/{id}': ({ params, body }) =>
    markHandled(params.id, body.handled),
} satisfies HandlersOf<typeof contact>
