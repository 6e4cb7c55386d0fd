import type { Addon, ServicePackage } from '#shared/contract/catalog.ts'
import type { Day } from '#shared/contract/booking.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import type { Address } from '#shared/rules/address.ts'
import { priceOn, valueOn } from '#shared/rules/dated-values.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { dayToPropose } from '#shared/rules/grouped-days.ts'
import { type CarFacts, fittingPackage, hasNoEngineOil } from '#shared/rules/packages.ts'
import { bookedLines, totalsOf } from '#shared/rules/lines.ts'
import { type TaxMode, withSalesTax } from '#shared/rules/sales-tax.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'

export type Question = 'who' | 'vehicle' | 'package' | 'time' | 'address'

export type VisitDraft = {
  key: number
  vehicleId: string | null
  date: string | null
  time: SlotLabel | null
  /** Set only when it differs from the recommended package. */
  packageId: string | null
  addonIds: readonly string[]
}

/** An address being entered; null city or state come from the ZIP code. */
export type DraftAddress = Omit<Address, 'city' | 'state'> & Record<'city' | 'state', string | null>

/** An unfinished booking; null means the page proposes a value. */
export type BookingDraft<Own = unknown> = {
  /** Changes with every edit; sending the same key twice books once. */
  actionKey: string
  /** Key the draft started with. */
  begun?: string
  /** Vehicle or other preselection from the page's link; a different link starts a new booking. */
  preselected: string | null
  visits: VisitDraft[]
  editing: number
  open: Question | 'none' | null
  passed: readonly Question[]
  place: DraftAddress | null
  /** A confirmed city that differs from the ZIP code's: `78701 Round Rock TX`. */
  keptCity?: string
  accessNotes: string | null
  notes: string
  /** A company's PO number. */
  poNumber?: string
  code?: string | undefined
  /** Extra answers of some bookings, such as a guest's contact details. */
  own: Own
}

/** A saved car, or a partly typed one. */
export type Car = Omit<CarFacts, 'make' | 'model' | 'year'> &
  Pick<Vehicle, 'id' | 'year' | 'make' | 'model' | 'licensePlate'> & {
    oilCapacity?: number | null
  }

export type Offer = {
  cars: readonly Car[]
  packages: readonly ServicePackage[]
  addons: readonly Addon[]
  days: readonly Day[]
  /** Sales tax where the car is, in basis points; null if none applies. */
  taxRateBp?: number | null
  /** What the tax applies to. */
  taxMode?: TaxMode
  /** Rates for visits from a later day on. */
  taxRateChanges?: readonly { from: string; rateBp: number }[] | undefined
  /** Dates offered first because enough visits nearby are already booked. */
  groupedDates?: readonly string[]
  /** Dates on which a car has reached its visit limit. */
  takenDates?: (carId: string) => readonly string[]
}

/** A visit with its missing values resolved and its price in cents, of which `taxCents` are sales tax. */
export type Visit = VisitDraft & {
  car: Car | undefined
  servicePackage: ServicePackage | undefined
  addons: readonly Addon[]
  /** Dates on which the car can't have another visit. */
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

/** `first`: preselected values of the first visit. */
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
 * Resolves car, day and package: the chosen ones while available, else the only car, the other cars' day or the proposed
 * one, and the recommended package.
 */
export function resolveVisits(drafts: readonly VisitDraft[], offer: Offer): Visit[] {
  const dates = drafts.map(({ date }) => date)
  const propose = (days: readonly Day[]) =>
    days.find(({ date, open }) => open && dates.includes(date)) ??
    dayToPropose(days, offer.groupedDates ?? [])
  const services = servicesOf(drafts, offer)
  return drafts.map((draft, at) => {
    const { car, servicePackage } = services[at] ?? {}
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
      ...priceOf({ car, servicePackage, addons }, offer, proposed?.date ?? null),
    }
  })
}

type Service = { car?: Car | undefined; servicePackage?: ServicePackage | undefined }

/** The car and package of each visit. */
function servicesOf(
  drafts: readonly VisitDraft[],
  { cars, packages }: Pick<Offer, 'cars' | 'packages'>,
): Service[] {
  const bookable = cars.filter((car) => !hasNoEngineOil(car))
  const onlyCar = bookable.length === 1 && drafts.length === 1 ? bookable[0] : undefined
  return drafts.map((draft) => {
    // If the requested car has no engine oil, show that instead of switching to another car.
    const named = cars.find(({ id }) => id === draft.vehicleId)
    const car = named ? bookable.find((one) => one === named) : onlyCar
    const chosen = packages.find(({ id }) => id === draft.packageId)
    return { car, servicePackage: chosen ?? (car && fittingPackage(car, packages)) }
  })
}

/** The package that open times must have room for: of several the shortest, as the server checks each visit again. */
export const packageToPlace = (...of: Parameters<typeof servicesOf>): ServicePackage | undefined =>
  servicesOf(...of)
    .flatMap(({ servicePackage }) => servicePackage ?? [])
    .toSorted((one, other) => one.minutes - other.minutes)[0]

/** Sales tax for a visit on a day in basis points: today's without one, null for none. */
export const taxRateOn = (
  { taxRateBp = null, taxRateChanges = [] }: Pick<Offer, 'taxRateBp' | 'taxRateChanges'>,
  day?: string | null,
): number | null => {
  const changes = taxRateChanges.map(({ from, rateBp }) => ({ from, value: rateBp }))
  return taxRateBp !== null && day ? valueOn(taxRateBp, changes, day) : taxRateBp
}

function priceOf(
  { car, servicePackage, addons }: Service & { addons: readonly Addon[] },
  offer: Offer,
  date: string | null,
) {
  const taxRateBp = taxRateOn(offer, date)
  const { name = '', taxable = false, parts = [] } = servicePackage ?? {}
  const wanted = {
    name,
    taxable,
    cents: servicePackage ? priceOn(servicePackage, date) : 0,
    parts: parts.map(({ price, ...part }) => ({
      ...part,
      cents: centsFromDecimal(price) ?? 0,
      productId: null,
      product: null,
    })),
  }
  const added = addons.map((addon) => ({ ...addon, cents: centsFromDecimal(addon.price) ?? 0 }))
  const quarts = car?.oilCapacity ?? servicePackage?.includedQuarts ?? 0
  const total = totalsOf(
    bookedLines(wanted, added, { quarts, mode: offer.taxMode ?? 'everything', taxRateBp }),
  )
  const cents = withSalesTax(total, taxRateBp)
  return { cents, taxCents: cents - total.cents }
}

export const isOpen = (day: Day, time: SlotLabel | null) =>
  day.slots.some((slot) => slot.timeSlot === time && slot.status === 'open')

/** Visits in the contract's form, without those missing car, day or time. `offs`: discount per visit in cents. */
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
