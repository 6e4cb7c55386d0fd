import * as z from 'zod/mini'
import { taxModes } from '../rules/sales-tax.ts'
import { spotRadius } from '../rules/service-area.ts'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { SpotRates, taxPercent, taxRateBp } from './tax-rate.ts'
import { done, required, requiredLine, uuid } from './fields.ts'
import { CoreSpot } from './service-area.ts'

const latitudePlease = text('Please enter a latitude from -90 to 90')
const longitudePlease = text('Please enter a longitude from -180 to 180')
const radiusPlease = text('Please enter miles from 0.5 to 100, in steps of 0.1')

const { least, most, step } = spotRadius
const isInSteps = (miles: number) => Math.abs(miles / step - Math.round(miles / step)) < 1e-6
const coreSpot = {
  name: requiredLine(text('Please enter a name'), 80),
  address: required(text('Please enter an address or a ZIP code'), 200),
  latitude: z
    .number(latitudePlease)
    .check(z.minimum(-90, latitudePlease), z.maximum(90, latitudePlease)),
  longitude: z
    .number(longitudePlease)
    .check(z.minimum(-180, longitudePlease), z.maximum(180, longitudePlease)),
  radiusMiles: z
    .number(radiusPlease)
    .check(
      z.minimum(least, radiusPlease),
      z.maximum(most, radiusPlease),
      z.refine(isInSteps, radiusPlease),
    ),
  /** Sales tax at its addresses in basis points; null for the business's rate. */
  taxRateBp: z.optional(z.nullable(taxRateBp)),
  /** What it applies to; null for the business's setting. */
  taxMode: z.optional(z.nullable(z.enum(taxModes))),
}

export const CoreSpotForm = z.strictObject(coreSpot)
export type CoreSpotForm = z.infer<typeof CoreSpotForm>
const CoreSpotFields = z.strictObject({ ...coreSpot, isActive: z.boolean() })
/** The form's shape, with sales tax in percent; a new spot is active. */
export const TypedCoreSpot = z.extend(z.omit(CoreSpotFields, { taxRateBp: true, taxMode: true }), {
  taxMode: z.optional(z.enum(['general', ...taxModes])),
  taxPercent: z.optional(z.nullable(taxPercent)),
})
/** The first spot, which needs only a ZIP code. */
export const FirstSpotForm = z.strictObject({
  zip: z.string().check(z.trim(), z.regex(/^\d{5}$/, text('A ZIP code has five digits'))),
  radiusMiles: coreSpot.radiusMiles,
})
export const CoreSpotChange = z.partial(CoreSpotFields)
export type CoreSpotChange = z.infer<typeof CoreSpotChange>

/** Counts within a circle: ZIP codes by center, customers of the last 12 months, visits ahead. */
const Covered = z.object({ zipCodes: z.int(), customers: z.int(), visitsAhead: z.int() })
export type Covered = z.infer<typeof Covered>

/** `only`: what would be outside without this spot. `others`: other active spots. */
export const Coverage = z.extend(Covered, { only: Covered, others: z.int() })
export type Coverage = z.infer<typeof Coverage>

const ManagedSpot = z.extend(CoreSpot, {
  /** The `ETag` value, for `If-Match`. */
  version: z.int(),
  /** Its sales tax for visits from a later day on, earliest first, if any is planned. */
  taxRateChanges: z.optional(SpotRates),
  coverage: Coverage,
})
export type ManagedSpot = z.infer<typeof ManagedSpot>

const ZipCenter = z.object({
  zip: z.string(),
  /** '' if unknown, as in the territories. */
  city: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type ZipCenter = z.infer<typeof ZipCenter>

/** Numbers sent in a query string. */
const sentLatitude = z.coerce
  .number(latitudePlease)
  .check(z.minimum(-90, latitudePlease), z.maximum(90, latitudePlease))
const sentLongitude = z.coerce
  .number(longitudePlease)
  .check(z.minimum(-180, longitudePlease), z.maximum(180, longitudePlease))

const box = {
  south: sentLatitude,
  north: sentLatitude,
  west: sentLongitude,
  east: sentLongitude,
}

export const coreSpots = endpoints({
  'GET /api/admin/core-spots': {
    summary: 'The core service spots by name, each with its coverage',
    allow: ['admin'],
    shows: ['service_area', 'jobs'],
    response: z.array(ManagedSpot),
  },
  'POST /api/admin/core-spots': {
    summary: 'Add a core service spot; it applies to addresses from then on',
    allow: ['admin'],
    changes: ['service_area', 'settings'],
    body: CoreSpotForm,
    response: CoreSpot,
    status: 201,
    idempotent: 'in transaction',
  },
  'PATCH /api/admin/core-spots/{id}': {
    summary: 'Change the given fields of a core spot',
    allow: ['admin'],
    ifMatch: true,
    changes: ['service_area', 'settings'],
    body: CoreSpotChange,
    response: CoreSpot,
    errors: [404, 409],
  },
  'DELETE /api/admin/core-spots/{id}': {
    summary:
      'Remove a core spot. Booked visits stay; without any spot, all addresses are inside the service area',
    allow: ['admin'],
    ifMatch: true,
    changes: ['service_area', 'settings'],
    response: done,
    errors: [404, 409],
  },
  'GET /api/admin/core-spots/coverage': {
    summary:
      "A circle's coverage, and the part that no other active spot covers; `except` excludes a spot from the others",
    allow: ['admin'],
    shows: ['service_area', 'jobs'],
    query: z.strictObject({
      latitude: sentLatitude,
      longitude: sentLongitude,
      radiusMiles: z.coerce
        .number(radiusPlease)
        .check(
          z.minimum(least, radiusPlease),
          z.maximum(most, radiusPlease),
          z.refine(isInSteps, radiusPlease),
        ),
      except: z.optional(uuid()),
    }),
    response: Coverage,
  },
  'GET /api/admin/core-spots/place': {
    summary:
      "Coordinates of an address or ZIP code: of the house if the map service knows it, else the ZIP code's center",
    allow: ['admin'],
    shows: [],
    query: z.strictObject({ address: coreSpot.address }),
    response: z.object({
      latitude: z.number(),
      longitude: z.number(),
      precision: z.enum(['house', 'zip']),
      /** City and state of its ZIP code; '' if unknown. */
      city: z.string(),
    }),
  },
  'GET /api/admin/zip-centers': {
    summary: 'Centers of ZIP codes in a box, for a map; at most 2000, a sample if there are more',
    allow: ['admin'],
    shows: [],
    query: z.strictObject(box),
    response: z.array(ZipCenter),
  },
})
