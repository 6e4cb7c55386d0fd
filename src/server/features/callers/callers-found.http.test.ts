import { beforeEach, expect, test } from 'vitest'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Caller } from '#shared/contract/callers.ts'

const app = useTestApp({ at: monday })

let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
})

const find = async (q: string): Promise<Caller[]> =>
  (await admin.call('GET /api/admin/callers', { query: { q } })).body

test.each([
  ['olivia', true],
  ['bennett', true],
  ['ob@example', true],
  ['512.555.0123', true],
  ['ktx4821', true],
  ['500 congress', true],
  ['500  CONGRESS Ave', true],
  ['congress', false],
  ['500 %', false],
  ['o', false],
])('a caller by %j: %s', async (typed, isFound) => {
  const { id: customerId } = await makeUser({
    firstName: 'Olivia',
    lastName: 'Bennett',
    email: 'ob@example.com',
    phone: '+15125550123',
  })
  const { id: vehicleId } = await makeVehicle(customerId, { licensePlate: 'KTX-4821' })
  const at = { customerId, vehicleId, serviceAddress: '500 Congress Ave, Austin, TX 78701' }
  await makeJob({ ...at, serviceDate: '2026-05-01' })
  await makeJob({ ...at, serviceDate: '2026-06-01', status: 'cancelled' })
  const found = await find(typed)
  expect(found.map(({ lastName }) => lastName)).toEqual(isFound ? ['Bennett'] : [])
  if (!isFound) return
  expect(found[0]).toMatchObject({
    cars: [{ id: vehicleId, licensePlate: 'KTX-4821' }],
    lastVisit: { date: '2026-05-01', address: at.serviceAddress },
  })
})

test('finds a caller with everything a booking needs', async () => {
  const customer = await makeUser()
  const { id } = await makeJob({ customerId: customer.id, serviceDate: '2026-05-01' })
  const params = { id: customer.id }
  const { status, body } = await admin.call('GET /api/admin/callers/{id}', { params })
  expect([status, body.caller.id]).toEqual([200, customer.id])
  expect(body.visits).toMatchObject([{ id }])
  const staff = { id: admin.user.id }
  expect((await admin.call('GET /api/admin/callers/{id}', { params: staff })).status).toBe(404)
})
