import * as z from 'zod/mini'
import { maxPriceCents } from '../rules/catalog.ts'
import { centsFromDecimal } from '../rules/money.ts'
import { leavingReasons, periodStates, subscriptionStates } from '../rules/plans.ts'
import { text } from '../texts/t.ts'
import { seenPrice } from './booking.ts'
import { CatalogChange } from './catalog.ts'
import { csv, endpoints } from './endpoint.ts'
import {
  address,
  amount,
  calendarDate,
  done,
  instant,
  localDate,
  money,
  optionalText,
  requiredLine,
  slot,
  uuid,
} from './fields.ts'

const wholeFrom = (least: number, most: number, message: string) =>
  z.int(message).check(z.minimum(least, message), z.maximum(most, message))
const percentPlease = text('Please enter a whole number from 1 to 100')
const percent = wholeFrom(1, 100, percentPlease)
const monthsPlease = text('Please enter 1 to 36 months')
const months = wholeFrom(1, 36, monthsPlease)
const visitsPlease = text('Please enter 0 to 12 visits')
const pricePlease = text('Please enter an amount from 0.01 to 10,000.00')

/** What a version of a plan includes and costs. */
const terms = {
  servicePackageId: uuid(text('Please select a service package')),
  /** Ids of add-ons of each visit. */
  addonIds: z.array(uuid()).check(z.maxLength(20)),
  everyMonths: months,
  /** Whichever comes first; null for months only. */
  everyMiles: z.nullable(wholeFrom(500, 50_000, text('Please enter 500 to 50,000 miles'))),
  /** A visit's price before sales tax; null if `percent` or nothing is taken off. */
  keptPrice: z.nullable(
    amount(pricePlease).check(
      z.refine((dollars) => {
        const cents = centsFromDecimal(dollars) ?? 0
        return cents > 0 && cents <= maxPriceCents
      }, pricePlease),
    ),
  ),
  percent: z.nullable(percent),
  /** Trial: this many first visits cost `firstPercent` less, in place of the above. */
  firstVisits: wholeFrom(0, 12, visitsPlease),
  firstPercent: wholeFrom(0, 100, text('Please enter a whole number from 0 to 100')),
  /** Months after which it renews; null for no term. */
  termMonths: z.nullable(months),
}
const words = {
  name: requiredLine(text('Please enter a name'), 60),
  description: optionalText(500),
  isActive: z.boolean(),
}

type Prices = {
  keptPrice?: unknown
  percent?: unknown
  firstVisits?: number
  firstPercent?: number
}
const onePrice = z.refine<Prices>(({ keptPrice, percent }) => !keptPrice || !percent, {
  path: ['percent'],
  message: text('Please enter a percentage or an amount, not both'),
})
const wholeTrial = z.refine<Prices>(
  ({ firstVisits, firstPercent }) => !firstVisits || Boolean(firstPercent),
  { path: ['firstPercent'], message: percentPlease },
)

const partly = <S extends z.core.$ZodLooseShape>(shape: S) => z.partial(z.strictObject(shape)).shape

export const PlanForm = z
  .strictObject({
    ...terms,
    ...partly({
      addonIds: terms.addonIds,
      everyMiles: terms.everyMiles,
      keptPrice: terms.keptPrice,
      percent: terms.percent,
      firstVisits: terms.firstVisits,
      firstPercent: terms.firstPercent,
      termMonths: terms.termMonths,
      isActive: words.isActive,
    }),
    name: words.name,
    description: words.description,
  })
  .check(onePrice, wholeTrial)
export type PlanForm = z.infer<typeof PlanForm>

/** The form's shape, which asks for a price by kind. */
export const PlanFields = z
  .strictObject({ ...terms, ...words, kind: z.enum(['percent', 'kept', 'none']) })
  .check(
    wholeTrial,
    z.refine(({ kind, percent }) => kind !== 'percent' || Boolean(percent), {
      path: ['percent'],
      message: percentPlease,
    }),
    z.refine(({ kind, keptPrice }) => kind !== 'kept' || Boolean(keptPrice), {
      path: ['keptPrice'],
      message: pricePlease,
    }),
  )

/** Omitted fields stay unchanged; changed terms become a new version, for new members only. */
const PlanChange = z
  .strictObject({ ...partly({ ...terms, ...words }), id: z.optional(uuid()) })
  .check(onePrice)
export type PlanChange = z.infer<typeof PlanChange>

export const OfficePlan = z.object({
  id: uuid(),
  name: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  /** The `ETag` value, for `If-Match`. */
  version: z.int(),
  /** Number of the version for new members. */
  versionNumber: z.int(),
  servicePackageId: uuid(),
  packageName: z.string(),
  addonIds: z.array(uuid()),
  everyMonths: z.int(),
  everyMiles: z.nullable(z.int()),
  keptPrice: z.nullable(money),
  percent: z.nullable(z.int()),
  firstVisits: z.int(),
  firstPercent: z.int(),
  termMonths: z.nullable(z.int()),
  /** In words, in the caller's language. */
  interval: z.string(),
  price: z.string(),
  /** Members now, and those of them on an older version. */
  members: z.int(),
  olderMembers: z.int(),
})
export type OfficePlan = z.infer<typeof OfficePlan>

/** A plan a customer can join with a car. */
export const OfferedPlan = z.object({
  id: uuid(),
  name: z.string(),
  description: z.string(),
  packageName: z.string(),
  interval: z.string(),
  price: z.string(),
  /** What a customer agrees to, with visits proposed or booked. */
  terms: z.string(),
  autoTerms: z.string(),
  /** Of the car's last visit; empty and null without one. */
  serviceAddress: z.string(),
  time: z.nullable(slot()),
})
export type OfferedPlan = z.infer<typeof OfferedPlan>

const time = { date: calendarDate, time: slot() }

export const Subscription = z.object({
  id: uuid(),
  planId: uuid(),
  plan: z.string(),
  packageName: z.string(),
  interval: z.string(),
  price: z.string(),
  vehicleId: uuid(),
  vehicle: z.string(),
  state: z.enum(subscriptionStates),
  /** Business-local date of the next service that is neither booked nor done; null unless active. */
  nextDue: z.nullable(calendarDate),
  pausedUntil: z.nullable(calendarDate),
  autoBook: z.boolean(),
  card: z.nullable(z.object({ id: uuid(), brand: z.string(), last4: z.string() })),
  /** A valid card is missing, and is asked for before a visit is proposed. */
  needsCard: z.boolean(),
  serviceAddress: z.string(),
  time: slot(),
  /** The service that is due, proposed or booked. */
  period: z.nullable(
    z.object({
      id: uuid(),
      number: z.int(),
      dueOn: calendarDate,
      state: z.enum(periodStates),
      /** Why no time is proposed, in words. */
      reason: z.nullable(z.string()),
      visit: z.nullable(z.object({ id: uuid(), ...time })),
    }),
  ),
  /** Terms they were told about and can agree to; theirs stay otherwise. */
  newTerms: z.nullable(z.object({ interval: z.string(), price: z.string(), terms: z.string() })),
  /** The last service did not take place, and can be proposed again. */
  mayPropose: z.boolean(),
  joinedAt: instant,
  endedAt: z.nullable(instant),
})
export type Subscription = z.infer<typeof Subscription>

export const Member = z.object({
  ...Subscription.shape,
  customer: z.object({ id: uuid(), name: z.string() }),
  /** Why it ended, in words. */
  endReason: z.nullable(z.string()),
  /** The last service, if it ended without a visit within 60 days, with the reason in words. */
  missed: z.nullable(
    z.object({ id: uuid(), dueOn: calendarDate, state: z.enum(periodStates), reason: z.string() }),
  ),
})
export type Member = z.infer<typeof Member>

export const JoinForm = z.strictObject({
  planId: uuid(text('Please choose a plan')),
  vehicleId: uuid(text('Please select a vehicle')),
  cardId: z.optional(uuid()),
  /** Usual place and time; omitted for those of the car's last visit. */
  serviceAddress: z.optional(address),
  time: z.optional(slot()),
  autoBook: z.optional(z.boolean()),
  /** For a car of a company that they manage: visits are booked without asking, and on its statement. */
  companyId: z.optional(uuid()),
  /** The purchase order of its visits. */
  poNumber: optionalText(40),
  /** Date of the last oil change, if it was done elsewhere. */
  lastServiceOn: z.optional(localDate()),
  /** The terms shown. */
  seenTerms: z.optional(z.string().check(z.maxLength(4000))),
})
export type JoinForm = z.infer<typeof JoinForm>

const SubscriptionChange = z.strictObject({
  cardId: z.optional(uuid()),
  serviceAddress: z.optional(address),
  time: z.optional(slot()),
  autoBook: z.optional(z.boolean()),
  seenTerms: z.optional(z.string().check(z.maxLength(4000))),
})
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

export const LeaveForm = z.strictObject({
  reason: z.optional(z.enum(leavingReasons)),
  words: optionalText(500),
  /** Cancels the plan's booked visit too if that is free; true by default. */
  cancelVisit: z.optional(z.boolean()),
})
export type LeaveForm = z.infer<typeof LeaveForm>

/** A period's id if signed in; otherwise the secret in the message's link. */
const planVisit = z.strictObject({
  id: z.string().check(z.minLength(20), z.maxLength(100), z.regex(/^[\w-]+$/, text('Unknown id'))),
})

export const PlanVisit = z.object({
  id: uuid(),
  state: z.enum(periodStates),
  /** The held time, and the UTC instant until which it is held; null once it cannot be answered. */
  held: z.nullable(z.object({ ...time, until: instant })),
  /** The booked visit. */
  jobId: z.nullable(uuid()),
  plan: z.string(),
  packageName: z.string(),
  vehicle: z.string(),
  vehicleId: uuid(),
  serviceAddress: z.string(),
  /** With the plan, and without it; tax included. */
  price: z.nullable(money),
  usualPrice: z.nullable(money),
  /** Other times that suit, in order. */
  others: z.array(z.object(time)),
})
export type PlanVisit = z.infer<typeof PlanVisit>

const PlanVisitAnswer = z.strictObject({
  /** Another time than the held one. */
  date: z.optional(localDate()),
  time: z.optional(slot()),
  seenPrice,
})
export type PlanVisitAnswer = z.infer<typeof PlanVisitAnswer>

const changesOwn = ['plans', 'vehicles', 'availability', 'notifications'] as const
export const memberLists = ['all', 'active', 'due', 'attention', 'paused', 'ended'] as const

export const plans = endpoints(
  {
    'GET /api/admin/plans': {
      summary: 'Plans with their current terms and number of members, active ones first',
      allow: ['admin'],
      shows: ['plans', 'catalog'],
      response: z.array(OfficePlan),
    },
    'GET /api/admin/plans/{id}': {
      summary: 'One plan with its change history; the ETag is for changing it',
      allow: ['admin'],
      shows: ['plans', 'catalog'],
      response: z.object({ ...OfficePlan.shape, history: z.array(CatalogChange) }),
      errors: [404],
    },
    'POST /api/admin/plans': {
      summary: 'Add a plan: a package every so many months or miles, at a kept price or a discount',
      allow: ['admin'],
      changes: ['plans'],
      body: PlanForm,
      response: OfficePlan,
      status: 201,
      idempotent: 'in transaction',
    },
    'PATCH /api/admin/plans/{id}': {
      summary:
        'Change a plan. Changed terms become a new version for new members; present members stay on theirs',
      allow: ['admin'],
      ifMatch: true,
      changes: ['plans'],
      body: PlanChange,
      response: OfficePlan,
      errors: [404, 409],
    },
    'POST /api/admin/plans/{id}/offer': {
      summary:
        'Tell members on earlier terms about the current ones; theirs stay until they agree. Returns how many were told',
      allow: ['admin'],
      changes: ['plans', 'notifications'],
      response: z.object({ told: z.int() }),
      errors: [404],
    },
    'GET /api/admin/plans/overview': {
      reads: 'much',
      summary:
        'Members by state, those who joined and left within 180 days with their reasons, and visits expected in this month and the next two',
      allow: ['admin'],
      shows: ['plans', 'catalog'],
      response: z.object({
        active: z.int(),
        paused: z.int(),
        joined: z.int(),
        left: z.int(),
        reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
        words: z.array(z.string()),
        months: z.array(z.object({ month: calendarDate, visits: z.int(), amount: money })),
      }),
    },
    'GET /api/admin/plans/members': {
      reads: 'much',
      summary: 'Members of plans, those due first; ?list= for one of the lists, at most 500',
      allow: ['admin'],
      shows: ['plans', 'jobs', 'customers'],
      query: z.strictObject({ list: z.optional(z.enum(memberLists)) }),
      response: z.array(Member),
    },
    'GET /api/admin/plans/members/export': {
      reads: 'much',
      summary: 'The same as CSV',
      allow: ['admin'],
      shows: ['plans', 'jobs', 'customers'],
      query: z.strictObject({ list: z.optional(z.enum(memberLists)) }),
      response: csv,
    },
    'GET /api/plans': {
      summary:
        'Plans the caller can join with a car, or with one of a company that they manage, with the terms to agree to',
      allow: ['customer'],
      shows: ['plans', 'catalog', 'vehicles'],
      query: z.strictObject({ vehicleId: uuid(), companyId: z.optional(uuid()) }),
      response: z.array(OfferedPlan),
      errors: [404],
    },
    'GET /api/subscriptions': {
      summary: "The caller's plans, or those of a company that they manage",
      allow: ['customer'],
      shows: ['plans', 'jobs', 'cards'],
      query: z.strictObject({ companyId: z.optional(uuid()) }),
      response: z.array(Subscription),
      errors: [404],
    },
    'POST /api/subscriptions': {
      summary:
        "Join a plan with a car; the terms are stored word for word. 409 has details.reason 'joined' if the car is on a plan, 'terms' if they differ from seenTerms",
      allow: ['customer'],
      changes: changesOwn,
      body: JoinForm,
      response: Subscription,
      status: 201,
      errors: [404, 409],
      idempotent: 'in transaction',
    },
    'PATCH /api/subscriptions/{id}': {
      summary: 'Change card, usual place and time, or whether visits are booked without asking',
      allow: ['customer', 'admin'],
      changes: changesOwn,
      body: SubscriptionChange,
      response: Subscription,
      errors: [404, 409],
    },
    'POST /api/subscriptions/{id}/agree': {
      summary:
        "Change to the new terms; 409 has details.reason 'terms' if they differ from seenTerms",
      allow: ['customer'],
      changes: changesOwn,
      body: z.strictObject({ seenTerms: z.string().check(z.maxLength(4000)) }),
      response: Subscription,
      errors: [404, 409],
    },
    'POST /api/subscriptions/{id}/propose': {
      summary: 'Propose a service again that was not answered or missed',
      allow: ['customer', 'admin'],
      changes: changesOwn,
      response: Subscription,
      errors: [404, 409],
    },
    'POST /api/subscriptions/{id}/pause': {
      summary: 'Pause a plan, until a day or until it is resumed; a booked visit stays',
      allow: ['customer', 'admin'],
      changes: changesOwn,
      body: z.optional(z.strictObject({ until: z.optional(localDate()) })),
      response: Subscription,
      errors: [404, 409],
    },
    'POST /api/subscriptions/{id}/resume': {
      summary: 'Resume a paused plan; a service that fell due in the meantime is due now',
      allow: ['customer', 'admin'],
      changes: changesOwn,
      response: Subscription,
      errors: [404, 409],
    },
    'POST /api/subscriptions/{id}/skip': {
      summary:
        'Skip the next service, due on dueOn if given; 409 while its visit is booked, which can be cancelled',
      allow: ['customer', 'admin'],
      changes: changesOwn,
      body: z.optional(z.strictObject({ dueOn: z.optional(localDate()) })),
      response: Subscription,
      errors: [404, 409],
    },
    'POST /api/subscriptions/{id}/cancel': {
      summary: 'End a plan at once; nothing is charged for it afterwards',
      allow: ['customer', 'admin'],
      changes: [...changesOwn, 'jobs', 'payments', 'conversation'],
      body: z.optional(LeaveForm),
      response: done,
      errors: [404, 409],
    },
    'GET /api/plan-visits/{id}': {
      summary:
        "A visit that a plan proposes, for its customer or the holder of the message's link, with other times that suit",
      allow: ['public'],
      shows: ['plans', 'jobs', 'availability'],
      params: planVisit,
      response: PlanVisit,
      errors: [404],
    },
    'POST /api/plan-visits/{id}/accept': {
      summary:
        "Book the held time, or another one; a repeat returns the booked visit. 409 with details.reason 'offer_over' once it is over, 'price' if the price differs from seenPrice, or as for a booking",
      allow: ['public'],
      changes: [...changesOwn, 'jobs', 'payments', 'conversation', 'position', 'promotions'],
      params: planVisit,
      body: z.optional(PlanVisitAnswer),
      /** `path`: the page of the visit, or for entering the card. */
      response: z.object({ jobId: uuid(), path: z.string() }),
      errors: [404, 409],
    },
    'POST /api/plan-visits/{id}/skip': {
      summary: 'Skip the proposed service; the time becomes available',
      allow: ['public'],
      changes: changesOwn,
      params: planVisit,
      response: done,
      errors: [404, 409],
    },
  },
  'plans',
)
