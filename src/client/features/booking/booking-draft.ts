import type { Addon, ServicePackage } from '#shared/contract/catalog.ts'
import type { Day } from '#shared/contract/booking.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import type { Address } from '#shared/rules/address.ts'
import { centsFromDecimal, centsFromDollars, decimalFromCents } from '#shared/rules/money.ts'
import { dayToPropose } from '#shared/rules/grouped-days.ts'
import { type CarFacts, fittingPackage, hasNoEngineOil } from '#shared/rules/packages.ts'
import { offeredCents } from '#shared/rules/sales-tax.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'

/** What a booking asks, one thing at a time; `who` it is for is asked where that is not known. */
export type Question = 'who' | 'vehicle' | 'package' | 'time' | 'address'

/** One car's part of a booking while it is filled in. */
export type VisitDraft = {
  key: number
  vehicleId: string | null
  date: string | null
  time: SlotLabel | null
  /** Only when another package was chosen than the one that fits best. */
  packageId: string | null
  addonIds: readonly string[]
}

/** Where the car is while it is filled in; null where the ZIP code says it. */
export type DraftPlace = Omit<Address, 'city' | 'state'> & Record<'city' | 'state', string | null>

/** A booking while it is filled in; null where the page proposes something itself. */
export type BookingDraft<Own = unknown> = {
  /** Another one with every change: sent twice with the same, it books once. */
  actionKey: string
  /** The one it began with. */
  begun?: string
  /** What the link to the page named, a vehicle as a rule: another link begins another booking. */
  preselected: string | null
  visits: VisitDraft[]
  /** Key of the visit whose questions are open. */
  editing: number
  open: Question | 'none' | null
  /** The questions that were gone through. */
  passed: readonly Question[]
  place: DraftPlace | null
  /** A city that the ZIP code does not have, and that was said to be right: `78701 Round Rock TX`. */
  keptCity?: string
  accessNotes: string | null
  notes: string
  /** A promotion code, as it is stored. */
  code?: string | undefined
  /** What only some bookings ask: who a guest is. */
  own: Own
}

/** A car that is saved, or as far as somebody has typed it. */
export type Car = Omit<CarFacts, 'make' | 'model' | 'year'> &
  Pick<Vehicle, 'id' | 'year' | 'make' | 'model' | 'licensePlate'>

/** What can be chosen at this moment. */
export type Offer = {
  cars: readonly Car[]
  packages: readonly ServicePackage[]
  addons: readonly Addon[]
  days: readonly Day[]
  /** Sales tax where the car is, in basis points; null while none is taken. */
  taxRateBp?: number | null
  /** Those that are proposed first: a technician has enough to do around there. */
  groupedDates?: readonly string[]
  /** When a car has as many visits as it may have on a day. */
  takenDates?: (carId: string) => readonly string[]
}

/** A visit with everything that it lacks looked up, and its price in cents, of which `taxCents` are sales tax. */
export type Visit = VisitDraft & {
  car: Car | undefined
  servicePackage: ServicePackage | undefined
  addons: readonly Addon[]
  /** Dates on which the car can have no further visit. */
  takenDates: readonly string[]
  cents: number
  taxCents: number
}

export const emptyVisit = (key: number, vehicleId: string | null = null): VisitDraft => ({
  key,
  vehicleId,
  date: null,
  time: null,
  packageId: null,
  addonIds: [],
})

/** `first`: what the link to the page says of the first visit. */
export const emptyDraft = <Own>(
  preselected: string | null,
  own: Own,
  first: Partial<VisitDraft> = { vehicleId: preselected },
): BookingDraft<Own> => {
  const actionKey = crypto.randomUUID()
  return {
    actionKey,
    begun: actionKey,
    preselected,
    visits: [{ ...emptyVisit(0), ...first }],
    editing: 0,
    open: null,
    passed: [],
    place: null,
    accessNotes: null,
    notes: '',
    own,
  }
}

/**
 * Fills in the car, the day and the package: the chosen ones as long as they can be had, else the only car, the day of
 * the other cars or the one to propose, the package that fits.
 */
export function resolveVisits(drafts: readonly VisitDraft[], offer: Offer): Visit[] {
  const dates = drafts.map(({ date }) => date)
  const propose = (days: readonly Day[]) =>
    days.find(({ date, open }) => open && dates.includes(date)) ??
    dayToPropose(days, offer.groupedDates ?? [])
  const bookable = offer.cars.filter((car) => !hasNoEngineOil(car))
  const onlyCar = bookable.length === 1 && drafts.length === 1 ? bookable[0] : undefined
  return drafts.map((draft) => {
    // Whoever asked for a car without engine oil is told so, instead of getting another one.
    const named = offer.cars.find(({ id }) => id === draft.vehicleId)
    const car = named ? bookable.find((one) => one === named) : onlyCar
    const chosen = offer.packages.find(({ id }) => id === draft.packageId)
    const servicePackage = chosen ?? (car && fittingPackage(car, offer.packages))
    const addons = offer.addons.filter(({ id }) => draft.addonIds.includes(id))
    const takenDates = (car && offer.takenDates?.(car.id)) ?? []
    const isTaken = ({ date }: Day) => takenDates.includes(date)
    const day = offer.days.find(({ date }) => date === draft.date)
    const proposed = day ?? propose(offer.days.filter((one) => !isTaken(one)))
    return {
      ...draft,
      vehicleId: car?.id ?? null,
      date: proposed?.date ?? null,
      time: day && !isTaken(day) && isOpen(day, draft.time) ? draft.time : null,
      car,
      takenDates,
      servicePackage,
      addons,
      ...priceOf(servicePackage, addons, offer.taxRateBp ?? null),
    }
  })
}

function priceOf(
  servicePackage: ServicePackage | undefined,
  addons: readonly Addon[],
  taxRateBp: number | null,
) {
  const lines = {
    packageCents: centsFromDollars(servicePackage?.basePrice ?? 0),
    packageTaxable: servicePackage?.taxable ?? false,
    addons: addons.map(({ price, taxable }) => ({
      cents: centsFromDecimal(price) ?? 0,
      taxable,
    })),
  }
  const cents = offeredCents(lines, taxRateBp)
  return { cents, taxCents: cents - offeredCents(lines, null) }
}

export const isOpen = (day: Day, time: SlotLabel | null) =>
  day.slots.some((slot) => slot.timeSlot === time && slot.status === 'open')

/** The visits as the contract has them; those without car, day or time are left out. `offs`: cents that a code takes off each. */
export const visitBodies = (visits: readonly Visit[], offs: readonly number[]) =>
  visits.flatMap(({ vehicleId, date, time, servicePackage, addons, cents }, at) =>
    vehicleId && date && time
      ? {
          ...(servicePackage && { seenPrice: decimalFromCents(cents - (offs[at] ?? 0)) }),
          vehicleId,
          scheduledDate: date,
          scheduledTime: time,
          addons: addons.map(({ id }) => id),
          ...(servicePackage && { servicePackageId: servicePackage.id }),
        }
      : [],
  )
