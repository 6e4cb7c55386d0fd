import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { slotStart } from '#server/base/business-time.ts'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { provideOfflineServices } from '#server/testing/test-services.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { remindCustomers } from './actions/remind-of-visits.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

useTestDatabase()
beforeAll(provideOfflineServices)

// Monday 17:00 in Chicago.
const reminderTime = new Date('2031-01-06T23:00:00Z')
const tuesday = '2031-01-07'
const booked = new Date('2031-01-04T12:00:00Z')

beforeEach(async () => {
  await loadSettings()
  travelTo(reminderTime)
})
afterEach(travelBack)

async function visit(
  wanted: Partial<typeof jobs.$inferInsert> = {},
  person: Partial<typeof users.$inferInsert> = {},
) {
  const customer = await makeUser(person)
  const when = { serviceDate: tuesday, createdAt: booked }
  return makeJob({ customerId: customer.id, ...when, ...wanted })
}

const messages = async () =>
  (await db().select().from(sentMessages)).map(({ jobId, channel, status, body }) => ({
    jobId,
    channel,
    status,
    body,
  }))

test("tomorrow's customers are reminded by mail, and by SMS if they agreed", async () => {
  const [both, mailed] = [
    await visit({ slot: slotAt(1) }, { phone: '512 555 0142', smsNotifications: true }),
    await visit({ slot: slotAt(2) }),
  ]
  await remindCustomers()
  await runDueTasks()
  const got = await messages()
  expect(got).toHaveLength(3)
  expect(got).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ jobId: both.id, channel: 'email', status: 'local' }),
      expect.objectContaining({ jobId: both.id, channel: 'sms', status: 'local' }),
      expect.objectContaining({ jobId: mailed.id, channel: 'email', status: 'local' }),
    ]),
  )
  expect(got.find(({ channel }) => channel === 'sms')?.body).toMatch(
    /See you tomorrow, .*January.*8:00 AM - 9:00 AM, at 100 Test Street/,
  )
})

test('each visit is reminded once, however often and in however many processes the task runs', async () => {
  await visit()
  await Promise.all([remindCustomers(), remindCustomers(), remindCustomers()])
  travelTo(new Date(reminderTime.getTime() + 3_600_000))
  await remindCustomers()
  expect(await messages()).toHaveLength(1)
})

test('another time zone of the business reminds of no visit again', async () => {
  await visit()
  await remindCustomers()
  await changeSettings({ timeZone: 'America/Denver' })
  travelTo(new Date(reminderTime.getTime() + 3_600_000))
  await remindCustomers()
  expect(await messages()).toHaveLength(1)
})

test("only tomorrow's active visits that were not just booked", async () => {
  await visit({ serviceDate: '2031-01-06', slot: slotAt(1) })
  await visit({ serviceDate: '2031-01-08', slot: slotAt(1) })
  await visit({ slot: slotAt(1), status: 'cancelled' })
  await visit({ slot: slotAt(2), status: 'completed' })
  await visit({ slot: slotAt(3), needsConfirmation: true })
  await visit({ slot: slotAt(4), createdAt: new Date(reminderTime.getTime() + 60_000) })
  travelTo(new Date(reminderTime.getTime() + 3_600_000))
  await remindCustomers()
  expect(await messages()).toEqual([])
})

test.each([
  ['cancelled', { status: 'cancelled' as const }],
  ['moved', { serviceDate: '2031-01-09', startsAt: slotStart('2031-01-09', slotAt(2)) }],
])('a visit %s before the message is sent gets no reminder', async (_, change) => {
  const job = await visit({}, { phone: '512 555 0142', smsNotifications: true })
  await remindCustomers()
  await db().update(jobs).set(change).where(eq(jobs.id, job.id))
  await runDueTasks()
  expect((await messages()).map(({ status }) => status)).toEqual(['skipped', 'skipped'])
})

test('customers without reminders get none', async () => {
  await visit({}, { phone: '512 555 0142', smsNotifications: true, appointmentReminders: false })
  await remindCustomers()
  await runDueTasks()
  expect((await messages()).filter(({ status }) => status !== 'skipped')).toEqual([])
})

test('a visit moved after its reminder is reminded again in time', async () => {
  const job = await visit()
  await remindCustomers()
  const later = {
    serviceDate: '2031-01-09',
    startsAt: slotStart('2031-01-09', slotAt(2)),
    slot: slotAt(2),
  }
  await db().update(jobs).set(later).where(eq(jobs.id, job.id))
  await remindCustomers()
  expect(await messages()).toHaveLength(1)
  travelTo(new Date('2031-01-08T23:00:00Z'))
  await remindCustomers()
  expect(await messages()).toHaveLength(2)
})

test('it contains "tomorrow", so it is not sent after midnight', async () => {
  await visit()
  await remindCustomers()
  travelTo(new Date('2031-01-07T06:00:01Z'))
  await runDueTasks()
  expect((await messages()).map(({ status }) => status)).toEqual(['skipped'])
})

test.each([
  ['into summer', '2031-03-09', '2031-03-08T23:00:00Z'],
  ['out of it', '2031-11-02', '2031-11-01T22:00:00Z'],
])(
  'the reminder is on the day before, when the clocks change %s',
  async (_, serviceDate, evening) => {
    const first = await visit({
      serviceDate,
      startsAt: slotStart(serviceDate, slotAt(1)),
      slot: slotAt(1),
    })
    const last = await visit({
      serviceDate,
      startsAt: slotStart(serviceDate, slotAt(5)),
      slot: slotAt(5),
    })
    await visit({ serviceDate: addDays(serviceDate, -1), slot: slotAt(1) })
    await visit({ serviceDate: addDays(serviceDate, 1), slot: slotAt(1) })
    travelTo(new Date(evening))
    await remindCustomers()
    await runDueTasks()
    const got = await messages()
    expect(new Set(got.map(({ jobId }) => jobId))).toEqual(new Set([first.id, last.id]))
    expect(got.map(({ status }) => status)).toEqual(['local', 'local'])
    expect(got.find(({ jobId }) => jobId === first.id)?.body).toMatch(
      /When: Sunday, .* 8:00 AM – 9:00 AM/,
    )
  },
)

test('on a day with a clock change a reminder is valid until its own midnight', async () => {
  // A 23-hour day.
  const serviceDate = '2031-03-09'
  await visit({ serviceDate, startsAt: slotStart(serviceDate, slotAt(1)) })
  travelTo(new Date('2031-03-08T23:00:00Z'))
  await remindCustomers()
  travelTo(new Date('2031-03-09T06:00:01Z'))
  await runDueTasks()
  expect((await messages()).map(({ status }) => status)).toEqual(['skipped'])
})
