import { randomUUID } from 'node:crypto'
import { now } from '#server/base/clock.ts'
import { inLanguage } from '#server/base/language.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { enqueueAll } from '#server/queue/enqueue.ts'
import { isActive, type Role } from '#shared/rules/roles.ts'
import type { DeliveryConditions } from '../queries/delivery-conditions.ts'
import { notificationOf } from '../queries.ts'
import { type Sending, sendPushTask } from '../tasks.ts'

export type NewPush = DeliveryConditions & {
  userId: string
  /** The notification in the list with the same wording. */
  notificationId: string
  /** Also sent at night, and wakes a phone in battery saver. */
  urgent?: boolean
  /** Not sent before this instant. */
  startAfter?: Date
}

type Browser = {
  id: string
  endpoint: string
  userId: string
  role: Role | null
  approvedAt: Date | null
  language: string | null
}

/**
 * Queues push messages in the current transaction, worded like the notifications. Each browser gets its own message, so that
 * one that is gone does not affect the others.
 */
export async function queuePushes(pushes: readonly NewPush[]): Promise<void> {
  if (pushes.length === 0) return
  const browsers = await queryRows<Browser>(listeningBrowsers, [
    [...new Set(pushes.map(({ userId }) => userId))],
    now(),
  ])
  if (browsers.length === 0) return
  const messages = []
  for (const push of pushes)
    for (const browser of browsers.filter(({ userId }) => userId === push.userId)) {
      const message = await wordPush(push, browser)
      if (message) messages.push(message)
    }
  await queryRows(queueing, {
    ids: messages.map(({ id }) => id),
    recipients: messages.map(({ recipient }) => recipient),
    titles: messages.map(({ title }) => title),
    bodies: messages.map(({ body }) => body),
    jobIds: messages.map(({ jobId }) => jobId),
    at: now(),
  })
  await enqueueAll(
    sendPushTask,
    messages.map(({ task, startAfter }) => ({ data: task, startAfter })),
  )
}

async function wordPush({ startAfter, ...push }: NewPush, browser: Browser) {
  const { id: subscriptionId, userId, language, role } = browser
  const person = { id: userId, role, active: isActive(browser) }
  const words = await inLanguage(language, () => notificationOf(person, push.notificationId))
  if (!words) return undefined
  const id = randomUUID()
  const task: Sending = { ...push, messageId: id, subscriptionId, path: words.path ?? '/' }
  return {
    id,
    // The rest of the address is a secret.
    recipient: `${new URL(browser.endpoint).hostname} ${subscriptionId.slice(0, 8)}`,
    title: words.title,
    body: words.message,
    jobId: words.jobId,
    startAfter,
    task,
  }
}

const listeningBrowsers = {
  name: 'listening-browsers',
  text: `select p.id, p.endpoint, u.id as user_id, u.role, u.approved_at, u.language
    from push_subscriptions p
    join sessions s on s.token_hash = p.session_hash and s.expires_at > $2
    join users u on u.id = s.user_id and u.deactivated_at is null and u.anonymized_at is null
    where s.user_id = any($1::uuid[])`,
}

// The same text for any number of messages, so that it is parsed once.
type Messages = {
  ids: string[]
  recipients: string[]
  titles: string[]
  bodies: string[]
  jobIds: (string | null)[]
  at: Date
}
const queueing = statement<object, Messages>(
  'queue-pushes',
  (
    $,
  ) => `insert into sent_messages (id, channel, recipient, subject, body, job_id, status, created_at)
    select m.id, 'push', m.recipient, m.subject, m.body, m.job_id, 'queued', ${$.at}::timestamptz
    from unnest(${$.ids}::uuid[], ${$.recipients}::text[], ${$.titles}::text[], ${$.bodies}::text[], ${$.jobIds}::uuid[])
      as m(id, recipient, subject, body, job_id)`,
)
