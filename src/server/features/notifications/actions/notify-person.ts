import { now } from '#server/clock.ts'
import { db, notify, transaction } from '#server/database/database.ts'
import { notifications } from '#server/database/tables/messages.ts'
import type { NotificationSent } from '../follow-notifications.ts'

type NewNotification = {
  userId: string
  /** `technician_on_way`, `service_completed`, `job_message` and others; the screen picks an icon by it. */
  type: string
  title: string
  message: string
  jobId?: string | null
}

/** Puts a notification into a person's list, with the current transaction; open sockets hear of it after commit. */
export async function notifyPerson(notification: NewNotification): Promise<void> {
  await transaction(async () => {
    const [row] = await db()
      .insert(notifications)
      .values({ ...notification, createdAt: now() })
      .returning({ id: notifications.id })
    if (!row) throw new Error('The notification was not stored.')
    const sent: NotificationSent = { userId: notification.userId, id: row.id }
    await notify('notifications', JSON.stringify(sent))
  })
}
