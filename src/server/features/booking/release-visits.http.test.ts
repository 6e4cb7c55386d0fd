import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { bookAsGuest, guestAtHome } from '#server/features/guests/test-guest.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { notificationsShownTo, useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { releaseVisits } from './tasks.ts'
import { customerWithCar, monday } from './test-customer.ts'

const app = useTestApp({ at: monday, env: { TRUST_PROXY: '1' } })
beforeEach(async () => {
  await changeSettings({ releaseWithoutCardHours: 48 })
})

const friday = '2026-12-04'
const afterHours = async (hours: number) => {
  travelTo(new Date(monday.getTime() + hours * 3_600_000))
  await releaseVisits()
  await runDueTasks({ tolerateFailures: true })
}
// The database's own clock does not travel.
const bookedOn = (jobId: string) =>
  db().update(jobs).set({ createdAt: monday }).where(eq(jobs.id, jobId))

async function visit(scheduledDate = friday) {
  const customer = await customerWithCar(app)
  await db().update(users).set({ lastLoginAt: monday }).where(eq(users.id, customer.user.id))
  const { body } = await customer.call('POST /api/jobs', {
    body: { ...customer.form, scheduledDate },
  })
  await bookedOn(body.id)
  return { ...customer, id: body.id as string }
}
const statusOf = async (id: string): Promise<JobStatus | undefined> =>
  (await db().select().from(jobs).where(eq(jobs.id, id)))[0]?.status
const mailsTo = async (recipient: string | null) =>
  (
    await db()
      .select()
      .from(sentMessages)
      .where(eq(sentMessages.recipient, recipient ?? ''))
  ).map(({ body }) => body)
const kindsOf = async (id: string) =>
  (await db().select().from(jobEvents).where(eq(jobEvents.jobId, id))).map(({ kind }) => kind)

test('a free visit needs no card, even if one was requested before', async () => {
  const [free, asked] = [await visit(), await visit('2026-12-03')]
  const admin = await app.as('admin')
  const waive = (jobId: string) =>
    admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId },
      body: { amount: 0, reason: 'customer_complaint' },
    })
  expect(await waive(free.id)).toMatchObject({ status: 200 })
  await afterHours(25)
  expect(await kindsOf(free.id)).not.toContain('card_asked')
  expect(await kindsOf(asked.id)).toContain('card_asked')
  expect(await waive(asked.id)).toMatchObject({ status: 200 })
  await afterHours(49)
  expect([await statusOf(free.id), await statusOf(asked.id)]).toEqual(['scheduled', 'scheduled'])
})

test('a visit without a card is warned halfway, then released, and its slot is free', async () => {
  const admin = await app.as('admin')
  const { id, user } = await visit()
  await afterHours(23)
  expect(await kindsOf(id)).not.toContain('card_asked')
  await afterHours(25)
  await afterHours(26)
  const asked = (await mailsTo(user.email)).filter((body) => body.includes('add one by'))
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain(`/pre-authorize/${id}`)
  const bell = { title: 'Add a card to keep your visit', path: `/pre-authorize/${id}` }
  expect(await notificationsShownTo(user)).toContainEqual(expect.objectContaining(bell))
  await afterHours(48)
  expect(await statusOf(id)).toBe('scheduled')
  await afterHours(49)
  expect(await statusOf(id)).toBe('cancelled')
  expect((await kindsOf(id)).toSorted()).toEqual(['card_asked', 'job_booked', 'job_released'])
  expect((await mailsTo(user.email)).join()).toContain('because no card was added in time')
  expect(await notificationsShownTo(admin.user)).toContainEqual(
    expect.objectContaining({
      title: 'Visit released, no card was added',
      path: `/admin/jobs/${id}`,
    }),
  )
  expect(await notificationsShownTo(user)).toContainEqual(
    expect.objectContaining({ title: 'Visit released' }),
  )
  const days = await app.call('GET /api/availability', { query: { from: friday, to: friday } })
  expect(days.body[0].slots[0].status).toBe('open')
  await afterHours(50)
  expect(await kindsOf(id)).toHaveLength(3)
})

test('a guest is asked and notified by link', async () => {
  const { browser, form } = await guestAtHome(app)
  const { body } = await bookAsGuest(browser, { ...form, scheduledDate: friday })
  await bookedOn(body.job.id)
  await afterHours(25)
  const asked = (await mailsTo(form.email)).find((mail) => mail.includes('add one by'))
  expect(asked).toContain(`/guest/${body.token}#pay`)
  await afterHours(50)
  expect(await statusOf(body.job.id)).toBe('cancelled')
})

test.each<[string, (id: string) => unknown]>([
  [
    'a card was added',
    (id) =>
      db()
        .update(paymentAccounts)
        .set({ state: 'card_saved' })
        .where(eq(paymentAccounts.jobId, id)),
  ],
  ['it is off again', () => changeSettings({ releaseWithoutCardHours: 0 })],
  [
    'the technician is on the way',
    (id) => db().update(jobs).set({ communicationActive: true }).where(eq(jobs.id, id)),
  ],
  ['it started', (id) => db().update(jobs).set({ status: 'in_progress' }).where(eq(jobs.id, id))],
  ['its time came', (id) => db().update(jobs).set({ startsAt: monday }).where(eq(jobs.id, id))],
])('after the announcement it stays when %s', async (_name, change) => {
  const { id } = await visit()
  await afterHours(25)
  expect(await kindsOf(id)).toContain('card_asked')
  await change(id)
  await afterHours(60)
  expect(await statusOf(id)).not.toBe('cancelled')
})

test('no one is asked if release would come too late, the office booked it, or it is switched off', async () => {
  const soon = await visit('2026-11-25')
  const customer = await customerWithCar(app)
  const admin = await app.as('admin')
  const byOffice = await admin.call('POST /api/jobs', {
    body: { ...customer.form, scheduledDate: '2026-12-03', customerId: customer.user.id },
  })
  await bookedOn(byOffice.body.id)
  await afterHours(40)
  expect(await kindsOf(soon.id)).not.toContain('card_asked')
  expect(await kindsOf(byOffice.body.id)).not.toContain('card_asked')
  const other = await visit()
  await changeSettings({ releaseWithoutCardHours: 0 })
  await afterHours(41)
  expect(await kindsOf(other.id)).toEqual(['job_booked'])
})

test('without card payments no one is asked for a card or loses a visit', async () => {
  const { id } = await visit()
  useServices({ cards: undefined })
  await afterHours(25)
  await afterHours(50)
  expect(await kindsOf(id)).toEqual(['job_booked'])
  expect(await statusOf(id)).toBe('scheduled')
})
