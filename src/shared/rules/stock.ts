import { type ExtraApproval, type ExtraType, isCharged } from './extras.ts'
import type { OilType } from './oil.ts'

/** What a package takes: pieces for a visit, or for each quart. */
export type PackageUse = { productId: string; quantity: number; perQuart: boolean }

/** A visit as its use of the shelf is told by. */
export type UsingVisit = {
  /** Quarts that the technician measured while filling. */
  filledQuarts: number | null
  /** Quarts that the engine takes, as far as anybody knows. */
  oilCapacity: number | null
  includedQuarts: number
  oilType: OilType
  uses: readonly PackageUse[]
  /** Products that were added. */
  addonIds: readonly string[]
  extras: readonly { serviceType: ExtraType; quantity: number; approval: ExtraApproval }[]
  /** Which product an extra takes, where one does. */
  productOfExtra: Partial<Record<ExtraType, string>>
}

/**
 * Quarts that a visit poured: what was measured, else what the engine takes, else what the price includes; and at least
 * what was charged for.
 */
export function quartsOf(visit: UsingVisit): number {
  if (visit.filledQuarts !== null) return visit.filledQuarts
  const extra = charged(visit)
    .filter(({ serviceType }) => isOwnOil(visit, serviceType))
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const atLeast = extra > 0 ? visit.includedQuarts + extra : 0
  return Math.max(visit.oilCapacity ?? visit.includedQuarts, atLeast)
}

/** Whole pieces by product: an opened quart is not put back. */
export function usedBy(visit: UsingVisit): Map<string, number> {
  const used = new Map<string, number>()
  const take = (productId: string, pieces: number) => {
    if (pieces > 0) used.set(productId, (used.get(productId) ?? 0) + pieces)
  }
  // Tenths of a quart are what engines are told in.
  const quarts = Math.ceil(Math.round(quartsOf(visit) * 10) / 10)
  for (const { productId, quantity, perQuart } of visit.uses)
    take(productId, perQuart ? quantity * quarts : quantity)
  for (const productId of visit.addonIds) take(productId, 1)
  const takesOil = visit.uses.some(({ perQuart }) => perQuart)
  for (const { serviceType, quantity } of charged(visit)) {
    const productId = visit.productOfExtra[serviceType]
    // Its quarts are counted above.
    if (productId && !(takesOil && isOwnOil(visit, serviceType))) take(productId, quantity)
  }
  return used
}

const charged = ({ extras }: UsingVisit) => extras.filter(isCharged)
const isOwnOil = ({ oilType }: UsingVisit, type: ExtraType) => type === `oil_quart_${oilType}`

/** What is to be taken now, below zero to be put back, so that all that was taken is `used`. */
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

/** Whether so many are few; `usual` is the setting for products that have no threshold of their own. */
export const isLow = ({ stockQuantity, lowStockAt }: Shelf, usual: number): boolean =>
  stockQuantity <= (lowStockAt ?? usual)
