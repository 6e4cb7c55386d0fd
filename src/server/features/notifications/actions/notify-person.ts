import { now } from '#server/clock.ts'
import { notifyAll, queryRows, transaction } from '#server/database/database.ts'
import type { NotificationSent } from '../follow-notifications.ts'

export type NewNotification = {
  userId: string
  /** `technician_on_way`, `service_completed`, `job_message` and others; the screen picks an icon by it. */
  type: string
  title: string
  message: string
  jobId?: string | null
}

/** Puts a notification into a person's list, with the current transaction; open sockets hear of it after commit. */
export function notifyPerson(notification: NewNotification): Promise<void> {
  return notifyPeople([notification])
}

/** Like `notifyPerson` for many at once, in two statements. */
export async function notifyPeople(all: readonly NewNotification[]): Promise<void> {
  if (all.length === 0) return
  const createdAt = now()
  await transaction(async () => {
    const sent = await queryRows<NotificationSent>(statement, [
      all.map(({ userId }) => userId),
      all.map(({ type }) => type),
      all.map(({ title }) => title),
      all.map(({ message }) => message),
      all.map(({ jobId }) => jobId ?? null),
      createdAt,
    ])
    await notifyAll(
      'notifications',
      sent.map((one) => JSON.stringify(one)),
    )
  })
}

// One text for any number of people, so that it is parsed once.
const statement = {
  name: 'notify-people',
  text: `insert into notifications (user_id, type, title, message, job_id, created_at)
    select n.user_id, n.type, n.title, n.message, n.job_id, $6::timestamptz
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[])
      as n(user_id, type, title, message, job_id)
    returning user_id as "userId", id`,
}
