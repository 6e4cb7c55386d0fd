import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db, engine } from '#server/database/database.ts'
import { contactMessages, incomingTexts } from '#server/database/tables/contact-messages.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { customerTotals, places } from '#server/database/tables/customers.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import { makeJob, makePackage, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { makeDueEmailChanges } from '#server/features/accounts/actions/change-email.ts'
import { bookAsGuest, guestAtHome, withLink } from '#server/features/guests/test-guest.ts'
import { monday, tuesday, wednesday } from '#server/features/booking/test-customer.ts'
import { tablesWith, zebraCustomer } from '#server/features/own-data/test-life.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { notificationsShownTo, useTestApp } from '#server/testing/test-app.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday, env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '0' } })

const merge = 'POST /api/admin/customers/{id}/merge'
const preview = 'GET /api/admin/customers/{id}/merge'
const details = 'GET /api/admin/customers/{id}'

test('everything is transferred, and nothing identifies the merged customer', async () => {
  const { customer, admin, jobId } = await zebraCustomer(app)
  const office = await app.as(admin)
  const mergedId = customer.user.id
  const kept = await makeUser({ firstName: 'Olivia', lastName: 'Bennett', tags: ['Fleet'] })
  const keeper = await app.as(kept)
  const params = { id: kept.id }
  const seen = await office.call(preview, { params, query: { customerId: mergedId } })
  expect(seen.body).toMatchObject({
    keep: { id: kept.id },
    merge: { id: mergedId },
    moves: {
      vehicles: 1,
      visits: 2,
      visitsAhead: 0,
      messages: expect.any(Number),
      notes: 1,
      reviews: 1,
    },
    proven: { keep: { email: false, phone: false } },
    sameCars: [],
  })
  const merged = await office.call(merge, { params, body: { customerId: mergedId } })
  expect(merged).toMatchObject({
    status: 200,
    body: {
      id: kept.id,
      firstName: 'Olivia',
      email: kept.email,
      jobCount: 2,
      vehicleCount: 1,
      totalSpent: '129.99',
      tags: ['Fleet', 'Zebra fan'],
    },
  })
  for (const table of [jobs, vehicles, reviews, places] as const)
    expect(await db().$count(table, eq(table.customerId, mergedId))).toBe(0)
  expect(await db().$count(paymentCards, eq(paymentCards.userId, mergedId))).toBe(0)
  expect(await db().$count(conversationEntries, eq(conversationEntries.fromUserId, mergedId))).toBe(
    0,
  )
  expect(await db().$count(contactMessages, eq(contactMessages.customerId, kept.id))).toBe(1)
  // Sessions of the merged customer get no access to the surviving one.
  expect((await customer.call('GET /api/auth/user')).status).toBe(401)
  expect((await keeper.call('GET /api/jobs/customer')).status).toBe(401)
  expect((await (await app.as(kept)).call('GET /api/jobs/customer')).body).toHaveLength(2)
  expect((await notificationsShownTo(kept)).length).toBeGreaterThan(0)
  // Links to the merged customer lead to the surviving one.
  const old = await office.call(details, { params: { id: mergedId } })
  expect(old.body).toMatchObject({ id: kept.id, notes: [{ note: 'Zebra has a dog' }] })
  expect(old.body.history[0]).toMatchObject({ kind: 'merged' })
  const [row] = await db().select().from(users).where(eq(users.id, mergedId))
  expect(row).toMatchObject({ firstName: '', email: null, phone: '', mergedInto: kept.id })
  expect(await db().$count(sessions, eq(sessions.userId, mergedId))).toBe(0)
  expect(await office.call('GET /api/jobs/{id}', { params: { id: jobId } })).toMatchObject({
    body: { customerId: kept.id },
  })
  // Erasing the surviving customer leaves nothing of either.
  expect((await office.call('DELETE /api/admin/customers/{id}', { params })).status).toBe(200)
  await runDueTasks()
  expect(await tablesWith('zebra|bennett')).toEqual([])
})

const mailsTo = async (address: string) => {
  await runDueTasks()
  return db().select().from(sentMessages).where(eq(sentMessages.recipient, address))
}

test('a stranger who typed a customer’s name and phone reads nothing of hers after a merge', async () => {
  const office = await app.as('admin')
  const typed = { firstName: 'Emma', lastName: 'Reyes', phone: '+15125550142' }
  const proven = { emailProvenAt: monday }
  const emma = await makeUser({ ...typed, ...proven, email: 'emma@example.com', language: 'es' })
  await makeVehicle(emma.id)
  const stranger = await app.as(
    await makeUser({ ...typed, ...proven, email: 'stranger@example.com' }),
  )
  const params = { id: stranger.user.id }
  const { body } = await office.call(preview, { params, query: { customerId: emma.id } })
  expect(body.proven).toEqual({
    keep: { email: true, phone: false },
    merge: { email: true, phone: false },
  })
  expect(body.matches).toEqual([
    { fact: 'phone', proven: false },
    { fact: 'name', proven: false },
  ])
  expect((await office.call(merge, { params, body: { customerId: emma.id } })).status).toBe(200)
  expect((await stranger.call('GET /api/vehicles')).status).toBe(401)
  const [toEmma, ...more] = await mailsTo('emma@example.com')
  expect(more).toEqual([])
  expect(toEmma?.language).toBe('es')
  expect(toEmma?.body).not.toContain('stranger')
  const [toStranger] = await mailsTo('stranger@example.com')
  expect(toStranger?.body).toContain('/sign-in')
  expect(toStranger?.body).not.toContain('emma@')
})

test('a text proves the phone of the record it was recognized as, not of another with that number', async () => {
  const office = await app.as('admin')
  const phone = '+15125550142'
  const [texted, typed] = [await makeUser({ phone }), await makeUser({ phone })]
  const [thread] = await db()
    .insert(contactMessages)
    .values({
      channel: 'sms',
      name: '',
      email: '',
      phone,
      subject: 'Text message',
      message: 'Hi',
      customerId: texted.id,
    })
    .returning()
  await db()
    .insert(incomingTexts)
    .values({ contactMessageId: thread?.id ?? '', providerId: 'SM1', message: 'Hi' })
  const { body } = await office.call(preview, {
    params: { id: texted.id },
    query: { customerId: typed.id },
  })
  expect([body.proven.keep.phone, body.proven.merge.phone]).toEqual([true, false])
  expect(body.matches).toEqual([{ fact: 'phone', proven: false }])
})

test('a merge replaces a proven e-mail only after a day, and its owner can undo that', async () => {
  const office = await app.as('admin')
  const [kept, merged] = [
    await makeUser({ email: 'emma@example.com', emailProvenAt: monday }),
    await makeUser({ email: 'new@example.com', emailProvenAt: monday }),
  ]
  const params = { id: kept.id }
  const body = { customerId: merged.id, takeEmail: true }
  expect((await office.call(merge, { params, body })).body.email).toBe('emma@example.com')
  const told = (await mailsTo('emma@example.com')).map((mail) => mail.body).join()
  expect(told).toContain('new@example.com')
  const token = /\/undo-email\/([\w.-]+)/.exec(told)?.[1] ?? ''
  travelTo(new Date(monday.getTime() + 25 * 3_600_000))
  await makeDueEmailChanges()
  const emailNow = async () =>
    (await db().select().from(users).where(eq(users.id, kept.id)))[0]?.email
  expect(await emailNow()).toBe('new@example.com')
  const undone = await office.call('POST /api/account/email-changes/undo', { body: { token } })
  expect(undone.status).toBe(200)
  expect(await emailNow()).toBe('emma@example.com')
})

test('name, e-mail and phone are the chosen ones, or the only ones', async () => {
  const office = await app.as('admin')
  const [kept, merged] = [
    await makeUser({ firstName: '', lastName: '', email: null, phone: '+15125550111' }),
    await makeUser({
      firstName: 'Olivia',
      lastName: 'B',
      email: 'o@example.com',
      phone: '+15125550142',
    }),
  ]
  const body = { customerId: merged.id, takePhone: true }
  const { body: one } = await office.call(merge, { params: { id: kept.id }, body })
  expect(one).toMatchObject({ firstName: 'Olivia', email: 'o@example.com', phone: '+15125550142' })
})

test('a car both have becomes one, with its visits and readings', async () => {
  const office = await app.as('admin')
  const [kept, merged] = [await makeUser(), await makeUser()]
  const keptCar = await makeVehicle(kept.id, { licensePlate: 'ABC 123' })
  const mergedCar = await makeVehicle(merged.id, { licensePlate: 'abc-123' })
  await db()
    .insert(odometerReadings)
    .values([
      { vehicleId: keptCar.id, miles: 50_000, readOn: '2026-10-01' },
      { vehicleId: mergedCar.id, miles: 50_001, readOn: '2026-10-01' },
      { vehicleId: mergedCar.id, miles: 51_000, readOn: '2026-11-01' },
    ])
  await makeJob({ customerId: merged.id, vehicleId: mergedCar.id })
  const params = { id: kept.id }
  const query = { customerId: merged.id }
  expect((await office.call(preview, { params, query })).body.sameCars).toEqual([
    '2018 Toyota Camry',
  ])
  expect((await office.call(merge, { params, body: query })).status).toBe(200)
  const { body: cars } = await office.call('GET /api/vehicles', { query: { customerId: kept.id } })
  expect(cars).toMatchObject([
    {
      id: keptCar.id,
      hasActiveJob: true,
      odometer: [
        { date: '2026-11-01', miles: 51_000 },
        { date: '2026-10-01', miles: 50_000 },
      ],
    },
  ])
})

test('a car booked twice at one time is reported, and nothing changes', async () => {
  const office = await app.as('admin')
  const [kept, merged] = [await makeUser(), await makeUser()]
  for (const [seat, { id: customerId }] of [kept, merged].entries()) {
    const { id: vehicleId } = await makeVehicle(customerId, { licensePlate: 'ABC 123' })
    await makeJob({
      customerId,
      vehicleId,
      serviceDate: '2030-01-02',
      slot: slotAt(1),
      seat: seat + 1,
    })
  }
  const params = { id: kept.id }
  const refused = await office.call(merge, { params, body: { customerId: merged.id } })
  expect(refused).toMatchObject({ status: 409, body: { details: { reason: 'same_slot' } } })
  expect(refused.body.message).toMatch(
    /^The same car is booked by both at the same time: FQ-\d+ and/,
  )
  expect(await db().$count(jobs, eq(jobs.customerId, merged.id))).toBe(1)
})

test('a customer cannot be merged with themselves, an employee, or a deleted account', async () => {
  const office = await app.as('admin')
  const { id } = await makeUser()
  const params = { id }
  const tryIt = async (customerId: string) =>
    (await office.call(merge, { params, body: { customerId } })).status
  expect(await tryIt(id)).toBe(400)
  expect(await tryIt((await makeUser({ role: 'technician' })).id)).toBe(404)
  expect(await tryIt(office.user.id)).toBe(404)
  expect(await tryIt((await makeUser({ email: null, anonymizedAt: new Date() })).id)).toBe(404)
  const other = await makeUser()
  expect(await tryIt(other.id)).toBe(200)
  expect(await tryIt(other.id)).toBe(404)
})

test('a customer merged twice is found at the last one', async () => {
  const office = await app.as('admin')
  const [first, second, third] = [await makeUser(), await makeUser(), await makeUser()]
  await office.call(merge, { params: { id: second.id }, body: { customerId: first.id } })
  await office.call(merge, { params: { id: third.id }, body: { customerId: second.id } })
  expect((await office.call(details, { params: { id: first.id } })).body.id).toBe(third.id)
})

test("a guest's link still opens their visit", async () => {
  const office = await app.as('admin')
  const { browser, form } = await guestAtHome(app)
  const { token, job } = (await bookAsGuest(browser, form)).body
  const kept = await makeUser()
  const body = { customerId: job.customerId }
  expect((await office.call(merge, { params: { id: kept.id }, body })).status).toBe(200)
  const visit = await withLink(app, token).call('GET /api/jobs/customer')
  expect(visit).toMatchObject({ status: 200, body: [{ id: job.id }] })
})

test('a booking at the same moment belongs to the surviving customer', async () => {
  const office = await app.as('admin')
  const offer = await makePackage()
  for (let round = 0; round < (engine() === 'postgres' ? 6 : 2); round++) {
    const [kept, merged] = [await makeUser(), await app.as(await makeUser())]
    const { id: vehicleId } = await makeVehicle(merged.user.id, { oilType: 'full_synthetic' })
    const visit = {
      vehicleId,
      servicePackageId: offer.id,
      scheduledDate: round % 2 ? wednesday : tuesday,
      scheduledTime: ['8:00 AM', '10:00 AM', '1:00 PM'][Math.floor(round / 2)],
      serviceAddress: '100 Test Street, Austin, TX 78701',
    }
    const [booked, done] = await Promise.all([
      merged.call('POST /api/jobs', { body: visit }),
      office.call(merge, { params: { id: kept.id }, body: { customerId: merged.user.id } }),
    ])
    expect(done.status).toBe(200)
    expect([201, 400, 401, 403, 404, 409]).toContain(booked.status)
    expect(await db().$count(jobs, eq(jobs.customerId, merged.user.id))).toBe(0)
    expect(await db().$count(vehicles, eq(vehicles.customerId, merged.user.id))).toBe(0)
    const [totals] = await db()
      .select()
      .from(customerTotals)
      .where(eq(customerTotals.customerId, kept.id))
    expect(totals?.jobCount).toBe(await db().$count(jobs, eq(jobs.customerId, kept.id)))
  }
})

test('two people merging the same pair in opposite directions leave one customer', async () => {
  const offices = [await app.as('admin'), await app.as('admin')]
  const two = [await makeUser(), await makeUser()]
  const [one, other] = two.map(({ id }) => id) as [string, string]
  await makeJob({ customerId: one })
  await makeJob({ customerId: other })
  const answers = await Promise.all([
    offices[0]?.call(merge, { params: { id: one }, body: { customerId: other } }),
    offices[1]?.call(merge, { params: { id: other }, body: { customerId: one } }),
  ])
  expect(answers.map((answer) => String(answer?.status)).toSorted()).toEqual(['200', '404'])
  const { body } = await (await app.as('admin')).call('GET /api/admin/customers')
  expect(body).toMatchObject([{ jobCount: 2 }])
})

test('totals follow payments, refunds and cancellations', async () => {
  const office = await app.as('admin')
  const job = await makeJob()
  const pay = (capturedCents: number, refundedCents: number) =>
    db()
      .update(paymentAccounts)
      .set({ capturedCents, refundedCents })
      .where(eq(paymentAccounts.jobId, job.id))
  const spent = async () => (await office.call('GET /api/admin/customers')).body[0].totalSpent
  await pay(10_000, 0)
  expect(await spent()).toBe('100.00')
  await pay(10_000, 2500)
  expect(await spent()).toBe('75.00')
  await pay(10_000, 10_000)
  expect(await spent()).toBe('0.00')
})

test('likely duplicates share a phone, a mailbox, or name and ZIP', async () => {
  const office = await app.as('admin')
  const at = (day: number) => ({ createdAt: new Date(`2026-11-0${day}T12:00:00Z`) })
  const ann = { firstName: 'Ann', lastName: 'Lee' }
  const first = await makeUser({
    ...ann,
    ...at(1),
    email: 'ann.lee@gmail.com',
    phone: '+15125550142',
  })
  const second = await makeUser({
    ...ann,
    ...at(2),
    email: 'annlee+oil@gmail.com',
    phone: '+15125550142',
  })
  const bob = await makeUser({ firstName: 'bob', lastName: 'Ray', ...at(3) })
  const rob = await makeUser({ firstName: 'Bob', lastName: 'Ray', ...at(4) })
  const away = await makeUser({ firstName: 'Bob', lastName: 'Ray', ...at(5) })
  await makeJob({ customerId: bob.id, serviceAddress: '1 Oak St, Austin, TX 78701' })
  await makeJob({ customerId: rob.id, serviceAddress: '2 Elm St, Austin, TX 78701' })
  await makeJob({ customerId: away.id, serviceAddress: '2 Elm St, Chicago, IL 60614' })
  const { body } = await office.call('GET /api/admin/customers/duplicates')
  const pairs = body.map((pair: { reasons: string[]; customers: { id: string }[] }) => [
    pair.reasons,
    pair.customers.map(({ id }) => id),
  ])
  expect(pairs).toEqual([
    [
      ['phone', 'email'],
      [first.id, second.id],
    ],
    [['name_and_zip'], [bob.id, rob.id]],
  ])
  const { body: one } = await office.call(details, { params: { id: rob.id } })
  expect(one.duplicates).toMatchObject([{ id: bob.id, reasons: ['name_and_zip'] }])
  const { body: other } = await office.call(details, { params: { id: second.id } })
  expect(other.duplicates).toMatchObject([{ id: first.id, reasons: ['phone', 'email'] }])
})
