import { listen } from '#server/database/database.ts'

export type NotificationSent = { userId: string; id: string }

/** Hears of every notification that any process commits; the listener loads those it can deliver. Returns the stop. */
export function subscribeToNotifications(
  onSent: (sent: NotificationSent) => unknown,
): Promise<() => Promise<void>> {
  return listen('notifications', (payload) => onSent(JSON.parse(payload) as NotificationSent))
}
