import * as z from 'zod/mini'
import { maxPriceCents } from '../rules/catalog.ts'
import { centsFromDecimal } from '../rules/money.ts'
import { isPromotionCode, promotionCode, promotionStates } from '../rules/promotions.ts'
import { text } from '../texts/t.ts'
import { CatalogChange } from './catalog.ts'
import { csv, endpoints } from './endpoint.ts'
import {
  amount,
  calendarDate,
  exportQuery,
  listQuery,
  localDate,
  money,
  requiredLine,
  uuid,
} from './fields.ts'

export const Promotion = z.object({
  id: z.string(),
  code: z.string(),
  /** Its purpose, in the office's words. */
  reason: z.string(),
  /** Either a percentage, at most `cap`, or a fixed amount `off`. */
  percent: z.nullable(z.number()),
  cap: z.nullable(money),
  off: z.nullable(money),
  /** First and last day of eligible visits. */
  visitsFrom: z.nullable(calendarDate),
  visitsUntil: z.nullable(calendarDate),
  /** Each visit is a use; null for no limit. */
  maxUses: z.nullable(z.number()),
  maxUsesPerCustomer: z.nullable(z.number()),
  firstVisitOnly: z.boolean(),
  /** Eligible packages; empty for all. */
  packageIds: z.array(z.string()),
  isActive: z.boolean(),
  /** Visits with it, cancelled ones excluded, and their total discount. */
  uses: z.number(),
  given: money,
  state: z.enum(promotionStates),
  /** The `ETag` value, for `If-Match`; uses do not change it. */
  version: z.number(),
})
export type Promotion = z.infer<typeof Promotion>

const codePlease = text('Please enter 3 to 20 letters, digits or hyphens')
export const typedCode = z
  .string(codePlease)
  .check(
    z.maxLength(60, codePlease),
    z.overwrite(promotionCode),
    z.refine(isPromotionCode, codePlease),
  )

const percentPlease = text('Please enter a whole number from 1 to 100')
const offPlease = text('Please enter an amount from 0.01 to 10,000.00')
const dollarsOff = amount(offPlease).check(
  z.refine((dollars) => {
    const cents = centsFromDecimal(dollars) ?? 0
    return cents > 0 && cents <= maxPriceCents
  }, offPlease),
)
const usesPlease = text('Please enter a whole number, 1 or more')
const uses = z
  .int(usesPlease)
  .check(z.minimum(1, usesPlease), z.maximum(1_000_000, text('Please enter at most 1,000,000')))

const promotionFields = {
  code: typedCode,
  reason: requiredLine(text('Please enter what it is for'), 200),
  percent: z.optional(
    z.nullable(
      z.int(percentPlease).check(z.minimum(1, percentPlease), z.maximum(100, percentPlease)),
    ),
  ),
  cap: z.optional(z.nullable(dollarsOff)),
  off: z.optional(z.nullable(dollarsOff)),
  visitsFrom: z.optional(z.nullable(localDate())),
  visitsUntil: z.optional(z.nullable(localDate())),
  maxUses: z.optional(z.nullable(uses)),
  maxUsesPerCustomer: z.optional(z.nullable(uses)),
  firstVisitOnly: z.optional(z.boolean()),
  packageIds: z.optional(z.array(uuid()).check(z.maxLength(100))),
  isActive: z.optional(z.boolean()),
}

type Dates = { visitsFrom?: string | null | undefined; visitsUntil?: string | null | undefined }
const inOrder = z.refine<Dates>(
  ({ visitsFrom, visitsUntil }) => !visitsFrom || !visitsUntil || visitsFrom <= visitsUntil,
  { path: ['visitsUntil'], message: text('Please enter a day that is not before the first') },
)
type Off = { percent?: unknown; off?: unknown }
const oneOff = z.refine<Off>(({ percent, off }) => !percent || !off, {
  path: ['off'],
  message: text('Please enter a percentage or an amount, not both'),
})
const capOfPercent = z.refine<Off & { cap?: unknown }>(({ off, cap }) => !off || !cap, {
  path: ['cap'],
  message: text('Only a percentage has a limit in dollars. Please leave this blank.'),
})
const someOff = z.refine<Off>(({ percent, off }) => Boolean(percent) || Boolean(off), {
  path: ['percent'],
  message: percentPlease,
})

export const PromotionForm = z
  .strictObject(promotionFields)
  .check(inOrder, oneOff, capOfPercent, someOff)
export type PromotionForm = z.infer<typeof PromotionForm>
/** Omitted fields stay unchanged; a percentage and an amount replace each other. */
const PromotionChange = z
  .strictObject({ ...z.partial(z.strictObject(promotionFields)).shape, id: z.optional(uuid()) })
  .check(inOrder, oneOff, capOfPercent)
export type PromotionChange = z.infer<typeof PromotionChange>

/** The form's shape, which asks for one of them by kind. */
export const PromotionFields = z
  .strictObject({ ...promotionFields, kind: z.enum(['percent', 'amount']) })
  .check(
    inOrder,
    z.refine(({ kind, percent }) => kind !== 'percent' || Boolean(percent), {
      path: ['percent'],
      message: percentPlease,
    }),
    z.refine(({ kind, off }) => kind !== 'amount' || Boolean(off), {
      path: ['off'],
      message: offPlease,
    }),
  )

export const promotionSorts = ['code', 'uses', 'given'] as const
/** The office's on/off switch. */
export const promotionSwitches = ['active', 'off'] as const

const PromotionCheck = z.strictObject({
  code: typedCode,
  visits: z
    .array(z.strictObject({ servicePackageId: uuid(), scheduledDate: localDate() }))
    .check(z.minLength(1), z.maxLength(5)),
  /** Office only: the customer it books for. */
  customerId: z.optional(uuid()),
})

const filters = { state: z.optional(z.enum(promotionSwitches)) }

export const promotions = endpoints({
  'POST /api/promotions/check': {
    summary:
      "A code's discount on these visits, in order; limits per customer are checked for signed-in people now and for others when they book. 409 has details.reason 'promotion' if it gives no discount on any of them",
    allow: ['public'],
    // A POST although it reads, so no code appears in a logged address.
    shows: ['promotions'],
    changes: [],
    body: PromotionCheck,
    response: z.object({
      ...z.pick(Promotion, { code: true, percent: true, cap: true, off: true }).shape,
      /** Whether it applies to this visit. */
      visits: z.array(z.boolean()),
    }),
    errors: [404, 409],
  },
  'GET /api/admin/promotions': {
    summary:
      "Promotion codes, active ones first; ?search in code and reason; ?state=active or off, by the office's switch",
    allow: ['admin'],
    shows: ['promotions'],
    query: z.strictObject({ ...listQuery(promotionSorts), ...filters }),
    response: z.array(Promotion),
  },
  'GET /api/admin/promotions/export': {
    reads: 'much',
    summary: "Promotion codes as CSV, with the list's search, filters and order",
    allow: ['admin'],
    shows: ['promotions', 'catalog'],
    query: z.strictObject({ ...exportQuery(promotionSorts), ...filters }),
    response: csv,
  },
  'GET /api/admin/promotions/{id}': {
    summary: 'One promotion code with its change history; the ETag is for changing it',
    allow: ['admin'],
    shows: ['promotions'],
    response: z.object({ ...Promotion.shape, history: z.array(CatalogChange) }),
    errors: [404],
  },
  'POST /api/admin/promotions': {
    summary: 'Add a promotion code: a percentage off, optionally capped, or a fixed amount',
    allow: ['admin'],
    changes: ['promotions'],
    body: PromotionForm,
    response: Promotion,
    status: 201,
    errors: [409],
    idempotent: 'in transaction',
  },
  'PATCH /api/admin/promotions/{id}': {
    summary:
      'Change a promotion code for new bookings; visits that already use it keep their discount',
    allow: ['admin'],
    ifMatch: true,
    changes: ['promotions'],
    body: PromotionChange,
    response: Promotion,
    errors: [404, 409],
  },
  'DELETE /api/admin/promotions/{id}': {
    summary:
      'Delete a promotion code that no visit uses; others are switched off and can be switched on again',
    allow: ['admin'],
    ifMatch: true,
    changes: ['promotions'],
    response: z.object({ success: z.literal(true), deleted: z.boolean() }),
    errors: [404, 409],
  },
})
