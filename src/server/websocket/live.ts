import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type SocketUpdate,
  SocketRequest,
  sessionChanged,
  guestProtocol,
} from '#shared/contract/socket.ts'
import { parseTyped } from '#shared/contract/parse-typed.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { Thing } from '#shared/rules/things.ts'
import { phrase, wording } from '#shared/texts/t.ts'
import { publish, subscribeToEvents, type LiveUpdate } from '#server/events/live-updates.ts'
import type { Site } from '#server/http/cookies.ts'
import { socketPersonReader, onSessionChange } from '#server/sessions/sessions.ts'
import { sendMessage } from '#server/features/conversation/actions/send-message.ts'
import { entryRow, toCommunication } from '#server/features/conversation/queries.ts'
import {
  subscribeToNotifications,
  type NotificationSent,
} from '#server/features/notifications/actions/notify-people.ts'
import { notificationOf } from '#server/features/notifications/queries.ts'
import { readJob } from '#server/reads/visits.ts'
import { now } from '#server/base/clock.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import { AppError } from '#server/http/errors.ts'
import { inLanguage } from '#server/base/language.ts'
import type { Connected, Connections } from './connections.ts'
import { mountSockets, type SocketOptions } from './sockets.ts'
import { isStorable } from '#server/http/storable.ts'
import { log } from '#server/base/log.ts'
import { guestByLink } from '#server/features/guests/queries.ts'

type Options = Pick<SocketOptions, 'requestsPerMinute' | 'pingEveryMs'> & { site: Site }

/** Serves `/ws`: frames from people, and updates committed by any process for those connected here. Returns the connections. */
export function serveSockets(app: FastifyInstance, { site, ...limits }: Options): Connections {
  const signedIn = socketPersonReader(site)
  const people = mountSockets(app, {
    ...limits,
    personOf: async (request) => (await guestOf(request)) ?? signedIn(request),
    origin: site.origin && new URL(site.origin).origin,
    onText: (person, ...sent) => inLanguage(person.language, () => answerText(person, ...sent)),
  })
  const stops: (() => unknown)[] = []
  app.addHook('onReady', async () => {
    // Updates missed while the database was away are loaded after reconnecting.
    stops.push(
      await subscribeToNotifications((sent) => deliverNotification(people, sent)),
      await subscribeToEvents(
        (update) => deliverUpdate(people, update),
        () => people.reopenAll(),
      ),
      onSessionChange((change) =>
        people.closeWhere(
          (person) =>
            'userId' in change
              ? [person.id, person.follows?.customerId].includes(change.userId)
              : person.sessionHash === change.sessionHash,
          sessionChanged,
        ),
      ),
    )
  })
  app.addHook('onClose', async () => {
    for (const stop of stops) await stop()
  })
  return people
}

const deliverNotification = (people: Connections, { userId, id }: NotificationSent) =>
  people.sendWorded(userId, async (person) => {
    const data = await notificationOf(person, id)
    return data && { type: 'notification', data }
  })

async function deliverUpdate(people: Connections, update: LiveUpdate): Promise<void> {
  const { changes, jobId, entryId, also, echo } = update
  if (echo) return people.send(update.people, { type: 'echo', id: echo })
  if (entryId && jobId) await deliverEntry(people, { to: update.people, jobId, entryId })
  const changed = (things: Thing[]): SocketUpdate => ({ type: 'changed', things, jobId })
  // The parties get the new entry itself and need not load the conversation.
  const forParties = changes.filter((thing) => !entryId || thing !== 'conversation')
  if (forParties.length > 0) people.send(update.people, changed(forParties))
  // Guests reload what they see, including the conversation.
  if (jobId && update.people.length > 0) people.send([followersOf(jobId)], changed([...changes]))
  if (also.length > 0) people.sendWhere(isMeantToo(update), changed([...changes]))
}

type NewEntry = { to: readonly string[]; jobId: string; entryId: string }

async function deliverEntry(people: Connections, { to, jobId, entryId }: NewEntry) {
  const here = to.filter((id) => people.isConnected(id))
  if (here.length === 0) return
  const [found, job] = await Promise.all([entryRow(entryId), readJob(jobId)])
  if (!found || !job) return
  for (const id of here)
    await people.sendWorded(id, (person) => {
      if (!mayKnowCustomer(person, job, now()))
        return { type: 'changed', things: ['conversation'], jobId }
      const entry = toCommunication(found.entry, found.byOffice)
      const { type: messageType, createdAt: timestamp } = entry
      return { ...entry, type: 'job_message', jobId, messageType, timestamp }
    })
}

const isMeantToo =
  ({ people, also }: LiveUpdate) =>
  ({ id, role, active }: Person) =>
    !people.includes(id) &&
    (also.includes('everybody') ||
      (also.includes('office') && role === 'admin') ||
      (also.includes('queue') && role === 'technician' && active))

const internal = {
  code: 'internal',
  untranslated: phrase('Something went wrong on our side. Please try again.'),
} as const

type Answer = (update: SocketUpdate) => void

/** Handles one frame. Never throws; unknown frames are only logged. */
async function answerText(person: Connected, text: string, answer: Answer): Promise<void> {
  const request = parseRequest(text)
  if (!request) return log.debug('a socket sent something else')
  if (request.type === 'authenticate') return answer({ type: 'ready' })
  if (request.type === 'echo')
    return publish([{ changes: [], jobId: null, people: [person.id], also: [], echo: request.id }])
  // Guests write by HTTP, where their link comes along.
  if (person.follows) return
  const { jobId, message, clientId, asText } = request
  const about = { jobId, clientId: clientId ?? null }
  try {
    const { id } = await sendMessage(person, jobId, {
      message,
      ...(clientId && { clientId }),
      ...(asText && { asText }),
    })
    answer({ type: 'message_sent', ...about, id })
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error }, 'a message over a socket failed')
    const known = error instanceof AppError ? error : internal
    answer({
      type: 'message_refused',
      ...about,
      code: known.code,
      message: wording(known.untranslated),
    })
  }
}

function parseRequest(text: string): SocketRequest | undefined {
  try {
    const sent: unknown = JSON.parse(text)
    return isStorable(sent) ? parseTyped(SocketRequest, sent).data : undefined
  } catch {
    return undefined
  }
}

/** The connection id of a visit's followers. */
const followersOf = (jobId: string): string => `guest of ${jobId}`

/**
 * The guest of the link in an opening; undefined without a link. Throws NotFound for an invalid or expired one. The token
 * comes as a subprotocol: browsers cannot send headers here, and addresses are logged.
 */
async function guestOf(request: FastifyRequest): Promise<Connected | undefined> {
  const [name, token] = (request.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/)
  if (name !== guestProtocol) return undefined
  const { id: customerId, link } = await guestByLink(token ?? '')
  return {
    id: followersOf(link.jobId),
    role: null,
    active: false,
    sessionHash: '',
    language: null,
    follows: { customerId, until: link.until },
  }
}
