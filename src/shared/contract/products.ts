import * as z from 'zod/mini'
import { productCategories, productConditions } from '../rules/catalog.ts'
import { extraTypeIds } from '../rules/extras.ts'
import { text } from '../texts/t.ts'
import { CatalogChange, price } from './catalog.ts'
import { endpoints } from './endpoint.ts'
import { instant, listQuery, optionalText, page, requiredLine, uuid } from './fields.ts'

const category = z.enum(productCategories.map(({ value }) => value))

const condition = z.enum(productConditions.map(({ value }) => value))
/** A part's details on receipts; empty if unknown. */
const receiptFacts = {
  brand: z.string(),
  /** Of oil: "5W-30". */
  viscosity: z.string(),
  /** Of oil: "API SP". */
  serviceCategory: z.string(),
  partNumber: z.string(),
}

export const Product = z.object({
  id: z.string(),
  name: z.string(),
  category,
  price: z.number(),
  /** Whether sales tax applies, where there is any. */
  taxable: z.boolean(),
  description: z.string(),
  sku: z.string(),
  /** On sale and in stock; services have no stock. */
  inStock: z.boolean(),
  /** Switch to take it off sale. */
  onSale: z.boolean(),
  /** Negative if visits used more than was recorded. */
  stockQuantity: z.number(),
  isActive: z.boolean(),
  /** Low stock at this quantity or below; null for the setting. */
  lowStockAt: z.nullable(z.number()),
  /** False until the office gives its stock. */
  isCounted: z.boolean(),
  isLow: z.boolean(),
  ...receiptFacts,
  condition,
  /** The business's cost per piece, in dollars; null if unknown. */
  unitCost: z.nullable(z.number()),
  /** The extra that uses one of it. */
  extraType: z.nullable(z.enum(extraTypeIds)),
  /** The `ETag` value, for `If-Match`; stock used by visits does not change it. */
  version: z.number(),
})
export type Product = z.infer<typeof Product>

/** A stock increase or decrease. */
const StockMovement = z.object({
  id: z.string(),
  at: instant,
  by: z.string(),
  quantity: z.number(),
  stockAfter: z.number(),
  reason: z.string(),
  /** The visit that used it. */
  job: z.nullable(z.object({ id: z.string(), number: z.string() })),
})
export type StockMovement = z.infer<typeof StockMovement>

/** A product with everything that depends on it. */
const ProductDetails = z.object({
  ...Product.shape,
  /** Names of the packages that use it. */
  packages: z.array(z.string()),
  /** Visits that include or used it, at most 10,000. */
  visits: z.number(),
  visitsCapped: z.boolean(),
  history: z.array(CatalogChange),
})

const stockPlease = text('Please enter a whole number, 0 or more')
const pieces = z
  .int(stockPlease)
  .check(z.minimum(0, stockPlease), z.maximum(1_000_000, text('Please enter 1,000,000 or less')))

const productFields = {
  name: requiredLine(text('Please enter a name'), 80),
  category: z.optional(category),
  price,
  taxable: z.optional(z.boolean()),
  description: optionalText(500),
  sku: requiredLine(text('Please enter a SKU'), 60),
  /** Switch to take it off sale. */
  inStock: z.optional(z.boolean()),
  stockQuantity: z.optional(pieces),
  isActive: z.optional(z.boolean()),
  /** Null for the setting. */
  lowStockAt: z.optional(z.nullable(pieces)),
  extraType: z.optional(z.nullable(z.enum(extraTypeIds))),
  brand: optionalText(60),
  viscosity: optionalText(20),
  serviceCategory: optionalText(40),
  partNumber: optionalText(60),
  condition: z.optional(condition),
  /** Null if unknown. */
  unitCost: z.optional(z.nullable(price)),
}

export const ProductForm = z.strictObject(productFields)
export type ProductForm = z.infer<typeof ProductForm>
const seenStock = z.optional(z.int())
const ProductChange = z.strictObject({
  ...z.partial(z.strictObject(productFields)).shape,
  id: z.optional(uuid()),
  /** The stock on screen. */
  seenStock,
})
export type ProductChange = z.infer<typeof ProductChange>

/** A counted quantity and the reason for the difference. */
export const StockCount = z.strictObject({
  stockQuantity: pieces,
  reason: requiredLine(text('Please give a reason'), 200),
})

export const productSorts = ['name', 'category', 'price', 'stock', 'sku'] as const
export const productStates = ['low', 'inactive'] as const

const meets = 'When it has another stock than was seen, 409 as with another If-Match'

export const products = endpoints({
  'GET /api/admin/products': {
    summary:
      'Products and add-ons by name; ?search in name, SKU and description; ?state=low for low stock, ?state=inactive for off sale',
    allow: ['admin'],
    shows: ['catalog', 'stock', 'settings'],
    query: z.strictObject({
      ...listQuery(productSorts),
      state: z.optional(z.enum(productStates)),
    }),
    response: z.array(Product),
  },
  'GET /api/admin/products/{id}': {
    summary: 'One product with its uses and change history; the ETag is for changing it',
    allow: ['admin'],
    shows: ['catalog', 'stock', 'jobs', 'settings'],
    response: ProductDetails,
    errors: [404],
  },
  'POST /api/admin/products': {
    summary: 'Add a product, add-on or service',
    allow: ['admin'],
    changes: ['catalog', 'stock'],
    body: ProductForm,
    response: Product,
    status: 201,
    errors: [409],
    idempotent: 'in transaction',
  },
  'PATCH /api/admin/products/{id}': {
    summary: `Change a product; another stock is recorded as a count. ${meets}`,
    allow: ['admin'],
    ifMatch: true,
    changes: ['catalog', 'stock'],
    body: ProductChange,
    response: Product,
    errors: [404, 409],
  },
  'DELETE /api/admin/products/{id}': {
    summary: 'Delete an unused product; others are taken off sale and can be restored',
    allow: ['admin'],
    ifMatch: true,
    changes: ['catalog', 'stock'],
    response: z.object({ success: z.literal(true), deleted: z.boolean() }),
    errors: [404, 409],
  },
  'GET /api/admin/products/{id}/stock': {
    summary: 'Stock movements, newest first',
    allow: ['admin'],
    shows: ['stock'],
    query: z.strictObject(page),
    response: z.array(StockMovement),
    errors: [404],
  },
  'POST /api/admin/products/{id}/stock': {
    summary: `Say what was counted, and why it differs. ${meets}`,
    allow: ['admin'],
    changes: ['stock', 'catalog'],
    body: z.strictObject({ ...StockCount.shape, seenStock }),
    response: Product,
    errors: [404, 409],
  },
})
