import type { JobRow } from '#server/reads/job-row.ts'
import type { AuditSubject } from '#shared/rules/audit.ts'
import type { ConversationEnding } from '#shared/rules/conversation.ts'
import type {
  EventData,
  EventName,
  JobEventName,
  PersonEventName,
  RequestEnd,
} from '#shared/rules/events.ts'
import type { ExtraApproval } from '#shared/rules/extras.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import type { MailPreference } from '#shared/rules/mail-preferences.ts'
import type { Thing } from '#shared/rules/things.ts'
import type { LinkTo } from './links.ts'

/**
 * Whose open screens are updated the moment an event commits; `queue` are technicians who may take visits, `person` is
 * whom an event of an account is about, `everybody` is every open connection.
 */
export type Hearer = 'parties' | 'office' | 'queue' | 'person' | 'everybody'

/** What a notification in the list is worded from; all of it is still there when it is read. */
export type JobFacts = Pick<JobRow, 'id' | 'number' | 'serviceAddress' | 'vehicle'>

type AboutJob<E, Job> = E extends JobEventName ? { job: Job } : Record<never, never>
export type BellAbout<E extends EventName> = { data: EventData[E] } & AboutJob<E, JobFacts>
export type MailAbout<E extends EventName> = {
  data: EventData[E]
  /** The absolute link by which the reader gets there. */
  link: (to: LinkTo) => string
  /** The link opens the visit without an account, where less can be done. */
  isGuest: boolean
} & AboutJob<E, JobRow>

export type Words = { title: string; message: string }
export type MailContent = { subject: string; paragraphs: string[]; replyTo?: string }

/** An e-mail address that stands in the event's data, and the language of its owner; null is English. */
export type Address = { email: string; language?: string | null }

/** What a rule may send, worded in the reader's language. */
type Channels<E extends EventName> = {
  /** The list behind the bell, a push message, and open screens at once. */
  bell: (about: BellAbout<E>) => Words
  mail: (about: MailAbout<E>) => MailContent
  sms: (about: MailAbout<E>) => string
}
/** At least one of these channels, and no other. */
type Sends<E extends EventName, C extends keyof Channels<E>> = {
  [K in keyof Channels<E>]?: K extends C ? Channels<E>[K] : never
} & { [K in C]: Pick<Channels<E>, K> }[C]

type HasFormerTechnician = { formerTechnicianId: string | null }

/**
 * Who is notified, and on which channels they can be reached: accounts behind a visit on all of them, the office by bell
 * and in its mailbox, the account a `PersonEventName` is about by its bell, an address from the data by mail.
 */
type Reaches<E extends EventName> =
  | ({ to: 'office' } & Sends<E, 'bell' | 'mail'>)
  | ({ to: (data: EventData[E]) => Address } & Sends<E, 'mail'>)
  | ([E] extends [PersonEventName] ? { to: 'person' } & Sends<E, 'bell'> : never)
  | ([E] extends [JobEventName]
      ? { to: 'customer' | 'technician' } & Sends<E, 'bell' | 'mail' | 'sms'>
      : never)
  | ([E] extends [JobEventName]
      ? EventData[E] extends HasFormerTechnician
        ? { to: 'former_technician' } & Sends<E, 'bell' | 'mail' | 'sms'>
        : never
      : never)

/** When and under which conditions a rule notifies. */
type Conditions<E extends EventName> = {
  /** Only then. */
  when?: (data: EventData[E]) => boolean
  /** Where the entry behind the bell leads. */
  link?: LinkTo
  /** Of the technician: then the visit is new to them. */
  isNewVisit?: (data: EventData[E]) => boolean
  /** Of the customer: where their bills are mailed, if not to them. */
  billTo?: (data: EventData[E]) => string | undefined
  /** What a customer without e-mail is texted in place of the mail, before the link; the mail's subject unless given. */
  smsForMail?: (about: MailAbout<E>) => string
  /** The reader is waiting for it: it comes at night too, and a phone that saves its battery shows it at once. */
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
  /** Mails and text messages wait a moment, and are sent only while this extra still waits for an answer. */
  whileExtraWaits?: (data: EventData[E]) => { id: string; totalCents: number }
}

/** Who is notified, on which channels, in which words, with which link; one that can send nothing does not compile. */
export type NotificationRule<E extends EventName> = Conditions<E> & Reaches<E>

/** A rule of any event, as code reads it that serves all of them. */
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

/** The data of an event as a row still has it: erased words are gone from it. */
export type Recorded<T> = T extends readonly (infer One)[]
  ? readonly Recorded<One>[]
  : T extends object
    ? { [K in keyof T]?: Recorded<T[K]> }
    : T

/** An extra or add-on as it was; the amount in cents with its quantity. */
export type ChargeThen = { description: string; cents: number; approval?: ExtraApproval }

/** What a visit's history or the audit log shows of an event. */
export type LogLine = {
  title: string
  /** More of it, a few words each. */
  lines?: readonly (string | undefined)[]
  /** What its author wrote, in their own words. */
  comment?: string | undefined
  /** The money it is about. */
  cents?: number | undefined
  before?: ChargeThen | undefined
  after?: ChargeThen | undefined
}

/** The current name of a technician, a customer or a catalog add-on, by id; empty when it is gone. */
export type NameOf = (id: string | null | undefined) => string

type DescribeLine<E extends EventName> = (data: Recorded<EventData[E]>, nameOf: NameOf) => LogLine

/** How the audit log stores and shows an event of an admin. */
export type AuditRule<E extends EventName> = {
  about: AuditSubject
  /** What of its data is stored: ids, dates and names of settings, never what identifies a customer. */
  stores?: readonly (keyof EventData[E] & string)[]
  /** The account it is about, where the verb does not name it. */
  person?: (data: EventData[E]) => string | undefined
  /** The visit it is about, if any. */
  visit?: (data: EventData[E]) => string | undefined
  line: DescribeLine<E>
  /** Data with which its line differs, so that a search finds each. */
  variants?: readonly Recorded<EventData[E]>[]
}

/**
 * Every event is a row of its visit's history, or one of the audit log where an admin did it, or (null) in neither: no
 * admin does it, or another event of the same action is logged.
 */
type Logged<E extends EventName> =
  | { history: DescribeLine<E>; audit?: undefined }
  | { audit: AuditRule<E> | null; history?: undefined }

/** Screens know by the same rule which events end the conversation. */
type Ending<E> = E extends ConversationEnding ? { ends: true } : { ends?: undefined }

/** Who had the visit before: their screens are updated too. */
type FormerTechnician<E extends EventName> = EventData[E] extends HasFormerTechnician
  ? { formerTechnician: (data: EventData[E]) => string | null }
  : { formerTechnician?: undefined }

/** Everything that follows from an event. */
export type Consequences<E extends EventName> = Logged<E> &
  FormerTechnician<E> & {
    /**
     * It happens once for the same `about`, whatever the verb says; where it comes in steps (days after something was
     * due), only upwards.
     */
    once?: (of: { data: EventData[E] } & AboutJob<E, JobRow>) => { about: string; step?: number }
    /** Its line in the conversation about the visit; `ends`: and then the conversation is closed; `ofOffice`: when the office did it. */
    conversation?: { line: string; ofOffice?: string } & Ending<E>
    /** Requests to approve an extra of the visit, or this one, are over. */
    endsRequests?: (data: EventData[E]) => { as: RequestEnd; extraId?: string }
    /** The payment of the visit is looked at. */
    wakesPayment?: true
    /** What screens have to load again. */
    changes: readonly Thing[]
    hears: readonly Hearer[]
    /** The states of the visit in which the office may send the customer's mail and text again. */
    resendWhile?: readonly JobStatus[]
    notifies?: readonly NotificationRule<E>[]
  }

/** Entries of the table of consequences. */
export type SomeConsequences = { [E in EventName]?: Consequences<E> }
