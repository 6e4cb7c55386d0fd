import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { makeVehicle } from '#server/database/test-factories.ts'
import { openBrowser } from '#server/features/accounts/test-site.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday, tuesday, visitForm } from './test-customer.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })

const words = "2019 Tesla Model 3 is fully electric and doesn't need an oil change."
const tesla = { make: 'Tesla', model: 'Model 3', year: '2019', licensePlate: 'WATT 1' }
const refusal = (path: string) => ({
  status: 400,
  body: { message: words, details: { fields: [{ path, message: words }] } },
})

test.each([
  ['by hand', {}],
  ['by its VIN', { vin: '5YJ3E1EA7KF317000' }],
])('an electric car added %s cannot be booked for oil', async (_, more) => {
  const { call, oilPackage } = await customerWithCar(app)
  const added = await call('POST /api/vehicles', { body: { ...tesla, ...more } })
  expect(added).toMatchObject({ status: 201, body: { oilType: null, fuel: 'Electric' } })
  const vehicleId = added.body.id
  for (const servicePackageId of [undefined, oilPackage.id])
    expect(
      await call('POST /api/jobs', { body: visitForm(vehicleId, { servicePackageId }) }),
    ).toMatchObject(refusal('vehicleId'))
  expect(await db().$count(jobs)).toBe(0)
})

test('a car whose oil was guessed before its name was known cannot be booked either', async () => {
  const { user, call } = await customerWithCar(app)
  const guessed = { fuel: null, oilType: 'full_synthetic', oilCapacity: 5 } as const
  const { id } = await makeVehicle(user.id, { ...tesla, ...guessed })
  expect(await call('POST /api/jobs', { body: visitForm(id) })).toMatchObject(refusal('vehicleId'))
})

test('among several cars it is named, and none is booked', async () => {
  const { user, call, car } = await customerWithCar(app)
  const electric = await makeVehicle(user.id, tesla)
  const visit = (vehicleId: string, slot: number) => ({
    vehicleId,
    scheduledDate: tuesday,
    scheduledTime: labelAt(slot),
  })
  const body = {
    visits: [visit(car.id, 1), visit(electric.id, 2)],
    serviceAddress: '12 Elm Street, Austin, TX 78701',
  }
  expect(await call('POST /api/bookings', { body })).toMatchObject(refusal('visits.1.vehicleId'))
  expect(await db().$count(jobs)).toBe(0)
})

test('the office cannot book it either', async () => {
  const { user } = await customerWithCar(app)
  const electric = await makeVehicle(user.id, tesla)
  const admin = await app.as('admin')
  const body = visitForm(electric.id, { customerId: user.id })
  expect(await admin.call('POST /api/jobs', { body })).toMatchObject(refusal('vehicleId'))
})

test('a guest gets the error before a code is mailed', async () => {
  await customerWithCar(app)
  const { vehicleId: _, ...visit } = visitForm('')
  const body = {
    ...visit,
    name: 'Gail Guest',
    email: 'gail@example.com',
    phone: '(512) 555-0142',
    vehicle: tesla,
  }
  const answer = await openBrowser(app.app).call('POST /api/guest-bookings', { body })
  expect(answer).toMatchObject(refusal('vehicle.model'))
})

test('a plug-in hybrid needs oil changes', async () => {
  const { call } = await customerWithCar(app)
  const volt = { make: 'Chevrolet', model: 'Volt', year: '2014', licensePlate: 'VOLT 1' }
  const { body } = await call('POST /api/vehicles', { body: volt })
  expect((await call('POST /api/jobs', { body: visitForm(body.id) })).status).toBe(201)
})
