import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { type SocketNews, SocketRequest, sessionChanged } from '#shared/contract/socket.ts'
import type { Thing } from '#shared/rules/things.ts'
import { t } from '#shared/texts/t.ts'
import type { Site } from './features/accounts/cookies.ts'
import { socketPersonReader } from './features/accounts/person-of.ts'
import { onSessionChange } from './features/accounts/session-changes.ts'
import { sendMessage } from './features/chat/actions/send-message.ts'
import { followJobNews, type JobNews } from './features/chat/job-news.ts'
import { entryById } from './features/chat/queries.ts'
import {
  followNotifications,
  type NotificationSent,
} from './features/notifications/follow-notifications.ts'
import { notificationOf } from './features/notifications/queries.ts'
import { AppError } from './http/errors.ts'
import type { SignedIn } from './http/handlers.ts'
import type { SocketPeople } from './http/socket-people.ts'
import { mountSockets, type SocketOptions } from './http/sockets.ts'
import { isStorable } from './http/storable.ts'
import { log } from './log.ts'

type Options = Pick<SocketOptions, 'requestsPerMinute' | 'pingEveryMs'> & { site: Site }

/** Serves `/ws`: what people send over it, and to those connected here what any process commits for them. */
export function serveSockets(app: FastifyInstance, { site, ...limits }: Options): void {
  const people = mountSockets(app, {
    ...limits,
    personOf: socketPersonReader(site),
    origin: site.origin && new URL(site.origin).origin,
    onText: answerText,
  })
  const stops: (() => unknown)[] = []
  app.addHook('onReady', async () => {
    // What was said while the database was away is found by loading anew, after coming again.
    stops.push(
      await followNotifications((sent) => deliverNotification(people, sent)),
      await followJobNews(
        (news) => deliverNews(people, news),
        () => people.reopenAll(),
      ),
      onSessionChange((change) =>
        people.closeWhere(
          (person) =>
            'userId' in change
              ? person.id === change.userId
              : person.sessionHash === change.sessionHash,
          sessionChanged,
        ),
      ),
    )
  })
  app.addHook('onClose', async () => {
    for (const stop of stops) await stop()
  })
}

async function deliverNotification(people: SocketPeople, sent: NotificationSent): Promise<void> {
  if (!people.isConnected(sent.userId)) return
  const data = await notificationOf(sent.userId, sent.id)
  if (data) people.send([sent.userId], { type: 'notification', data })
}

const changedBy = {
  read: ['conversation', 'notifications'],
  job: ['jobs', 'extras', 'payments'],
  position: ['position'],
} satisfies Record<string, Thing[]>

async function deliverNews(people: SocketPeople, news: JobNews): Promise<void> {
  const { about, jobId, entryId } = news
  const here = news.people.filter((id) => people.isConnected(id))
  if (here.length === 0) return
  if (about !== 'message')
    return people.send(here, { type: 'changed', things: changedBy[about], jobId })
  const entry = entryId && (await entryById(entryId))
  if (!entry) return
  const { type: messageType, createdAt: timestamp } = entry
  people.send(here, { ...entry, type: 'job_message', jobId, messageType, timestamp })
}

const internal = {
  code: 'internal',
  message: t('Something went wrong on our side. Please try again.'),
} as const

type Answer = (news: SocketNews) => void

/** Handles one frame. Never throws; what is no message of ours is only logged. */
async function answerText(person: SignedIn, text: string, answer: Answer): Promise<void> {
  const request = parseRequest(text)
  if (!request) return log.debug('a socket sent something else')
  if (request.type === 'authenticate') return answer({ type: 'ready' })
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
    answer({ type: 'message_refused', ...about, code: known.code, message: known.message })
  }
}

function parseRequest(text: string): SocketRequest | undefined {
  try {
    const sent: unknown = JSON.parse(text)
    return isStorable(sent) ? z.safeParse(SocketRequest, sent).data : undefined
  } catch {
    return undefined
  }
}
