import type { CancelledMoney } from './cancelled-money.ts'
import type { LocalDate } from './calendar.ts'
import type { FieldChange } from './catalog.ts'
import type { ChecklistItemId } from './checklist.ts'
import type { MemberRole } from './companies.ts'
import type { DifferenceKind } from './daily-close.ts'
import type { DayRange } from './closure-days.ts'
import type { AnswerMethod } from './approvals.ts'
import type { ExtraApproval } from './extras.ts'
import type { InspectionResult, InspectionUnit } from './inspections.ts'
import type { NotDoneReason } from './not-done.ts'
import type { ContactPart, VisitNote } from './visit-details.ts'
import type { PhotoMoment } from './photos.ts'
import type { EndReason, PeriodReason } from './plans.ts'
import type { ReceiptDetails } from './receipts.ts'
import type { RecordedMethod } from './recorded-payments.ts'
import type { AdjustReason, DiscrepancyOutcome } from './payments.ts'
import type { DisputeState } from './disputes.ts'
import type { ChangedValues, SettingChange } from './setting-changes.ts'
import type { Slot } from './slots.ts'
import type { TechnicianField } from './technicians.ts'
import type { Tires } from './tires.ts'
import type { OfferOutcome } from './waitlist.ts'

/** A visit's business-local date and slot. */
export type VisitTime = { date: LocalDate; slot: Slot }

type Nothing = Record<never, never>

/** An extra at that time; the amount in cents includes its quantity. */
type ExtraThen = {
  serviceType: string
  description: string
  totalCents: number
  approval: ExtraApproval
}

/** The details of a visit the office can change, at that time; the car by name. */
type DetailsThen = { [Detail in VisitNote | ContactPart]?: string } & {
  serviceAddress?: string
  vehicle?: string
  /** The rate at its address, in percent. */
  salesTax?: string
}

/** How a request to approve extras ended; `needless` only in older records. */
export type RequestEnd = 'approved' | 'declined' | 'corrected' | 'removed' | 'needless' | 'over'

/** Events of booking a visit, and of ending it before its day. */
export type BookingEvents = {
  job_booked: VisitTime & { technicianId: string | null }
  /** Requested at an address outside the service area; the office has to confirm it. */
  job_requested: VisitTime & { technicianId: null }
  job_confirmed: VisitTime
  /** The requested time passed before the office confirmed. */
  request_expired: VisitTime
  job_reminded: { startsAt: string }
  /** It starts within the hour, at the UTC instant `startsAt`. */
  visit_soon: { startsAt: string }
  /** The technician is on the way and will be late, or is still working elsewhere, without an `expectedAt`. */
  running_late: { startsAt: string; expectedAt?: string }
  /** It should have started, and the reason is unknown. */
  visit_overdue: { startsAt: string }
  /** Without a card, the visit is released at the UTC instant `releaseAt`. */
  card_asked: VisitTime & { releaseAt: string }
  /** No card was added in time. */
  job_released: VisitTime
  /** The office sent the customer the message of an event again. */
  message_resent: { about: string; channels: readonly ('email' | 'sms')[] }
  /** The reason is free text; empty without one. Amounts held and paid at that time, in cents. */
  job_cancelled: VisitTime & {
    reason: string
    byOffice: boolean
    heldCents?: number
    paidCents?: number
    recordedCents?: number
    /** The cancellation fee; `noCard`: no stored card to charge it to. */
    feeCents?: number
    noCard?: boolean
  }
}

/** Events of planning a visit: its technician, time, address and car. */
export type PlanEvents = {
  /** `confirms`: this confirmed a request. */
  job_assigned: VisitTime & {
    technicianId: string
    formerTechnicianId: string | null
    confirms: boolean
  }
  job_unassigned: VisitTime & { formerTechnicianId: string }
  job_claimed: VisitTime
  /** `given`: this move assigned the technician; `lost`: the previous technician and all others are unavailable then. */
  job_rescheduled: {
    from: VisitTime
    to: VisitTime
    technicianId: string | null
    formerTechnicianId: string | null
    given?: boolean
    lost?: boolean
  }
  /** Its address, notes, contact or car were changed; only the changed fields. */
  job_changed: { from: DetailsThen; to: DetailsThen }
  /** The office planned it although its day cannot be driven. */
  planned_beyond_road: Nothing
  /** Locked to its technician; `promised`: it was already promised to them. */
  technician_locked: { promised?: boolean }
  technician_unlocked: Nothing
  /** The office was shown the customer's link to the visit. */
  customer_link_shown: Nothing
}

/** A finding of an inspection that was not saved, with its item's label. */
type LateFinding = {
  label: string
  result: InspectionResult
  measure?: number
  unit?: InspectionUnit
  note?: string
}

/** Events of working on a visit and after it. Amounts are cents. */
export type WorkEvents = {
  /** `again`: handed in after another device started it, with an earlier time, which counts. */
  service_started: { again?: boolean }
  /** `leftOut`: extras the customer had not answered; they are not charged. */
  service_completed: {
    leftOut?: readonly { description: string; totalCents: number }[]
    /** The absolute link to the inspection's report, if there is one. */
    report?: string
    /** Its receipt details by a receipt profile. */
    receipt?: ReceiptDetails
  }
  /**
   * `note` is the technician's. Amounts held and paid at that time; a fee can be decided on until the UTC instant
   * `decideUntil`.
   */
  job_not_done: VisitTime & {
    reason: NotDoneReason
    note: string
    heldCents?: number
    paidCents?: number
    recordedCents?: number
    decideUntil?: string
  }
  /** Items ticked or unticked; `late`: those that arrived after newer changes, and were not used. */
  checklist_saved: { ticked: number; changed?: ChecklistItemId[]; late?: ChecklistItemId[] }
  /** `late`: notes that arrived after newer ones, and were not used. */
  notes_saved: { late?: string }
  /** `late`: arrived after newer readings, and were not used. */
  measurements_saved: {
    odometerMiles?: number
    filledQuarts?: number
    tires?: Tires
    /** Their names. */
    usedProducts?: string[]
    late?: boolean
  }
  /**
   * The whole inspection, with counts of its results; `removed`: taken back. `late`: findings worth mentioning that arrived after newer ones, and were not used. `report`:
   * the absolute link to its report, if it first arrived after the visit.
   */
  inspection_saved: {
    ok: number
    watch: number
    fail: number
    removed?: true
    late?: readonly LateFinding[]
    report?: string
  }
  photo_added: { photoId: string; moment?: PhotoMoment }
  photo_removed: { photoId: string; moment?: PhotoMoment }
  review_written: { rating: number }
  review_asked: Nothing
  /** This car's oil is due on a business-local day; `byMiles`: because of the miles driven since this visit. */
  service_due: {
    dueOn: LocalDate
    atMiles: number | null
    byMiles: boolean
    /** What the owner declined before; amounts in cents. */
    declined?: readonly { description: string; totalCents: number }[]
  }
  /** `name` reported `count` changes that could not be saved: the visit was no longer theirs, or at another time. */
  unsent_work: { name: string; count: number; moved?: boolean; completed?: boolean }
  /** The office handled it, or reopened it. */
  unsent_work_handled: { handled: boolean }
}

/** Events of charges beyond the package. Amounts are cents. */
export type ChargeEvents = {
  addon_added: { addonServiceId: string; name: string; priceCents: number }
  /** `booked`: the customer had chosen it. */
  addon_removed: { addonServiceId: string; name: string; priceCents: number; booked: boolean }
  extra_added: { extraId: string; serviceType: string; description: string; totalCents: number }
  /** Charged only if the customer approves. `became` is set once answered or void. */
  extra_approval: {
    lines: readonly {
      extraId: string
      serviceType: string
      description: string
      totalCents: number
      /** Sales tax on it, in percent. */
      taxRate?: string
    }[]
    /** It is the part of a cancelled visit's fee above the agreed one. */
    forFee?: true
    became?: RequestEnd
  }
  /** `late`: arrived after a newer correction, and was not used. */
  extra_corrected: { extraId: string; from: ExtraThen; to: ExtraThen; late?: true }
  extra_removed: ExtraThen & { extraId: string }
  /** The visit was completed before the customer answered. */
  extra_left_out: { extraId: string; description: string; totalCents: number }
  /** Added by the office after the visit. `owedCents`: the customer was asked to pay this amount. */
  extra_billed: {
    serviceType: string
    description: string
    totalCents: number
    /** Sales tax on it, in percent. */
    taxRate?: string
    owedCents?: number
  }
  /** The office took a declined line off the recommendations, or put it back. */
  extra_dismissed: { extraId: string; description: string; totalCents: number; restored?: true }
  /** The customer's answer to lines of an estimate; `method` is missing in records from before there were several. */
  extra_decided: {
    method?: AnswerMethod
    lines: readonly {
      extraId: string
      description: string
      totalCents: number
      approved: boolean
    }[]
    forFee?: boolean
  }
}

/** Events of the conversation between a visit's customer and technician. */
export type ConversationEvents = {
  technician_on_way: Nothing
  /** `position`: where their phone was last, if they shared it on the way. */
  technician_arrived: {
    position?: { latitude: number; longitude: number; recordedAt: string }
  }
  /** On the way, about this many minutes away. */
  technician_near: { minutes: number }
  communication_closed: Nothing
  /**
   * Written by `name`, the customer or someone from the business; `asSms`: also sent as a text message; `technicianGone`:
   * the technician no longer works here, so the office has the visit.
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

/** Why the office changed a visit's price; `words` is free text. */
type Decision = { reason: AdjustReason; words: string }
export type RefundReason = AdjustReason | 'cancelled' | 'card_dashboard'

export type PaymentEvents = {
  /** The customer gave a card for the visit; its displayable details. */
  card_saved: { brand: string; last4: string }
  payment_held: { cents: number }
  payment_released: Nothing
  /**
   * `watched`: the customer was waiting for it; `added`: after an earlier charge. The reason is the office's latest
   * decision.
   */
  payment_charged: {
    cents: number
    watched?: boolean
    added?: boolean
    fee?: boolean
  } & Partial<Decision>
  payment_refunded: { cents: number; words?: string; reason?: RefundReason }
  /** `promised`: the customer was notified that it is on its way. */
  payment_refund_failed: { cents: number; promised: boolean }
  /** The customer's bank disputes a charge, or has decided the dispute; `again`: the other way than before. */
  payment_disputed: { cents: number; state: DisputeState; again?: true }
  /** The office decided on a refund; the events above record what the network did with it. */
  refund_decided: { cents: number; tip?: true } & Decision
  /** The customer tipped the technician on top of the price. */
  tip_given: { cents: number }
  /** This much of the tip was refunded to the card. */
  tip_refunded: { cents: number; words?: string; reason?: RefundReason }
  /** Someone from the office handled an unexpected event; `cents` could not be refunded. */
  payment_problem_resolved: { cents: number | null; outcome: DiscrepancyOutcome; note: string }
  /** The visit is over and the customer owes this; `tried`: a card was charged in vain before; `fee`: it is a fee. `takenBackCents`: a recorded payment that no longer counts. */
  payment_due: { cents: number; tried?: boolean; fee?: boolean; takenBackCents?: number }
  /** A reminder of it, this many days after the visit. */
  payment_reminded: { cents: number; days: number; fee?: boolean }
  /** The fee of a visit that was cancelled or could not be done was set, 0 for none; amounts held and paid at that time. */
  fee_decided: { feeCents: number; reason: string; cancelled?: boolean } & CancelledMoney
  /** The office did not decide in time, so there is no fee. */
  fee_lapsed: Nothing
  /** A scheduled hold failed while the customer was away. */
  payment_failed: Nothing
  /** `owedCents`: the customer was asked to pay this amount. */
  payment_adjusted: {
    fromCents: number
    toCents: number
    reason: AdjustReason
    /** The reason as free text. */
    words?: string
    owedCents?: number
  }
  /** The visit's invoice, due on a business-local day; `billedEmail`: the address it is mailed to. */
  invoice_issued: {
    number: string
    cents: number
    dueOn: LocalDate
    replaces?: string
    billedEmail?: string
  }
  /** A reminder of an open invoice, this many days after its due date; negative before it. */
  invoice_reminded: {
    number: string
    cents: number
    dueOn: LocalDate
    days: number
    billedEmail?: string
  }
  /** The visit no longer costs anything. */
  invoice_voided: { number: string; cents: number }
  /**
   * A payment without the card network was recorded; `note` is its reference. Given back if negative, with the reason in
   * `note`. Older ones have no method and day.
   */
  payment_recorded: { cents: number; method?: RecordedMethod; receivedOn?: LocalDate; note: string }
  /** A recorded payment was taken back; `note` is the reason. */
  payment_taken_back: {
    cents: number
    method?: RecordedMethod
    receivedOn?: LocalDate
    note: string
  }
  /** It was booked with a code, for this discount. */
  promotion_used: { promotionId: string; code: string; cents: number }
  /**
   * A visit moved to a day its code is not for: the office kept the discount, or it ended. `restored`: a code that had ended
   * is valid again on the new day, and used.
   */
  promotion_rechecked: {
    promotionId: string
    code: string
    cents: number
    kept: boolean
    restored?: true
  }
  /** A state change that needs no notification. */
  payment_changed: Nothing
}

/** Lists exported as files, with personal or payment data. */
export const exportedLists = [
  'customers',
  'payments',
  'invoices',
  'ledger',
  'cash_drawer',
  'promotions',
  'plan_members',
  'audit',
] as const
export type ExportedList = (typeof exportedLists)[number]

/** Changes the office makes to a customer's record. */
type CustomerChange = 'added' | 'changed' | 'note_added' | 'note_removed' | 'texts_ended'

/** An e-mail address, and its owner's language; null is English. */
type MailAddress = { email: string; language: string | null }

/** Events of people and their accounts, and of messages to the office. */
export type AccountEvents = {
  technician_waiting: { technicianId: string; email: string }
  account_approved: Nothing
  technician_added: { technicianId: string }
  technician_deactivated: { technicianId: string }
  /** For handing in work left on the phone of a deactivated technician. */
  hand_in_code_made: { technicianId: string }
  /** They are invited to sign in, in `language` (null: English). */
  technician_invited: {
    technicianId: string
    firstName: string
    invitedEmail: string
    language: string | null
  }
  /** `works`: the office changed their hours or skills. */
  technician_changed: {
    technicianId: string
    works: boolean
    fields: readonly TechnicianField[]
  }
  /** Both dates are included. */
  technician_away: { technicianId: string; from: LocalDate; to: LocalDate }
  /** Their days off were removed. */
  technician_back: { technicianId: string; from: LocalDate; to: LocalDate }
  /**
   * The office created a technician's secret calendar address, or (not `on`) revoked it; `replaced`: there was a previous
   * one.
   */
  calendar_feed_changed: { technicianId: string; on: boolean; replaced: boolean }
  /** `fields`: names of the changed fields, never their values. */
  customer_changed: { customerId: string; what?: CustomerChange; fields?: readonly string[] }
  /** Counts of new customers, cars and visits from a file. */
  customers_imported: { importId: string; customers: number; vehicles: number; visits?: number }
  /** Counts of removed records. */
  import_undone: { importId: string; customers: number; vehicles: number; visits?: number }
  /** Someone exported everything that is stored. */
  data_exported: { photos: boolean }
  /** Someone exported a list as a file. */
  list_exported: { list: ExportedList }
  /**
   * Two accounts were merged: the other one has everything of `mergedId`. `stays` signs in to it, `former` no longer does, or
   * again in a day (`waits`); null without an e-mail.
   */
  customers_merged: {
    customerId: string
    mergedId: string
    stays: MailAddress | null
    former: MailAddress | null
    waits: boolean
  }
  /** A car or one of its readings was added or corrected. */
  vehicle_saved: { vehicleId: string; what: 'added' | 'changed' | 'odometer' }
  vehicle_deleted: { vehicleId: string }
  /** The office restored it; `vehicle` is its name. */
  vehicle_recovered: { vehicleId: string; vehicle: string }
  /** They became an admin; `invited` mails them in `language` (null: English). */
  team_member_added: {
    personId: string
    invitedEmail: string
    language: string | null
    invited: boolean
    /** Null for the command line. */
    invitedBy: MailAddress | null
    /** Their role until then. */
    was: 'customer' | 'technician' | null
  }
  /** Their access to the office ended; `to` is their new role, null for none. */
  team_member_removed: { personId: string; to: 'customer' | 'technician' | null }
  /** `undoLink` gives the account back to the former address; empty if it was never proven. */
  email_changed: { email: string; formerEmail: string; undoLink: string }
  /** By the office, of an address that its owner has proven; made at the UTC instant `dueAt`. */
  email_change_asked: {
    personId: string
    email: string
    formerEmail: string
    dueAt: string
    undoLink: string
  }
  /** Before or after it was made. */
  email_change_undone: { personId: string }
  account_deleted: { customerId?: string }
  contact_message: {
    contactMessageId: string
    name: string
    email: string
    phone: string
    subject: string
    message: string
    /** The short number of the visit it is about. */
    jobNumber?: string
  }
  /** A text message to the business; `name` is empty for an unknown number (E.164). */
  text_received: {
    contactMessageId: string
    name: string
    phone: string
    message: string
    /** They opted out of texts, or in again. */
    keyword?: 'stop' | 'start' | 'help'
    /** "Cancel" may also be about the visit. */
    mayCancelVisit?: boolean
    wrongNumber?: boolean
    jobNumber?: string
  }
  /** Done, reopened or unassigned. */
  contact_message_handled: { contactMessageId?: string }
  /** `name` wrote it, and someone else assigned it to this person. */
  contact_message_assigned: { contactMessageId: string; name: string; subject: string }
  /** The office's answer is `message`; `question` is the original, `language` the sender's (null: English). */
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

/** Events of the calendar and the settings behind it. */
type ScheduleEvents = {
  /** The closure's name and reason. */
  slots_blocked: DayRange & ClosureWords
  slots_opened: DayRange & ClosureWords
  /** `names` of the changed settings, and from what to what for short values. */
  settings_changed: { names?: readonly string[]; changes?: readonly SettingChange[] }
  service_area_changed: NamedChange & { before?: ChangedValues; after?: ChangedValues }
}

export type WaitlistEvents = {
  /** An entry or its offer was changed; the office gives a reason. */
  waitlist_changed: {
    entryId: string
    what: 'joined' | 'left' | 'removed' | 'reordered' | 'accepted' | 'declined' | 'taken_back'
    reason?: string
  }
  /**
   * A time is held until the UTC instant `expiresAt`, for their `visit` or, at `price`, for a new one. `link` answers
   * without a session.
   */
  waitlist_offered: VisitTime & {
    offerId: string
    expiresAt: string
    vehicle: string
    link: string
    visit?: VisitTime
    price?: string
  }
  /** Nobody answered in time, or the time or the visit changed. */
  /** `open`: the waitlist was switched off, and everyone may book the time. */
  waitlist_offer_ended: VisitTime & { outcome: OfferOutcome; stillWaiting: boolean; open?: true }
}

/** A company's statement, mailed with `link` to the billing e-mail in `language` (null: English); empty without one. */
type StatementThen = {
  companyId: string
  company: string
  statementId: string
  number: string
  period: string
  cents: number
  dueOn: LocalDate
  link: string
  billedEmail: string
  language: string | null
}

type ApprovalThen = VisitTime & {
  jobId: string
  company: string
  unit: string
  car: string
  cents: number
  until: string
}

export type CompanyEvents = {
  company_changed: {
    companyId: string
    name: string
    what:
      | 'added'
      | 'changed'
      | 'held'
      | 'released'
      | 'closed'
      | 'reopened'
      | 'merged'
      | 'member_removed'
      | 'cars'
  }
  /** `invited`: they are new to the company, and get a mail in `language` (null: English). */
  company_member_added: {
    companyId: string
    company: string
    role: MemberRole
    invitedEmail: string
    language: string | null
    invited: boolean
  }
  /** Their access ended, and their cars have no driver. */
  company_member_removed: { companyId: string }
  /** A visit above the company's limit waits for this approver until the UTC instant `until`; `link` answers. */
  company_approval_asked: ApprovalThen & {
    link: string
    approverEmail: string
    language: string | null
  }
  /** No one answered in time: the office decides. */
  company_approval_lapsed: ApprovalThen
  company_approval_answered: { jobId: string; company: string; approved: boolean }
  /** A month was closed. */
  statement_closed: StatementThen
  /** `days` after its due day, negative before it; `cents` are open. */
  statement_reminded: StatementThen & { days: number }
  /** A payment of a statement was recorded, or (`back`, with the reason) taken back. */
  statement_paid: {
    companyId: string
    company: string
    number: string
    cents: number
    back?: string
  }
}

/** A customer's car on a plan, by name; `link` leads to its page. */
type OnPlan = { subscriptionId: string; plan: string; vehicle: string; link: string }

export type SubscriptionEvents = {
  /** `terms` are what they agreed to; `until` is the day on which a pause ends; `visit` a booked visit that stays. */
  subscription_changed: OnPlan & {
    what: 'joined' | 'changed' | 'agreed' | 'reopened' | 'paused' | 'resumed' | 'skipped' | 'ended'
    terms?: string
    until?: LocalDate
    reason?: EndReason
    visit?: VisitTime
  }
  /** The office told them about new terms; theirs stay until they agree. `price` in words. */
  plan_terms_offered: OnPlan & { price: string; interval: string }
  /** Their term renews on `renewsOn`, about a month ahead. */
  plan_renews: OnPlan & { renewsOn: LocalDate; price: string }
  /** A time is held until the UTC instant `expiresAt`, at `price` with sales tax. */
  plan_visit_proposed: OnPlan & VisitTime & { periodId: string; expiresAt: string; price: string }
  /** Not answered in time. */
  plan_visit_lapsed: OnPlan & VisitTime
  /** A valid card is missing for the service due on `dueOn`. */
  plan_card_needed: OnPlan & { dueOn: LocalDate }
  /** No time could be proposed for the service due on `dueOn`; the office takes care of it. */
  plan_visit_unplanned: OnPlan & { dueOn: LocalDate; reason: PeriodReason }
}

/** Events of closing a business day. Amounts are cents. */
type CloseEvents = {
  /** Its ledger was compared with the card network's own list. */
  day_compared: { date: LocalDate }
  /** Someone signed off its figures; `netCents` is captured minus refunded. */
  day_closed: { date: LocalDate; netCents: number }
  /** A difference was explained, or (`recorded`) entered in the ledger; negative for a refund. */
  difference_settled: {
    date: LocalDate
    kind: DifferenceKind
    hereCents: number
    thereCents: number
    recorded: boolean
  }
}

/** A change to a package, product, engine or core spot, with its name. */
type NamedChange = { name?: string; what?: 'added' | 'changed' | 'deleted' }
type CatalogChange = NamedChange & { changes?: readonly FieldChange[] }

type CatalogEvents = {
  /** One package or product; no `itemId` if their order changed. */
  catalog_changed: CatalogChange & { itemId?: string }
  /** One product's stock: counted, with a `reason`, or used by or returned from the visit `jobId`. */
  stock_changed: {
    productId?: string
    name?: string
    from?: number
    to?: number
    reason?: string
    jobId?: string
  }
  /** A visit left few in stock; negative if more were used than recorded. */
  stock_low: { productId: string; name: string; left: number }
  plan_changed: CatalogChange & { planId: string }
  promotion_changed: CatalogChange & { promotionId: string }
  engines_changed: CatalogChange & { engineId?: string }
  inspection_template_changed: CatalogChange & { templateId?: string }
  oil_data_changed: Nothing
}

/** Every event with its data. `server/events/` defines the consequences of each. */
export type EventData = BookingEvents &
  PlanEvents &
  WorkEvents &
  ChargeEvents &
  ConversationEvents &
  PaymentEvents &
  AccountEvents &
  ScheduleEvents &
  WaitlistEvents &
  CompanyEvents &
  SubscriptionEvents &
  CloseEvents &
  CatalogEvents
export type EventName = keyof EventData
export type JobEventName = keyof (BookingEvents &
  PlanEvents &
  WorkEvents &
  ChargeEvents &
  ConversationEvents &
  PaymentEvents)

/** Events of an account that the account itself is notified of. */
export type PersonEventName =
  | 'account_approved'
  | 'vehicle_recovered'
  | 'technician_changed'
  | 'technician_away'
  | 'technician_back'
  | 'calendar_feed_changed'
  | 'contact_message_assigned'
  | 'contact_message_answered'
  | keyof CompanyEvents
  | keyof WaitlistEvents
  | keyof SubscriptionEvents

/**
 * The accounts notified of an event. `customer` includes guests, whose links lead to their own signed page. `technician` has
 * the visit now, `former_technician` had it before. `office` is the admins, or the business's mailbox for mails. `person` is
 * the account a `PersonEventName` is about.
 */
export type Audience =
  | 'customer'
  | 'technician'
  | 'former_technician'
  | 'office'
  | 'person'
  /** A member of the visit's company. */
  | 'member'
