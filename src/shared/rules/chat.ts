import { text } from '../texts/t.ts'
import type { JobStatus } from './jobs.ts'
import type { Role } from './roles.ts'

/** Customer and technician talk from the assignment until the visit is done. */
export const talkStatuses = ['assigned', 'in_progress'] as const satisfies JobStatus[]

export function mayTalkIn(status: JobStatus): boolean {
  return (talkStatuses as readonly JobStatus[]).includes(status)
}

export const longestMessage = 2000

/** The two things that open communication: the button, what the customer reads, what the technician is told. */
export const talkEvents = {
  on_my_way: {
    label: text('On my way'),
    entry: text('Your technician is on the way.'),
    told: text("Customer has been notified that you're on the way!"),
  },
  arrived: {
    label: text('I have arrived'),
    entry: text('Your technician has arrived.'),
    told: text("Customer has been notified that you've arrived."),
  },
} as const
export const talkEventIds = ['on_my_way', 'arrived'] as const satisfies TalkEvent[]
export type TalkEvent = keyof typeof talkEvents

/** Why communication ended, as the history says it. */
export const talkEndings = {
  closed: text('The technician closed the communication.'),
  completed: text('The service is completed.'),
  cancelled: text('The visit was cancelled.'),
  moved: text('The visit was moved.'),
  reassigned: text('Another technician will come.'),
} as const
export type TalkEnding = keyof typeof talkEndings

/** Which events happened since communication was last closed; `messages` of the system's entries, oldest first. */
export function eventsSinceOpening(messages: readonly string[]): TalkEvent[] {
  const endings: readonly string[] = Object.values(talkEndings)
  const open = messages.slice(messages.findLastIndex((message) => endings.includes(message)) + 1)
  return talkEventIds.filter((event) => open.includes(talkEvents[event].entry))
}

/** What is sent with one press. */
export function quickReplies(role: Role): readonly string[] {
  const shared = [text('Running Late'), text("Can't Find Address")]
  return [...shared, role === 'customer' ? text('Need to Reschedule') : text('Arrived')]
}
