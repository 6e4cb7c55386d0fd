import type { CancelledMoney } from './cancelled-money.ts'
import type { LocalDate } from './calendar.ts'
import type { FieldChange } from './catalog.ts'
import type { DifferenceKind } from './daily-close.ts'
import type { DayRange } from './closure-days.ts'
import type { ExtraApproval } from './extras.ts'
import type { NotDoneReason } from './fees.ts'
import type { VisitNote } from './visit-details.ts'
import type { PhotoMoment } from './photos.ts'
import type { AdjustReason, DiscrepancyOutcome, DisputeState } from './payments.ts'
import type { ChangedValues, SettingChange } from './setting-changes.ts'
import type { TechnicianField } from './technicians.ts'

/** Business-local date and slot of a visit. */
export type VisitTime = { date: LocalDate; slot: number }

type Nothing = Record<never, never>

/** An extra as it was; the amount in cents with its quantity. */
type ExtraThen = {
  serviceType: string
  description: string
  totalCents: number
  approval: ExtraApproval
}

/** What the office can change of a visit, as it was; the car by its name. */
type DetailsThen = { [Note in VisitNote]?: string } & {
  serviceAddress?: string
  vehicle?: string
  /** The rate at its address, in percent. */
  salesTax?: string
}

/** How a request to approve an extra ended. */
export type RequestEnd = 'approved' | 'declined' | 'corrected' | 'removed' | 'needless' | 'over'

/** How a visit comes about, and how it may end before its day. */
export type BookingEvents = {
  job_booked: VisitTime & { technicianId: string | null }
  /** Asked for at an address outside the service area; the office has to confirm it. */
  job_requested: VisitTime & { technicianId: null }
  job_confirmed: VisitTime
  /** The time that a request asked for came before the office had confirmed it. */
  request_expired: VisitTime
  job_reminded: { startsAt: string }
  /** It begins within the hour, at the UTC instant `startsAt`. */
  visit_soon: { startsAt: string }
  /** The technician is on the way and will be late, or still works elsewhere: then nobody knows until when. */
  running_late: { startsAt: string; expectedAt?: string }
  /** It should have begun, and nobody here knows why it has not. */
  visit_overdue: { startsAt: string }
  /** Without a card the visit is released at the UTC instant `releaseAt`. */
  card_asked: VisitTime & { releaseAt: string }
  /** Nobody gave a card in time. */
  job_released: VisitTime
  /** The office has sent the customer again what they were written of an event. */
  message_resent: { about: string; channels: readonly ('email' | 'sms')[] }
  /** The reason is in somebody's own words; empty when there is none. What was held and paid then, in cents. */
  job_cancelled: VisitTime & {
    reason: string
    byOffice: boolean
    heldCents?: number
    paidCents?: number
    /** What cancelling costs; `noCard`: no card is stored that it could be charged to. */
    feeCents?: number
    noCard?: boolean
  }
}

/** What can happen to the plan of a visit: who does it, when, where and to which car. */
export type PlanEvents = {
  /** `confirms`: it was a request, and is confirmed by this. */
  job_assigned: VisitTime & {
    technicianId: string
    formerTechnicianId: string | null
    confirms: boolean
  }
  job_unassigned: VisitTime & { formerTechnicianId: string }
  job_claimed: VisitTime
  /** `given`: the technician has got it by this move; `lost`: nobody who was there before or else can come then. */
  job_rescheduled: {
    from: VisitTime
    to: VisitTime
    technicianId: string | null
    formerTechnicianId: string | null
    given?: boolean
    lost?: boolean
  }
  /** The office changed where it is, its notes or its car; only what is another now. */
  job_changed: { from: DetailsThen; to: DetailsThen }
  /** The office was shown the link by which the visit's customer gets to it. */
  customer_link_shown: Nothing
}

/** What can happen when a visit is worked on, and after it. Amounts are cents. */
export type WorkEvents = {
  service_started: Nothing
  /** `leftOut`: extras that the customer had not answered; they are not charged. */
  service_completed: { leftOut?: readonly { description: string; totalCents: number }[] }
  /** `note`: of whoever was there. What was held and paid then; a fee is decided on until the UTC instant `decideUntil`. */
  job_not_done: VisitTime & {
    reason: NotDoneReason
    note: string
    heldCents?: number
    paidCents?: number
    decideUntil?: string
  }
  checklist_saved: { ticked: number }
  notes_saved: Nothing
  measurements_saved: { odometerMiles?: number; filledQuarts?: number }
  photo_added: { photoId: string; moment?: PhotoMoment }
  photo_removed: { photoId: string; moment?: PhotoMoment }
  review_written: { rating: number }
  /** Its customer is asked how it was. */
  review_asked: Nothing
  /** The oil of this car is due on a business-local day, `byMiles`: because it has run so many since this visit. */
  service_due: { dueOn: LocalDate; atMiles: number | null; byMiles: boolean }
  /** `name` told the office of so many changes that could not go in: the visit was theirs no more, or at another time. */
  unsent_work: { name: string; count: number; moved?: boolean }
  /** The office has seen to it, or takes it up again. */
  unsent_work_handled: { handled: boolean }
}

/** What can happen to what is charged besides the package. Amounts are cents. */
export type ChargeEvents = {
  addon_added: { addonServiceId: string; name: string; priceCents: number }
  /** `booked`: the customer had chosen it. */
  addon_removed: { addonServiceId: string; name: string; priceCents: number; booked: boolean }
  extra_added: { extraId: string; serviceType: string; description: string; totalCents: number }
  /** Above the operator's limit: the customer is asked first. `became` is written once that is over. */
  extra_approval: {
    extraId: string
    serviceType: string
    description: string
    totalCents: number
    /** Sales tax on it, in percent. */
    taxRate?: string
    became?: RequestEnd
  }
  extra_corrected: { extraId: string; from: ExtraThen; to: ExtraThen }
  extra_removed: ExtraThen & { extraId: string }
  /** The visit was completed before the customer answered. */
  extra_left_out: { extraId: string; description: string; totalCents: number }
  /** After the visit, by the office. `owedCents`: its customer has been asked to pay, and this is what they have to pay now. */
  extra_billed: {
    serviceType: string
    description: string
    totalCents: number
    /** Sales tax on it, in percent. */
    taxRate?: string
    owedCents?: number
  }
  /** `freed`: what waited too, and is charged without an answer after this one. */
  extra_decided: {
    extraId: string
    description: string
    totalCents: number
    approved: boolean
    freed?: { description: string; totalCents: number }[]
  }
}

/** What can happen in the conversation between a visit's customer and technician. */
export type ConversationEvents = {
  technician_on_way: Nothing
  technician_arrived: Nothing
  /** On the way, and about so many minutes away. */
  technician_near: { minutes: number }
  communication_closed: Nothing
  /**
   * `name` wrote it, the customer or somebody of the business; `asSms`: to be sent as a text message too;
   * `technicianGone`: its technician works here no more, and the office has the visit.
   */
  job_message: {
    name: string
    byCustomer: boolean
    message: string
    asSms: boolean
    technicianGone?: true
  }
  call_started: Nothing
  messages_read: Nothing
  position_changed: Nothing
}

/** Why the office changed what a visit costs; `words` say it in somebody's own. */
type Decision = { reason: AdjustReason; words: string }
export type RefundReason = AdjustReason | 'cancelled' | 'card_dashboard'

/** What can happen to a visit's payment. */
export type PaymentEvents = {
  /** The visit's customer gave a card for it, as it may be shown. */
  card_saved: { brand: string; last4: string }
  payment_held: { cents: number }
  payment_released: Nothing
  /** `watched`: its customer waited for it; `added`: after a charge before. The reason is of what the office decided last. */
  payment_charged: {
    cents: number
    watched?: boolean
    added?: boolean
    fee?: boolean
  } & Partial<Decision>
  payment_refunded: { cents: number; words?: string; reason?: RefundReason }
  /** `promised`: the customer was told that it is on its way. */
  payment_refund_failed: { cents: number; promised: boolean }
  /** The customer's bank wants money back that was charged, or has decided about it. */
  payment_disputed: { cents: number; state: DisputeState }
  /** The office decided on a refund; what the network makes of it is said by the events above. */
  refund_decided: { cents: number; tip?: true } & Decision
  /** Its customer gave the technician a tip on top of what it cost. */
  tip_given: { cents: number }
  /** Of the tip so much went back to the card. */
  tip_refunded: { cents: number; words?: string; reason?: RefundReason }
  /** Somebody of the office has seen to what was not as expected; `cents` could not be given back. */
  payment_problem_resolved: { cents: number | null; outcome: DiscrepancyOutcome; note: string }
  /** The visit is over and so much is to be paid by its customer; `tried`: a card was asked before; `fee`: it is a fee. */
  payment_due: { cents: number; tried?: boolean; fee?: boolean }
  /** The same again, so many days after the visit. */
  payment_reminded: { cents: number; days: number; fee?: boolean }
  /** The office decided what a visit costs that could not be done, 0 for nothing; what was held and paid then. */
  fee_decided: { feeCents: number; reason: string } & CancelledMoney
  /** Nobody of the office decided on it in time, so that it costs nothing. */
  fee_lapsed: Nothing
  /** The amount could not be held while the customer was away. */
  payment_failed: Nothing
  /** `owedCents`: its customer has been asked to pay, and this is what they have to pay now. */
  payment_adjusted: {
    fromCents: number
    toCents: number
    reason: AdjustReason
    /** Why, in somebody's own words. */
    words?: string
    owedCents?: number
  }
  /** The visit's invoice, due on a business-local day; `billedEmail`: where its customer wants it mailed. */
  invoice_issued: {
    number: string
    cents: number
    dueOn: LocalDate
    replaces?: string
    billedEmail?: string
  }
  /** The same again while it is open, so many days after it was due; below 0 before. */
  invoice_reminded: {
    number: string
    cents: number
    dueOn: LocalDate
    days: number
    billedEmail?: string
  }
  /** The visit costs nothing any more. */
  invoice_voided: { number: string; cents: number }
  /** The office recorded what came in for the invoice; `note` says how. */
  invoice_paid: { cents: number; note: string }
  /** What was recorded was none; `note` says why. */
  invoice_payment_undone: { cents: number; note: string }
  /** It was booked with a code, which takes so many cents off. */
  promotion_used: { promotionId: string; code: string; cents: number }
  /** It came to another state that nobody has to be told of. */
  payment_changed: Nothing
}

/** Lists that are taken as files, with people or money in them. */
export const exportedLists = [
  'customers',
  'payments',
  'invoices',
  'ledger',
  'promotions',
  'audit',
] as const
export type ExportedList = (typeof exportedLists)[number]

/** What the office did to a customer's record. */
type CustomerChange = 'added' | 'changed' | 'note_added' | 'note_removed'

/** What can happen to people and their accounts, and who writes to the office. */
export type AccountEvents = {
  technician_waiting: { technicianId: string; email: string }
  account_approved: Nothing
  technician_added: { technicianId: string }
  technician_deactivated: { technicianId: string }
  /** They are asked to sign in, in `language` (null: English). */
  technician_invited: {
    technicianId: string
    firstName: string
    invitedEmail: string
    language: string | null
  }
  /** `works`: when they work or what they can do is another, by the office. */
  technician_changed: {
    technicianId: string
    works: boolean
    fields: readonly TechnicianField[]
  }
  /** Both dates are included. */
  technician_away: { technicianId: string; from: LocalDate; to: LocalDate }
  /** They work then after all. */
  technician_back: { technicianId: string; from: LocalDate; to: LocalDate }
  /** The office made the secret address of a technician's calendar, or (not `on`) ended it; `replaced`: one that there was. */
  calendar_feed_changed: { technicianId: string; on: boolean; replaced: boolean }
  /** `fields`: names of what is another now, never what stood in them. */
  customer_changed: { customerId: string; what?: CustomerChange; fields?: readonly string[] }
  /** From a file; so many are new. */
  customers_imported: { importId: string; customers: number; vehicles: number }
  /** What it made and nobody used since is gone. */
  import_undone: { importId: string; customers: number; vehicles: number }
  /** Somebody has taken everything that is stored. */
  data_exported: { photos: boolean }
  /** Somebody has taken what a list finds as a file. */
  list_exported: { list: ExportedList }
  /** Two accounts are one now: everything of `mergedId` is the other's. */
  customers_merged: { customerId: string; mergedId: string }
  /** Added or corrected, or a reading of it. */
  vehicle_saved: { vehicleId: string; what: 'added' | 'changed' | 'odometer' }
  vehicle_deleted: { vehicleId: string }
  /** The office has brought it back; `vehicle` by its name. */
  vehicle_recovered: { vehicleId: string; vehicle: string }
  email_changed: { email: string; formerEmail: string }
  account_deleted: { customerId?: string }
  contact_message: {
    contactMessageId: string
    name: string
    email: string
    phone: string
    subject: string
    message: string
    /** The visit it is about, as people say it. */
    jobNumber?: string
  }
  /** Somebody texted the business; `name` is empty where nobody knows the number, E.164. */
  text_received: {
    contactMessageId: string
    name: string
    phone: string
    message: string
    /** They want no texts any more, or want them again. */
    keyword?: 'stop' | 'start' | 'help'
    jobNumber?: string
  }
  /** Done, or open again, or nobody's. */
  contact_message_handled: { contactMessageId?: string }
  /** `name` wrote it, and somebody else has given it to the person to answer. */
  contact_message_assigned: { contactMessageId: string; name: string; subject: string }
  /** The office answered in `message`; `question` is what it answers, `language` that of whoever wrote (null: English). */
  contact_message_answered: {
    contactMessageId: string
    writerEmail: string
    name: string
    subject: string
    question: string
    message: string
    language: string | null
  }
}

type ClosureWords = { name?: string; reason?: string }

/** What can happen to the calendar and to what it follows. */
type ScheduleEvents = {
  /** What the closure is called, and why. */
  slots_blocked: DayRange & ClosureWords
  slots_opened: DayRange & ClosureWords
  /** `names` of what is another now, and of what is short enough from what to what. */
  settings_changed: { names?: readonly string[]; changes?: readonly SettingChange[] }
  /** What was changed of it, both as it was and as it is now. */
  service_area_changed: NamedChange & { before?: ChangedValues; after?: ChangedValues }
}

/** What can happen to the close of a business day. Amounts are cents. */
type CloseEvents = {
  /** Its ledger was compared with the card network's own list. */
  day_compared: { date: LocalDate }
  /** Somebody stands for its figures; `netCents` are what was taken less what was given back. */
  day_closed: { date: LocalDate; netCents: number }
  /** A difference was explained, or (`recorded`) booked; below 0 where money was given back. */
  difference_settled: {
    date: LocalDate
    kind: DifferenceKind
    hereCents: number
    thereCents: number
    recorded: boolean
  }
}

/** What somebody did to a package, a product, an engine or a core spot, and what it is called. */
type NamedChange = { name?: string; what?: 'added' | 'changed' | 'deleted' }
type CatalogChange = NamedChange & { changes?: readonly FieldChange[] }

/** What can happen to what is on offer, and to the shelf. */
type CatalogEvents = {
  /** Of one package or product; of none where their order changed. */
  catalog_changed: CatalogChange & { itemId?: string }
  /** Of one product: counted, for a `reason`, or what the visit `jobId` took from the shelf or put back. */
  stock_changed: {
    productId?: string
    name?: string
    from?: number
    to?: number
    reason?: string
    jobId?: string
  }
  /** A visit took so much of it that few are left; below zero more than anybody knew of. */
  stock_low: { productId: string; name: string; left: number }
  promotion_changed: CatalogChange & { promotionId: string }
  engines_changed: CatalogChange & { engineId?: string }
  /** What is known of the oil of cars that are saved is another. */
  oil_data_changed: Nothing
}

/** Everything that can happen, with the data it carries. What follows from each is in `server/events/`. */
export type EventData = BookingEvents &
  PlanEvents &
  WorkEvents &
  ChargeEvents &
  ConversationEvents &
  PaymentEvents &
  AccountEvents &
  ScheduleEvents &
  CloseEvents &
  CatalogEvents
export type EventName = keyof EventData
export type JobEventName = keyof (BookingEvents &
  PlanEvents &
  WorkEvents &
  ChargeEvents &
  ConversationEvents &
  PaymentEvents)

/** Events of an account that the account itself is notified of; their happenings name it. */
export type PersonEventName =
  | 'account_approved'
  | 'vehicle_recovered'
  | 'technician_changed'
  | 'technician_away'
  | 'technician_back'
  | 'calendar_feed_changed'
  | 'contact_message_assigned'
  | 'contact_message_answered'

/**
 * The accounts that are notified of an event. `customer` is a guest too, whose links lead to their own signed page.
 * `technician` has the visit now, `former_technician` had it before. `office` are the admins, in mails the business's
 * mailbox. `person` is the account that a `PersonEventName` is about.
 */
export type Audience = 'customer' | 'technician' | 'former_technician' | 'office' | 'person'
