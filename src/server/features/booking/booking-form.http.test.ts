import { describe, expect, test } from 'vitest'
import { makeAddon, makeVehicle } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday, tuesday } from './test-customer.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })

describe('each missing field has its sentence', () => {
  const sentences = [
    ['vehicleId', 'Please select a vehicle'],
    ['servicePackageId', 'Please select a service package', 'no package'],
    ['scheduledDate', 'Please select a date'],
    ['scheduledTime', 'Please select a time'],
    ['serviceAddress', 'Please enter service address'],
    ['customerId', 'Please select or enter customer ID', 'nobody'],
  ] as const
  test.each(sentences)('%s: %s', async (field, sentence, wrong?: string) => {
    const { call, form } = await customerWithCar(app)
    const answer = await call('POST /api/jobs', { body: { ...form, [field]: wrong ?? '' } })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(sentence)
  })

  test('and an admin must choose a customer', async () => {
    const { form } = await customerWithCar(app)
    const admin = await app.as('admin')
    const answer = await admin.call('POST /api/jobs', { body: form })
    expect(answer.body.message).toBe('Please select or enter customer ID')
  })
})

test('each car gets its own add-ons and the shared ones', async () => {
  const { call, user, car, oilPackage } = await customerWithCar(app)
  const second = await makeVehicle(user.id)
  const [wipers, battery] = [
    await makeAddon({ priceCents: 3999 }),
    await makeAddon({ priceCents: 1499 }),
  ]
  const visit = (vehicleId: string, slot: number, addons: string[]) => ({
    vehicleId,
    scheduledDate: tuesday,
    scheduledTime: labelAt(slot),
    servicePackageId: oilPackage.id,
    addons,
  })
  const { status, body } = await call('POST /api/bookings', {
    body: {
      visits: [visit(car.id, 1, [wipers.id]), visit(second.id, 2, [battery.id])],
      addons: [battery.id],
      serviceAddress: '12 Elm Street, Austin, TX 78701',
    },
  })
  expect(status).toBe(201)
  expect(body).toMatchObject([
    { addonsAmount: '54.98', finalAmount: '184.97' },
    { addonsAmount: '14.99', finalAmount: '144.98', addons: [{ addonServiceId: battery.id }] },
  ])
})

test('an add-on off sale books none of the cars', async () => {
  const { call, form } = await customerWithCar(app)
  const gone = await makeAddon({ onSale: false })
  const { serviceAddress, ...visit } = form
  const answer = await call('POST /api/bookings', {
    body: { visits: [{ ...visit, addons: [gone.id] }], serviceAddress },
  })
  expect([answer.status, answer.body.message]).toEqual([
    400,
    'An add-on you chose is no longer offered. Please choose again.',
  ])
  expect((await call('GET /api/jobs/customer')).body).toEqual([])
})

test('access notes are visible to the customer, the office and the assigned technician', async () => {
  const { call, form } = await customerWithCar(app)
  const accessNotes = '  Gate 4711, keys under the mat '
  const { body: job } = await call('POST /api/jobs', { body: { ...form, accessNotes } })
  const [admin, technician] = [await app.as('admin'), await app.as('technician')]
  const params = { id: job.id }
  expect(job.accessNotes).toBe('Gate 4711, keys under the mat')
  expect((await call('GET /api/jobs/customer')).body[0].accessNotes).toBe(job.accessNotes)
  expect((await admin.call('GET /api/jobs/{id}', { params })).body.accessNotes).toBe(
    job.accessNotes,
  )
  const [offered] = (await technician.call('GET /api/jobs/unassigned')).body
  expect(offered).toMatchObject({ id: job.id, accessNotes: '' })
  const taken = await technician.call('POST /api/jobs/{id}/claim', { params })
  expect(taken.body.accessNotes).toBe(job.accessNotes)
  const long = { ...form, scheduledTime: labelAt(2), accessNotes: 'x'.repeat(501) }
  expect((await call('POST /api/jobs', { body: long })).status).toBe(400)
})
