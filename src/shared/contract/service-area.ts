import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { areaAnswers } from '../rules/service-area.ts'
import { endpoints } from './endpoint.ts'
import { calendarDate, localDate } from './fields.ts'

export const CoreSpot = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  radiusMiles: z.number(),
  /** Sales tax at its addresses in basis points; null for the business's rate. */
  taxRateBp: z.nullable(z.number()),
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

const zip = z.string().check(z.regex(/^\d{5}$/, text('A ZIP code has five digits')))

export const serviceArea = endpoints({
  'GET /api/service-area': {
    summary:
      'Whether the business comes to a ZIP code, and its sales tax. What is outside can be booked too and waits for the office; unknown counts as inside',
    allow: ['public', 'guest'],
    shows: ['service_area'],
    query: z.strictObject({ zip }),
    response: z.object({
      answer: z.enum(areaAnswers),
      /** Sales tax on new bookings there in basis points; null for none. */
      salesTaxRateBp: z.nullable(z.number()),
    }),
    errors: [404],
  },
  'GET /api/zip-codes': {
    summary:
      'City and state of a ZIP code, by GeoNames (CC BY 4.0); null where it has no name here, as in the territories. `exists` is false for one that there is not',
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
      'Houses that fit the beginning of an address, at most five, by OpenStreetMap; none without a map service, and while it does not answer',
    allow: ['public'],
    shows: [],
    query: z.strictObject({ q: z.string().check(z.maxLength(200)) }),
    response: z.array(AddressSuggestion),
  },
  'GET /api/service-area/days': {
    summary:
      'Dates, both included, with a visit close to a ZIP code already; at most 100 days. `grouped` ones have as many in the area as the operator wants, and are offered first',
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
