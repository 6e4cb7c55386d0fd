import type { JobRow } from '#server/features/jobs/queries.ts'
import type { ConversationEnding } from '#shared/rules/conversation.ts'
import type {
  Audience,
  EventData,
  EventName,
  JobEventName,
  RequestEnd,
} from '#shared/rules/events.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import type { MailPreference } from '#shared/rules/mail-preferences.ts'
import type { Thing } from '#shared/rules/things.ts'
import type { LinkTo } from './links.ts'

/**
 * Whose open screens hear of it the moment it commits; `queue` are technicians who may take visits, `person` is whom an
 * event of an account is about, `everybody` is whoever is connected.
 */
export type Hearer = 'parties' | 'office' | 'queue' | 'person' | 'everybody'

/** What a notification in the list is worded from; all of it is still there when it is read. */
export type JobFacts = Pick<JobRow, 'id' | 'number' | 'serviceAddress' | 'vehicle'>

type AboutJob<E, Job> = E extends JobEventName ? { job: Job } : Record<never, never>
export type BellAbout<E extends EventName> = { data: EventData[E] } & AboutJob<E, JobFacts>
export type MailAbout<E extends EventName> = {
  data: EventData[E]
  /** The absolute link by which the person who reads this gets there. */
  link: (to: LinkTo) => string
  /** The link opens the visit without an account, where less can be done. */
  isGuest: boolean
} & AboutJob<E, JobRow>

export type Words = { title: string; message: string }
export type MailContent = { subject: string; paragraphs: string[]; replyTo?: string }

/** Who is told, on which channels, in which words, with which link. Worded in the reader's language. */
export type NotificationRule<E extends EventName> = {
  to: Audience
  /** Only then. */
  when?: (data: EventData[E]) => boolean
  /** Where the entry behind the bell leads. */
  link?: LinkTo
  /** The list behind the bell, and open screens at once. */
  bell?: (about: BellAbout<E>) => Words
  mail?: (about: MailAbout<E>) => MailContent
  sms?: (about: MailAbout<E>) => string
  /** What a customer without e-mail is texted in place of the mail, before the link; the mail's subject unless given. */
  smsForMail?: (about: MailAbout<E>) => string
  /** Somebody waits for it now: it comes at night too, and a phone that saves its battery shows it at once. */
  urgent?: true
  /** The preference that mails and text messages are sent under; without one they always are. */
  preference?: MailPreference
  /** The states the visit must still be in when a mail or text message is sent. */
  whileJobIs?: readonly JobStatus[]
  /** Mails and text messages are sent only while its customer still owes exactly these cents. */
  whileOwed?: (data: EventData[E]) => number
  /** Mails and text messages are sent only while the visit is at the time it has now. */
  sameTime?: true
  /** The UTC instant after which a mail or text message is worthless. */
  until?: (job: JobRow, at: Date) => Date
  /** The mail brings the visit as a calendar file. */
  calendar?: true
  /** Sent only while its customer has not rated the visit. */
  whileUnrated?: true
  /** Sent only while the car has no newer visit, and is still its customer's. */
  whileLastVisit?: true
  /** Mails and text messages wait a moment, and are sent only while the extra that they ask about waits as it is. */
  whileExtraWaits?: true
}

/** Which events end it is a rule that screens know too. */
type Ending<E> = E extends ConversationEnding ? { ends: true } : { ends?: undefined }

/** Everything that follows from an event. */
export type Consequences<E extends EventName> = {
  /**
   * It happens once for the same `about`, whatever the verb says; where it comes in steps (days after something was due),
   * only upwards.
   */
  once?: (of: { data: EventData[E] } & AboutJob<E, JobRow>) => { about: string; step?: number }
  /** A row in the visit's history. */
  history?: true
  /** What the conversation about the visit says of it; `ends`: and then it is closed, if it was open; `saysOfOffice`: when the office did it. */
  conversation?: { says: string; saysOfOffice?: string } & Ending<E>
  /** Requests to approve an extra of the visit, or this one, are over. */
  endsRequests?: (data: EventData[E]) => { as: RequestEnd; extraId?: string }
  /** The payment of the visit is looked at. */
  wakesPayment?: true
  /** What screens show that is no longer so. */
  changes: readonly Thing[]
  hears: readonly Hearer[]
  notifies?: readonly NotificationRule<E>[]
}

export type ConsequencesOf<Events> = {
  [E in keyof Events & EventName]: Consequences<E>
}
