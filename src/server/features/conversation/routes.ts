import { now } from '#server/base/clock.ts'
import { jobFor, loadJob } from '#server/reads/visits.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { conversation } from '#shared/contract/conversation.ts'
import { activateCommunication, closeCommunication } from './actions/activate-communication.ts'
import { markConversationRead } from './actions/mark-conversation-read.ts'
import { sendMessage } from './actions/send-message.ts'
import { startCall } from './actions/start-call.ts'
import { conversationOf, positionOf } from './queries.ts'
import type { positions } from '#shared/contract/positions.ts'
import { sharePosition, stopPosition } from './actions/share-position.ts'

export const conversationRoutes = {
  'GET /api/jobs/{id}/communications': async ({ person, params }) => {
    const job = await loadJob(person, params.id)
    return mayKnowCustomer(person, job, now()) ? conversationOf(job.id) : []
  },

  'POST /api/jobs/{id}/activate-communication': async ({ person, params, body }) => {
    await activateCommunication(person, params.id, body.event ?? 'on_my_way')
    return jobFor(person, params.id)
  },

  'POST /api/jobs/{id}/close-communication': async ({ person, params }) => {
    await closeCommunication(person, params.id)
    return jobFor(person, params.id)
  },

  'POST /api/jobs/{id}/send-message': ({ person, params, body }) =>
    sendMessage(person, params.id, body),

  'POST /api/jobs/{id}/call': ({ person, params }) => startCall(person, params.id),

  'PATCH /api/jobs/{id}/communications/read': ({ person, params, body }) =>
    markConversationRead(person, params.id, body.upTo),

  'GET /api/jobs/{id}/position': async ({ person, params }) => {
    const job = await loadJob(person, params.id)
    return { position: await positionOf(job.id) }
  },

  'PUT /api/jobs/{id}/position': async ({ person, params, body }) => {
    const expiresAt = await sharePosition(person, params.id, body)
    return { expiresAt: expiresAt.toISOString() }
  },

  'DELETE /api/jobs/{id}/position': ({ person, params }) => stopPosition(person, params.id),
} satisfies HandlersOf<typeof conversation & typeof positions>
