import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import {
  extraApprovals,
  extraTypeIds,
  isWithinExtraLimit,
  maxExtraQuantity,
  extraTooExpensive,
} from '../rules/extras.ts'
import { centsFromDecimal } from '../rules/money.ts'
import { amount, done, instant, money, required, uuid } from './fields.ts'
import { endpoints } from './endpoint.ts'
import { JobLine } from './lines.ts'

export const JobAddon = z.object({
  id: z.string(),
  addonServiceId: z.string(),
  name: z.string(),
  price: money,
  /** Added by the technician, not booked or approved by the customer. */
  addedByTechnician: z.boolean(),
  /** Whether sales tax applies, on visits that have any. */
  taxable: z.optional(z.boolean()),
  /** Whether the caller may remove it now. */
  removable: z.boolean(),
})
export type JobAddon = z.infer<typeof JobAddon>

export const JobExtra = z.object({
  id: z.string(),
  serviceType: z.enum(extraTypeIds),
  description: z.string(),
  unitPrice: z.number(),
  quantity: z.number(),
  totalPrice: z.number(),
  /** Sales tax rate in percent, if taxed. */
  taxRate: z.optional(z.string()),
  /** While waiting for approval: how much more the visit would cost, sales tax included. */
  withTax: z.optional(money),
  /** Only `not_needed` and `approved` extras are charged. */
  approval: z.enum(extraApprovals),
  /** The estimate its customer was asked with. */
  estimateId: z.optional(z.string()),
  /** Asked whatever its price. */
  offered: z.optional(z.literal(true)),
  /** Of the catalog, if it was offered from there. */
  productId: z.optional(z.string()),
  /** The item of the visit's inspection it answers. */
  findingItemId: z.optional(z.string()),
  /** The line declined at an earlier visit that it offers again. */
  repeats: z.optional(z.string()),
  /** Asks for more than the agreed fee of a cancelled visit. */
  forFee: z.optional(z.literal(true)),
  /** Whether the caller may change or remove it now. */
  correctable: z.boolean(),
  removable: z.boolean(),
  addedAt: instant,
  /** When it reached the server, if the technician was offline. */
  addedReceivedAt: instant,
})
export type JobExtra = z.infer<typeof JobExtra>

export const extraQuantity = z.number().check(z.int(), z.minimum(1), z.maximum(maxExtraQuantity))
export const extraFields = {
  serviceType: z.enum(extraTypeIds, text('Choose a type')),
  description: required(text('Please describe the extra service'), 200),
  unitPrice: amount(),
}

type Priced = { unitPrice: string | number; quantity?: number | undefined }
export const withinExtraLimit = () =>
  z.refine<Priced>(
    ({ unitPrice, quantity = 1 }) =>
      isWithinExtraLimit((centsFromDecimal(unitPrice) ?? 0) * quantity),
    { message: extraTooExpensive, path: ['unitPrice'] },
  )

export const ExtraForm = z
  .strictObject({
    ...extraFields,
    quantity: z.optional(extraQuantity),
    /** Chosen by the device, so it can correct extras it has not sent yet. */
    id: z.optional(uuid()),
    /** The same for its estimate, if its customer must be asked. */
    estimateId: z.optional(uuid()),
  })
  .check(withinExtraLimit())

/** Omitted fields stay unchanged. */
const ExtraCorrection = z.partial(
  z.strictObject({
    ...extraFields,
    quantity: extraQuantity,
    /** Chosen by the device, if its customer is asked again. */
    estimateId: uuid(),
  }),
)

export const AddonForm = z.strictObject({
  addonServiceId: uuid(text('Choose an add-on first')),
  addedByTechnician: z.optional(z.boolean()),
})

/** What a visit costs, and charges beyond its package: extras of the technician or office, and add-ons of the catalog. */
export const charges = endpoints({
  'GET /api/jobs/{id}/lines': {
    summary:
      'What a visit costs before sales tax, adjustments and refunds: parts, labor, fees and discounts, which sum to `cost.lines`',
    allow: ['customer', 'guest', 'technician', 'admin'],
    shows: ['jobs', 'extras', 'payments'],
    response: z.array(JobLine),
    errors: [404],
  },
  'GET /api/jobs/{id}/extras': {
    summary: 'Extra charges of a job',
    allow: ['customer', 'guest', 'technician', 'admin'],
    shows: ['extras'],
    response: z.array(JobExtra),
    errors: [404],
  },
  'POST /api/jobs/{id}/extras': {
    summary: 'Charge an extra; after completion only the office may, and the customer is notified',
    allow: ['technician', 'admin'],
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    body: ExtraForm,
    response: JobExtra,
    status: 201,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'PATCH /api/jobs/{id}/extras/{extraId}': {
    summary:
      'Correct an extra: its author or the office, until the visit is over; the customer is asked again above the limit, or if they had answered',
    allow: ['technician', 'admin'],
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    body: ExtraCorrection,
    response: JobExtra,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'DELETE /api/jobs/{id}/extras/{extraId}': {
    summary: 'Remove an extra: its author or the office, until the visit is over',
    allow: ['technician', 'admin'],
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    response: done,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'GET /api/jobs/{id}/addons': {
    summary: 'Catalog add-ons of a job',
    allow: ['customer', 'technician', 'admin'],
    shows: ['jobs'],
    response: z.array(JobAddon),
    errors: [404],
  },
  'POST /api/jobs/{id}/addons': {
    summary: 'Add a catalog add-on at its catalog price; locked once completed',
    allow: ['technician', 'admin'],
    changes: ['jobs', 'payments'],
    body: AddonForm,
    response: JobAddon,
    status: 201,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'DELETE /api/jobs/{id}/addons/{addonId}': {
    summary:
      "Remove an add-on by its id or the catalog's: the technician who added it or the office, until the visit is over",
    allow: ['technician', 'admin'],
    changes: ['jobs', 'payments', 'notifications'],
    response: done,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
})
