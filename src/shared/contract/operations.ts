import * as z from 'zod/mini'
import type { Part } from '../rules/uses.ts'
import { taxModes } from '../rules/sales-tax.ts'
import { endpoints, html } from './endpoint.ts'
import { EarlierTimes, SlotTimes, WeeklyHours } from './fields.ts'
import { Logo } from './logo.ts'
import { LaterRates } from './tax-rate.ts'

/** Facts about the business every screen needs first; no personal data. */
export const PublicConfig = z.object({
  brandName: z.string(),
  tagline: z.string(),
  /** The business's logo; null for our own mark. */
  logo: z.nullable(Logo),
  /** Both empty until the owner sets them. */
  supportEmail: z.string(),
  supportPhone: z.string(),
  timeZone: z.string(),
  claims: z.array(z.string()),
  /** Promised reply time in hours; 0 for no promise. */
  replyHours: z.number(),
  serviceDays: z.array(z.number()),
  /** Starts of the slots each weekday offers, Monday to Sunday, of these times of a day; earlier times may have their own. */
  weeklyHours: WeeklyHours,
  slotTimes: SlotTimes,
  earlierSlotTimes: z.array(EarlierTimes),
  /** Whether public pages may show hours and prices: not before the office has confirmed them. */
  published: z.object({ hours: z.boolean(), prices: z.boolean() }),
  /** Today's business-local date. */
  today: z.string(),
  /** First bookable date for customers; null if no day is ever open. */
  earliestDate: z.nullable(z.string()),
  latestDate: z.string(),
  /** Hours before a visit until which its customer may move or cancel it. */
  rescheduleNoticeHours: z.number(),
  cancelNoticeHours: z.number(),
  /** Fee for cancelling within these hours, or for a visit that could not be done; 0 for none. */
  cancelFeeCents: z.number(),
  cancelFeeWithinHours: z.number(),
  notDoneFeeCents: z.number(),
  /** Whether customers are asked for a tip after a card payment. */
  tipsEnabled: z.boolean(),
  /** Sales tax on new bookings in basis points, unless the core spot has its own; null for none. */
  salesTaxRateBp: z.nullable(z.number()),
  /** What it applies to, unless the core spot has its own. */
  taxMode: z.optional(z.enum(taxModes)),
  /** Rates for visits from a later day on, earliest first, if any are planned. */
  salesTaxRateChanges: z.optional(LaterRates),
  /** Maximum visits of one car per day; 0 for any number. */
  maxVisitsPerVehiclePerDay: z.number(),
  /** In cents: extras above this sum need the customer's approval. */
  extraApprovalAboveCents: z.number(),
  /** Whether each time has room for a fixed number of visits, or for each technician who can be there in time. */
  slotCapacityMode: z.enum(['number', 'technicians']),
  /** Whether the business can call and text from here. */
  telephony: z.boolean(),
  /** Whether addresses are suggested while typing. */
  addressSuggestions: z.boolean(),
  /** Whether visits can be paid by card. */
  cardPayments: z.boolean(),
  /** Other ways to pay, as the office named them; and whether technicians record such payments. */
  takesCash: z.boolean(),
  takesChecks: z.boolean(),
  takesTerminal: z.boolean(),
  takesTransfers: z.boolean(),
  techniciansRecordPayments: z.boolean(),
  /** What the business has switched on. */
  uses: z.strictObject({
    waitlist: z.boolean(),
    inspections: z.boolean(),
    companies: z.boolean(),
    plans: z.boolean(),
  } satisfies Record<Part, z.ZodMiniBoolean>),
  demo: z.boolean(),
  /** Name of the OpenID Connect provider, if configured. */
  oidc: z.nullable(z.string()),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const operations = endpoints({
  'GET /api/health': {
    summary: 'Liveness check, including the database',
    allow: ['public'],
    shows: [],
    errors: [503],
    response: z.object({ status: z.literal('ok') }),
  },
  'GET /api/ready': {
    summary: 'Readiness check for load balancers; fails first when this process is about to stop',
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
