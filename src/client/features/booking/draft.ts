import type { ServicePackage } from '#shared/contract/catalog.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { fittingPackage } from '#shared/rules/packages.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'

/** One car's part of a booking while it is filled in. */
export type VisitDraft = {
  key: number
  vehicleId: string | null
  date: string | null
  time: SlotLabel | null
  /** Only when the customer chose another package than the one that fits best. */
  packageId: string | null
}

/** A visit with everything that it lacks looked up. */
export type Visit = VisitDraft & { vehicle?: Vehicle; servicePackage?: ServicePackage }

export const emptyVisit = (key: number, vehicleId: string | null = null): VisitDraft => ({
  key,
  vehicleId,
  date: null,
  time: null,
  packageId: null,
})

/** Fills in the car and the package: the chosen one, else the one that fits the car. */
export function resolveVisit(
  draft: VisitDraft,
  vehicles: readonly Vehicle[],
  packages: readonly ServicePackage[],
): Visit {
  const vehicle = vehicles.find(({ id }) => id === draft.vehicleId)
  const chosen = packages.find(({ id }) => id === draft.packageId)
  return {
    ...draft,
    vehicle,
    servicePackage: chosen ?? (vehicle && fittingPackage(vehicle, packages)),
  }
}

/** How many of a booking's four parts are known: car, time, address; the last is to submit. */
export function partsKnown(visits: readonly VisitDraft[], address: string): number {
  const all = (part: 'vehicleId' | 'time') => visits.every((visit) => visit[part] !== null)
  return [all('vehicleId'), all('time'), address.trim() !== ''].filter(Boolean).length
}

export const bookingParts = 4

export type MissingPart = 'vehicle' | 'date' | 'time' | 'address'

/** The sentence to show for a part that is not filled in yet. */
export const missingTexts: Record<MissingPart, string> = {
  vehicle: 'Please select a vehicle',
  date: 'Please select a date',
  time: 'Please select a time',
  address: 'Please enter service address',
}

/** The first thing that is missing, in the order of the page. */
export function firstMissing(visits: readonly VisitDraft[], address: string) {
  for (const { key, vehicleId, date, time } of visits) {
    if (!vehicleId) return { key, part: 'vehicle' as const }
    if (!date) return { key, part: 'date' as const }
    if (!time) return { key, part: 'time' as const }
  }
  return address.trim() ? undefined : { key: null, part: 'address' as const }
}
