import * as z from 'zod/mini'
import { longestMessage } from '../rules/conversation.ts'
import { errorStatus } from '../rules/errors.ts'
import { things } from '../rules/things.ts'
import { text } from '../texts/t.ts'
import { Communication } from './conversation.ts'
import { instant, required, uuid } from './fields.ts'
import { Notification } from './notifications.ts'

/** Where the socket is, on the server's own origin. */
export const socketPath = '/ws'

/** The subprotocol of a guest, who offers the secret of their link after it: `[guestProtocol, token]`. */
export const guestProtocol = 'fivequart-guest'

/** Close code for "who you are has changed": the session ended, or the role or approval is another now. */
export const sessionChanged = 4001

/** The longest frame a browser may send, in bytes: the longest message in four-byte characters, and room around it. */
export const longestFrame = 16 * 1024

/** Said in a request and not believed: who sends, and to whom, is known from the session and the job. */
const ignored = z.optional(z.unknown())

/** What a browser sends. */
export const SocketRequest = z.discriminatedUnion('type', [
  /** Answered with `ready`; also asked later, to see whether the connection still works. */
  z.object({ type: z.literal('authenticate'), userId: ignored }),
  /** The same as `POST /api/jobs/{id}/send-message`; both with one clientId are one message. */
  z.object({
    type: z.literal('job_communication'),
    jobId: uuid(),
    message: required(text('Please write a message first'), longestMessage),
    messageType: z.optional(z.literal('sms')),
    clientId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    asText: z.optional(z.boolean()),
    fromUserId: ignored,
    toUserId: ignored,
  }),
])
export type SocketRequest = z.infer<typeof SocketRequest>

const clientId = z.nullable(z.string())
const errorCodes = [
  ...(Object.keys(errorStatus) as (keyof typeof errorStatus)[]),
  'internal',
] as const

/** What the server sends. */
export const SocketUpdate = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('notification'), data: Notification }),
  /** A new entry of the conversation about a job, to both its parties and to whoever wrote it. */
  z.object({
    type: z.literal('job_message'),
    jobId: z.string(),
    id: z.string(),
    fromUserId: z.nullable(z.string()),
    toUserId: z.nullable(z.string()),
    event: z.nullable(z.string()),
    message: z.string(),
    messageType: Communication.shape.type,
    direction: Communication.shape.direction,
    clientId,
    timestamp: instant,
  }),
  z.object({ type: z.literal('message_sent'), jobId: z.string(), clientId, id: z.string() }),
  z.object({
    type: z.literal('message_refused'),
    jobId: z.string(),
    clientId,
    message: z.string(),
    code: z.enum(errorCodes),
  }),
  /** Something is another now, of one visit or of all; who shows it loads it again. */
  z.object({
    type: z.literal('changed'),
    things: z.array(z.enum(things)),
    jobId: z.nullable(z.string()),
  }),
])
export type SocketUpdate = z.infer<typeof SocketUpdate>
