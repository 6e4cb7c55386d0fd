import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { now, travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { openBrowser } from '#server/features/accounts/test-site.ts'
import { monday, tuesday } from '#server/features/booking/test-customer.ts'
import { remindOfBills } from '#server/features/payments/actions/remind-of-payment.ts'
import { changeAndSettle, networkPayments, tokenOf } from '#server/features/payments/test-visits.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { unknownId } from '#server/http/test-contract.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { newToken } from '#server/base/tokens.ts'
import { guestLinkHeader } from '#shared/rules/guest-links.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { makeGuestLink } from './actions/guest-token.ts'
import { bookAsGuest, email, guestAtHome, mailWith, withLink } from './test-guest.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

useTestDatabase()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => app.close())
beforeEach(() => travelTo(monday))
afterEach(travelBack)

const daysLater = (days: number) => travelTo(new Date(monday.getTime() + days * 86_400_000))

async function bookedLink() {
  const { browser, form } = await guestAtHome(app)
  const { body } = await bookAsGuest(browser, form)
  return { token: body.token as string, jobId: body.job.id as string }
}

/** The calls a guest's page makes, by short name. */
const pageCalls: Record<string, string> = {
  cancel: 'POST /api/jobs/{id}/cancel',
  reschedule: 'POST /api/jobs/{id}/reschedule',
  receipt: 'GET /api/jobs/{id}/receipt',
  'receipt.pdf': 'GET /api/jobs/{id}/receipt.pdf',
  review: 'POST /api/jobs/{id}/review',
  conversation: 'GET /api/jobs/{id}/communications',
  'send-message': 'POST /api/jobs/{id}/send-message',
  'answer-estimate': 'POST /api/estimates/{id}/answer',
  'pre-authorize': 'POST /api/payments/pre-authorize',
  process: 'POST /api/payments/process',
}

type Sent = { token: string; id?: string; estimateId?: string } & Record<string, unknown>

async function open(name: string, { token, id, estimateId, ...body }: Sent) {
  const { call } = withLink(app, token)
  const visits = await call('GET /api/jobs/customer')
  if (name === 'visit' && visits.status !== 200) return visits
  const jobId: string = id ?? visits.body?.[0]?.id ?? unknownId
  const params = { id: estimateId ?? jobId, jobId }
  const route = pageCalls[name]
  if (!route) return { ...visits, body: await visitSeen(call, params) }
  const isPayment = route.includes('/payments/')
  const sent = route.startsWith('GET') ? {} : { body: { ...body, ...(isPayment && { jobId }) } }
  const answer = await call(route, { params, ...sent })
  return answer.status < 300 && ['cancel', 'reschedule', 'review', 'answer-estimate'].includes(name)
    ? { ...answer, body: await visitSeen(call, { id: jobId, jobId }) }
    : answer
}

async function visitSeen(call: TestApp['call'], params: Record<string, string>) {
  const read = async (route: string) => (await call(route, { params })).body
  return {
    job: (await read('GET /api/jobs/customer'))[0],
    due: await read('GET /api/payments/due/{jobId}'),
    extras: await read('GET /api/jobs/{id}/extras'),
    position: (await read('GET /api/jobs/{id}/position')).position,
  }
}

test('the link shows its visit and the amount due, in any browser', async () => {
  const { token, jobId } = await bookedLink()
  expect(await open('visit', { token })).toMatchObject({
    status: 200,
    body: { job: { id: jobId, status: 'scheduled' }, due: { amount: '129.99', state: 'none' } },
  })
})

test('guessed, shortened and expired links get the same answer', async () => {
  const { token } = await bookedLink()
  const guesses = [newToken(), token.slice(0, -1), '', "' or true --", `${token} `]
  const answers = await Promise.all(guesses.map((guess) => open('visit', { token: guess })))
  daysLater(32)
  answers.push(await open('visit', { token }))
  for (const { status, body } of answers)
    expect([status, body]).toEqual([
      404,
      { message: 'This link has expired or is incomplete.', code: 'not_found' },
    ])
})

test('a guest who cancels late agrees to the fee they booked with, and gets its receipt', async () => {
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 48 })
  const { token, jobId } = await bookedLink()
  const sourceId = await tokenOf('ok')
  const card = { token, sourceId, amount: '129.99' }
  expect((await open('pre-authorize', card)).status).toBe(200)
  for (const seen of [{}, { seenFee: '0.00' }])
    expect(await open('cancel', { token, ...seen })).toMatchObject({
      status: 409,
      body: { details: { reason: 'fee', fee: '25.00' } },
    })
  // A fee raised later applies to later bookings only.
  await changeSettings({ cancelFeeCents: 3000 })
  expect((await open('visit', { token })).body.job.fees).toMatchObject({ cancelFee: '25.00' })
  expect((await open('cancel', { token, seenFee: '25.00' })).status).toBe(200)
  await runDueTasks()
  expect((await open('visit', { token })).body.job).toMatchObject({
    id: jobId,
    status: 'cancelled',
    finalAmount: '25.00',
    cost: { fee: '25.00', paid: '25.00', due: '0.00' },
  })
  expect((await open('receipt', { token })).body).toMatchObject({ cost: { amount: '25.00' } })
  expect(await mailWith(email, 'A fee of $25.00 is charged')).toBeDefined()
  // A guest without a card owes it.
  const { token: cardless } = await bookedLink()
  expect((await open('cancel', { token: cardless, seenFee: '30.00' })).status).toBe(200)
  await runDueTasks()
  expect(await mailWith(email, 'A fee of $30.00 is due for the cancellation.')).toBeDefined()
  await changeSettings({ cancelFeeCents: 0 })
})

test('it works until 30 days after the visit, also after the visit was moved', async () => {
  const { token, jobId } = await bookedLink()
  daysLater(30)
  expect((await open('visit', { token })).status).toBe(200)
  daysLater(32)
  expect((await open('visit', { token })).status).toBe(404)
  const startsAt = new Date(monday.getTime() + 10 * 86_400_000)
  await db().update(jobs).set({ startsAt }).where(eq(jobs.id, jobId))
  expect((await open('visit', { token })).status).toBe(200)
})

test('as long as money is owed the link works: a reminder may lead to it 60 days later', async () => {
  await changeSettings({ paymentReminderDays: [60] })
  const { token, jobId } = await bookedLink()
  daysLater(1)
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  daysLater(62)
  await remindOfBills()
  await runDueTasks()
  const reminder = await mailWith(email, `/guest/${token}#pay`)
  expect(reminder?.subject).toContain('Reminder: payment needed')
  const paid = await open('process', { token, sourceId: await tokenOf('ok'), amount: '129.99' })
  expect(paid).toMatchObject({ status: 200, body: { state: 'paid' } })
  expect((await open('visit', { token })).status).toBe(404)
})

test('the office is given no link that opens nothing', async () => {
  const { jobId } = await bookedLink()
  const show = async () => {
    const admin = await app.as('admin')
    return admin.call('POST /api/jobs/{id}/customer-link', { params: { id: jobId } })
  }
  expect((await show()).status).toBe(200)
  daysLater(32)
  expect(await show()).toMatchObject({
    status: 404,
    body: { message: 'This link has expired or is incomplete.' },
  })
})

test('it opens a single visit, and no calls that need an account', async () => {
  const { token, jobId } = await bookedLink()
  const [job] = await db().select().from(jobs)
  await makeJob({ customerId: job?.customerId })
  const visitor = openBrowser(app.app)
  await visitor.call('GET /api/jobs/customer', { headers: { [guestLinkHeader]: token } })
  expect(visitor.cookies.size).toBe(0)
  for (const path of ['auth/user', 'jobs/customer', `jobs/${jobId}`, 'vehicles'])
    expect([path, (await visitor.call(`GET /api/${path}`)).status]).toEqual([path, 401])
  const [, another] = await db().select().from(jobs).orderBy(jobs.createdAt)
  const body = { token, id: another?.id ?? '', sourceId: 'x', amount: '129.99' }
  expect((await open('pre-authorize', body)).status).toBe(404)
})

test('the amount due can be held through the link, once', async () => {
  const { token } = await bookedLink()
  const pay = async () => {
    const sourceId = await tokenOf('ok')
    return open('pre-authorize', { token, sourceId, amount: '129.99' })
  }
  expect(await pay()).toMatchObject({ status: 200, body: { success: true, state: 'held' } })
  await runDueTasks()
  const { body } = await open('visit', { token })
  expect(body.due).toMatchObject({ state: 'held', heldAmount: '129.99', card: { last4: '1111' } })
  expect((await pay()).body).toMatchObject({ state: 'held' })
  expect(await networkPayments()).toHaveLength(1)
})

test('paying through the link charges the amount due; another amount or a declined card is refused', async () => {
  const { token } = await bookedLink()
  const other = await open('process', { token, sourceId: await tokenOf('ok'), amount: '1.00' })
  expect(other.status).toBe(409)
  const declined = await open('process', {
    token,
    sourceId: await tokenOf('declined'),
    amount: '129.99',
  })
  expect(declined.status).toBe(400)
  const paid = await open('process', { token, sourceId: await tokenOf('ok'), amount: '129.99' })
  expect(paid.body.message).toBe('Payment of $129.99 processed successfully')
})

test('the visit is cancelled through the link and its seat is free again; a second time is refused', async () => {
  const { token } = await bookedLink()
  expect((await open('cancel', { token })).body.job.status).toBe('cancelled')
  expect((await open('cancel', { token })).status).toBe(409)
  const { browser, form } = await guestAtHome(app)
  const again = await bookAsGuest(browser, { ...form, email: 'next@example.com' })
  expect(again.body.job.scheduledTime).toBe(labelAt(1))
})

test('the visit is moved through the link; price, payment and link stay', async () => {
  const { token, jobId } = await bookedLink()
  await open('pre-authorize', { token, sourceId: await tokenOf('ok'), amount: '129.99' })
  const moved = await open('reschedule', {
    token,
    scheduledDate: tuesday,
    scheduledTime: labelAt(3),
  })
  expect(moved).toMatchObject({
    status: 200,
    body: { job: { id: jobId, scheduledTime: labelAt(3) }, due: { amount: '129.99' } },
  })
  const { body } = await open('visit', { token })
  expect(body.job).toMatchObject({ scheduledDate: tuesday, scheduledTime: labelAt(3) })
  await runDueTasks({ tolerateFailures: true })
  expect((await mailWith(email, '1:00 PM'))?.body).toContain(`/guest/${token}`)
})

test('a taken time, a Sunday and a started service are refused as for customers', async () => {
  const { token, jobId } = await bookedLink()
  const other = await guestAtHome(app)
  await bookAsGuest(other.browser, {
    ...other.form,
    email: 'rival@example.com',
    vehicle: { ...other.form.vehicle, licensePlate: 'rival' },
    scheduledTime: labelAt(2),
  })
  const gone = await open('reschedule', {
    token,
    scheduledDate: tuesday,
    scheduledTime: labelAt(2),
  })
  expect(gone.status).toBe(409)
  expect(gone.body.details.availability).toMatchObject({ date: tuesday })
  const sunday = { token, scheduledDate: '2026-11-29', scheduledTime: labelAt(1) }
  expect((await open('reschedule', sunday)).status).toBe(400)
  await db().update(jobs).set({ status: 'in_progress' }).where(eq(jobs.id, jobId))
  const late = { token, scheduledDate: tuesday, scheduledTime: labelAt(4) }
  expect((await open('reschedule', late)).status).toBe(409)
})

test('the notice period applies to guests too', async () => {
  const { token } = await bookedLink()
  await changeSettings({ rescheduleNoticeHours: 48 })
  const answer = await open('reschedule', {
    token,
    scheduledDate: tuesday,
    scheduledTime: labelAt(4),
  })
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'This is possible until 48 hours before the visit. Later, please write to us on our contact page.',
  ])
})

test('after completion the link has the receipt, as a page and a file, and takes one rating', async () => {
  const { token, jobId } = await bookedLink()
  expect((await open('receipt', { token })).status).toBe(409)
  expect((await open('review', { token, rating: 5 })).status).toBe(409)
  await db()
    .update(jobs)
    .set({ status: 'completed', completedAt: new Date() })
    .where(eq(jobs.id, jobId))
  expect((await open('receipt', { token })).body).toMatchObject({
    jobId,
    customerName: 'Gail Guest',
  })
  const file = await open('receipt.pdf', { token })
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  const rated = await open('review', { token, rating: 4, comment: 'Quick' })
  expect(rated).toMatchObject({ status: 201, body: { job: { reviewed: true } } })
  expect((await open('review', { token, rating: 1 })).status).toBe(409)
})

test('guest and technician can message each other while communication is open', async () => {
  const { token, jobId } = await bookedLink()
  const technician = await app.as('technician')
  await db()
    .update(jobs)
    .set({ status: 'assigned', technicianId: technician.user.id })
    .where(eq(jobs.id, jobId))
  const write = () => open('send-message', { token, message: 'Blue gate', clientId: 'one' })
  expect((await write()).status).toBe(409)
  const params = { id: jobId }
  await technician.call('POST /api/jobs/{id}/activate-communication', { params, body: {} })
  expect(await write()).toMatchObject({
    status: 201,
    body: { message: 'Blue gate', direction: 'inbound' },
  })
  await write()
  const seen = await technician.call('GET /api/jobs/{id}/communications', { params })
  const { body: own } = await open('conversation', { token })
  expect(own).toEqual(seen.body)
  expect(own.filter(({ message }: { message: string }) => message === 'Blue gate')).toHaveLength(1)
})

test.each(['reschedule', 'receipt', 'receipt.pdf', 'review', 'conversation', 'send-message'])(
  'a guessed link does not %s',
  async (call) => {
    const time = { scheduledDate: tuesday, scheduledTime: labelAt(3) }
    const body = {
      token: newToken(),
      ...(call === 'reschedule' && time),
      ...(call === 'review' && { rating: 5 }),
      ...(call === 'send-message' && { message: 'x' }),
    }
    expect((await open(call, body)).status).toBe(404)
  },
)

test("the link shows the technician's position while they share it on the way", async () => {
  const { token, jobId } = await bookedLink()
  const technician = await app.as('technician')
  const shown = async () => (await open('visit', { token })).body.position
  await db()
    .update(jobs)
    .set({ status: 'assigned', technicianId: technician.user.id })
    .where(eq(jobs.id, jobId))
  const params = { id: jobId }
  await technician.call('POST /api/jobs/{id}/activate-communication', { params, body: {} })
  expect(await shown()).toBeNull()
  const place = { latitude: 30.2747, longitude: -97.7404 }
  await technician.call('PUT /api/jobs/{id}/position', { params, body: place })
  expect(await shown()).toMatchObject(place)
  await technician.call('DELETE /api/jobs/{id}/position', { params })
  expect(await shown()).toBeNull()
})

test('after the service has started the link cannot cancel it', async () => {
  const { token, jobId } = await bookedLink()
  await db().update(jobs).set({ status: 'in_progress' }).where(eq(jobs.id, jobId))
  expect((await open('cancel', { token })).status).toBe(409)
})

test('links of a closed account open nothing', async () => {
  const { token } = await bookedLink()
  await db().update(users).set({ deactivatedAt: new Date() }).where(eq(users.email, email))
  expect((await open('visit', { token })).status).toBe(404)
})

test('a guest is asked by mail to approve an expensive extra, and answers on their page', async () => {
  const { token, jobId } = await bookedLink()
  const admin = await app.as('admin')
  const add = (unitPrice: string) =>
    admin.call('POST /api/jobs/{id}/extras', {
      params: { id: jobId },
      body: { serviceType: 'other', description: 'New battery', unitPrice },
    })
  const { id: extraId, estimateId } = (await add('150')).body
  expect((await open('visit', { token })).body.extras).toMatchObject([
    { id: extraId, totalPrice: 150, approval: 'waiting' },
  ])
  const mails = await db().select().from(sentMessages).where(eq(sentMessages.recipient, email))
  const asked = mails.find(({ body }) => body.includes('New battery for $150.00?'))
  expect(asked?.body).toContain(`/guest/${token}#extras`)
  const answered = { estimateId, approved: [extraId], method: 'link', person: 'Ann Ash' }
  const answer = (more: object) => open('answer-estimate', { token, ...answered, ...more })
  const seen = { id: extraId, description: 'New battery', quantity: 1, totalPrice: 140 }
  expect((await answer({ seen: [seen] })).status).toBe(409)
  const agreed = await answer({ seen: [{ ...seen, totalPrice: 150 }] })
  expect(agreed).toMatchObject({
    status: 200,
    body: { job: { finalAmount: '279.99' }, extras: [{ approval: 'approved' }] },
  })
  expect((await answer({})).status).toBe(409)
  const other = await bookedLinkOfAnother()
  expect((await open('answer-estimate', { token: other, ...answered })).status).toBe(404)
})

async function bookedLinkOfAnother(): Promise<string> {
  const { id } = await makeJob()
  return makeGuestLink(id, { ticket: 'ticket', network: '' })
}
