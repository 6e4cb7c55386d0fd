import * as z from 'zod/mini'
import { taxModes } from '../rules/sales-tax.ts'
import { text } from '../texts/t.ts'
import { plainText } from '../rules/plain-text.ts'
import { areaAnswers } from '../rules/service-area.ts'
import { endpoints } from './endpoint.ts'
import { calendarDate, instant, localDate } from './fields.ts'
import { LaterRates } from './tax-rate.ts'

export const CoreSpot = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  radiusMiles: z.number(),
  /** Sales tax at its addresses in basis points; null for the business's rate. */
  taxRateBp: z.nullable(z.number()),
  /** What it applies to; null for the business's setting. */
  taxMode: z.optional(z.nullable(z.enum(taxModes))),
  isActive: z.boolean(),
})
export type CoreSpot = z.infer<typeof CoreSpot>

/** A date with visits near a place. */
const NearbyDay = z.object({ date: calendarDate, grouped: z.boolean() })

/** Street with house number; the state as abbreviation. */
const AddressSuggestion = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
})
export type AddressSuggestion = z.infer<typeof AddressSuggestion>

const zip = z.string().check(
  z.overwrite((typed) => plainText(typed).trim()),
  z.regex(/^\d{5}$/, text('A ZIP code has five digits')),
)

const LearnedDriveTimes = z.object({
  /** Drives counted of the last 180 days, and how many are needed. */
  drives: z.int(),
  needed: z.int(),
  /** Medians in minutes. */
  estimate: z.nullable(z.number()),
  actual: z.nullable(z.number()),
  /** The factor for drive times; 1 until there are enough drives. */
  factor: z.number(),
  /** Hours with enough drives of their own. */
  hours: z.array(
    z.object({ isWeekend: z.boolean(), hour: z.int(), drives: z.int(), factor: z.number() }),
  ),
  computedAt: z.nullable(instant),
})
export type LearnedDriveTimes = z.infer<typeof LearnedDriveTimes>

export const serviceArea = endpoints({
  'GET /api/admin/drive-times': {
    summary: "What the business's own drives say about estimated drive times",
    allow: ['admin'],
    shows: ['settings'],
    response: LearnedDriveTimes,
  },
  'GET /api/service-area': {
    summary:
      'Whether the business serves a ZIP code, and its sales tax. Addresses outside can be booked as requests for the office to confirm; unknown counts as inside',
    allow: ['public', 'guest'],
    shows: ['service_area'],
    query: z.strictObject({ zip }),
    response: z.object({
      answer: z.enum(areaAnswers),
      /** Sales tax on new bookings there in basis points; null for none. */
      salesTaxRateBp: z.nullable(z.number()),
      /** What sales tax applies to there. */
      taxMode: z.optional(z.enum(taxModes)),
      /** Rates for visits from a later day on, earliest first, if any are planned. */
      salesTaxRateChanges: z.optional(LaterRates),
    }),
    errors: [404],
  },
  'GET /api/zip-codes': {
    summary:
      'City and state of a ZIP code, by GeoNames (CC BY 4.0); null if unnamed, as in the territories. `exists` is false for an invalid ZIP code',
    allow: ['public'],
    shows: [],
    query: z.strictObject({ zip }),
    response: z.object({
      zip: z.string(),
      exists: z.boolean(),
      city: z.nullable(z.string()),
      state: z.nullable(z.string()),
    }),
  },
  'GET /api/address-suggestions': {
    summary:
      'Addresses matching typed text, at most five, by OpenStreetMap; empty without a map service or if it does not respond',
    allow: ['public'],
    shows: [],
    query: z.strictObject({ q: z.string().check(z.maxLength(200)) }),
    response: z.array(AddressSuggestion),
  },
  'GET /api/service-area/days': {
    summary:
      'Dates in a range, both ends included, that already have visits near a ZIP code; at most 100 days. `grouped` dates have reached the minimum per area and are offered first',
    allow: ['public'],
    shows: ['availability'],
    query: z.strictObject({ zip, from: localDate(), to: localDate() }),
    response: z.array(NearbyDay),
  },
  'GET /api/core-spots': {
    summary: 'The core service spots, by name',
    allow: ['person'],
    shows: ['service_area'],
    response: z.array(CoreSpot),
  },
})
