import * as z from 'zod/mini'
import { maxPriceCents } from '../rules/catalog.ts'
import { centsFromDecimal } from '../rules/money.ts'
import { oilTypes } from '../rules/oil.ts'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import {
  money,
  amount,
  calendarDate,
  instant,
  localDate,
  oilType,
  optionalText,
  requiredLine,
  uuid,
} from './fields.ts'

export const ServicePackage = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Today's. */
  basePrice: z.number(),
  /** Later prices, earliest first, each for visits from its day on. */
  priceChanges: z.optional(z.array(z.object({ from: calendarDate, price: z.number() }))),
  /** Whether sales tax applies, where there is any. */
  taxable: z.boolean(),
  oilType,
  features: z.array(z.string()),
  isActive: z.boolean(),
  serviceType: z.string(),
  /** The recommended package; at most one. */
  isRecommended: z.boolean(),
  includedQuarts: z.number(),
  /** How long a technician stays. */
  minutes: z.number(),
  /** What it puts into the car, where sales tax applies to parts only. */
  parts: z.optional(
    z.array(
      z.object({
        price: money,
        /** Pieces per visit, or per quart of its engine. */
        quantity: z.number(),
        perQuart: z.boolean(),
        taxable: z.boolean(),
      }),
    ),
  ),
})
export type ServicePackage = z.infer<typeof ServicePackage>

/** An add-on for a visit. */
export const Addon = z.object({
  id: z.string(),
  name: z.string(),
  price: z.string(),
  /** Whether sales tax applies, where there is any. */
  taxable: z.boolean(),
  category: z.optional(z.enum(['addon', 'service'])),
})
export type Addon = z.infer<typeof Addon>

/** A change of a package, product or engine, worded for the reader. */
export const CatalogChange = z.object({
  id: z.string(),
  at: instant,
  /** Empty if unknown. */
  by: z.string(),
  changes: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
    }),
  ),
})
export type CatalogChange = z.infer<typeof CatalogChange>

/** A package with the stock it uses, for the office. */
export const AdminPackage = z.object({
  ...ServicePackage.shape,
  products: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      quantity: z.number(),
      perQuart: z.boolean(),
    }),
  ),
  /** The `ETag` value, for `If-Match`. */
  version: z.number(),
})
export type AdminPackage = z.infer<typeof AdminPackage>

/** A package with everything that depends on it. */
export const PackageDetails = z.object({
  ...AdminPackage.shape,
  /** Visits booked with it, at most 10,000. */
  visits: z.number(),
  visitsCapped: z.boolean(),
  /** Those not over yet, which keep their price. */
  visitsAhead: z.number(),
  /** Newest first. */
  history: z.array(CatalogChange),
})
export type PackageDetails = z.infer<typeof PackageDetails>

const pricePlease = text('Please enter a price from 0.00 to 10,000.00')
/** A price in dollars. */
export const price = amount(pricePlease).check(
  z.refine((dollars) => (centsFromDecimal(dollars) ?? Infinity) <= maxPriceCents, pricePlease),
)

const featureLine = z.string().check(z.trim(), z.maxLength(200))
const quartsPlease = text('Please enter quarts from 0 to 50, in quarters')
const minutesPlease = text('Please enter minutes from 10 to 480')
const piecesPlease = text('Please enter a whole number from 1 to 99')
/** Also accepts the spellings of other programs' forms. */
const oilSpelling = z.enum(
  [...oilTypes.map(({ value }) => value), 'semi-synthetic', 'full-synthetic', 'diesel'] as const,
  text('Please choose an oil type'),
)

const packageFields = {
  name: requiredLine(text('Please enter a name'), 80),
  description: optionalText(500),
  basePrice: price,
  taxable: z.optional(z.boolean()),
  oilType: oilSpelling,
  /** Empty lines are dropped. */
  features: z.optional(z.array(featureLine).check(z.maxLength(30))),
  isActive: z.optional(z.boolean()),
  serviceType: z.optional(requiredLine(text('Please enter the kind of service'), 60)),
  isRecommended: z.optional(z.boolean()),
  includedQuarts: z.optional(
    z.number(quartsPlease).check(
      z.minimum(0, quartsPlease),
      z.maximum(50, quartsPlease),
      z.refine((quarts) => Number.isInteger(quarts * 4), quartsPlease),
    ),
  ),
  minutes: z.optional(
    z.int(minutesPlease).check(z.minimum(10, minutesPlease), z.maximum(480, minutesPlease)),
  ),
  /** Stock it uses, each product once. */
  products: z.optional(
    z
      .array(
        z.strictObject({
          productId: uuid(text('Please choose a product')),
          quantity: z
            .int(piecesPlease)
            .check(z.minimum(1, piecesPlease), z.maximum(99, piecesPlease)),
          perQuart: z.boolean(),
        }),
      )
      .check(
        z.maxLength(20),
        z.refine(
          (uses) => new Set(uses.map(({ productId }) => productId)).size === uses.length,
          text('Please name each product once'),
        ),
      ),
  ),
}

export const PackageForm = z.strictObject(packageFields)
export type PackageForm = z.infer<typeof PackageForm>
/** Omitted fields stay unchanged. */
const PackageChange = z.strictObject({
  ...z.partial(z.strictObject(packageFields)).shape,
  id: z.optional(uuid()),
})
export type PackageChange = z.infer<typeof PackageChange>

const { features: _, ...typed } = packageFields
/** The form's shape, with one feature per line. */
export const PackageFields = z.strictObject({ ...typed, featureLines: optionalText(6000) })

export const PriceForm = z.strictObject({
  price,
  /** For visits from this business-local day on; otherwise from the next booking on. */
  from: z.optional(localDate()),
  /** Accepts a price of 0, and a day that no one can book yet. */
  confirmed: z.optional(z.boolean()),
})
export type PriceForm = z.infer<typeof PriceForm>
const changePrice = {
  summary:
    "Change a package's price for new bookings, or from a day on by the day of the visit; booked visits keep their price, also when they are moved. Planning the price that holds anyway cancels the change of that day",
  allow: ['admin'],
  ifMatch: true,
  changes: ['catalog'],
  body: PriceForm,
  response: AdminPackage,
  errors: [404, 409],
} as const

export const catalog = endpoints({
  'GET /api/service-packages': {
    summary: "Packages on sale, in the office's order",
    allow: ['public'],
    shows: ['catalog'],
    response: z.array(ServicePackage),
  },
  'GET /api/addon-services': {
    summary: 'Add-ons that can be booked with a visit',
    allow: ['public'],
    shows: ['catalog'],
    response: z.array(Addon),
  },
  'PATCH /api/service-packages/{id}/price': changePrice,
  'PATCH /api/admin/service-packages/{id}/price': {
    ...changePrice,
    summary:
      "The same for the office's screen: 409 has details.reason 'confirm' for a price of 0 or a day beyond the booking horizon without `confirmed`",
  },
  'GET /api/admin/service-packages': {
    summary: "All packages, including those off sale, in the office's order",
    allow: ['admin'],
    shows: ['catalog'],
    response: z.array(AdminPackage),
  },
  'GET /api/admin/service-packages/{id}': {
    summary:
      'One package with the number of its visits, price history and other changes; the ETag is for changing it',
    allow: ['admin'],
    shows: ['catalog', 'jobs'],
    response: PackageDetails,
    errors: [404],
  },
  'POST /api/admin/service-packages': {
    summary: 'Add a package at the end of the list',
    allow: ['admin'],
    changes: ['catalog'],
    body: PackageForm,
    maxBytes: 32_768,
    response: AdminPackage,
    status: 201,
    errors: [409],
    idempotent: 'in transaction',
  },
  'PATCH /api/admin/service-packages/{id}': {
    summary: 'Change a package for new bookings',
    allow: ['admin'],
    ifMatch: true,
    changes: ['catalog'],
    body: PackageChange,
    maxBytes: 32_768,
    response: AdminPackage,
    errors: [404, 409],
  },
  'PUT /api/admin/service-packages/order': {
    summary: 'Reorder packages; those not listed follow',
    allow: ['admin'],
    changes: ['catalog'],
    body: z.strictObject({ ids: z.array(uuid()).check(z.maxLength(200)) }),
    response: z.array(AdminPackage),
  },
  'DELETE /api/admin/service-packages/{id}': {
    summary: 'Delete a package without visits; others are taken off sale and can be restored',
    allow: ['admin'],
    ifMatch: true,
    changes: ['catalog'],
    response: z.object({
      success: z.literal(true),
      /** False if it is in use and was taken off sale instead. */
      deleted: z.boolean(),
    }),
    errors: [404, 409],
  },
})
