import { expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

const camry = { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'ABC 1234' }
const vin = '4T1B11HK5JU500000'
const refused = (path: string, words: string) => ({
  status: 409,
  body: { message: words, details: { fields: [{ path, message: words }] } },
})
const samePlate =
  '2018 Toyota Camry in this account already has this plate. Use that car, or check the plate.'
const sameVin =
  '2018 Toyota Camry in this account already has this VIN. Use that car, or check the VIN.'

test('a plate is unique within an account in any spelling', async () => {
  const { user, call } = await app.as('customer')
  const add = (licensePlate: string) =>
    call('POST /api/vehicles', { body: { ...camry, model: 'Corolla', licensePlate } })
  await makeVehicle(user.id, camry)
  expect(await add('abc-1234')).toMatchObject(refused('licensePlate', samePlate))
  expect((await add('ABC 1235')).status).toBe(201)
  // Someone else may have bought the car.
  const other = await app.as('customer')
  expect((await other.call('POST /api/vehicles', { body: camry })).status).toBe(201)
})

test('so is a VIN, and a deleted car does not count', async () => {
  const { user, call } = await app.as('customer')
  const gone = await makeVehicle(user.id, { ...camry, vin, deletedAt: new Date() })
  const add = (licensePlate: string) =>
    call('POST /api/vehicles', { body: { ...camry, vin, licensePlate } })
  expect((await add(gone.licensePlate)).status).toBe(201)
  expect(await add('NEW 1')).toMatchObject(refused('vin', sameVin))
})

test('a correction cannot make two cars equal', async () => {
  const { user, call } = await app.as('customer')
  await makeVehicle(user.id, { ...camry, vin })
  const { id } = await makeVehicle(user.id, { ...camry, licensePlate: 'XYZ 1' })
  const change = (body: object) => call('PATCH /api/vehicles/{id}', { params: { id }, body })
  expect(await change({ licensePlate: 'ABC1234' })).toMatchObject(
    refused('licensePlate', samePlate),
  )
  expect(await change({ vin })).toMatchObject(refused('vin', sameVin))
  expect((await change({ licensePlate: 'xyz 1' })).status).toBe(200)
})

test('of ten concurrent additions of one car, one succeeds', async () => {
  const { call } = await app.as('customer')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call('POST /api/vehicles', { body: camry })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('two tabs changing different fields of a car keep both changes', async () => {
  const { user, call } = await app.as('customer')
  const { id } = await makeVehicle(user.id, camry)
  const change = (body: object) => call('PATCH /api/vehicles/{id}', { params: { id }, body })
  await Promise.all([change({ licensePlate: 'NEW 1' }), change({ model: 'Corolla' })])
  expect((await call('GET /api/vehicles/{id}', { params: { id } })).body).toMatchObject({
    licensePlate: 'NEW 1',
    model: 'Corolla',
  })
})

test("next year's models are accepted, those of 2050 are not", async () => {
  travelTo(new Date('2026-11-23T15:00:00Z'))
  const { call } = await app.as('customer')
  const add = (year: string) => call('POST /api/vehicles', { body: { ...camry, year } })
  const words = 'There are no cars of 2050 yet. Please check the year.'
  expect(await add('2050')).toMatchObject({
    status: 400,
    body: { message: words, details: { fields: [{ path: 'year', message: words }] } },
  })
  expect((await add('2028')).status).toBe(400)
  const { body } = await add('2027')
  const changed = await call('PATCH /api/vehicles/{id}', {
    params: { id: body.id },
    body: { year: '2050' },
  })
  expect(changed.status).toBe(400)
})

test.each([
  ' 4t1b11hk5ju500000 ',
  '4T1B 11HK 5JU 500000',
  '4T1-B11HK5-JU500000',
  '4T1B11HK5JU.500000',
])('a VIN pasted as %s is that VIN', async (pasted) => {
  const { user, call } = await app.as('customer')
  const found = await call('POST /api/vehicles/vin-lookup', { body: { vin: pasted } })
  expect(found.body.vehicleSpec).toMatchObject({ vin })
  const added = await call('POST /api/vehicles', { body: { ...camry, vin: pasted } })
  expect(added).toMatchObject({ status: 201, body: { vin } })
  const { id } = await makeVehicle(user.id, { ...camry, licensePlate: 'OLD 1' })
  const again = await call('PATCH /api/vehicles/{id}', { params: { id }, body: { vin: pasted } })
  expect(again.status).toBe(409)
})

test("an admin gets the same answers for a customer's cars", async () => {
  const admin = await app.as('admin')
  const customer = await makeUser()
  await makeVehicle(customer.id, camry)
  const query = { customerId: customer.id }
  expect(await admin.call('POST /api/vehicles', { query, body: camry })).toMatchObject(
    refused('licensePlate', samePlate),
  )
})
