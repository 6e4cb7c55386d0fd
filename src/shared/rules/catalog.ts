import { text } from '../texts/t.ts'

export const productCategories = [
  { value: 'oil', label: text('Oil') },
  { value: 'filter', label: text('Filter') },
  { value: 'addon', label: text('Add-on') },
  { value: 'service', label: text('Service') },
] as const
export type ProductCategory = (typeof productCategories)[number]['value']

export const productConditions = [
  { value: 'new', label: text('New') },
  { value: 'remanufactured', label: text('Remanufactured') },
  { value: 'used', label: text('Used') },
] as const
export type ProductCondition = (typeof productConditions)[number]['value']

/** Services have no stock. */
/** Products of a package for which technicians may use another one of the same category. */
export const usedCategories = ['oil', 'filter'] as const satisfies ProductCategory[]

export const isStocked = (category: ProductCategory) => category !== 'service'

/** Recorded fields of packages, products, engines and promotions; values as text, amounts as dollars. */
export const catalogFields = {
  name: text('Name'),
  description: text('Description'),
  basePrice: text('Price'),
  priceChanges: text('Later prices'),
  price: text('Price'),
  oilType: text('Oil type'),
  features: text('Features'),
  isActive: text('On offer'),
  isRecommended: text('Recommended'),
  taxable: text('Sales tax'),
  includedQuarts: text('Quarts included'),
  minutes: text('Minutes at the car'),
  products: text('Taken from stock'),
  serviceType: text('Kind of service'),
  category: text('Category'),
  sku: text('SKU'),
  onSale: text('In stock'),
  brand: text('Brand'),
  serviceCategory: text('Service category'),
  partNumber: text('Part number'),
  condition: text('Condition'),
  unitCost: text('What you pay for one'),
  lowStockAt: text('Low stock at'),
  extraType: text('Taken by the extra'),
  make: text('Make'),
  model: text('Model'),
  years: text('Years'),
  engine: text('Engine'),
  quarts: text('Quarts'),
  viscosity: text('Viscosity'),
  source: text('Source'),
  filters: text('Filters'),
  drainPlugTorque: text('Torque of the drain plug'),
  drainPlugWasher: text('Washer of the drain plug'),
  oilReset: text('Resetting the oil light'),
  code: text('Code'),
  reason: text('Reason'),
  percent: text('Percent off'),
  off: text('Amount off'),
  cap: text('At most'),
  visitsFrom: text('For visits from'),
  visitsUntil: text('For visits until'),
  maxUses: text('Uses in all'),
  maxUsesPerCustomer: text('Uses per customer'),
  firstVisitOnly: text('First visit only'),
  packages: text('Packages'),
  inspectionItems: text('Items'),
  addons: text('Add-ons'),
  everyMonths: text('Every so many months'),
  everyMiles: text('Or miles'),
  keptPrice: text('Price per visit'),
  firstVisits: text('Trial visits'),
  firstPercent: text('Percent off trial visits'),
  termMonths: text('Renews after months'),
} as const
export type CatalogField = keyof typeof catalogFields
/** Null for a missing value before or after. */
export type FieldChange = { field: CatalogField; from: string | null; to: string | null }

type Value = string | number | boolean | readonly string[] | null | undefined
type Facts = Partial<Record<CatalogField, Value>>

/** Differences between two states, in the order of `after`. */
export function changesBetween(before: Facts, after: Facts): FieldChange[] {
  return (Object.keys(after) as CatalogField[])
    .map((field) => ({ field, from: asText(before[field]), to: asText(after[field]) }))
    .filter(({ from, to }) => from !== to)
}

function asText(value: Value): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'object' ? value.join('\n') || null : String(value)
}

/** Highest price of anything on sale, to catch typing errors. */
export const maxPriceCents = 1_000_000
