import { type ExtraApproval, type ExtraType, isCharged } from './extras.ts'
import type { OilType } from './oil.ts'

/** A package's use of a product: pieces per visit or per quart. */
export type PackageUse = { productId: string; quantity: number; perQuart: boolean }

/** The facts of a visit that decide its stock use. */
export type UsingVisit = {
  /** Quarts measured by the technician. */
  filledQuarts: number | null
  /** The engine's capacity in quarts, if known. */
  oilCapacity: number | null
  includedQuarts: number
  oilType: OilType
  uses: readonly PackageUse[]
  /** Added products. */
  addonIds: readonly string[]
  extras: readonly {
    serviceType: ExtraType
    quantity: number
    approval: ExtraApproval
    /** The product of the catalog it was offered with. */
    productId?: string | null
  }[]
  /** The product an extra uses, if any. */
  productOfExtra: Partial<Record<ExtraType, string>>
}

type Filling = Pick<
  UsingVisit,
  'filledQuarts' | 'oilCapacity' | 'includedQuarts' | 'oilType' | 'extras'
>

/** Quarts used on a visit: measured, else the engine's capacity, else the included quarts; at least what was charged. */
export function quartsOf(visit: Filling): number {
  if (visit.filledQuarts !== null) return visit.filledQuarts
  const extra = extraQuartsOf(visit)
  const atLeast = extra > 0 ? visit.includedQuarts + extra : 0
  return Math.max(visit.oilCapacity ?? visit.includedQuarts, atLeast)
}

/** Quarts of its own oil charged as extras. */
const extraQuartsOf = (visit: Filling): number =>
  charged(visit)
    .filter(({ serviceType }) => isOwnOil(visit, serviceType))
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** The quarts included in its package. */
export const packageQuartsOf = (visit: Filling): number =>
  Math.max(0, Math.round((quartsOf(visit) - extraQuartsOf(visit)) * 10) / 10)

/** Whole pieces by product: an opened quart is not put back. */
export function usedBy(visit: UsingVisit): Map<string, number> {
  const used = new Map<string, number>()
  const take = (productId: string, pieces: number) => {
    if (pieces > 0) used.set(productId, (used.get(productId) ?? 0) + pieces)
  }
  // Capacities are given in tenths of a quart.
  const quarts = Math.ceil(Math.round(quartsOf(visit) * 10) / 10)
  for (const { productId, quantity, perQuart } of visit.uses)
    take(productId, perQuart ? quantity * quarts : quantity)
  for (const productId of visit.addonIds) take(productId, 1)
  const takesOil = visit.uses.some(({ perQuart }) => perQuart)
  for (const { serviceType, quantity, productId: own } of charged(visit)) {
    const productId = own ?? visit.productOfExtra[serviceType]
    // Its quarts are counted above.
    if (productId && !(takesOil && isOwnOil(visit, serviceType))) take(productId, quantity)
  }
  return used
}

const charged = ({ extras }: Pick<UsingVisit, 'extras'>) => extras.filter(isCharged)
const isOwnOil = ({ oilType }: Pick<UsingVisit, 'oilType'>, type: ExtraType) =>
  type === `oil_quart_${oilType}`

/** Quantities to take now, negative to put back, so that the total taken is `used`. */
export function stillToTake(
  used: ReadonlyMap<string, number>,
  taken: ReadonlyMap<string, number>,
): Map<string, number> {
  const products = new Set([...used.keys(), ...taken.keys()])
  const left = [...products].map((id) => [id, (used.get(id) ?? 0) - (taken.get(id) ?? 0)] as const)
  return new Map(left.filter(([, pieces]) => pieces !== 0))
}

type Shelf = {
  stockQuantity: number
  lowStockAt: number | null
}

/** Whether the stock is low; `usual` is the setting for products without a threshold of their own. */
export const isLow = ({ stockQuantity, lowStockAt }: Shelf, usual: number): boolean =>
  stockQuantity <= (lowStockAt ?? usual)
