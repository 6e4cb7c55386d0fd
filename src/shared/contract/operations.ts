import * as z from 'zod/mini'
import { endpoints, html } from './endpoint.ts'
import { WeeklyHours } from './fields.ts'
import { Logo } from './logo.ts'

/** What every screen must know of the business before it draws anything; no personal data. */
export const PublicConfig = z.object({
  brandName: z.string(),
  tagline: z.string(),
  /** Its own picture; null: our mark stands in its place. */
  logo: z.nullable(Logo),
  /** Both empty until the owner has said them. */
  supportEmail: z.string(),
  supportPhone: z.string(),
  timeZone: z.string(),
  claims: z.array(z.string()),
  /** Within how many hours messages are answered; 0: nothing is promised. */
  replyHours: z.number(),
  serviceDays: z.array(z.number()),
  /** The slots that each weekday offers, Monday to Sunday, by their numbers. */
  weeklyHours: WeeklyHours,
  /** What public pages may say: until the office has looked at them, days and prices are nobody's word. */
  published: z.object({ hours: z.boolean(), prices: z.boolean() }),
  /** Business-local date of today. */
  today: z.string(),
  /** First date a customer may ask for; null when no day is ever open. */
  earliestDate: z.nullable(z.string()),
  latestDate: z.string(),
  /** How long before a visit its customer may still move or cancel it, in hours. */
  rescheduleNoticeHours: z.number(),
  cancelNoticeHours: z.number(),
  /** What a visit costs that is cancelled less than so many hours before it, or that could not be done; 0: nothing. */
  cancelFeeCents: z.number(),
  cancelFeeWithinHours: z.number(),
  notDoneFeeCents: z.number(),
  /** Whether customers are asked for a tip after a visit that a card has paid. */
  tipsEnabled: z.boolean(),
  /** Sales tax on what is booked now, in basis points, where a place has none of its own; null while none is taken. */
  salesTaxRateBp: z.nullable(z.number()),
  /** How many visits one car may have on a day; 0: any number. */
  maxVisitsPerVehiclePerDay: z.number(),
  /** In cents: a dearer extra is charged only once the customer has agreed. */
  extraApprovalAboveCents: z.number(),
  /** Whether the business can call and text people by itself. */
  telephony: z.boolean(),
  /** Whether addresses are suggested while they are typed. */
  addressSuggestions: z.boolean(),
  /** Whether visits can be paid by card here. */
  cardPayments: z.boolean(),
  demo: z.boolean(),
  /** Name of the OpenID Connect provider when one is switched on. */
  oidc: z.nullable(z.string()),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const operations = endpoints({
  'GET /api/health': {
    summary: 'Alive, and its database answers',
    allow: ['public'],
    shows: [],
    errors: [503],
    response: z.object({ status: z.literal('ok') }),
  },
  'GET /api/ready': {
    summary:
      'Wants requests: for a load balancer, which is told first when this process is about to end',
    allow: ['public'],
    shows: [],
    errors: [503],
    response: z.object({ status: z.literal('ready') }),
  },
  'GET /api/config': {
    summary: 'Brand, opening hours and booking window',
    allow: ['public'],
    shows: ['settings'],
    response: PublicConfig,
  },
  'GET /api/openapi.json': {
    summary: 'This contract as OpenAPI 3.1',
    allow: ['public'],
    shows: [],
    response: z.looseObject({}),
  },
  'GET /api/docs': {
    summary: 'This contract as a readable page',
    allow: ['public'],
    shows: [],
    response: html,
  },
})
