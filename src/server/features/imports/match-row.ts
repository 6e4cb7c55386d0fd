import type { DescribedVehicle } from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { businessToday } from '#server/base/business-time.ts'
import { isTenfold } from '#shared/rules/measurements.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { foldName } from '#shared/rules/fold-text.ts'
import type { ImportCounts, ImportOutcome, ImportProblem } from '#shared/rules/imports.ts'
import { maxPlaces } from '#shared/rules/places.ts'
import { t, translate } from '#shared/texts/t.ts'
import { headerOf, type ImportFile } from './parse-file.ts'
import {
  type Known,
  type KnownCar,
  type KnownVisit,
  peopleOf,
  toKnownCar,
} from './queries/known-people.ts'
import { barePlate } from '#server/reads/search-conditions.ts'
import { type CarMark, carPlease } from './parse-car.ts'
import type { ReadResult, ReadRow, ReadVisit } from './parse-row.ts'
import type { Slot } from '#shared/rules/slots.ts'

/** A problem of a row; `with` is the other person it concerns. */
export type RowProblem =
  | ImportProblem
  | (Omit<ImportProblem, 'message'> & { shares: 'email' | 'phone'; with: Known })

/** What importing a row does. */
export type Match = {
  outcome: Exclude<ImportOutcome, 'problem'>
  customer: Known
  car: KnownCar | null
  isNewCar: boolean
  /** An imported car that the row corrects: its VIN is new and agrees with the row. */
  correction: DescribedVehicle | null
  /** A known car's reading today, to store. */
  miles: number | null
  /** Further new cars of the row. */
  moreCars: { car: DescribedVehicle; known: KnownCar }[]
  places: ReadRow['places']
  /** A visit to add; the slot distinguishes visits of one car and day. */
  visit: (ReadVisit & { car: KnownCar; slot: Slot }) | null
  /** Values that a visit of an earlier import lacked. */
  visitFills: VisitFills | null
  /** Details that an existing customer lacked. */
  fills: { email?: string; phone?: string }
}
type Refusal = { outcome: 'problem' }
type VisitDetails = { service?: string; cents?: number; miles?: number | null; notes?: string }
/** `before`: the same details as they were. */
type VisitFills = VisitDetails & { id: string; before: VisitDetails }

/** People that rows may refer to: existing accounts, and people in rows already matched. */
export class KnownPeople {
  private readonly ids = new Set<string>()
  private readonly byEmail = new Map<string, Known>()
  private readonly byPhone = new Map<string, Known[]>()
  private readonly byName = new Map<string, Known[]>()

  private readonly file: Pick<ImportFile, 'columns'>

  private readonly importId: string | null
  /** Visits that a row of the file was about. */
  private readonly mentioned = new Set<KnownVisit>()

  /** `importId` is null for a preview. */
  constructor(file: Pick<ImportFile, 'columns'>, importId: string | null = null) {
    this.file = file
    this.importId = importId
  }

  /** Loads more existing accounts these rows may refer to; `lock` locks them until the transaction ends. */
  async load(rows: readonly ReadRow[], { lock = false } = {}): Promise<void> {
    for (const one of await peopleOf(rows, lock))
      if (!one.id || !this.ids.has(one.id)) this.add(one)
  }

  private add(person: Known): void {
    if (person.id) this.ids.add(person.id)
    if (person.email) this.byEmail.set(person.email, person)
    if (!person.isCustomer || person.isClosed) return
    if (person.phone) append(this.byPhone, person.phone, person)
    append(this.byName, nameOf(person), person)
  }

  /** Returns what importing this row would do, with its problems, and remembers its person and car for later rows. */
  match(read: ReadRow): { match: Match | Refusal; problems: RowProblem[] } {
    const problems: RowProblem[] = [...read.problems]
    const { row } = read
    const say = (
      kind: ImportProblem['kind'],
      field: Parameters<typeof headerOf>[1],
      what: { message: string } | { shares: 'email' | 'phone'; with: Known },
    ) => void problems.push({ kind, row, column: headerOf(this.file, field), ...what })

    const customer = { ...read.customer }
    const named = customer.email ? this.byEmail.get(customer.email) : undefined
    const refusal = named && problemWith(named)
    const isOthers = named?.isCustomer && !isSameByEmail(named, customer)
    if (refusal) say('cell', 'email', { message: refusal })
    else if (isOthers) say('cell', 'email', { shares: 'email', with: named })
    if (refusal || isOthers) customer.email = null
    let found = named?.isCustomer && customer.email ? named : undefined

    const sharing = customer.phone ? (this.byPhone.get(customer.phone) ?? []) : []
    found ??= sharing.find((one) => !one.isSelfNamed && nameOf(one) === nameOf(customer))
    const sameNamed = this.byName.get(nameOf(customer)) ?? []
    const namesakes = sameNamed.filter((one) => !one.isSelfNamed)
    const isUnreached = !customer.email && !customer.phone
    found ??= only(namesakes.filter((one) => !one.email && !one.phone))
    if (!found && isUnreached && read.isService && namesakes.length > 0) {
      found = only(namesakes)
      if (!found) {
        say('row', 'fullName', {
          message: t('Several customers have this name. Please add a phone number or an e-mail.'),
        })
        return { match: { outcome: 'problem' }, problems }
      }
      say('note', 'fullName', { message: t('Only the name shows whose service this was.') })
    } else if (!found && isUnreached && sameNamed.length > 0)
      say('note', 'fullName', {
        message: t('Another customer has this name. They are imported as two people.'),
      })
    else if (!found && sharing[0]) say('note', 'phone', { shares: 'phone', with: sharing[0] })

    if (read.isArchived)
      say(found ? 'cell' : 'note', 'archived', {
        message: found
          ? t('Marked as no longer a customer, but {name} is one here and stays so.', {
              name: `${found.firstName} ${found.lastName}`.trim(),
            })
          : t(
              'Marked as no longer a customer: noted with the customer, without marketing e-mails.',
            ),
      })
    const known = found ?? this.meet(customer)
    const fills = found ? this.fill(found, customer) : {}
    if (customer.email && known.email !== customer.email)
      say('note', 'email', { message: t('This customer keeps the e-mail they have.') })
    const car = carOf(known, read)
    const isOfUnknownCar = read.mark !== undefined && !car.car
    if (isOfUnknownCar)
      say('cell', read.mark?.licensePlate ? 'licensePlate' : 'vin', {
        message: translate(carPlease),
      })
    const correction = !car.isNewCar && car.car ? correctionOf(known, car.car, read.car) : null
    const { car: matched, isNewCar } = car
    const miles = matched && !isNewCar ? newMiles(matched, read.miles) : null
    if (miles !== null && typeof miles === 'object') say('note', 'mileage', miles)
    if (matched && typeof (isNewCar ? read.miles : miles) === 'number')
      matched.reading = { date: businessToday(), miles: read.miles ?? 0 }
    const moreCars = read.moreCars.flatMap((one) => {
      const { car: other, isNewCar } = carOf(known, { ...read, car: one })
      return other && isNewCar ? [{ car: one, known: other }] : []
    })
    const places = read.places.filter(({ address }) => {
      if (known.places.includes(address.toLowerCase())) return false
      if (known.places.length >= maxPlaces) {
        const message = t('A customer can have {count} saved addresses.', { count: maxPlaces })
        say('cell', 'street', { message })
        return false
      }
      return known.places.push(address.toLowerCase()) > 0
    })
    const visit =
      !isOfUnknownCar &&
      read.visit &&
      this.visitOf(known, read.moreCars.length > 0 ? null : car.car, read.visit)
    if (visit === 'no car')
      say('cell', 'serviceDate', {
        message:
          known.cars.length === 0
            ? t('This customer has no car yet. Add the car of this service to the row.')
            : t('This customer has {count} cars. Add the car of this service to the row.', {
                count: known.cars.length,
              }),
      })
    const added = visit && visit !== 'no car' && 'slot' in visit ? visit : null
    const visitFills = visit && visit !== 'no car' && 'id' in visit ? visit : null
    const isMore = Boolean(
      added ??
      correction ??
      (typeof miles === 'number' ? 'miles' : null) ??
      visitFills ??
      places[0] ??
      Object.keys(fills)[0],
    )
    const outcome = !found
      ? 'new'
      : car.isNewCar || moreCars.length > 0
        ? 'new_car'
        : isMore
          ? 'added'
          : 'known'
    return {
      match: {
        outcome,
        customer: known,
        ...car,
        correction,
        miles: typeof miles === 'number' ? miles : null,
        moreCars,
        places,
        visit: added,
        visitFills,
        fills,
      },
      problems,
    }
  }

  /** The visit to add, or what a known one lacks; null for nothing new. Someone's only car needs no mention. */
  private visitOf(
    known: Known,
    named: KnownCar | null,
    visit: ReadVisit,
  ): Match['visit'] | VisitFills | 'no car' {
    const car = named ?? (known.cars.length === 1 ? known.cars[0] : undefined)
    if (!car) return 'no car'
    const thatDay = car.visits.filter(({ date }) => date === visit.date)
    const service = visit.service || defaultService()
    const isOnlyADate = !visit.service && visit.cents === 0
    const same =
      thatDay.find((one) => isService(one, service) && one.cents === visit.cents) ??
      thatDay.find((one) => this.isEarlier(one) && lacks(one, visit)) ??
      thatDay.find((one) => one.service === null || isOnlyADate)
    if (same) {
      this.mentioned.add(same)
      return fillVisit(same, visit)
    }
    const added = { ...visit, service }
    car.visits.push({ ...added, id: null, importId: this.importId })
    return { ...added, car, slot: -thatDay.length }
  }

  /** Whether an earlier import added the visit, and no row of this file was about it yet. */
  private isEarlier(visit: KnownVisit): boolean {
    return (
      visit.id !== null &&
      visit.importId !== null &&
      visit.importId !== this.importId &&
      !this.mentioned.has(visit)
    )
  }

  private meet(customer: ReadRow['customer']): Known {
    const flags = { isCustomer: true, isUnused: false, isClosed: false, isSelfNamed: false }
    const met: Known = { id: null, ...customer, ...flags, cars: [], places: [] }
    this.add(met)
    return met
  }

  /** Adds the e-mail and phone a customer lacks; one that is not stored yet is stored with them. */
  private fill(known: Known, { email, phone }: ReadRow['customer']): Match['fills'] {
    const fills = {
      ...(!known.email && email && { email }),
      ...(!known.phone && phone && { phone }),
    }
    Object.assign(known, fills)
    if (fills.email) this.byEmail.set(fills.email, known)
    if (fills.phone) append(this.byPhone, fills.phone, known)
    return fills
  }
}

const append = (map: Map<string, Known[]>, key: string, one: Known) =>
  void map.set(key, [...(map.get(key) ?? []), one])
const only = <One>(all: readonly One[]) => (all.length === 1 ? all[0] : undefined)

function problemWith(known: Known): string | undefined {
  if (known.isClosed) return t('The account with this e-mail is closed. Please use another one.')
  if (!known.isCustomer && !known.isUnused)
    return t('This e-mail belongs to someone who works here. Please use another one.')
  return undefined
}

const bare = (name: string) => foldName(name).replace(/[^\p{L}\p{N}]/gu, '')
type Named = { firstName: string; lastName: string }
const nameOf = ({ firstName, lastName }: Named) => `${bare(firstName)} ${bare(lastName)}`
const suffix = / (jr|sr|ii|iii|iv|v)\.?$/i
const suffixOf = ({ lastName }: Named) => bare(suffix.exec(lastName)?.[1] ?? '')

/**
 * A household may share an e-mail, or a shop's own stand for many: the first name must agree too. The last one may change, as
 * by marriage.
 */
const isSameByEmail = (known: Named, row: Named): boolean =>
  bare(known.firstName) === '' ||
  (bare(known.firstName) === bare(row.firstName) && suffixOf(known) === suffixOf(row))

function carOf(known: Known, { car, mark, isService }: ReadRow): Pick<Match, 'car' | 'isNewCar'> {
  if (!car) return { car: (mark && markedCar(known, mark)) ?? null, isNewCar: false }
  const own = toKnownCar(car.form)
  const isVague = isService && !own.plate && !own.vin
  const called = isVague ? known.cars.filter(({ name }) => name === own.name) : []
  const same =
    known.cars.find((other) => isSame(own, other)) ?? (called.length === 1 ? called[0] : undefined)
  if (!same) known.cars.push(own)
  return { car: same ?? own, isNewCar: !same }
}

const markedCar = ({ cars }: Known, { vin, licensePlate }: CarMark) =>
  cars.find((one) => vin !== undefined && one.vin === vin) ??
  cars.find(({ plate }) => plate !== '' && plate === barePlate(licensePlate)) ??
  only(cars.filter(({ plate }) => plate === '').filter((one) => one.vin === null))

/** The row's car, if a car as imported lacks the VIN that the row has now; it becomes that car. */
function correctionOf(
  known: Known,
  car: KnownCar,
  row: DescribedVehicle | null,
): DescribedVehicle | null {
  if (!row?.form.vin || car.vin !== null || !car.isAsImported) return null
  const { name, plate, vin } = toKnownCar(row.form)
  if (known.cars.some((other) => other !== car && other.vin === vin)) return null
  Object.assign(car, { name, vin, plate: plate || car.plate })
  return row
}

/** Today's miles of a known car if they are new, or why they are not stored. */
function newMiles(
  { reading }: KnownCar,
  miles: number | null,
): number | { message: string } | null {
  if (miles === null || reading?.miles === miles) return null
  if (!reading || (miles > reading.miles && !isTenfold(miles, reading))) return miles
  return {
    message: t('{miles} mi are not stored, because this car read {last} mi on {day}.', {
      miles: formatNumber(miles),
      last: formatNumber(reading.miles),
      day: formatDay(reading.date, { year: true }),
    }),
  }
}

/** Without a VIN or a real plate, cars with the same name count as the same: files are often imported twice. */
function isSame(one: KnownCar, other: KnownCar): boolean {
  if (one.vin !== null && other.vin !== null)
    return one.vin === other.vin || hasSamePlate(one, other)
  const isBare = one.plate === '' && other.plate === ''
  return isBare ? one.name === other.name : hasSamePlate(one, other)
}

const hasSamePlate = (one: KnownCar, other: KnownCar) =>
  one.plate !== '' && one.plate === other.plate

const isService = ({ service }: KnownVisit, name: string) =>
  service !== null && bare(service) === bare(name)

/** Whether a visit is the row's apart from an amount or a service that one of them does not name. */
function lacks(known: KnownVisit, { service, cents }: ReadVisit): boolean {
  if (known.service === null) return false
  const isNamed = !isService(known, defaultService())
  const isSameService = !service || isService(known, service)
  const isSameAmount = known.cents === cents
  return isSameService || !isNamed
    ? isSameAmount || known.cents === 0 || (isSameService && cents === 0)
    : false
}

/** Adds to a stored visit of an import what the row knows and the visit lacks; null for nothing. */
function fillVisit(known: KnownVisit, visit: ReadVisit): VisitFills | null {
  if (known.id === null || known.importId === null || known.service === null) return null
  const isNamed = !isService(known, defaultService())
  const fills = {
    ...(!isNamed && visit.service && known.service !== visit.service && { service: visit.service }),
    ...(known.cents === 0 && visit.cents > 0 && { cents: visit.cents }),
    ...(known.miles === null && visit.miles !== null && { miles: visit.miles }),
    ...(!known.notes && visit.notes && { notes: visit.notes }),
  }
  const { service, cents, miles, notes } = known
  const had: VisitDetails = { service, cents, miles, notes }
  const changed = Object.keys(fills) as (keyof VisitDetails)[]
  const before = Object.fromEntries(changed.map((detail) => [detail, had[detail]]))
  Object.assign(known, fills)
  return changed.length > 0 ? { id: known.id, before, ...fills } : null
}

const defaultService = () => t('Oil change')

/** Counts one more row; `match` is undefined for an unreadable one. */
export function addToCounts(
  counts: ImportCounts,
  read: ReadResult,
  match: Match | Refusal | undefined,
  problems: readonly RowProblem[],
): void {
  if ('refused' in read || !match || match.outcome === 'problem') {
    counts.badRows++
    return
  }
  if (match.outcome === 'new') counts.newCustomers++
  else counts.matchedCustomers++
  if (match.isNewCar) counts.newVehicles++
  else if (match.car) counts.knownVehicles++
  counts.newVehicles += match.moreCars.length
  if (match.visit) counts.newVisits++
  counts.newPlaces += match.places.length
  if (problems.some(({ kind }) => kind === 'cell')) counts.partRows++
}
