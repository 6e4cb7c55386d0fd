import type { users } from '#server/database/tables/users.ts'
import type { vehicles } from '#server/database/tables/vehicles.ts'
import { describeEngine } from '#server/features/vehicles/describe-engine.ts'
import type { EngineRow } from '#server/features/vehicles/engine-rows.ts'
import { recommendOil } from '#server/features/vehicles/recommend-oil.ts'
import type { OilType } from '#shared/rules/oil.ts'
import type { Role } from '#shared/rules/roles.ts'
import { type DemoCar, familyCars, fleetCars, mainCars } from './cars.ts'
import * as cast from './people.ts'
import type { Random } from './random.ts'

export type NewUser = typeof users.$inferInsert & { id: string; createdAt: Date }
export type NewVehicle = typeof vehicles.$inferInsert & { id: string; oilType: OilType }
/** A customer with their service address and cars. */
export type Household = { user: NewUser; address: string; cars: NewVehicle[]; fleet: boolean }

export type Staff = { admin: NewUser; technicians: NewUser[]; waiting: NewUser }
export type People = { staff: Staff; main: Household; households: Household[] }

const dayMs = 86_400_000

/** All people of the demo with their cars, as of `now`. */
export function planPeople(random: Random, engines: EngineRow[], now: Date): People {
  let phones = 100
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)

  const user = (
    { firstName, lastName }: { firstName: string; lastName: string },
    role: Role,
    { since, email }: { since: number; email?: string },
  ): NewUser => ({
    id: random.uuid(),
    role,
    firstName,
    lastName,
    email: email ?? `${firstName}.${lastName.replace(/ \(.*/, '')}@example.com`.toLowerCase(),
    phone: `+15125550${phones++}`,
    createdAt: daysAgo(since),
    lastLoginAt: daysAgo(random.whole(1, Math.min(since, 30)) * 0.7),
    loginCount: random.whole(1, 24),
    approvedAt: role === 'technician' ? daysAgo(since) : null,
    smsNotifications: random.chance(0.4),
  })

  const household = (owner: NewUser, address: string, cars: DemoCar[]): Household => ({
    user: owner,
    address,
    cars: cars.map((make, place) => planCar(random, engines, { owner, make, place })),
    fleet: cars.length > 3,
  })

  const main = user(cast.mainCustomer, 'customer', { since: 400, email: cast.mainEmails.customer })
  const families = cast.customers.map((one, i) => {
    const cars = random.shuffled(familyCars).slice(0, random.chance(0.45) ? 2 : 1)
    // The last few customers are new.
    const since = i > 21 ? random.whole(1, 6) : random.whole(60, 380)
    return household(user(one, 'customer', { since }), one.address, cars)
  })
  const fleets = cast.fleets.map((one) => {
    const owner = user(one, 'customer', { since: random.whole(200, 380) })
    return household(owner, one.address, [...fleetCars, ...random.shuffled(fleetCars).slice(0, 2)])
  })
  const waiting = user(cast.waitingTechnician, 'technician', { since: 1 })
  return {
    staff: {
      admin: user(cast.mainAdmin, 'admin', { since: 420, email: cast.mainEmails.admin }),
      technicians: [
        {
          ...user(cast.mainTechnician, 'technician', {
            since: 410,
            email: cast.mainEmails.technician,
          }),
          homeAddress: cast.mainTechnician.address,
        },
        ...cast.otherTechnicians.map((one) => ({
          ...user(one, 'technician', { since: 300 }),
          homeAddress: one.address,
        })),
      ],
      waiting: { ...waiting, approvedAt: null },
    },
    main: household(main, cast.mainCustomer.address, mainCars),
    households: [...families, ...fleets],
  }
}

type Owned = { owner: NewUser; make: DemoCar; place: number }

/** A car with its data from the engine table; `place` is its position among the owner's cars. */
export function planCar(
  random: Random,
  engines: EngineRow[],
  { owner, make, place }: Owned,
): NewVehicle {
  const oil = recommendOil(make, engines)
  if ('noOil' in oil) throw new Error(`The demo has a car without engine oil: ${oil.message}`)
  return {
    id: random.uuid(),
    customerId: owner.id,
    make: make.make,
    model: make.model,
    year: String(make.year),
    licensePlate: plate(random),
    trim: make.trim,
    engine: describeEngine(make),
    fuel: make.fuel,
    oilType: oil.oilType,
    oilCapacity: oil.oilCapacity,
    recommendedServiceLevel: oil.recommendedServiceLevel,
    capacitySource: oil.capacitySource,
    confidence: oil.confidence,
    engineId: oil.engineId ?? null,
    // Lists sort by creation time; equal times would make the order random.
    createdAt: new Date(owner.createdAt.getTime() + (place + 1) * 60_000),
  }
}

/** Like a Texas plate: three consonants, four digits. */
function plate(random: Random): string {
  const letters = Array.from({ length: 3 }, () => random.pick([...'BCDFGHJKLMNPRSTVWXYZ'])).join('')
  return `${letters}-${random.whole(1000, 9999)}`
}
