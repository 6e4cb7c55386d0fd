import { paths } from '#client/app/paths.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import type { Role } from '#shared/rules/roles.ts'

const talkNews = new Set([
  'technician_on_way',
  'technician_arrived',
  'job_message',
  'extra_approval',
])

/** Where a notification leads, if anywhere. */
export function notificationPath({ type, jobId }: Notification, role: Role | null): string | null {
  if (type === 'technician_waiting') return paths.technicians
  if (type === 'contact_message') return paths.home
  if (!jobId) return null
  if (role !== 'customer') return paths.job(jobId)
  return talkNews.has(type) ? paths.communication(jobId) : paths.orders
}
