import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import {
  makeAddon,
  makeJob,
  makePackage,
  makeUser,
  makeVehicle,
} from '#server/database/test-factories.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday, sunday, tuesday, visitForm } from './test-customer.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })

const unknownId = '00000000-0000-4000-8000-000000000000'

test('a visit is booked at the price of the database', async () => {
  const { call, form, user, car, oilPackage } = await customerWithCar(app)
  const addon = await makeAddon({ priceCents: 1500 })
  const answer = await call('POST /api/jobs', {
    body: { ...form, customerNotes: 'Auto-matched service', addons: [addon.id, addon.id] },
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    customerId: user.id,
    vehicleId: car.id,
    servicePackageId: oilPackage.id,
    number: expect.stringMatching(/^FQ-\d+$/),
    scheduledDate: tuesday,
    scheduledTime: labelAt(1),
    startsAt: '2026-11-24T14:00:00.000Z',
    status: 'scheduled',
    technician: null,
    totalAmount: '129.99',
    addonsAmount: '15.00',
    extrasAmount: '0.00',
    finalAmount: '144.99',
    addons: [{ addonServiceId: addon.id, name: addon.name, price: '15.00' }],
    paymentStatus: 'pending',
    heldAmount: null,
    customerNotes: 'Auto-matched service',
  })
  const read = await call('GET /api/jobs/{id}', { params: { id: answer.body.id } })
  expect(read.body).toEqual(answer.body)
})

test('it creates a payment account, its history and one confirmation', async () => {
  const { call, form, user } = await customerWithCar(app)
  const { body: job } = await call('POST /api/jobs', { body: form })
  expect(await db().select().from(paymentAccounts)).toMatchObject([
    { jobId: job.id, state: 'none' },
  ])
  expect(await db().select().from(jobEvents)).toMatchObject([
    { jobId: job.id, actorId: user.id, kind: 'job_booked' },
  ])
  await expect.poll(() => runDueTasks()).toContain('notify-of-bookings')
  await runDueTasks()
  expect(await db().select().from(notifications)).toMatchObject([
    { userId: user.id, jobId: job.id, type: 'job_booked' },
  ])
  const [mail, ...others] = await db().select().from(sentMessages)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: user.email, jobId: job.id })
  for (const word of [job.number, 'Tuesday, November 24', '8:00 AM', '12 Elm Street', '$129.99'])
    expect(mail?.body).toContain(word)
})

test('a Sunday is refused with its title and sentence', async () => {
  const { call, form } = await customerWithCar(app)
  const answer = await call('POST /api/jobs', { body: { ...form, scheduledDate: sunday } })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toBe(
    "Please select a date between Monday and Saturday. We don't provide service on Sundays.",
  )
  expect(answer.body.details).toEqual({ title: 'Invalid Service Day' })
})

test.each([
  ['yesterday', { scheduledDate: '2026-11-21' }, 400],
  ['today, with a day of lead', { scheduledDate: '2026-11-23' }, 400],
  ['beyond the horizon', { scheduledDate: '2027-02-22' }, 400],
  ['a date that does not exist', { scheduledDate: '2026-11-31' }, 400],
  ['an invented slot', { scheduledTime: '3:00 AM - 4:00 AM' }, 400],
  ['no address', { serviceAddress: '  ' }, 400],
  ['an unknown package', { servicePackageId: unknownId }, 400],
  ['an unknown vehicle', { vehicleId: unknownId }, 404],
  ['an unknown add-on', { addons: [unknownId] }, 400],
  ['somebody else’s customer id', { customerId: unknownId }, 404],
  ['a price of the client’s own', { totalAmount: '0.01' }, 400],
])('%s is refused and books nothing', async (_, wrong, status) => {
  const { call, form } = await customerWithCar(app)
  expect((await call('POST /api/jobs', { body: { ...form, ...wrong } })).status).toBe(status)
  expect(await db().$count(jobs)).toBe(0)
})

test('a slot that has started is gone', async () => {
  await changeSettings({ leadDays: 0 })
  const { call, form } = await customerWithCar(app)
  const today = { ...form, scheduledDate: '2026-11-23' }
  const late = await call('POST /api/jobs', { body: today })
  expect(late.status).toBe(409)
  expect(late.body.details.availability.slots[0].status).toBe('past')
  const next = { ...today, scheduledTime: labelAt(2) }
  expect((await call('POST /api/jobs', { body: next })).status).toBe(201)
})

test('ids may be written in capitals', async () => {
  const { call, form, oilPackage } = await customerWithCar(app)
  const capitals = {
    ...form,
    vehicleId: form.vehicleId.toUpperCase(),
    servicePackageId: oilPackage.id.toUpperCase(),
  }
  expect((await call('POST /api/jobs', { body: capitals })).status).toBe(201)
})

test('another customer’s vehicle and a deleted one are not found', async () => {
  const [mine, other] = [await customerWithCar(app), await customerWithCar(app)]
  const theirs = { ...mine.form, vehicleId: other.car.id }
  expect((await mine.call('POST /api/jobs', { body: theirs })).status).toBe(404)
  await db().update(vehicles).set({ deletedAt: monday }).where(eq(vehicles.id, mine.car.id))
  expect((await mine.call('POST /api/jobs', { body: mine.form })).status).toBe(404)
})

test('a package off sale is refused; without one the fitting package is used', async () => {
  const { call, form, user } = await customerWithCar(app)
  const old = await makePackage({ isActive: false, name: 'Full Synthetic' })
  const diesel = await makePackage({ oilType: 'diesel_full_synthetic', name: 'Diesel' })
  const refused = await call('POST /api/jobs', { body: { ...form, servicePackageId: old.id } })
  expect(refused.status).toBe(400)
  const truck = await makeVehicle(user.id, { fuel: 'Diesel' })
  const booked = await call('POST /api/jobs', { body: visitForm(truck.id) })
  expect(booked.body.servicePackageId).toBe(diesel.id)
})

test('diesel and gasoline are never mixed, and an electric car gets a friendly answer', async () => {
  const { call, user, oilPackage, car } = await customerWithCar(app)
  const diesel = await makePackage({ oilType: 'diesel_full_synthetic' })
  await db().update(vehicles).set({ fuel: 'Gasoline' }).where(eq(vehicles.id, car.id))
  const truck = await makeVehicle(user.id, { oilType: 'diesel_full_synthetic' })
  const electric = await makeVehicle(user.id, { fuel: 'Electric' })
  const book = (vehicleId: string, servicePackageId?: string) =>
    call('POST /api/jobs', { body: visitForm(vehicleId, { servicePackageId }) })
  expect((await book(truck.id, oilPackage.id)).status).toBe(400)
  expect((await book(car.id, diesel.id)).status).toBe(400)
  const friendly = await book(electric.id)
  expect([friendly.status, friendly.body.message]).toEqual([
    400,
    "2018 Toyota Camry is fully electric and doesn't need an oil change.",
  ])
  expect((await book(truck.id, diesel.id)).status).toBe(201)
})

test('an add-on off sale is refused', async () => {
  const { call, form } = await customerWithCar(app)
  for (const off of [{ onSale: false }, { isActive: false }, { category: 'oil' as const }]) {
    const addon = await makeAddon(off)
    expect((await call('POST /api/jobs', { body: { ...form, addons: [addon.id] } })).status).toBe(
      400,
    )
  }
})

test('an admin books for a customer, and only for a customer', async () => {
  const { form, user } = await customerWithCar(app)
  const admin = await app.as('admin')
  const nobody = await admin.call('POST /api/jobs', { body: form })
  expect([nobody.status, nobody.body.message]).toEqual([400, 'Please select or enter customer ID'])
  const technician = await makeUser({ role: 'technician' })
  const wrong = { ...form, customerId: technician.id }
  expect((await admin.call('POST /api/jobs', { body: wrong })).status).toBe(400)
  const right = await admin.call('POST /api/jobs', { body: { ...form, customerId: user.id } })
  expect(right.status).toBe(201)
  expect(right.body.customer).toMatchObject({ id: user.id, phone: user.phone })
})

test('technicians and strangers cannot book', async () => {
  const { form } = await customerWithCar(app)
  const technician = await app.as('technician')
  expect((await technician.call('POST /api/jobs', { body: form })).status).toBe(403)
  expect((await app.call('POST /api/jobs', { body: form })).status).toBe(401)
})

test('a repeat with the same key returns the same job', async () => {
  const { call, form } = await customerWithCar(app)
  const request = { body: form, headers: { 'idempotency-key': 'booking-1' } }
  const first = await call('POST /api/jobs', request)
  const again = await call('POST /api/jobs', request)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await db().$count(jobs)).toBe(1)
  const at = { ...request, body: { ...form, scheduledTime: labelAt(4) } }
  expect((await call('POST /api/jobs', at)).status).toBe(409)
})

test('auto-assign picks the technician with the fewest visits that day', async () => {
  await changeSettings({ autoAssign: true, slotCapacity: 4 })
  const [busy, free] = [
    await makeUser({ role: 'technician', firstName: 'Busy', createdAt: new Date('2026-01-01') }),
    await makeUser({ role: 'technician', firstName: 'Free', createdAt: new Date('2026-02-01') }),
  ]
  await makeUser({ role: 'technician', approvedAt: null })
  await makeUser({ role: 'technician', deactivatedAt: monday })
  await makeJob({
    technicianId: busy.id,
    status: 'assigned',
    serviceDate: tuesday,
    slot: slotAt(2),
  })
  const book = async () => {
    const { call, form } = await customerWithCar(app)
    return (await call('POST /api/jobs', { body: form })).body
  }
  const jobsBooked = [await book(), await book(), await book()]
  expect(jobsBooked.map((job) => [job.technicianId, job.status])).toEqual([
    [free.id, 'assigned'],
    [busy.id, 'assigned'],
    [null, 'scheduled'],
  ])
  await expect.poll(() => runDueTasks()).toContain('notify-of-bookings')
  const told = await db()
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(eq(notifications.audience, 'technician'))
  expect(told.map((row) => row.userId).sort()).toEqual([busy.id, free.id].sort())
})
