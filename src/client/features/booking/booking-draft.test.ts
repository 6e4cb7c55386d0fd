import { expect, test } from 'vitest'
import type { ServicePackage } from '#shared/contract/catalog.ts'
import type { SlotStatus } from '#shared/rules/slots.ts'
import { emptyVisit, type Offer, resolveVisits, visitBodies } from './booking-draft.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const day = (date: string, ...statuses: SlotStatus[]) => ({
  date,
  open: statuses.includes('open'),
  slots: statuses.map((status, i) => ({ timeSlot: labelAt(i + 1), status })),
})
const car = (id: string) => ({
  id,
  year: '2018',
  make: 'Toyota',
  model: id,
  licensePlate: '',
  fuel: null,
  engine: null,
  oilType: null,
  recommendedServiceLevel: null,
})
const offer: Offer = {
  cars: [car('camry'), car('rav4')],
  packages: [
    {
      id: 'plain',
      name: 'Plain',
      basePrice: 89.99,
      taxable: true,
      oilType: 'conventional',
    } as ServicePackage,
    {
      id: 'full',
      name: 'Full Synthetic',
      basePrice: 129.99,
      taxable: true,
      oilType: 'full_synthetic',
    } as ServicePackage,
  ],
  addons: [
    { id: 'wipers', name: 'Wipers', price: '39.99', taxable: true },
    { id: 'battery', name: 'Battery test', price: '14.99', taxable: true },
  ],
  days: [day('2030-01-07', 'full', 'full'), day('2030-01-08', 'open', 'full')],
}
const resolve = (part: Partial<ReturnType<typeof emptyVisit>>, within = offer) =>
  resolveVisits([{ ...emptyVisit(0), ...part }], within)[0]

test("a visit's price is its package plus the add-ons on sale", () => {
  expect(resolve({})).toMatchObject({ cents: 0 })
  expect(resolve({ vehicleId: 'camry' })).toMatchObject({ cents: 12_999 })
  const chosen = { vehicleId: 'camry', packageId: 'plain', addonIds: ['wipers', 'battery', 'gone'] }
  expect(resolve(chosen)).toMatchObject({ cents: 8999 + 3999 + 1499 })
})

test('the first open day, or one with visits nearby, and the only car are preselected', () => {
  expect(resolve({})).toMatchObject({ date: '2030-01-08', vehicleId: null })
  const grouped = { ...offer, groupedDates: ['2030-01-07', '2030-01-09'] }
  const days = [...offer.days, day('2030-01-09', 'open')]
  expect(resolve({}, { ...grouped, days })).toMatchObject({ date: '2030-01-09' })
  const oneCar = { ...offer, cars: offer.cars.slice(0, 1) }
  expect(resolve({}, oneCar)).toMatchObject({ vehicleId: 'camry' })
})

test('an electric car is never preselected, and no other car replaces it', () => {
  const leaf = { ...car('leaf'), make: 'Nissan' }
  const within = { ...offer, cars: [car('camry'), leaf] }
  expect(resolve({ vehicleId: 'leaf' }, within)).toMatchObject({ car: undefined, vehicleId: null })
  expect(resolve({}, within)).toMatchObject({ vehicleId: 'camry' })
  expect(resolve({}, { ...offer, cars: [leaf] })).toMatchObject({ vehicleId: null })
})

test('an unavailable choice counts as not chosen', () => {
  const time = labelAt(1)
  expect(resolve({ date: '2030-01-08', time })).toMatchObject({ date: '2030-01-08', time })
  expect(resolve({ date: '2030-01-08', time: labelAt(2) })).toMatchObject({ time: null })
  expect(resolve({ date: '2029-12-31', time })).toMatchObject({ date: '2030-01-08', time: null })
  expect(resolve({ vehicleId: 'sold' })).toMatchObject({ vehicleId: null })
})

test('the only car is not preselected for a second visit', () => {
  const oneCar = { ...offer, cars: offer.cars.slice(0, 1) }
  const [, second] = resolveVisits([emptyVisit(0, 'camry'), emptyVisit(1)], oneCar)
  expect(second).toMatchObject({ vehicleId: null, servicePackage: undefined })
})

test("another car is preselected for the first one's day, if it is open", () => {
  const days = [...offer.days, day('2030-01-09', 'open')]
  const dates = (date: string) =>
    resolveVisits([{ ...emptyVisit(0, 'camry'), date }, emptyVisit(1)], { ...offer, days }).map(
      (visit) => visit.date,
    )
  expect(dates('2030-01-09')).toEqual(['2030-01-09', '2030-01-09'])
  expect(dates('2030-01-07')).toEqual(['2030-01-07', '2030-01-08'])
})

test('a day on which the car has a visit is not preselected, and has no times for it', () => {
  const days = [...offer.days, day('2030-01-09', 'open')]
  const takenDates = (id: string) => (id === 'camry' ? ['2030-01-08'] : [])
  const within = { ...offer, days, takenDates }
  expect(resolve({ vehicleId: 'camry' }, within)).toMatchObject({ date: '2030-01-09' })
  expect(resolve({ vehicleId: 'rav4' }, within)).toMatchObject({ date: '2030-01-08' })
  const chosen = { vehicleId: 'camry', date: '2030-01-08', time: labelAt(1) }
  expect(resolve(chosen, within)).toMatchObject({ date: '2030-01-08', time: null })
  const both = [{ ...emptyVisit(0, 'rav4'), date: '2030-01-08' }, emptyVisit(1, 'camry')]
  expect(resolveVisits(both, within).map(({ date }) => date)).toEqual(['2030-01-08', '2030-01-09'])
})

test('a visit is sent with its preselected answers, and only when complete', () => {
  const visits = (part: object) => resolveVisits([{ ...emptyVisit(0), ...part }], offer)
  const chosen = { vehicleId: 'camry', date: '2030-01-08', addonIds: ['wipers', 'gone'] }
  expect(visitBodies(visits(chosen), [])).toEqual([])
  expect(visitBodies(visits({ ...chosen, time: labelAt(1) }), [1000])).toEqual([
    {
      vehicleId: 'camry',
      scheduledDate: '2030-01-08',
      scheduledTime: labelAt(1),
      servicePackageId: 'full',
      addons: ['wipers'],
      seenPrice: '159.98',
    },
  ])
})

test('the price includes sales tax on taxed lines, and is the one shown', () => {
  const taxed = { ...offer, taxRateBp: 825 }
  const car = { vehicleId: offer.cars[0]?.id ?? null, addonIds: ['wipers'] }
  const visit = resolve(car, taxed)
  expect([visit?.cents, visit?.taxCents]).toEqual([16_998 + 1402, 1402])
  const wipers = { ...taxed, addons: taxed.addons.map((one) => ({ ...one, taxable: false })) }
  expect(resolve(car, wipers)?.taxCents).toBe(1072)
  expect(resolve(car)?.taxCents).toBe(0)
})
