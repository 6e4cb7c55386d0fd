import { addDays, type LocalDate, weekday } from '#shared/rules/calendar.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { type Location, tooFarApart } from '#shared/rules/road.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { minutesAway } from '#shared/rules/travel.ts'
import { isServiceDay, type ServiceDays } from '#shared/rules/service-days.ts'
import { type Slot, standardSlots } from '#shared/rules/slots.ts'
import type { Household, NewVehicle } from './plan-people.ts'
import type { Random } from './random.ts'

/** One visit of the demo. Its seat in the slot is also the technician: seat 1 is the first of them. */
export type Visit = {
  household: Household
  car: NewVehicle
  date: LocalDate
  slot: Slot
  seat: number
  status: JobStatus
  /** The technician is on the way and communication is active. */
  onTheWay: boolean
}

type SeatOfDay = Pick<Visit, 'date' | 'slot' | 'seat'>

/** The day boards of the demo: assigns visits to free technicians, on service days only. */
export class Board {
  readonly visits: Visit[] = []
  readonly #taken = new Set<string>()
  readonly #random: Random
  readonly #technicians: number
  readonly #today: LocalDate
  readonly #serviceDays: ServiceDays
  readonly #places: ReadonlyMap<string, Location>

  constructor(
    random: Random,
    technicians: number,
    today: LocalDate,
    { serviceDays, places }: { serviceDays: ServiceDays; places: ReadonlyMap<string, Location> },
  ) {
    this.#random = random
    this.#technicians = technicians
    this.#today = today
    this.#serviceDays = serviceDays
    this.#places = places
  }

  /** Adds a completed visit `daysAgo`, unless the customer had no account yet. */
  completed(household: Household, car: NewVehicle, daysAgo: number): void {
    const date = this.#serviceDay(-daysAgo, -1)
    if (date <= household.user.createdAt.toISOString().slice(0, 10)) return
    this.#put(household, car, this.#freeSeat(date), 'completed')
  }

  /** Adds a cancelled visit. */
  cancelled(household: Household, daysAgo: number): void {
    const date = this.#serviceDay(-daysAgo, -1)
    const place = { date, slot: this.#random.pick(standardSlots), seat: 1 }
    this.#put(household, firstCar(household), place, 'cancelled')
  }

  /** Adds an upcoming visit, at a time when a technician can drive there. */
  ahead(
    household: Household,
    days: number,
    status: 'scheduled' | 'assigned',
    car = firstCar(household),
  ): void {
    const date = this.#serviceDay(days, 1)
    const chosen = this.#freeSeat(date)
    const all = standardSlots.flatMap((slot) =>
      Array.from({ length: this.#technicians }, (_, at) => ({ date, slot, seat: at + 1 })),
    )
    const place = [chosen, ...all].find((one) => this.#canDrive(household, one))
    if (!place) throw new Error(`No technician of the demo can drive to a visit on ${date}.`)
    this.#put(household, car, place, status)
  }

  /** Fills today with visits in every status, the main customer's technician on the way; on a closed day, the next open day. */
  today(main: Household, others: readonly Household[]): void {
    if (!isServiceDay(this.#today, this.#serviceDays)) {
      for (const household of [main, ...others]) this.ahead(household, 1, 'assigned')
      return
    }
    const plan: [number, number, JobStatus][] = [
      [0, 1, 'completed'],
      [0, 2, 'completed'],
      [1, 1, 'in_progress'],
      [1, 3, 'completed'],
      [3, 1, 'assigned'],
      [3, 2, 'cancelled'],
      [4, 2, 'scheduled'],
    ]
    for (const [i, [at, seat, status]] of plan.entries()) {
      const [household, slot] = [others[i], standardSlots[at]]
      if (household && slot)
        this.#put(household, firstCar(household), { date: this.#today, slot, seat }, status)
    }
    const place = { date: this.#today, slot: standardSlots[2] as Slot, seat: 1 }
    this.#put(main, firstCar(main), place, 'assigned', true)
  }

  #put(
    household: Household,
    car: NewVehicle,
    place: SeatOfDay,
    status: JobStatus,
    onTheWay = false,
  ): void {
    if (status !== 'cancelled') this.#taken.add(keyOf(place))
    this.visits.push({ household, car, ...place, status, onTheWay })
  }

  #serviceDay(offset: number, step: 1 | -1): LocalDate {
    for (let days = offset; Math.abs(days - offset) < 7; days += step) {
      const date = addDays(this.#today, days)
      if (isServiceDay(date, this.#serviceDays)) return date
    }
    throw new Error('The demo needs at least one service day.')
  }

  #canDrive(household: Household, { date, slot, seat }: SeatOfDay): boolean {
    if (this.#taken.has(keyOf({ date, slot, seat }))) return false
    const at = (one: Household, when: Slot) => ({
      slot: when,
      place: this.#places.get(one.address) ?? null,
    })
    const road = {
      drive: minutesAway,
      weekday: weekday(date),
      bufferMinutes: defaultSettings.travelBufferMinutes,
    }
    return this.visits
      .filter((one) => one.date === date && one.seat === seat && one.status !== 'cancelled')
      .every(
        (one) => tooFarApart(at(one.household, one.slot), at(household, slot), road) === undefined,
      )
  }

  #freeSeat(date: LocalDate): SeatOfDay {
    for (const slot of this.#random.shuffled(standardSlots))
      for (const seat of this.#random.shuffled([...Array(this.#technicians).keys()])) {
        const found = { date, slot, seat: seat + 1 }
        if (!this.#taken.has(keyOf(found))) return found
      }
    throw new Error(`The demo has more visits on ${date} than technicians can do.`)
  }
}

const keyOf = ({ date, slot, seat }: SeatOfDay) => `${date}/${slot}/${seat}`

function firstCar({ cars }: Household): NewVehicle {
  const [car] = cars
  if (!car) throw new Error('Every household of the demo has a car.')
  return car
}
