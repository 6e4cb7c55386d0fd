import type { ProductCategory, ProductCondition } from './catalog.ts'
import type { TaxMode } from './sales-tax.ts'

/** Kinds of lines. Fees and discounts are stored with the payment. */
export const lineKinds = ['part', 'labor', 'fee', 'discount'] as const
export type LineKind = (typeof lineKinds)[number]
export const lineSources = ['package', 'addon', 'extra'] as const
export type LineSource = (typeof lineSources)[number]

/** A part's details on receipts; empty if unknown. */
export type LineProduct = {
  name: string
  brand: string
  viscosity: string
  serviceCategory: string
  partNumber: string
  condition: ProductCondition
}

/** The facts of a product that a line keeps. */
export const lineProductOf = ({
  name,
  brand,
  viscosity,
  serviceCategory,
  partNumber,
  condition,
}: LineProduct): LineProduct => ({
  name,
  brand,
  viscosity,
  serviceCategory,
  partNumber,
  condition,
})

/** A line of a visit; `quantity` in pieces or quarts, money in cents. */
export type Line = {
  kind: LineKind
  description: string
  quantity: number
  unitCents: number
  totalCents: number
  taxable: boolean
  productId: string | null
  product: LineProduct | null
}

/** A package's use of a product at its price: pieces per visit or per quart. */
export type PackagePart = {
  cents: number
  taxable: boolean
  quantity: number
  perQuart: boolean
  productId: string | null
  product: LineProduct | null
}

type PackageOffer = {
  name: string
  cents: number
  taxable: boolean
  parts: readonly PackagePart[]
}

/** An add-on of the catalog at its price. */
export type AddonOffer = {
  id: string
  name: string
  cents: number
  taxable: boolean
  category?: ProductCategory | undefined
  product?: LineProduct | undefined
}

/** A line that can be stored with a visit. */
export type SourcedLine = Line & { source: LineSource }

/** A visit's lines when it is booked. Without a rate of sales tax nothing is taxable. */
export function bookedLines(
  offer: PackageOffer,
  addons: readonly AddonOffer[],
  { quarts, mode, taxRateBp }: { quarts: number; mode: TaxMode; taxRateBp: number | null },
): SourcedLine[] {
  const taxed = taxRateBp === null ? 'none' : mode
  const ofPackage = packageLines(offer, { quarts, mode: taxed })
  return [
    ...ofPackage.map((line) => ({ ...line, source: 'package' as const })),
    ...addons.map((addon) => ({ ...addonLine(addon, taxed), source: 'addon' as const })),
  ]
}

/** One piece of an add-on. */
export function addonLine(addon: AddonOffer, mode: TaxMode): Line {
  const kind = kindOfAddon(addon.category)
  return {
    kind,
    description: addon.name,
    quantity: 1,
    unitCents: addon.cents,
    totalCents: addon.cents,
    taxable: isTaxed(mode, { kind, taxable: addon.taxable }),
    productId: addon.id,
    product: kind === 'part' ? (addon.product ?? null) : null,
  }
}

/** Services are work; the rest are goods. */
export const kindOfAddon = (category?: ProductCategory): LineKind =>
  category === 'service' ? 'labor' : 'part'

/** Whether a line is taxed in a mode, given the `taxable` flags of its product and of its package. */
export const isTaxed = (
  mode: TaxMode,
  { kind, taxable }: { kind: LineKind; taxable: boolean },
): boolean => (mode === 'parts' ? kind === 'part' && taxable : mode === 'everything' && taxable)

/**
 * A package as lines that sum to its price: parts at their own prices, and labor as the remainder. If parts cost more than
 * the package (an engine may need many quarts), they share its price in proportion. `quarts`: oil the engine takes.
 */
export function packageLines(
  { name, cents, taxable, parts }: PackageOffer,
  { quarts, mode }: { quarts: number; mode: TaxMode },
): Line[] {
  const used = parts
    .map((part) => ({ ...part, quantity: part.quantity * (part.perQuart ? quarts : 1) }))
    .filter(({ quantity }) => quantity > 0)
  const whole = used.map((part) => Math.round(part.cents * part.quantity))
  const totals = atMost(cents, whole)
  const isCut = totals.some((total, at) => total !== whole[at])
  const lines: Line[] = used.map(({ quantity, productId, product, ...part }, at) => ({
    kind: 'part',
    description: product?.name ?? '',
    quantity,
    unitCents: isCut ? Math.round((totals[at] ?? 0) / quantity) : part.cents,
    totalCents: totals[at] ?? 0,
    taxable: isTaxed(mode, {
      kind: 'part',
      taxable: mode === 'everything' ? taxable : part.taxable,
    }),
    productId,
    product,
  }))
  const left = cents - sumOf(totals)
  if (left === 0 && lines.length > 0) return lines
  const labor = { kind: 'labor', description: name, quantity: 1 } as const
  return [
    ...lines,
    {
      ...labor,
      unitCents: left,
      totalCents: left,
      taxable: isTaxed(mode, { kind: 'labor', taxable }),
      productId: null,
      product: null,
    },
  ]
}

/** Amounts in cents that sum to no more than `cents`, each lowered in proportion. */
function atMost(cents: number, amounts: readonly number[]): number[] {
  const sum = sumOf(amounts)
  if (sum <= cents) return [...amounts]
  let seen = 0
  return amounts.map((amount) => {
    const before = Math.floor((seen * cents) / sum)
    seen += amount
    return Math.floor((seen * cents) / sum) - before
  })
}

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)

/** The sum of lines and its taxed part, in cents. */
export const totalsOf = (
  lines: readonly Pick<Line, 'totalCents' | 'taxable'>[],
): { cents: number; taxableCents: number } => ({
  cents: sumOf(lines.map(({ totalCents }) => totalCents)),
  taxableCents: sumOf(lines.map(({ totalCents, taxable }) => (taxable ? totalCents : 0))),
})

/** The cost of a package's parts with that many quarts, in cents. */
export const centsOfParts = (
  parts: readonly Pick<PackagePart, 'cents' | 'quantity' | 'perQuart'>[],
  quarts: number,
): number =>
  sumOf(
    parts.map(({ cents, quantity, perQuart }) =>
      Math.round(cents * quantity * (perQuart ? quarts : 1)),
    ),
  )
