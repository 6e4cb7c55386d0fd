import { beforeEach, expect, test } from 'vitest'
import { queryRow } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
beforeEach(loadReferenceData)

const camry = { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'abc  123' }
const camryVin = '4T1B11HK5JU500000'

test('a customer adds a vehicle, and the server determines its oil', async () => {
  const customer = await app.as('customer')
  const added = await customer.call('POST /api/vehicles', { body: camry })
  expect(added).toMatchObject({
    status: 201,
    body: {
      ...camry,
      licensePlate: 'ABC 123',
      customerId: customer.user.id,
      oilType: 'full_synthetic',
      recommendedServiceLevel: 'full_synthetic',
      hasActiveJob: false,
      lastServiceDate: null,
    },
  })
  const list = await customer.call('GET /api/vehicles')
  expect(list.body).toEqual([added.body])
})

test('oil data from the client is refused', async () => {
  const customer = await app.as('customer')
  const body = { ...camry, oilType: 'conventional', oilCapacity: 1 }
  expect((await customer.call('POST /api/vehicles', { body })).status).toBe(400)
})

test("with a VIN the engine decides, and another car's VIN is refused", async () => {
  const customer = await app.as('customer')
  const added = await customer.call('POST /api/vehicles', { body: { ...camry, vin: camryVin } })
  expect(added.body).toMatchObject({ vin: camryVin, engine: '2.5L I4', oilCapacity: 4.8 })
  const wrong = { ...camry, make: 'Ford', vin: camryVin }
  const refused = await customer.call('POST /api/vehicles', { body: wrong })
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain('2018 Toyota Camry')
})

test('an electric car is stored without oil data', async () => {
  const customer = await app.as('customer')
  const body = { ...camry, make: 'Tesla', model: 'Model 3', year: '2019' }
  const added = await customer.call('POST /api/vehicles', { body })
  expect(added.body).toMatchObject({ fuel: 'Electric', oilType: null, oilCapacity: null })
})

test.each([
  [{ make: ' ' }, 'Please enter vehicle make'],
  [{ model: '' }, 'Please enter vehicle model'],
  [{ year: '18' }, 'Please enter vehicle year'],
  [{ licensePlate: '' }, 'Please enter license plate'],
])('%j is refused with its sentence', async (wrong, message) => {
  const customer = await app.as('customer')
  const answer = await customer.call('POST /api/vehicles', { body: { ...camry, ...wrong } })
  expect(answer).toMatchObject({ status: 400, body: { message } })
})

test("no one can see, list or delete another customer's vehicle", async () => {
  const vehicle = await makeVehicle((await makeUser()).id)
  const stranger = await app.as('customer')
  const params = { id: vehicle.id }
  const query = { customerId: vehicle.customerId }
  expect((await stranger.call('GET /api/vehicles')).body).toEqual([])
  expect((await stranger.call('GET /api/vehicles', { query })).status).toBe(404)
  expect((await stranger.call('POST /api/vehicles', { query, body: camry })).status).toBe(404)
  expect((await stranger.call('GET /api/vehicles/{id}', { params })).status).toBe(404)
  expect((await stranger.call('DELETE /api/vehicles/{id}', { params })).status).toBe(404)
})

test('an admin works with the vehicles of a named, existing customer', async () => {
  const admin = await app.as('admin')
  const customer = await makeUser()
  const technician = await makeUser({ role: 'technician' })
  const query = { customerId: customer.id }
  const added = await admin.call('POST /api/vehicles', { query, body: camry })
  expect(added).toMatchObject({ status: 201, body: { customerId: customer.id } })
  expect((await admin.call('GET /api/vehicles', { query })).body).toHaveLength(1)
  expect((await admin.call('POST /api/vehicles', { body: camry })).status).toBe(400)
  const noCustomer = { customerId: technician.id }
  expect((await admin.call('POST /api/vehicles', { query: noCustomer, body: camry })).status).toBe(
    404,
  )
})

test.each(['scheduled', 'assigned', 'in_progress'] as const)(
  'a vehicle with a %s visit cannot be deleted',
  async (status) => {
    const customer = await app.as('customer')
    const vehicle = await makeVehicle(customer.user.id)
    await makeJob({ customerId: customer.user.id, vehicleId: vehicle.id, status })
    const params = { id: vehicle.id }
    expect(await customer.call('DELETE /api/vehicles/{id}', { params })).toMatchObject({
      status: 409,
      body: {
        message:
          'This vehicle has active service appointments. You cannot delete it until those services are completed.',
      },
    })
    const shown = await customer.call('GET /api/vehicles/{id}', { params })
    expect(shown.body.hasActiveJob).toBe(true)
  },
)

test('a deleted vehicle is gone for its owner, and deleting again is 404', async () => {
  const customer = await app.as('customer')
  const vehicle = await makeVehicle(customer.user.id)
  const visit = { customerId: customer.user.id, vehicleId: vehicle.id }
  await makeJob({ ...visit, status: 'completed', serviceDate: '2026-03-05', slot: slotAt(2) })
  await makeJob({ ...visit, status: 'completed', serviceDate: '2025-09-01', slot: slotAt(2) })
  await makeJob({ ...visit, status: 'cancelled', serviceDate: '2026-08-01', slot: slotAt(2) })
  const params = { id: vehicle.id }
  const before = await customer.call('GET /api/vehicles/{id}', { params })
  expect(before.body).toMatchObject({ hasActiveJob: false, lastServiceDate: '2026-03-05' })
  const deleted = await customer.call('DELETE /api/vehicles/{id}', { params })
  expect(deleted.body).toEqual({ success: true })
  expect((await customer.call('GET /api/vehicles')).body).toEqual([])
  expect((await customer.call('DELETE /api/vehicles/{id}', { params })).status).toBe(404)
})

test('with a key, a VIN is looked up before the transaction, not inside it', async () => {
  const text = 'select pg_current_xact_id_if_assigned() is not null as inside'
  const inside: unknown[] = []
  const decode = async () => {
    inside.push((await queryRow<{ inside: boolean }>({ name: 'test-inside', text }))?.inside)
    return undefined
  }
  useServices({ vin: { decode } })
  const customer = await app.as('customer')
  const request = { body: { ...camry, vin: camryVin }, headers: { 'idempotency-key': 'one' } }
  const first = await customer.call('POST /api/vehicles', request)
  expect(first.status).toBe(201)
  expect((await customer.call('POST /api/vehicles', request)).body).toEqual(first.body)
  expect(new Set(inside)).toEqual(new Set([false]))
})
