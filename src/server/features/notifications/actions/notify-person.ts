import { now } from '#server/clock.ts'
import { db, notifyAll, transaction } from '#server/database/database.ts'
import { notifications } from '#server/database/tables/messages.ts'
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
    const sent: NotificationSent[] = await db()
      .insert(notifications)
      .values(all.map((notification) => ({ ...notification, createdAt })))
      .returning({ userId: notifications.userId, id: notifications.id })
    await notifyAll(
      'notifications',
      sent.map((one) => JSON.stringify(one)),
    )
  })
}
