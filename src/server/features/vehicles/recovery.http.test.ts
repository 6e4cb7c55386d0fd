import { expect, test } from 'vitest'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { notificationsShownTo, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

const deleted = 'GET /api/admin/deleted-vehicles'
const recover = 'PUT /api/admin/vehicles/{id}/recover'

test('a deleted car is listed with its owner, and returned to them', async () => {
  const admin = await app.as('admin')
  const owner = await app.as(await makeUser({ firstName: 'Olivia', lastName: 'Bennett' }))
  const { id } = await makeVehicle(owner.user.id, { licensePlate: 'ABC 123' })
  await makeVehicle(owner.user.id)
  await makeJob({
    customerId: owner.user.id,
    vehicleId: id,
    status: 'completed',
    serviceDate: '2026-03-02',
  })
  const params = { id }
  expect((await owner.call('DELETE /api/vehicles/{id}', { params })).status).toBe(200)

  const list = await admin.call(deleted)
  expect(list.headers['x-total-count']).toBe('1')
  expect(list.body).toMatchObject([
    {
      id,
      customer: { id: owner.user.id, name: 'Olivia Bennett' },
      licensePlate: 'ABC 123',
      jobCount: 1,
      lastServiceDate: '2026-03-02',
      deletedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
  const back = await admin.call(recover, { params })
  expect(back).toMatchObject({ status: 200, body: { id, customerId: owner.user.id } })
  expect((await admin.call(deleted)).body).toEqual([])
  const cars = await owner.call('GET /api/vehicles')
  expect(cars.body.map((car: { id: string }) => car.id)).toContain(id)
  expect(await notificationsShownTo(owner.user)).toMatchObject([
    { title: 'Your car is back', message: expect.stringContaining('2018 Toyota Camry') },
  ])
  const again = await admin.call(recover, { params })
  expect(again).toMatchObject({
    status: 409,
    body: { message: 'This vehicle has been recovered already.' },
  })
  const { body } = await admin.call('GET /api/admin/customers/{id}', {
    params: { id: owner.user.id },
  })
  expect(body.history).toMatchObject([{ kind: 'vehicle_recovered' }])
})

test('of two people recovering it at once, one succeeds', async () => {
  const admins = [await app.as('admin'), await app.as('admin')]
  const { id } = await makeVehicle((await makeUser()).id, { deletedAt: new Date() })
  const answers = await Promise.all(admins.map(({ call }) => call(recover, { params: { id } })))
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
})

test('it is searched by plate, VIN, model and owner, and sorted', async () => {
  const admin = await app.as('admin')
  const [ann, bob] = [await makeUser({ firstName: 'Ann' }), await makeUser({ firstName: 'Bob' })]
  const vin = '4T1B11HK5JU500000'
  const gone = (day: number) => ({ deletedAt: new Date(`2026-11-0${day}T12:00:00Z`) })
  await makeVehicle(bob.id, { ...gone(1), licensePlate: 'XYZ 77', model: 'Corolla' })
  await makeVehicle(ann.id, { ...gone(2), licensePlate: 'ABC 123', model: 'Tacoma', vin })
  const models = async (query: Record<string, string>) =>
    (await admin.call(deleted, { query })).body.map((car: { model: string }) => car.model)
  expect(await models({})).toEqual(['Tacoma', 'Corolla'])
  expect(await models({ sort: 'deleted' })).toEqual(['Corolla', 'Tacoma'])
  expect(await models({ sort: 'vehicle' })).toEqual(['Corolla', 'Tacoma'])
  expect(await models({ sort: '-customer' })).toEqual(['Corolla', 'Tacoma'])
  expect(await models({ search: 'xyz-77' })).toEqual(['Corolla'])
  expect(await models({ search: 'hk5ju' })).toEqual(['Tacoma'])
  expect(await models({ search: 'ann taco' })).toEqual(['Tacoma'])
  expect(await models({ search: '%' })).toEqual([])
  const first = await admin.call(deleted, { query: { limit: '1' } })
  const cursor = String(first.headers['x-next-cursor'])
  expect(await models({ limit: '1', cursor })).toEqual(['Corolla'])
})

test('not if another car has its plate, and not for an erased owner', async () => {
  const admin = await app.as('admin')
  const { id: customerId } = await makeUser()
  const old = await makeVehicle(customerId, { licensePlate: 'ABC 123', deletedAt: new Date() })
  await makeVehicle(customerId, { licensePlate: 'abc-123', model: 'Corolla' })
  const twice = await admin.call(recover, { params: { id: old.id } })
  expect(twice.status).toBe(409)
  expect(twice.body.message).toMatch(/^2018 Toyota Corolla in this account already has this plate/)

  const erased = await makeUser({ email: null, anonymizedAt: new Date() })
  const gone = await makeVehicle(erased.id, { licensePlate: '', deletedAt: new Date() })
  expect((await admin.call(recover, { params: { id: gone.id } })).status).toBe(404)
  const listed = (await admin.call(deleted)).body.map((car: { id: string }) => car.id)
  expect(listed).toEqual([old.id])
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect((await admin.call(recover, { params: { id: nobody } })).status).toBe(404)
})
