import type { HandlersOf } from '#server/http/handlers.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import type { contact } from '#shared/contract/contact.ts'
import { changeMessage } from './actions/change-message.ts'
import { receiveText } from './actions/receive-text.ts'
import { replyToMessage } from './actions/reply-to-message.ts'
import { sendMessage } from './actions/send-message.ts'
import { findMessages, messageById } from './queries.ts'

export const contactRoutes = {
  'POST /api/contact': ({ person, body, request }) => sendMessage(person, body, request.ip),

  'GET /api/admin/messages': async ({ person, query, reply }) => {
    const page = await findMessages(person.id, { ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page, true)
    return page.messages
  },

  'GET /api/admin/messages/{id}': ({ params }) => messageById(params.id),

  'PATCH /api/admin/messages/{id}': async ({ person, params, body }) => {
    await changeMessage(person, params.id, body)
    return messageById(params.id)
  },

  'POST /api/admin/messages/{id}/reply': async ({ person, params, body }) => {
    await replyToMessage(person, params.id, body)
    return messageById(params.id)
  },

  'POST /api/telephony/inbound': async ({ body, request }) => {
    await receiveText(body, request.headers)
    return { file: 'empty' }
  },
} satisfies HandlersOf<typeof contact>
