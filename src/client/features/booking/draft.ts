import type { Addon, ServicePackage } from '#shared/contract/catalog.ts'
import type { Day } from '#shared/contract/booking.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { centsFromDecimal, centsFromDollars } from '#shared/rules/money.ts'
import { dayToPropose } from '#shared/rules/grouped-days.ts'
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
  addonIds: readonly string[]
}

/** A booking while it is filled in; null where the page proposes something itself. */
export type BookingDraft = {
  /** The vehicle that the link to the page named: another link begins another booking. */
  preselected: string | null
  visits: VisitDraft[]
  /** Key of the visit whose questions are open. */
  editing: number
  address: string | null
  accessNotes: string | null
  notes: string
}

/** What can be chosen at this moment. */
export type Offer = {
  vehicles: readonly Vehicle[]
  packages: readonly ServicePackage[]
  addons: readonly Addon[]
  days: readonly Day[]
  /** Those that are proposed first: a technician has enough to do around there. */
  groupedDates?: readonly string[]
}

/** A visit with everything that it lacks looked up, and its price in cents. */
export type Visit = VisitDraft & {
  vehicle: Vehicle | undefined
  servicePackage: ServicePackage | undefined
  addons: readonly Addon[]
  cents: number
}

export const emptyVisit = (key: number, vehicleId: string | null = null): VisitDraft => ({
  key,
  vehicleId,
  date: null,
  time: null,
  packageId: null,
  addonIds: [],
})

export const emptyDraft = (preselected: string | null): BookingDraft => ({
  preselected,
  visits: [emptyVisit(0, preselected)],
  editing: 0,
  address: null,
  accessNotes: null,
  notes: '',
})

/**
 * Fills in the car, the day and the package: the chosen ones as long as they can be had, else the only car, the day
 * to propose, the package that fits.
 */
export function resolveVisits(drafts: readonly VisitDraft[], offer: Offer): Visit[] {
  const proposed = dayToPropose(offer.days, offer.groupedDates ?? [])
  const onlyVehicle = offer.vehicles.length === 1 && drafts.length === 1 && offer.vehicles[0]
  return drafts.map((draft) => {
    const vehicle =
      offer.vehicles.find(({ id }) => id === draft.vehicleId) ?? (onlyVehicle || undefined)
    const chosen = offer.packages.find(({ id }) => id === draft.packageId)
    const servicePackage = chosen ?? (vehicle && fittingPackage(vehicle, offer.packages))
    const addons = offer.addons.filter(({ id }) => draft.addonIds.includes(id))
    const day = offer.days.find(({ date }) => date === draft.date)
    return {
      ...draft,
      vehicleId: vehicle?.id ?? null,
      date: (day ?? proposed)?.date ?? null,
      time: day && isOpen(day, draft.time) ? draft.time : null,
      vehicle,
      servicePackage,
      addons,
      cents: centsFromDollars(servicePackage?.basePrice ?? 0) + addonCents(addons),
    }
  })
}

const isOpen = (day: Day, time: SlotLabel | null) =>
  day.slots.some((slot) => slot.timeSlot === time && slot.status === 'open')

/** The price of add-ons together, in cents. */
export const addonCents = (addons: readonly Addon[]) =>
  addons.reduce((sum, { price }) => sum + (centsFromDecimal(price) ?? 0), 0)

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
