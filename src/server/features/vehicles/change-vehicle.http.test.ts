import { beforeEach, expect, test } from 'vitest'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
beforeEach(loadReferenceData)

const camry = { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'ABC 123' }
const camryVin = '4T1B11HK5JU500000'

const ids = (jobs: { id: string }[]) => jobs.map(({ id }) => id)

async function ownCar(body: object = camry) {
  const customer = await app.as('customer')
  const { body: car } = await customer.call('POST /api/vehicles', { body })
  return { customer, car, params: { id: car.id } }
}

test('correcting the plate leaves the rest unchanged', async () => {
  const { customer, car, params } = await ownCar({ ...camry, vin: camryVin })
  const body = { licensePlate: 'new  77' }
  const changed = await customer.call('PATCH /api/vehicles/{id}', { params, body })
  expect(changed).toMatchObject({ status: 200, body: { ...car, licensePlate: 'NEW 77' } })
  const again = await customer.call('GET /api/vehicles/{id}', { params })
  expect(again.body).toEqual(changed.body)
})

test('an unchanged save changes nothing', async () => {
  const { customer, car, params } = await ownCar({ ...camry, vin: camryVin })
  const answer = await customer.call('PATCH /api/vehicles/{id}', { params, body: {} })
  expect(answer).toMatchObject({ status: 200, body: car })
})

test('another car gets new oil data', async () => {
  const { customer, params } = await ownCar({ ...camry, vin: camryVin })
  const body = { make: 'Ram', model: '2500', year: '1999', vin: null }
  const changed = await customer.call('PATCH /api/vehicles/{id}', { params, body })
  expect(changed.body).toMatchObject({ ...body, engine: null, trim: null, oilType: 'conventional' })
})

test("adding a VIN later adds the engine, and another car's VIN is refused", async () => {
  const { customer, car, params } = await ownCar()
  expect(car.engine).toBeNull()
  const vin = camryVin
  const changed = await customer.call('PATCH /api/vehicles/{id}', { params, body: { vin } })
  expect(changed.body).toMatchObject({ vin, engine: '2.5L I4', oilCapacity: 4.8 })
  const refused = await customer.call('PATCH /api/vehicles/{id}', {
    params,
    body: { year: '2012' },
  })
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain('2018 Toyota Camry')
})

test.each([
  [{ make: ' ' }, 'Please enter vehicle make'],
  [{ model: '' }, 'Please enter vehicle model'],
  [{ year: '18' }, 'Please enter vehicle year'],
  [{ licensePlate: ' ' }, 'Please enter license plate'],
  [{ vin: 'TOO SHORT' }, 'Please enter a valid 17-character VIN number.'],
])('%j is refused with its sentence', async (body, message) => {
  const { customer, params } = await ownCar()
  const answer = await customer.call('PATCH /api/vehicles/{id}', { params, body })
  expect(answer).toMatchObject({ status: 400, body: { message } })
})

test('a car with an upcoming visit can be corrected, but not into an electric one', async () => {
  const { customer, car, params } = await ownCar()
  const visit = { customerId: customer.user.id, vehicleId: car.id }
  await makeJob({ ...visit, status: 'assigned' })
  const corolla = { body: { model: 'Corolla' }, params }
  expect((await customer.call('PATCH /api/vehicles/{id}', corolla)).body.model).toBe('Corolla')
  const tesla = { body: { make: 'Tesla', model: 'Model 3' }, params }
  const refused = await customer.call('PATCH /api/vehicles/{id}', tesla)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain('cancel the visit first')
  expect((await customer.call('GET /api/vehicles/{id}', { params })).body.make).toBe('Toyota')
})

test('without a visit it may become electric and loses its oil data', async () => {
  const { customer, params } = await ownCar()
  const body = { make: 'Tesla', model: 'Model 3' }
  const changed = await customer.call('PATCH /api/vehicles/{id}', { params, body })
  expect(changed.body).toMatchObject({
    fuel: 'Electric',
    oilType: null,
    oilCapacity: null,
    capacitySource: null,
    confidence: null,
  })
})

test('an admin may change it, another customer finds nothing, and a deleted one is gone', async () => {
  const { customer, params } = await ownCar()
  const body = { licensePlate: 'OFFICE' }
  const asked = { params, body }
  const stranger = await app.as('customer')
  expect((await stranger.call('PATCH /api/vehicles/{id}', asked)).status).toBe(404)
  const admin = await app.as('admin')
  expect((await admin.call('PATCH /api/vehicles/{id}', asked)).body.licensePlate).toBe('OFFICE')
  await customer.call('DELETE /api/vehicles/{id}', { params })
  expect((await customer.call('PATCH /api/vehicles/{id}', asked)).status).toBe(404)
})

test('of two concurrent editors, the one with outdated data is notified', async () => {
  const { customer, params } = await ownCar()
  const decode = async () => {
    await customer.call('PATCH /api/vehicles/{id}', { params, body: { model: 'Avalon' } })
    return undefined
  }
  useServices({ vin: { decode } })
  const late = { params, body: { vin: camryVin } }
  expect((await customer.call('PATCH /api/vehicles/{id}', late)).status).toBe(409)
  const kept = await customer.call('GET /api/vehicles/{id}', { params })
  expect(kept.body).toMatchObject({ model: 'Avalon', vin: null })
})

test("a vehicle's visits, newest first, a page at a time", async () => {
  const customer = await app.as('customer')
  const visit = {
    customerId: customer.user.id,
    vehicleId: (await makeVehicle(customer.user.id)).id,
  }
  const old = await makeJob({
    ...visit,
    status: 'completed',
    serviceDate: '2026-01-05',
    slot: slotAt(1),
  })
  const recent = await makeJob({
    ...visit,
    status: 'cancelled',
    serviceDate: '2026-04-05',
    slot: slotAt(1),
  })
  await makeJob({ customerId: customer.user.id })
  const params = { id: visit.vehicleId }
  const all = await customer.call('GET /api/vehicles/{id}/jobs', { params })
  expect(ids(all.body)).toEqual([recent.id, old.id])
  const page = await customer.call('GET /api/vehicles/{id}/jobs', { params, query: { limit: '1' } })
  expect(ids(page.body)).toEqual([recent.id])
  const cursor = String(page.headers['x-next-cursor'])
  const query = { limit: '1', cursor }
  const rest = await customer.call('GET /api/vehicles/{id}/jobs', { params, query })
  expect(ids(rest.body)).toEqual([old.id])
  const stranger = await app.as('customer')
  expect((await stranger.call('GET /api/vehicles/{id}/jobs', { params })).status).toBe(404)
  const admin = await app.as('admin')
  expect((await admin.call('GET /api/vehicles/{id}/jobs', { params })).body).toHaveLength(2)
})

test("the technician's last measurement comes with the car", async () => {
  const customer = await app.as('customer')
  const { id } = await makeVehicle((await makeUser()).id)
  const car = await makeVehicle(customer.user.id)
  const visit = { customerId: customer.user.id, vehicleId: car.id, status: 'completed' as const }
  await makeJob({ ...visit, serviceDate: '2025-06-01', slot: slotAt(1), filledQuarts: 5.1 })
  await makeJob({ ...visit, serviceDate: '2026-01-05', slot: slotAt(1), filledQuarts: 4.8 })
  await makeJob({ ...visit, serviceDate: '2026-03-05', slot: slotAt(1), odometerMiles: 45_000 })
  await makeJob({
    ...visit,
    vehicleId: id,
    serviceDate: '2026-04-05',
    slot: slotAt(1),
    filledQuarts: 9,
  })
  const { body } = await customer.call('GET /api/vehicles')
  expect(body).toMatchObject([{ measuredQuarts: 4.8, lastServiceMiles: 45_000 }])
})
