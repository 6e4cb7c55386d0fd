import type { JobRow } from '#server/reads/job-row.ts'
import type { AuditSubject } from '#shared/rules/audit.ts'
import type { ConversationEnding } from '#shared/rules/conversation.ts'
import type {
  EventData,
  EventName,
  JobEventName,
  PersonEventName,
  RequestEnd,
  SubscriptionEvents,
  WaitlistEvents,
} from '#shared/rules/events.ts'
import type { ExtraApproval } from '#shared/rules/extras.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import type { MailPreference } from '#shared/rules/mail-preferences.ts'
import type { Thing } from '#shared/rules/things.ts'
import type { LinkTo } from './links.ts'

/**
 * Whose open screens update the moment an event commits: `queue` means technicians who may take visits, `person` the subject
 * of an account event, `everybody` every open connection.
 */
export type LiveAudience = 'parties' | 'office' | 'queue' | 'person' | 'everybody'

/** Facts for wording a notification in the list; all still exist when it is read. */
export type JobFacts = Pick<JobRow, 'id' | 'number' | 'serviceAddress' | 'vehicle'>

type AboutJob<E, Job> = E extends JobEventName ? { job: Job } : Record<never, never>
export type BellAbout<E extends EventName> = { data: EventData[E] } & AboutJob<E, JobFacts>
export type MailAbout<E extends EventName> = {
  data: EventData[E]
  /** An absolute link that works for the reader. */
  link: (to: LinkTo) => string
  /** The link opens the visit without an account, with fewer actions. */
  isGuest: boolean
} & AboutJob<E, JobRow>

export type Words = { title: string; message: string }
export type MailContent = { subject: string; paragraphs: string[]; replyTo?: string }

/** An e-mail address from the event's data, and its owner's language; null is English. */
type Address = { email: string; language?: string | null }

/** Messages a rule may send, worded in the reader's language. */
type Channels<E extends EventName> = {
  /** Notification list, push message and open screens at once. */
  bell: (about: BellAbout<E>) => Words
  mail: (about: MailAbout<E>) => MailContent
  sms: (about: MailAbout<E>) => string
}
/** At least one of these channels, and no others. */
type Sends<E extends EventName, C extends keyof Channels<E>> = {
  [K in keyof Channels<E>]?: K extends C ? Channels<E>[K] : never
} & { [K in C]: Pick<Channels<E>, K> }[C]

type HasFormerTechnician = { formerTechnicianId: string | null }

/**
 * The recipients and the channels that reach them: a visit's accounts on all channels, the office by bell and in its
 * mailbox, the account of a `PersonEventName` by bell (of the waitlist's and plans' on all channels), an address from the data by mail.
 */
type Reaches<E extends EventName> =
  | ({ to: 'office' } & Sends<E, 'bell' | 'mail'>)
  | ({ to: (data: EventData[E]) => Address } & Sends<E, 'mail'>)
  | ([E] extends [PersonEventName]
      ? { to: 'person' } & Sends<
          E,
          E extends keyof (WaitlistEvents & SubscriptionEvents) ? 'bell' | 'mail' | 'sms' : 'bell'
        >
      : never)
  | ([E] extends [JobEventName]
      ? { to: 'customer' | 'technician' } & Sends<E, 'bell' | 'mail' | 'sms'>
      : never)
  | ([E] extends [JobEventName]
      ? EventData[E] extends HasFormerTechnician
        ? { to: 'former_technician' } & Sends<E, 'bell' | 'mail' | 'sms'>
        : never
      : never)

/** When a rule notifies, and under which conditions. */
type Conditions<E extends EventName> = {
  /** Notifies only when this returns true. */
  when?: (data: EventData[E]) => boolean
  /** Target of the entry in the notification list. */
  link?: LinkTo
  /** For technicians: whether the visit is new to them. */
  isNewVisit?: (data: EventData[E]) => boolean
  /** For customers: the address bills are mailed to, if not their own. */
  billTo?: (data: EventData[E]) => string | undefined
  /** Text message for customers without e-mail in place of the mail, before the link; defaults to the mail's subject. */
  smsForMail?: (about: MailAbout<E>) => string
  /** The reader is waiting for it: sent at night too, as an urgent push message. */
  urgent?: true
  /** The preference that allows mails and text messages; without one they are always sent. */
  preference?: MailPreference
  /** Mails and text messages are sent only while the visit is in one of these states. */
  whileJobIs?: readonly JobStatus[]
  /** Mails and text messages are sent only while the customer owes exactly these cents. */
  whileOwed?: (data: EventData[E]) => number
  /** Mails and text messages are sent only while the visit's time is unchanged. */
  sameTime?: true
  /** UTC instant after which mails and text messages are no longer sent. */
  until?: (job: JobRow, at: Date) => Date
  /** The same by the event's data, for events without a visit. */
  answerUntil?: (data: EventData[E]) => Date
  /** Sent to the person who did it too, as a confirmation. */
  confirms?: true
  /** The mail has the visit attached as a calendar file. */
  calendar?: true
  /** The mail has this statement attached. */
  attachedStatement?: (data: EventData[E]) => string
  /** Sent only until the customer has rated the visit. */
  whileUnrated?: true
  /** Sent only while the car has no newer visit and still belongs to the customer. */
  whileLastVisit?: true
  /** Text messages go to the visit's own contact, if it has one with a phone of their own. */
  toContact?: true
  /** Mails and text messages wait a moment, and are sent only while one of these lines still awaits approval at its price. */
  whileLinesWait?: (data: EventData[E]) => { id: string; totalCents: number }[]
}

/** Recipients, channels, wording and link of a notification; a rule without a message does not compile. */
export type NotificationRule<E extends EventName> = Conditions<E> & Reaches<E>

/** A rule of any event, for code that handles all of them. */
export type AnyRule = Conditions<EventName> &
  Partial<Channels<EventName>> & {
    to:
      | 'customer'
      | 'technician'
      | 'former_technician'
      | 'office'
      | 'person'
      | ((data: EventData[EventName]) => Address)
  }

/** An event's data as stored; erased words are missing. */
export type Recorded<T> = T extends readonly (infer One)[]
  ? readonly Recorded<One>[]
  : T extends object
    ? { [K in keyof T]?: Recorded<T[K]> }
    : T

/** An extra or add-on at that time; `cents` includes its quantity. */
export type ChargeThen = { description: string; cents: number; approval?: ExtraApproval }

/** An event as a visit's history or the audit log shows it. */
export type LogLine = {
  title: string
  /** Further details, a few words each. */
  lines?: readonly (string | undefined)[]
  /** The author's own words. */
  comment?: string | undefined
  /** The amount of money involved. */
  cents?: number | undefined
  before?: ChargeThen | undefined
  after?: ChargeThen | undefined
}

/** The current name of a technician, customer or catalog add-on by id; empty when it no longer exists. */
export type NameOf = (id: string | null | undefined) => string

type DescribeLine<E extends EventName> = (data: Recorded<EventData[E]>, nameOf: NameOf) => LogLine

/** How the audit log stores and shows an admin's event. */
export type AuditRule<E extends EventName> = {
  about: AuditSubject
  /** The stored part of its data: ids, dates and names of settings, never anything that identifies a customer. */
  stores?: readonly (keyof EventData[E] & string)[]
  /** The account involved, if the event does not name it. */
  person?: (data: EventData[E]) => string | undefined
  /** The visit involved, if any. */
  visit?: (data: EventData[E]) => string | undefined
  line: DescribeLine<E>
  /** Sample data for each variant of its line, so that a search finds them all. */
  variants?: readonly Recorded<EventData[E]>[]
}

/**
 * Every event is a row in its visit's history, or in the audit log when an admin did it. Null means neither: no admin does
 * it, or another event of the same action is logged.
 */
type Logged<E extends EventName> =
  | { history: DescribeLine<E>; audit?: undefined }
  | { audit: AuditRule<E> | null; history?: undefined }

/** Screens use the same rule to know which events end the conversation. */
type Ending<E> = E extends ConversationEnding ? { ends: true } : { ends?: undefined }

/** The previous technician, whose screens update too. */
type FormerTechnician<E extends EventName> = EventData[E] extends HasFormerTechnician
  ? { formerTechnician: (data: EventData[E]) => string | null }
  : { formerTechnician?: undefined }

/** Everything that follows from an event. */
export type Consequences<E extends EventName> = Logged<E> &
  FormerTechnician<E> & {
    /**
     * Happens once per `about`, however often it is reported; with a `step` (days after a due date), again only for a higher
     * one.
     */
    once?: (of: { data: EventData[E] } & AboutJob<E, JobRow>) => { about: string; step?: number }
    /** Its line in the visit's conversation, `ofOffice` when the office did it; `ends` closes the conversation. */
    conversation?: { line: string; ofOffice?: string } & Ending<E>
    /** Ends approval requests for all extras of the visit, or those for which only these were waiting. */
    endsRequests?: (
      data: EventData[E],
    ) => { as: RequestEnd; extraIds?: readonly string[] } | undefined
    /** Makes payment processing check the visit. */
    wakesPayment?: true
    /** The data that screens must reload. */
    changes: readonly Thing[]
    hears: readonly LiveAudience[]
    /** The visit's states in which the office may resend the customer's mail and text. */
    resendWhile?: readonly JobStatus[]
    /**
     * For a company's visit: the title of what its driver is told, and its `managers` too or `only` they, by mail as well. The
     * rest are unit, car and time, so that no amount can be in it.
     */
    tellsMembers?: { title: string; managers?: true | 'only' }
    notifies?: readonly NotificationRule<E>[]
  }

/** Entries for the table of consequences. */
export type SomeConsequences = { [E in EventName]?: Consequences<E> }
