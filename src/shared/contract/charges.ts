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

const quantity = z.number().check(z.int(), z.minimum(1), z.maximum(maxExtraQuantity))
const extra = {
  serviceType: z.enum(extraTypeIds, text('Choose a type')),
  description: required(text('Please describe the extra service'), 200),
  unitPrice: amount(),
}

export const ExtraForm = z
  .strictObject({
    ...extra,
    quantity: z.optional(quantity),
    /** Chosen by the device, so it can correct extras it has not sent yet. */
    id: z.optional(uuid()),
  })
  .check(
    z.refine(
      ({ unitPrice, quantity: count = 1 }) =>
        isWithinExtraLimit((centsFromDecimal(unitPrice) ?? 0) * count),
      { message: extraTooExpensive, path: ['unitPrice'] },
    ),
  )

/** Omitted fields stay unchanged. */
const ExtraCorrection = z.partial(z.strictObject({ ...extra, quantity }))

const extraDecision = {
  approved: z.boolean(),
  /** The extra on screen: no one can approve what they have not seen. */
  seen: z.optional(z.strictObject({ description: z.string(), totalPrice: z.number() })),
}

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
      'Correct an extra: its author or the office, until the customer has answered or the visit is over; above the limit the customer is asked again',
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
  'POST /api/jobs/{id}/extras/{extraId}/decision': {
    summary: 'Approve or decline an extra above the limit; approving charges it',
    allow: ['customer', 'guest', 'admin'],
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    body: z.strictObject(extraDecision),
    response: JobExtra,
    errors: [404, 409],
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
