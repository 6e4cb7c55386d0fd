import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { paymentAdjustments } from '#server/database/tables/payment-records.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { users } from '#server/database/tables/users.ts'
import { monday, tuesday } from '#server/features/booking/test-customer.ts'
import { bookAsGuest, guestAtHome, withLink } from '#server/features/guests/test-guest.ts'
import { ledgerOf, changeAndSettle } from '#server/features/payments/test-visits.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { tablesWith, zebraCustomer } from './test-life.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '0' } })

const remove = 'DELETE /api/auth/user'
const confirmed = { body: { confirm: 'DELETE' } }

test('no table identifies the person, while the ledger and ratings stay', async () => {
  const { customer, jobId, technician } = await zebraCustomer(app)
  expect(await tablesWith('zebra')).toEqual([
    'contact_messages',
    'contact_replies',
    'conversation_entries',
    'customer_notes',
    'customer_totals',
    'imports',
    'job_events',
    'jobs',
    'notifications',
    'payment_adjustments',
    'payment_discrepancies',
    'places',
    'reviews',
    'sent_messages',
    'sign_in_codes',
    'users',
    'vehicles',
  ])
  const before = await ledgerOf(jobId)
  expect(before).toMatchObject({ cash: 12_999, revenue: -12_999 })
  expect(await customer.call(remove, confirmed)).toMatchObject({
    status: 200,
    body: { success: true },
  })
  await runDueTasks()
  expect(await tablesWith('zebra')).toEqual([])
  expect(await tablesWith('30\\.25|-97\\.75')).toEqual([])
  expect(await ledgerOf(jobId)).toEqual(before)
  expect(
    await db().select().from(paymentAccounts).where(eq(paymentAccounts.jobId, jobId)),
  ).toMatchObject([{ state: 'paid', capturedCents: 12_999, cardId: null }])
  expect(await db().$count(paymentCards)).toBe(0)
  const adjusted = await db().select().from(paymentAdjustments)
  expect(adjusted.map(({ reason, words }) => `${reason} ${words}`).toSorted()).toEqual([
    'discount_applied ',
    'promotion SPRING',
  ])
  const office = await app.as('admin')
  const { body: payments } = await office.call('GET /api/payments')
  expect(payments).toHaveLength(2)
  expect((await office.call('GET /api/reviews/recent')).body).toMatchObject([
    { rating: 5, comment: '', customerName: '' },
  ])
  const own = await app.as(technician)
  expect((await own.call('GET /api/technicians/me')).body).toMatchObject({ rating: 5 })
})

test('every session ends at once, and the e-mail can sign up again', async () => {
  const phone = await app.as(await makeUser({ email: 'ann@example.com' }))
  const desk = await app.as(phone.user)
  expect((await desk.call('GET /api/auth/user')).status).toBe(200)
  expect(await phone.call(remove, { body: { confirm: ' Ann@Example.com ' } })).toMatchObject({
    status: 200,
  })
  for (const { call } of [phone, desk]) expect((await call('GET /api/auth/user')).status).toBe(401)
  expect((await phone.call(remove, confirmed)).status).toBe(401)
  expect((await makeUser({ email: 'ann@example.com' })).id).not.toBe(phone.user.id)
})

test.each(['scheduled', 'assigned', 'in_progress'] as const)(
  'refused while a visit is %s, and nothing is lost',
  async (status) => {
    const customer = await app.as('customer')
    const car = await makeVehicle(customer.user.id)
    await makeJob({ customerId: customer.user.id, vehicleId: car.id, status })
    expect(await customer.call(remove, confirmed)).toMatchObject({
      status: 409,
      body: { code: 'conflict', details: { reason: 'active_jobs' } },
    })
    expect((await customer.call('GET /api/auth/user')).body).toMatchObject({
      email: customer.user.email,
    })
    expect((await customer.call('GET /api/vehicles')).body).toMatchObject([
      { licensePlate: car.licensePlate },
    ])
  },
)

test('refused while a visit is unpaid; accepted once paid to the office', async () => {
  const customer = await app.as('customer')
  const { id, number } = await makeJob({ customerId: customer.user.id, status: 'in_progress' })
  expect(await changeAndSettle(id, { status: 'completed' })).toMatchObject({ state: 'balance_due' })
  const refused = await customer.call(remove, confirmed)
  expect(refused).toMatchObject({ status: 409, body: { details: { reason: 'unpaid' } } })
  expect(refused.body.message).toContain(`FQ-${number}`)
  const admin = await app.as('admin')
  await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId: id },
    body: { amount: '0', reason: 'customer_complaint' },
  })
  await runDueTasks()
  expect((await customer.call(remove, confirmed)).status).toBe(200)
})

test('refused while a card is being charged', async () => {
  const customer = await app.as('customer')
  const { id } = await makeJob({ customerId: customer.user.id, status: 'completed' })
  await db().update(paymentAccounts).set({ state: 'settling' }).where(eq(paymentAccounts.jobId, id))
  expect(await customer.call(remove, confirmed)).toMatchObject({
    status: 409,
    body: { details: { reason: 'payment_running' } },
  })
})

test.each(['', 'delete', 'somebody@else.example', 'yes'])(
  'typing %j deletes nothing',
  async (confirm) => {
    const customer = await app.as('customer')
    expect(await customer.call(remove, { body: { confirm } })).toMatchObject({
      status: 400,
      body: { message: 'Type your e-mail address or the word DELETE to confirm.' },
    })
    expect((await customer.call('GET /api/auth/user')).status).toBe(200)
  },
)

test('mails to longer addresses containing theirs stay', async () => {
  const customer = await app.as(await makeUser({ email: 'a.b@x.com' }))
  const mail = { channel: 'email', subject: 'S', status: 'sent' } as const
  await db()
    .insert(sentMessages)
    .values(
      [
        ['za.b@x.com', 'Hello'],
        ['office@example.com', 'From a.b@x.com.au and aXb@x.com'],
        ['office@example.com', 'From Ann, a.b@x.com, who asks.'],
        ['A.B@x.com', 'Hello'],
        ['office@example.com', 'Write to A.B@X.com.'],
      ].map(([recipient = '', body = '']) => ({ ...mail, recipient, body })),
    )
  expect((await customer.call(remove, confirmed)).status).toBe(200)
  const left = await db().select({ body: sentMessages.body }).from(sentMessages)
  expect(left.map(({ body }) => body).toSorted()).toEqual([
    'From a.b@x.com.au and aXb@x.com',
    'Hello',
  ])
})

test("a guest booking's link stops working", async () => {
  travelTo(monday)
  const { browser, form } = await guestAtHome(app)
  const { body } = await bookAsGuest(browser, form)
  const visit = () => withLink(app, body.token).call('GET /api/jobs/customer')
  expect((await visit()).status).toBe(200)
  await changeAndSettle(body.job.id, { status: 'cancelled' })
  const [guest] = await db().select().from(users).where(eq(users.email, form.email))
  if (!guest) throw new Error('The guest has no account')
  const customer = await app.as(guest)
  expect((await customer.call(remove, confirmed)).status).toBe(200)
  expect((await visit()).status).toBe(404)
})

test('of a concurrent booking and deletion, exactly one succeeds', async () => {
  travelTo(monday)
  for (let round = 0; round < 5; round += 1) {
    const customer = await app.as('customer')
    const car = await makeVehicle(customer.user.id)
    const job = {
      vehicleId: car.id,
      scheduledDate: tuesday,
      scheduledTime: labelAt(round + 1),
      serviceAddress: '12 Elm Street, Austin, TX 78701',
    }
    const { form } = await guestAtHome(app)
    const [booked, deleted] = await Promise.all([
      customer.call('POST /api/jobs', {
        body: { ...job, servicePackageId: form.servicePackageId },
      }),
      customer.call(remove, confirmed),
    ])
    expect([
      [201, 409],
      [404, 200],
      [400, 200],
      [401, 200],
    ]).toContainEqual([booked.status, deleted.status])
  }
})
