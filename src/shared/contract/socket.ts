import * as z from 'zod/mini'
import { maxMessageLength } from '../rules/conversation.ts'
import { errorStatus } from '../rules/errors.ts'
import { things } from '../rules/things.ts'
import { text } from '../texts/t.ts'
import { Communication } from './conversation.ts'
import { instant, required, uuid } from './fields.ts'
import { Notification } from './notifications.ts'

/** The socket's path on the server's origin. */
export const socketPath = '/ws'

/** A guest's subprotocol, followed by their link's token: `[guestProtocol, token]`. */
export const guestProtocol = 'fivequart-guest'

/** Close code for a changed identity: the session ended, or the role or approval changed. */
export const sessionChanged = 4001

/** Longest frame from a browser in bytes: the longest message in four-byte characters, plus some room. */
export const maxFrameBytes = 16 * 1024

/** Accepted but ignored: sender and recipient come from the session and the job. */
const ignored = z.optional(z.unknown())

/** Messages from a browser. */
export const SocketRequest = z.discriminatedUnion('type', [
  /** Answered with `ready`; also sent later to check the connection. */
  z.object({ type: z.literal('authenticate'), userId: ignored }),
  /** Same as `POST /api/jobs/{id}/send-message`; both with one clientId make one message. */
  z.object({
    type: z.literal('job_communication'),
    jobId: uuid(),
    message: required(text('Please write a message first'), maxMessageLength),
    messageType: z.optional(z.literal('sms')),
    clientId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    asText: z.optional(z.boolean()),
    fromUserId: ignored,
    toUserId: ignored,
  }),
  /** Comes back as an update of the same id, through the database like every update. */
  z.object({ type: z.literal('echo'), id: uuid() }),
])
export type SocketRequest = z.infer<typeof SocketRequest>

const clientId = z.nullable(z.string())
const errorCodes = [
  ...(Object.keys(errorStatus) as (keyof typeof errorStatus)[]),
  'internal',
] as const

/** Messages from the server. */
export const SocketUpdate = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('notification'), data: Notification }),
  /** A new entry in a job's conversation, sent to both parties and its author. */
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
  /** Something changed, for one visit or all; screens that show it load it again. */
  z.object({
    type: z.literal('changed'),
    things: z.array(z.enum(things)),
    jobId: z.nullable(z.string()),
  }),
  z.object({ type: z.literal('echo'), id: z.string() }),
])
export type SocketUpdate = z.infer<typeof SocketUpdate>
