import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makePackage, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { guestLinks } from '#server/database/tables/credentials.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { users } from '#server/database/tables/users.ts'
import { mailedCode, openBrowser } from '#server/features/accounts/test-site.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import {
  ask,
  bookAsGuest,
  confirm,
  guestAtHome,
  withLink,
} from '#server/features/guests/test-guest.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { addDays } from '#shared/rules/calendar.ts'
import type { Settings } from '#shared/rules/settings.ts'
import { customerWithCar, monday, tuesday, visitForm, wednesday } from './test-customer.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday, env: { TRUST_PROXY: '1' } })

const off = {
  maxVisitsWithoutCard: 0,
  maxVisitsPerVehiclePerDay: 0,
  maxOpenGuestBookings: 0,
  maxCancellationsPerDay: 0,
  maxMovesPerDay: 0,
  maxGuestBookingsPerNetwork: 0,
} satisfies Partial<Settings>
const only = (settings: Partial<Settings>) => changeSettings({ ...off, ...settings })

beforeEach(() => changeSettings({ serviceDays: [1, 2, 3, 4, 5, 6, 7] }))

/** The n-th slot from Tuesday on, five a day. */
const placeOf = (n: number) => ({
  scheduledDate: addDays(tuesday, Math.floor(n / 5)),
  scheduledTime: labelAt((n % 5) + 1),
})
const book = ({ call }: Pick<TestPerson, 'call'>, form: object, n = 0) =>
  call('POST /api/jobs', { body: { ...form, ...placeOf(n) } })
const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
const times = (n: number, status: number) => Array.from({ length: n }, () => status)

test('of twenty concurrent bookings only as many succeed as are allowed without a card', async () => {
  await only({ maxVisitsWithoutCard: 5 })
  const customer = await customerWithCar(app)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => book(customer, customer.form, n)),
  )
  expect(statuses(answers)).toEqual([...times(5, 201), ...times(15, 409)])
  expect(await db().$count(jobs)).toBe(5)
  const refused = answers.find(({ status }) => status === 409)
  const [first] = await db().select().from(jobs).orderBy(jobs.serviceDate, jobs.slot)
  expect(refused?.body).toEqual({
    code: 'conflict',
    message:
      'You have several upcoming visits without a card. Add a card to one of them to book another. If you cannot, please write to us on our contact page.',
    details: { reason: 'visits_without_card', jobId: first?.id },
  })
})

test('a card, a cancellation and past visits make room, and other customers are unaffected', async () => {
  await only({ maxVisitsWithoutCard: 2 })
  const customer = await customerWithCar(app)
  const booked = [await book(customer, customer.form, 0), await book(customer, customer.form, 1)]
  expect((await book(customer, customer.form, 2)).status).toBe(409)
  expect((await book(await customerWithCar(app), customer.form, 2)).status).toBe(404)
  const other = await customerWithCar(app)
  expect((await book(other, other.form, 3)).status).toBe(201)

  const [one, two] = booked.map(({ body }) => body.id as string)
  await db()
    .update(paymentAccounts)
    .set({ state: 'card_saved' })
    .where(eq(paymentAccounts.jobId, one ?? ''))
  expect((await book(customer, customer.form, 4)).status).toBe(201)
  expect((await book(customer, customer.form, 5)).status).toBe(409)
  await customer.call('POST /api/jobs/{id}/cancel', { params: { id: two ?? '' }, body: {} })
  expect((await book(customer, customer.form, 5)).status).toBe(201)
  expect((await book(customer, customer.form, 6)).status).toBe(409)
  travelTo(new Date(monday.getTime() + 5 * 86_400_000))
  expect((await book(customer, customer.form, 40)).status).toBe(201)
})

test('several vehicles together over the limit book none', async () => {
  await only({ maxVisitsWithoutCard: 2 })
  const { call, user, car } = await customerWithCar(app)
  const cars = [car, await makeVehicle(user.id), await makeVehicle(user.id)]
  const visits = cars.map(({ id }, n) => ({ vehicleId: id, ...placeOf(n) }))
  const { serviceAddress } = visitForm(car.id)
  const all = await call('POST /api/bookings', { body: { visits, serviceAddress } })
  expect([all.status, all.body.details.reason]).toEqual([409, 'visits_without_card'])
  expect(await db().$count(jobs)).toBe(0)
  const two = { visits: visits.slice(0, 2), serviceAddress }
  expect((await call('POST /api/bookings', { body: two })).status).toBe(201)
})

test('one visit per car and day: with concurrent requests, in one booking, and when moved', async () => {
  await only({ maxVisitsPerVehiclePerDay: 1 })
  const customer = await customerWithCar(app)
  const { call, form } = customer
  const answers = await Promise.all([0, 1, 2, 3, 4].map((n) => book(customer, form, n)))
  expect(statuses(answers)).toEqual([201, ...times(4, 409)])
  const refused = answers.find(({ status }) => status === 409)
  const message =
    'This car already has a visit on Tue, Nov 24. Please choose another day. If only this one works, please write to us on our contact page.'
  expect(refused?.body).toEqual({
    code: 'conflict',
    message,
    details: { reason: 'vehicle_day', fields: [{ path: 'visits.0.scheduledDate', message }] },
  })
  const { vehicleId, serviceAddress } = form
  const visits = [5, 6].map((n) => ({ vehicleId, ...placeOf(n) }))
  const both = await call('POST /api/bookings', { body: { visits, serviceAddress } })
  const twice =
    'Your car is in two of these visits on Wed, Nov 25. Please pick another day for one.'
  expect(both.body).toMatchObject({
    message: twice,
    details: { fields: [{ path: 'visits.1.scheduledDate', message: twice }] },
  })
  // Any of the five may have won and holds its slot.
  const free = answers[4]?.status === 201 ? 3 : 4
  const onTuesday = {
    visits: [
      { vehicleId, ...placeOf(free) },
      { vehicleId, ...placeOf(5) },
    ],
  }
  expect(
    (await call('POST /api/bookings', { body: { ...onTuesday, serviceAddress } })).body.message,
  ).toBe(message)

  const onWednesday = await book(customer, form, 5)
  const move = (n: number, who: Pick<TestPerson, 'call'> = customer) =>
    who.call('POST /api/jobs/{id}/reschedule', {
      params: { id: onWednesday.body.id },
      body: placeOf(n),
    })
  expect((await move(6)).status).toBe(200)
  const there = await move(free)
  expect([there.status, there.body.details.reason]).toEqual([409, 'vehicle_day'])
  expect((await move(free, await app.as('admin'))).status).toBe(200)
})

test('a booking with one car too often reports it, whatever is booked already', async () => {
  await only({ maxVisitsPerVehiclePerDay: 2 })
  const { call, form } = await customerWithCar(app)
  const { vehicleId, serviceAddress } = form
  const send = (places: number[]) =>
    call('POST /api/bookings', {
      body: { visits: places.map((n) => ({ vehicleId, ...placeOf(n) })), serviceAddress },
    })
  expect((await send([0, 1, 2])).body.message).toBe(
    'Your car is in 3 of these visits on Tue, Nov 24. Please pick another day for one.',
  )
  const same = await send([0, 0])
  expect(same).toMatchObject({
    status: 409,
    body: {
      message:
        'Your car is in two of these visits at the same time. Please pick another time for one.',
      details: { fields: [{ path: 'visits.1.scheduledTime' }] },
    },
  })
  expect(await db().$count(jobs)).toBe(0)
})

test('concurrent moves and bookings of a car leave one visit on the day', async () => {
  await only({ maxVisitsPerVehiclePerDay: 1 })
  const customer = await customerWithCar(app)
  const booked = [
    await book(customer, customer.form, 5),
    await book(customer, customer.form, 10),
    await book(customer, customer.form, 15),
  ]
  const answers = await Promise.all([
    ...booked.map(({ body }, n) =>
      customer.call('POST /api/jobs/{id}/reschedule', {
        params: { id: body.id },
        body: placeOf(n),
      }),
    ),
    book(customer, customer.form, 3),
  ])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(await db().$count(jobs, eq(jobs.serviceDate, tuesday))).toBe(1)
})

test("the office books without limits, and sets a customer's own limit", async () => {
  await only({ maxVisitsWithoutCard: 1, maxVisitsPerVehiclePerDay: 1 })
  const customer = await customerWithCar(app)
  const admin = await app.as('admin')
  const { id } = customer.user
  for (const n of [0, 1])
    expect((await book(admin, { ...customer.form, customerId: id }, n)).status).toBe(201)
  expect((await book(customer, customer.form, 5)).status).toBe(409)
  const allow = (maxVisitsWithoutCard: unknown, of = id) =>
    admin.call('PATCH /api/admin/customers/{id}', {
      params: { id: of },
      body: { maxVisitsWithoutCard },
    })
  expect((await allow(3)).body).toMatchObject({ id, maxVisitsWithoutCard: 3 })
  expect((await book(customer, customer.form, 5)).status).toBe(201)
  expect((await book(customer, customer.form, 10)).status).toBe(409)
  await allow(0)
  expect((await book(customer, customer.form, 10)).status).toBe(201)
  await allow(null)
  expect((await book(customer, customer.form, 15)).status).toBe(409)
  for (const value of [-1, 1.5, '3', 100_000]) expect((await allow(value)).status).toBe(400)
  expect((await allow(3, admin.user.id)).status).toBe(404)
  expect((await admin.call('GET /api/admin/customers')).body[0]).toMatchObject({
    maxVisitsWithoutCard: null,
  })
})

test.each([
  [{ supportPhone: '(512) 555-0100' }, 'please call us at (512) 555-0100.'],
  [{ supportEmail: 'hello@quick-oil.test' }, 'please write to hello@quick-oil.test.'],
])('a limit shows how to contact the business: %j', async (reach, said) => {
  await only({ maxVisitsWithoutCard: 1, maxVisitsPerVehiclePerDay: 1, ...reach })
  const customer = await customerWithCar(app)
  await book(customer, customer.form, 0)
  for (const n of [1, 5])
    expect((await book(customer, customer.form, n)).body.message).toMatch(
      new RegExp(`, ${said.replace(/[()]/g, String.raw`\$&`)}$`),
    )
})

test('a limit switched off affects no one', async () => {
  await only({})
  const customer = await customerWithCar(app)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => book(customer, customer.form, n)),
  )
  expect(statuses(answers)).toEqual(times(20, 201))
})

const guests = (n: number, ip = `198.51.100.${n}`) => guestAtHome(app, ip)
const anotherCar = (n: number) => ({
  make: 'Toyota',
  model: 'Camry',
  year: '2018',
  licensePlate: `G ${n}`,
})

test('a guest has a limit of visits ahead, without counting signed-in customers', async () => {
  await only({ maxOpenGuestBookings: 2 })
  for (const n of [0, 1]) {
    const { browser, form } = await guests(n)
    const vehicle = anotherCar(n)
    expect((await bookAsGuest(browser, { ...form, vehicle, ...placeOf(n) })).status).toBe(201)
  }
  const { browser, form } = await guests(2)
  const refused = await bookAsGuest(browser, { ...form, ...placeOf(2) })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message:
        'There are 2 visits booked with this e-mail already. Sign in to book more. If you cannot, please write to us on our contact page.',
      details: { reason: 'guest_visits' },
    },
  })
  const [user] = await db().select().from(users).where(eq(users.email, form.email))
  const signedIn = await app.as(user ?? (await makeUser()))
  const car = await makeVehicle(signedIn.user.id)
  expect((await book(signedIn, visitForm(car.id), 3)).status).toBe(201)
  const elsewhere = { ...form, email: 'glen@example.com', vehicle: anotherCar(9) }
  expect((await bookAsGuest(browser, { ...elsewhere, ...placeOf(4) })).status).toBe(201)
})

test('addresses of one mailbox count as one guest, sequentially and concurrently', async () => {
  await only({ maxOpenGuestBookings: 2 })
  const asked = async (email: string, n: number) => {
    const { browser, form } = await guests(n)
    const sent = { ...form, email, vehicle: anotherCar(n), ...placeOf(n) }
    await ask(browser, sent)
    return { browser, sent, code: await mailedCode(email) }
  }
  const addresses = ['gus@gmail.com', 'gus+1@gmail.com', 'g.us@gmail.com', 'gus@googlemail.com']
  const ready = []
  for (const [n, email] of addresses.entries()) ready.push(await asked(email, n))
  const answers = await Promise.all(
    ready.map(({ browser, sent, code }) => confirm(browser, sent, code)),
  )
  expect(statuses(answers)).toEqual([201, 201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.details.reason).toBe('guest_visits')
  const again = await asked('gus+again@gmail.com', 4)
  expect((await confirm(again.browser, again.sent, again.code)).status).toBe(409)
  const other = await asked('gusto@gmail.com', 5)
  expect((await confirm(other.browser, other.sent, other.code)).status).toBe(201)
  // Each keeps the address as typed.
  const owners = await db().select({ email: users.email }).from(users)
  expect([...addresses, 'gusto@gmail.com']).toEqual(
    expect.arrayContaining(owners.map(({ email }) => email)),
  )
})

test('guests of one network share a daily limit, per /24 and /64', async () => {
  await only({ maxGuestBookingsPerNetwork: 3 })
  const offer = await makePackage()
  const as = async (n: number, ip: string) => {
    const { form } = await guestAtHome(app, ip)
    const email = `guest-${n}@example.com`
    const sent = {
      ...form,
      servicePackageId: offer.id,
      email,
      vehicle: anotherCar(n),
      ...placeOf(n),
    }
    return { browser: openBrowser(app.app, ip), sent }
  }
  const ready = []
  for (let n = 0; n < 8; n++) {
    const one = await as(n, `198.51.100.${n * 20 + 1}`)
    expect((await ask(one.browser, one.sent)).status).toBe(202)
    ready.push({ ...one, code: await mailedCode(one.sent.email) })
  }
  const answers = await Promise.all(
    ready.map(({ browser, sent, code }) => confirm(browser, sent, code)),
  )
  expect(statuses(answers)).toEqual([...times(3, 201), ...times(5, 409)])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    message:
      'Many visits were booked from your network today. Sign in to book. If you cannot, please write to us on our contact page.',
    details: { reason: 'guest_network' },
  })
  const late = await as(20, '198.51.100.250')
  expect((await ask(late.browser, late.sent)).status).toBe(409)
  const other = await as(21, '198.51.101.1')
  expect((await bookAsGuest(other.browser, other.sent)).status).toBe(201)
  await db().update(guestLinks).set({ network: '2001:db8:1:2::/64' })
  const v6 = await as(22, '2001:db8:1:2:ffff::9')
  expect((await ask(v6.browser, v6.sent)).body.details.reason).toBe('guest_network')
  travelTo(new Date(monday.getTime() + 25 * 3_600_000))
  expect((await ask(v6.browser, v6.sent)).status).toBe(202)
})

test("the same car at the same time gets that message rather than the day's limit", async () => {
  await only({ maxVisitsPerVehiclePerDay: 1 })
  const customer = await customerWithCar(app)
  await makeJob({
    serviceDate: wednesday,
    slot: slotAt(1),
    vehicleId: customer.car.id,
    customerId: customer.user.id,
  })
  const same = await customer.call('POST /api/jobs', {
    body: { ...customer.form, scheduledDate: wednesday, scheduledTime: labelAt(1) },
  })
  expect(same.body.message).toBe('This vehicle already has a visit at that time.')
})

test('a free visit does not count and needs no card', async () => {
  await only({ maxVisitsWithoutCard: 1 })
  const customer = await customerWithCar(app)
  const admin = await app.as('admin')
  const { body } = await book(customer, customer.form)
  await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId: body.id },
    body: { amount: 0, reason: 'customer_complaint' },
  })
  const second = await book(customer, customer.form, 1)
  expect(second.status).toBe(201)
  const refused = await book(customer, customer.form, 2)
  expect(refused).toMatchObject({
    status: 409,
    body: { details: { reason: 'visits_without_card', jobId: second.body.id } },
  })
})

test('a customer who cancels repeatedly can book again the next day; the office is not limited', async () => {
  await only({ maxCancellationsPerDay: 2 })
  const customer = await customerWithCar(app)
  const cancel = (id: string) =>
    customer.call('POST /api/jobs/{id}/cancel', { params: { id }, body: {} })
  for (const n of [0, 1]) {
    const { body } = await book(customer, customer.form, n)
    expect((await cancel(body.id)).status).toBe(200)
  }
  const refused = await book(customer, customer.form, 2)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message:
        'Many visits were cancelled from this account today. Please book again tomorrow. If you cannot wait, please write to us on our contact page.',
      details: { reason: 'cancelled_today' },
    },
  })
  const admin = await app.as('admin')
  const forThem = { ...customer.form, ...placeOf(3), customerId: customer.user.id }
  const byOffice = await admin.call('POST /api/jobs', { body: forThem })
  expect(byOffice.status).toBe(201)
  // The office's cancellations don't count.
  await admin.call('POST /api/jobs/{id}/cancel', {
    params: { id: byOffice.body.id },
    body: { reason: 'Rain' },
  })
  travelTo(new Date(monday.getTime() + 25 * 3_600_000))
  const nextDay = await book(customer, customer.form, 12)
  expect(nextDay.status).toBe(201)
  expect((await cancel(nextDay.body.id)).status).toBe(200)
  expect((await book(customer, customer.form, 13)).status).toBe(201)
})

test('guests who cancel again and again wait too, under any spelling of their address', async () => {
  await only({ maxCancellationsPerDay: 1 })
  const { form } = await guestAtHome(app)
  const offer = await makePackage()
  const as = async (email: string, n: number) => {
    const sent = {
      ...form,
      servicePackageId: offer.id,
      email,
      vehicle: anotherCar(n),
      ...placeOf(n),
    }
    return bookAsGuest(openBrowser(app.app, '198.51.100.1'), sent)
  }
  const first = await as('ada@example.com', 0)
  expect(first.status).toBe(201)
  const guest = withLink(app, first.body.token)
  const params = { id: first.body.job.id as string }
  expect((await guest.call('POST /api/jobs/{id}/cancel', { params, body: {} })).status).toBe(200)
  for (const email of ['ada@example.com', 'ada+again@example.com'])
    expect((await as(email, 1)).body.details).toEqual({ reason: 'cancelled_today' })
  expect((await as('bob@example.com', 1)).status).toBe(201)
})

test('moves of a customer are limited per day, at the same time too; those of the office are not', async () => {
  await only({ maxMovesPerDay: 3 })
  const customer = await customerWithCar(app)
  const { body: job } = await book(customer, customer.form, 0)
  const move = ({ call }: Pick<TestPerson, 'call'>, n: number) =>
    call('POST /api/jobs/{id}/reschedule', { params: { id: job.id }, body: placeOf(n) })
  expect((await move(customer, 1)).status).toBe(200)
  const answers = await Promise.all([2, 3, 4, 6, 7].map((n) => move(customer, n)))
  expect(statuses(answers)).toEqual([...times(2, 200), ...times(3, 409)])
  const refused = await move(customer, 8)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message:
        'You have moved visits many times today. Please try again tomorrow. If you cannot wait, please write to us on our contact page.',
      details: { reason: 'moved_today' },
    },
  })
  expect((await move(await app.as('admin'), 9)).status).toBe(200)
  travelTo(new Date(monday.getTime() + 25 * 3_600_000))
  expect((await move(customer, 12)).status).toBe(200)
})
