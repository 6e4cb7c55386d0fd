import { withLink } from '#server/features/guests/test-guest.ts'
import { now } from '#server/base/clock.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { startSession } from '#server/sessions/sessions.ts'
import {
  customerWithCar,
  monday,
  tuesday,
  wednesday,
} from '#server/features/booking/test-customer.ts'
import { makeGuestLink } from '#server/features/guests/actions/guest-token.ts'
import { notifyOfBookings } from '#server/features/jobs/actions/notify-of-bookings.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { listenAt, openSocket, type TestSocket } from '#server/testing/test-socket.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { accentedEnglish } from '#shared/texts/accented-english.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const origin = 'http://fivequart.example'
const app = useTestApp({ at: monday, env: { ORIGIN: origin } })

const mailsTo = (recipient: string | null) =>
  db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, recipient ?? ''))
    .orderBy(sentMessages.createdAt)

/** A visit whose customer has an account and has signed in. */
async function ownVisit(wanted: Parameters<typeof makeJob>[0] = {}) {
  const user = await makeUser({ lastLoginAt: new Date(), ...wanted })
  const customer = await app.as(user)
  const technician = await app.as('technician')
  const job = await makeJob({
    customerId: user.id,
    technicianId: technician.user.id,
    status: 'assigned',
    serviceDate: tuesday,
    ...wanted,
  })
  return { user, customer, technician, admin: await app.as('admin'), job }
}
const about = (id: string) => ({ params: { id } })
const cancel = (who: TestPerson, id: string, reason = 'Rain') =>
  who.call('POST /api/jobs/{id}/cancel', { ...about(id), body: { reason } })
const move = (who: TestPerson, id: string, scheduledDate = tuesday) =>
  who.call('POST /api/jobs/{id}/reschedule', {
    ...about(id),
    body: { scheduledDate, scheduledTime: labelAt(4) },
  })
const setStatus = (who: TestPerson, id: string, status: string) =>
  who.call('PATCH /api/jobs/{id}/status', { ...about(id), body: { status } })

test('each event of a visit sends one mail, with links to exactly its subject', async () => {
  const { user, customer, admin, technician, job } = await ownVisit({ slot: slotAt(1) })
  const other = await makeJob({ customerId: user.id, serviceDate: tuesday, slot: slotAt(2) })
  const answers = [
    await move(customer, job.id),
    await setStatus(technician, job.id, 'in_progress'),
    await setStatus(technician, job.id, 'completed'),
    await cancel(admin, other.id),
  ]
  expect(answers.map(({ status, body }) => body.message ?? status)).toEqual([200, 200, 200, 200])
  const mails = (await mailsTo(user.email)).map(({ body }) => body)
  expect(mails).toHaveLength(3)
  // Sent in the same instant, so unordered.
  const saying = (words: string) => mails.find((body) => body.includes(words))
  expect(saying('instead of')).toContain(`${origin}/orders?visit=${job.id}`)
  expect(saying('is done')).toContain(`${origin}/receipt/${job.id}`)
  expect(saying('is done')).toContain(`${origin}/orders?visit=${job.id}`)
  expect(saying('is cancelled')).toContain('Reason: Rain')
  expect(saying('is cancelled')).toContain(`${origin}/orders?visit=${other.id}`)
})

test('events right after a booking are announced after the booking', async () => {
  const { call, form, user } = await customerWithCar(app)
  const admin = await app.as('admin')
  const { body: visit } = await call('POST /api/jobs', { body: form })
  const adjusted = await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId: visit.id },
    body: { amount: '100.00', reason: 'discount_applied' },
  })
  expect(adjusted.status).toBe(200)
  await move(admin, visit.id, wednesday)
  await notifyOfBookings()
  await runDueTasks({ includeDeferred: true })
  const mails = await mailsTo(user.email)
  expect(mails.map(({ subject }) => subject.replace(/^.*: /, ''))).toEqual([
    expect.stringContaining('your visit on'),
    'your price has changed',
    'visit moved',
  ])
  expect(mails.map(({ status }) => status)).toEqual(['local', 'local', 'local'])
  const { body: bell } = await call('GET /api/notifications')
  expect(bell.map(({ title }: { title: string }) => title).toReversed()).toEqual([
    "You're Booked!",
    'Your price has changed',
    'Visit moved',
  ])
})

test('a guest\'s mails contain their signed link, which opens the visit, and never mention "Orders"', async () => {
  const guest = await makeUser()
  const admin = await app.as('admin')
  const job = await makeJob({ customerId: guest.id, serviceDate: tuesday, slot: slotAt(1) })
  await db().insert(paymentAccounts).values({ jobId: job.id }).onConflictDoNothing()
  const token = await makeGuestLink(job.id, { ticket: 'ticket', network: '203.0.113.0/24' })
  await move(admin, job.id)
  await cancel(admin, job.id)
  const mails = await mailsTo(guest.email)
  expect(mails).toHaveLength(2)
  for (const { body } of mails) {
    expect(body).toContain(`${origin}/guest/${token}`)
    expect(body).not.toMatch(/orders/i)
  }
  const visit = await withLink(app, token).call('GET /api/jobs/customer')
  expect(visit.body[0]).toMatchObject({ id: job.id, status: 'cancelled' })
})

test("a guest's mail only offers what their page can do", async () => {
  const { user: guest, technician, job } = await ownVisit({ lastLoginAt: null } as object)
  await setStatus(technician, job.id, 'in_progress')
  await setStatus(technician, job.id, 'completed')
  const [completed] = await mailsTo(guest.email)
  expect(completed?.body).toMatch(/\/guest\/[\w-]{43}\n/)
  expect(completed?.body).not.toMatch(/rate|receipt/i)
})

test('a completed, unpaid visit is billed once, with a link to pay', async () => {
  const { user, customer, technician, job } = await ownVisit()
  await db().insert(paymentAccounts).values({ jobId: job.id }).onConflictDoNothing()
  await setStatus(technician, job.id, 'in_progress')
  await setStatus(technician, job.id, 'completed')
  await runDueTasks({ tolerateFailures: true })
  await runDueTasks({ tolerateFailures: true })
  const bills = (await mailsTo(user.email)).filter(({ subject }) =>
    subject.includes('Payment needed'),
  )
  expect(bills).toHaveLength(1)
  expect(bills[0]?.body).toContain(`${origin}/payment/${job.id}`)
  const { body: list } = await customer.call('GET /api/notifications')
  expect(list[0]).toMatchObject({ type: 'payment_due', path: `/payment/${job.id}` })
})

test('older notifications of a former technician no longer show the address', async () => {
  const { admin, job } = await ownVisit({ technicianId: null, status: 'scheduled' } as object)
  const [first, second] = [await app.as('technician'), await app.as('technician')]
  const assign = (who: TestPerson) =>
    admin.call('POST /api/jobs/{id}/assign', {
      ...about(job.id),
      body: { technicianId: who.user.id },
    })
  await assign(first)
  const [before] = await notificationsShownTo(first.user)
  expect(before).toMatchObject({
    path: `/job/${job.id}`,
    job: { serviceAddress: job.serviceAddress },
  })
  await assign(second)
  const after = await notificationsShownTo(first.user)
  expect(after.map(({ title }) => title)).toEqual(['Visit taken off your list', 'New visit'])
  for (const notification of after) {
    expect(notification.job).toBeNull()
    expect(notification.path).not.toBe(`/job/${job.id}`)
    expect(notification.message).not.toContain(job.serviceAddress)
  }
})

test('a visit booked without a guest link gets one with its first mail, and keeps it', async () => {
  const guest = await makeUser()
  const admin = await app.as('admin')
  const job = await makeJob({ customerId: guest.id, serviceDate: tuesday, slot: slotAt(1) })
  await db().insert(paymentAccounts).values({ jobId: job.id }).onConflictDoNothing()
  await move(admin, job.id)
  await cancel(admin, job.id)
  const tokens = (await mailsTo(guest.email)).map(({ body }) => /guest\/([\w-]+)/.exec(body)?.[1])
  expect(tokens).toHaveLength(2)
  expect(new Set(tokens).size).toBe(1)
  const { status } = await withLink(app, tokens[0] ?? '').call('GET /api/jobs/customer')
  expect(status).toBe(200)
})

test('a customer who signed in after booking as a guest gets links into their account', async () => {
  const { user, admin, job } = await ownVisit({
    lastLoginAt: new Date(now().getTime() + 60_000),
  } as object)
  await makeGuestLink(job.id, { ticket: 'ticket', network: '203.0.113.0/24' })
  await cancel(admin, job.id)
  expect((await mailsTo(user.email))[0]?.body).toContain(`${origin}/orders?visit=${job.id}`)
})

test("notifications are stored as events and worded in the reader's language", async () => {
  const { user, customer, admin, job } = await ownVisit()
  await cancel(admin, job.id)
  const [stored] = await db().select().from(notifications).where(eq(notifications.userId, user.id))
  expect(stored).toMatchObject({
    type: 'job_cancelled',
    audience: 'customer',
    data: { date: tuesday, reason: 'Rain', byOffice: true },
  })
  const read = async (language: string) =>
    (await customer.call('GET /api/notifications', { headers: { 'accept-language': language } }))
      .body[0]
  expect(await read('en')).toMatchObject({
    type: 'job_cancelled',
    title: 'Visit cancelled',
    message: expect.stringContaining('Reason: Rain'),
    jobId: job.id,
    job: { serviceAddress: job.serviceAddress },
    path: `/orders?visit=${job.id}`,
  })
  expect((await read('en-XA')).title).toBe(accentedEnglish('Visit cancelled'))
})

test("each person's mails and bell notifications are in their own language", async () => {
  const { user, technician, admin, job } = await ownVisit({ language: 'en-XA' } as object)
  await cancel(admin, job.id)
  expect((await mailsTo(user.email))[0]?.subject).toContain(accentedEnglish('visit cancelled'))
  expect((await notificationsShownTo(technician.user))[0]?.title).toBe('Visit cancelled')
})

let opened: TestSocket[] = []
let url: string | undefined
beforeEach(() => {
  opened = []
})
afterEach(() => {
  for (const socket of opened) socket.close()
})
async function socketOf(who: TestPerson): Promise<TestSocket> {
  url ??= await listenAt(app.app)
  const socket = await openSocket(url, await startSession(who.user.id), { origin })
  opened.push(socket)
  return socket
}
const thingsFor = (socket: TestSocket, jobId: string) =>
  socket
    .heard()
    .flatMap((update) => (update.type === 'changed' && update.jobId === jobId ? update.things : []))

test("the office's open screens update on bookings, claims, messages, payments and cancellations", async () => {
  const admin = await app.as('admin')
  const office = await socketOf(admin)
  const { call, form, user } = await customerWithCar(app)
  const { body: job } = await call('POST /api/jobs', { body: form })
  await expect.poll(() => thingsFor(office, job.id)).toContain('availability')
  const before = () => office.heard().length
  const hears = async (thing: string, act: () => Promise<{ status: number }>) => {
    const known = before()
    expect((await act()).status).toBeLessThan(300)
    await expect
      .poll(() =>
        office
          .heard()
          .slice(known)
          .flatMap((update) => (update.type === 'changed' ? update.things : [])),
      )
      .toContain(thing)
  }
  const technician = await app.as('technician')
  await hears('jobs', () => technician.call('POST /api/jobs/{id}/claim', about(job.id)))
  await hears('conversation', () =>
    technician.call('POST /api/jobs/{id}/activate-communication', about(job.id)),
  )
  await hears('conversation', () =>
    call('POST /api/jobs/{id}/send-message', { ...about(job.id), body: { message: 'Hello' } }),
  )
  await hears('payments', () =>
    admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId: job.id },
      body: { amount: 100, reason: 'discount_applied' },
    }),
  )
  await hears('availability', () =>
    admin.call('POST /api/admin/block-slot', {
      body: { date: tuesday, timeSlot: labelAt(5), isBlocked: true, reason: 'Van' },
    }),
  )
  await hears('availability', () =>
    call('POST /api/jobs/{id}/cancel', { ...about(job.id), body: {} }),
  )
  await hears('contact_messages', () =>
    app.call('POST /api/contact', {
      body: { name: 'Ada', email: 'ada@example.com', subject: 'Hours', message: 'When?' },
    }),
  )
  const { body: inbox } = await admin.call('GET /api/admin/messages')
  const message = about(inbox[0].id)
  await hears('contact_messages', () =>
    admin.call('PATCH /api/admin/messages/{id}', {
      ...message,
      body: { assignedTo: admin.user.id },
    }),
  )
  await hears('contact_messages', () =>
    admin.call('POST /api/admin/messages/{id}/reply', { ...message, body: { message: 'At 8' } }),
  )
  expect(await db().$count(jobs, eq(jobs.customerId, user.id))).toBe(1)
})

test("technicians' screens update when the queue changes; customers' only for their own visits", async () => {
  await changeSettings({ autoAssign: false })
  const [technician, stranger] = [await app.as('technician'), await app.as('customer')]
  const waiting = await app.as(await makeUser({ role: 'technician', approvedAt: null }))
  const [queue, elsewhere, outside] = [
    await socketOf(technician),
    await socketOf(stranger),
    await socketOf(waiting),
  ]
  const { call, form } = await customerWithCar(app)
  const { body: job } = await call('POST /api/jobs', { body: form })
  await expect.poll(() => thingsFor(queue, job.id)).toContain('jobs')
  await call('POST /api/jobs/{id}/cancel', { ...about(job.id), body: {} })
  await expect.poll(() => queue.heard().length).toBeGreaterThanOrEqual(2)
  for (const socket of [elsewhere, outside]) {
    await socket.settle()
    expect(socket.heard()).toEqual([])
  }
})

test('a text message from the technician links to the conversation', async () => {
  const { technician, job } = await ownVisit({
    phone: '(512) 555-0142',
    smsNotifications: true,
  } as object)
  await technician.call('POST /api/jobs/{id}/activate-communication', about(job.id))
  await technician.call('POST /api/jobs/{id}/send-message', {
    ...about(job.id),
    body: { message: 'Which gate?', asText: true },
  })
  await runDueTasks({ tolerateFailures: true })
  const texts = await db().select().from(sentMessages).where(eq(sentMessages.channel, 'sms'))
  expect(texts.map(({ body }) => body).join('\n')).toContain(
    `Which gate? Reply here: ${origin}/job/${job.id}/communication`,
  )
})
