import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday, tuesday, visitForm, wednesday } from './test-customer.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })

/** A person who signed up by code and has entered nothing else. */
async function newcomer(known: Partial<typeof users.$inferInsert> = {}) {
  const customer = await customerWithCar(app)
  const unknown = { firstName: '', lastName: '', phone: '', ...known }
  await db().update(users).set(unknown).where(eq(users.id, customer.user.id))
  const book = (more: object = {}, headers?: Record<string, string>) =>
    customer.call('POST /api/jobs', { body: { ...customer.form, ...more }, headers })
  const account = async () => (await customer.call('GET /api/auth/user')).body
  return { ...customer, book, account }
}

const name = { path: 'name', message: 'Please enter your name' }
const phone = { path: 'phone', message: 'Please enter your phone number' }

test.each([
  [{}, [name, phone]],
  [{ firstName: 'Ada' }, [phone]],
  [{ phone: '+15125550142' }, [name]],
  // Unreachable.
  [{ firstName: 'Ada', phone: '12' }, [phone]],
])('an account with %o is asked for the rest', async (known, fields) => {
  const { book } = await newcomer(known)
  expect(await book()).toMatchObject({
    status: 400,
    body: {
      message: 'Please tell us who we are meeting and how to reach you.',
      details: { fields },
    },
  })
  expect(await db().$count(jobs)).toBe(0)
})

test('a phone number typed with Arabic digits is one', async () => {
  const { book, account } = await newcomer()
  expect((await book({ name: 'Ada ٣', phone: '٥١٢-٥٥٥-٠١٤٢' })).status).toBe(201)
  expect(await account()).toMatchObject({ phone: '+15125550142' })
})

test('details are stored with the booking and appear in it', async () => {
  const { book, account } = await newcomer()
  const booked = await book(
    { name: ' Ada King of Lovelace ', phone: '(512) 555-0142' },
    { 'idempotency-key': 'once' },
  )
  expect(booked).toMatchObject({
    status: 201,
    body: { customer: { name: 'Ada King of Lovelace' } },
  })
  expect(await account()).toMatchObject({
    firstName: 'Ada King of',
    lastName: 'Lovelace',
    phone: '+15125550142',
  })
  // Asked once.
  expect((await book({ scheduledDate: wednesday })).status).toBe(201)
})

test('existing account details are not overwritten', async () => {
  const { book, account } = await newcomer({ firstName: 'Ada', phone: '' })
  await book({ name: 'Somebody Else', phone: '(512) 555-0142' })
  expect(await account()).toMatchObject({ firstName: 'Ada', lastName: '', phone: '+15125550142' })
  const { book: bookAgain, account: other } = await newcomer({
    firstName: 'Bea',
    phone: '+15125550143',
  })
  await bookAgain({ name: 'Somebody Else', phone: '12 34', scheduledTime: labelAt(2) })
  expect(await other()).toMatchObject({ firstName: 'Bea', phone: '+15125550143' })
})

test('a failed booking stores none of them', async () => {
  const { book, account } = await newcomer()
  await makeJob({ serviceDate: tuesday, slot: slotAt(1) })
  const lost = await book({ name: 'Ada', phone: '(512) 555-0142' })
  expect(lost.status).toBe(409)
  expect(await account()).toMatchObject({ firstName: '', phone: '' })
})

test.each(['12', '(123) 456-7890'])('%s is not valid contact data', async (typed) => {
  const { book, account } = await newcomer()
  const answer = await book({ name: 'Ada', phone: typed })
  expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path: 'phone' }] } } })
  expect((await account()).firstName).toBe('')
})

test('several cars ask once', async () => {
  const { call, user, car, oilPackage } = await newcomer()
  const second = await makeVehicle(user.id)
  const visit = (vehicleId: string, slot: number) => {
    const { serviceAddress: _, ...rest } = visitForm(vehicleId, {
      servicePackageId: oilPackage.id,
      scheduledTime: labelAt(slot),
    })
    return rest
  }
  const body = {
    visits: [visit(car.id, 1), visit(second.id, 2)],
    serviceAddress: '12 Elm Street, Austin, TX 78701',
  }
  expect((await call('POST /api/bookings', { body })).status).toBe(400)
  const given = { ...body, name: 'Ada Lovelace', phone: '512 555 0142' }
  expect((await call('POST /api/bookings', { body: given })).body).toMatchObject([
    { customer: { name: 'Ada Lovelace' } },
    { customer: { name: 'Ada Lovelace' } },
  ])
})

test('the office can book for a customer with missing details, and add them', async () => {
  const admin = await app.as('admin')
  const customer = await makeUser({ firstName: '', lastName: '', phone: '' })
  const car = await makeVehicle(customer.id)
  const { oilPackage } = await customerWithCar(app)
  const form = visitForm(car.id, { servicePackageId: oilPackage.id, customerId: customer.id })
  expect(await admin.call('POST /api/jobs', { body: form })).toMatchObject({
    status: 201,
    body: { customer: { name: '', phone: '' } },
  })
  const next = { ...form, scheduledDate: wednesday, phone: '512 555 0142' }
  expect(await admin.call('POST /api/jobs', { body: next })).toMatchObject({
    status: 201,
    body: { customer: { name: '', phone: '+15125550142' } },
  })
})
