import { t, text } from '../texts/t.ts'
import type { EventName } from './events.ts'
import type { JobStatus } from './jobs.ts'
import type { Role } from './roles.ts'

/** Customer and technician can write from assignment until the visit is done. */
export const conversationStatuses = ['assigned', 'in_progress'] as const satisfies JobStatus[]

export function mayConverse(status: JobStatus): boolean {
  return (conversationStatuses as readonly JobStatus[]).includes(status)
}

export const maxMessageLength = 2000

/** The two ways to open communication: event, button, and confirmation for the technician. */
export const openingEvents = {
  on_my_way: {
    event: 'technician_on_way',
    label: text('On my way'),
    confirmation: text("Customer has been notified that you're on the way!"),
  },
  arrived: {
    event: 'technician_arrived',
    label: text('I have arrived'),
    confirmation: text("Customer has been notified that you've arrived."),
  },
} as const
export const openingEventIds = ['on_my_way', 'arrived'] as const satisfies OpeningEvent[]
export type OpeningEvent = keyof typeof openingEvents

/** Events that end an open communication. */
export const conversationEndings = [
  'communication_closed',
  'service_completed',
  'job_cancelled',
  'job_not_done',
  'job_released',
  'job_rescheduled',
  'job_assigned',
  'job_unassigned',
] as const satisfies EventName[]
export type ConversationEnding = (typeof conversationEndings)[number]

/** Announcements since communication was last closed; `events` of the system's entries, oldest first. */
export function eventsSinceOpening(events: readonly (string | null)[]): OpeningEvent[] {
  const endings: readonly (string | null)[] = conversationEndings
  const open = events.slice(events.findLastIndex((event) => endings.includes(event)) + 1)
  return openingEventIds.filter((id) => open.includes(openingEvents[id].event))
}

/** One-tap messages. */
export function quickReplies(role: Role): readonly string[] {
  const shared = [text('Running Late'), text("Can't Find Address")]
  return [...shared, role === 'customer' ? text('Need to Reschedule') : text('Arrived')]
}

/** A message of a visit's conversation as a text; without a link for a reader who cannot open the visit. */
export const conversationSms = (written: { name: string; message: string; link: string }): string =>
  written.link
    ? t('{name} writes: {message} Reply here: {link}', written)
    : t('{name} writes: {message}', written)
