import { now } from '#server/base/clock.ts'
import { listen, notifyAll, queryRows, transaction } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import type { Audience, EventName } from '#shared/rules/events.ts'

export type NewNotification = {
  id: string
  userId: string
  event: EventName
  /** Their role here; each audience has its own wording. */
  audience: Audience
  data: object
  jobId: string | null
  /** When it happened, if not now. */
  createdAt?: Date | undefined
}

/**
 * Adds notifications to people's lists in the current transaction, stored as events and worded when read. Open sockets get
 * them after the commit.
 */
export async function notifyPeople(all: readonly NewNotification[]): Promise<void> {
  if (all.length === 0) return
  await transaction(async () => {
    const sent = await queryRows(adding, {
      ids: all.map(({ id }) => id),
      userIds: all.map(({ userId }) => userId),
      events: all.map(({ event }) => event),
      audiences: all.map(({ audience }) => audience),
      data: all.map(({ data }) => JSON.stringify(data)),
      jobIds: all.map(({ jobId }) => jobId),
      instants: inOrder(all),
    })
    await notifyAll(
      'notifications',
      sent.map((one) => JSON.stringify(one)),
    )
  })
}

/** When each happened; several for one person in the same instant are a millisecond apart, to keep their order in lists. */
function inOrder(all: readonly NewNotification[]): Date[] {
  const at = now()
  const earlier = new Map<string, number>()
  return all.map(({ userId, createdAt = at }) => {
    const instant = `${userId} ${createdAt.getTime()}`
    const before = earlier.get(instant) ?? 0
    earlier.set(instant, before + 1)
    return new Date(createdAt.getTime() + before)
  })
}

type Added = Record<
  'ids' | 'userIds' | 'events' | 'audiences' | 'data' | 'jobIds' | 'instants',
  readonly unknown[]
>
// The same text for any number of people, so that it is parsed once.
const adding = statement<NotificationSent, Added>(
  'notify-people',
  ($) => `insert into notifications (id, user_id, type, audience, data, job_id, created_at)
    select n.id, n.user_id, n.type, n.audience, n.data::jsonb, n.job_id, n.created_at
    from unnest(${$.userIds}::uuid[], ${$.events}::text[], ${$.audiences}::text[], ${$.data}::text[], ${$.jobIds}::uuid[], ${$.instants}::timestamptz[], ${$.ids}::uuid[])
      as n(user_id, type, audience, data, job_id, created_at, id)
    returning user_id, id`,
)

export type NotificationSent = { userId: string; id: string }

/**
 * Calls the listener for every notification that any process commits; the listener loads those it can deliver. Returns the
 * unsubscribe function.
 */
export function subscribeToNotifications(
  onSent: (sent: NotificationSent) => unknown,
): Promise<() => Promise<void>> {
  return listen('notifications', (payload) => onSent(JSON.parse(payload) as NotificationSent))
}
