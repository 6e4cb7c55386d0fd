import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { slotStart } from '#server/base/business-time.ts'
import { setSiteAddress } from '#server/base/site-address.ts'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { provideOfflineServices } from '#server/testing/test-services.ts'
import { remindOfSoon, watchArrivals } from './actions/remind-of-visits.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

useTestDatabase()
beforeAll(provideOfflineServices)

const tuesday = '2031-01-07'
const booked = new Date('2031-01-04T12:00:00Z')
const minutesFrom = (start: Date, minutes: number) => new Date(start.getTime() + minutes * 60_000)
/** Minutes relative to the visit on Tuesday, 8:00. */
const at = (minutes: number) => travelTo(minutesFrom(slotStart(tuesday, slotAt(1)), minutes))

beforeEach(async () => {
  setSiteAddress('https://oil.example.com', '')
  await loadSettings()
})
afterEach(travelBack)

async function visit(
  wanted: Partial<typeof jobs.$inferInsert> = {},
  person: Partial<typeof users.$inferInsert> = {},
) {
  const customer = await makeUser({ phone: '512 555 0142', smsNotifications: true, ...person })
  const when = { serviceDate: tuesday, slot: slotAt(1), createdAt: booked }
  return makeJob({ customerId: customer.id, ...when, ...wanted })
}
const texts = () => db().select().from(sentMessages).where(eq(sentMessages.channel, 'sms'))
const bells = async () => (await db().select().from(notifications)).map(({ type }) => type)

test('an hour before a visit its customer is reminded once, with a link', async () => {
  await visit()
  at(-61)
  await remindOfSoon()
  expect(await texts()).toEqual([])
  at(-58)
  await Promise.all([remindOfSoon(), remindOfSoon()])
  at(-30)
  await remindOfSoon()
  await runDueTasks()
  const [text, ...more] = await texts()
  expect(more).toEqual([])
  expect(text).toMatchObject({ status: 'local' })
  expect(text?.body).toMatch(
    /See you at 8:00 AM, 100 Test Street.*https:\/\/oil\.example\.com\/guest\/\S+/,
  )
  expect(await bells()).toEqual(['visit_soon'])
})

test('no reminder for a visit that is cancelled, just booked, or whose technician is on the way', async () => {
  await visit({ status: 'cancelled' })
  await visit({ seat: 2, needsConfirmation: true })
  await visit({ seat: 3, createdAt: minutesFrom(slotStart(tuesday, slotAt(1)), -100) })
  await visit({ seat: 4, communicationActive: true, status: 'assigned' })
  await visit({ slot: slotAt(2) })
  at(-50)
  await remindOfSoon()
  expect(await texts()).toEqual([])
})

test('a moved visit is reminded again, for its new time only', async () => {
  const job = await visit()
  at(-50)
  await remindOfSoon()
  const later = { slot: slotAt(4), startsAt: slotStart(tuesday, slotAt(4)) }
  await db().update(jobs).set(later).where(eq(jobs.id, job.id))
  await runDueTasks()
  travelTo(minutesFrom(later.startsAt, -40))
  await remindOfSoon()
  await runDueTasks()
  const sent = await texts()
  expect(sent.map(({ status }) => status).toSorted()).toEqual(['local', 'skipped'])
  expect(sent.find(({ status }) => status === 'local')?.body).not.toContain('8:00 AM,')
})

test.each([
  ['into summer', '2031-03-09'],
  ['out of it', '2031-11-02'],
])('on the day the clocks change %s it is still an hour before the visit', async (_, day) => {
  await visit({ serviceDate: day, startsAt: slotStart(day, slotAt(1)) })
  travelTo(minutesFrom(slotStart(day, slotAt(1)), -65))
  await remindOfSoon()
  expect(await texts()).toEqual([])
  travelTo(minutesFrom(slotStart(day, slotAt(1)), -59))
  await remindOfSoon()
  expect((await texts())[0]?.body).toContain('8:00 AM')
})

test('a customer whose technician is still working elsewhere is notified once that we run late', async () => {
  const technician = await makeUser({ role: 'technician' })
  const admin = await makeUser({ role: 'admin' })
  await visit({ status: 'in_progress', technicianId: technician.id }, { phone: '' })
  await visit({ slot: slotAt(2), status: 'assigned', technicianId: technician.id })
  const late = (minutes: number) => travelTo(minutesFrom(slotStart(tuesday, slotAt(2)), minutes))
  late(14)
  await watchArrivals()
  expect(await texts()).toEqual([])
  late(16)
  await Promise.all([watchArrivals(), watchArrivals()])
  late(30)
  await watchArrivals()
  await runDueTasks()
  expect(await texts()).toMatchObject([{ status: 'local' }])
  expect((await texts())[0]?.body).toMatch(/running late.*still with the customer before you/)
  const told = await db().select().from(notifications).where(eq(notifications.userId, admin.id))
  expect(told.map(({ type }) => type)).toEqual(['running_late'])
})

test('for a visit no one has left for, the office is notified, not the customer', async () => {
  await makeUser({ role: 'admin' })
  const technician = await makeUser({ role: 'technician' })
  await visit({ status: 'assigned', technicianId: technician.id })
  at(20)
  await watchArrivals()
  await watchArrivals()
  expect(await bells()).toEqual(['visit_overdue', 'visit_overdue'])
  expect(await texts()).toEqual([])
})

test("at night only urgent texts are sent, the rest in the recipient's morning", async () => {
  await visit({ slot: slotAt(1) }, { timeZone: 'America/Los_Angeles' })
  await changeSettings({ quietFrom: '18:00', quietUntil: '09:00' }, null)
  // 6:58 in Chicago, 4:58 in Los Angeles.
  at(-62)
  const { queueSms } = await import('#server/features/notifications/actions/queue-sms.ts')
  const [customer] = await db().select().from(users).where(eq(users.role, 'customer'))
  const [job] = await db().select().from(jobs)
  if (!customer || !job) throw new Error('There is a visit.')
  await queueSms({ userId: customer.id, job, message: 'Receipt', byDay: true })
  await runDueTasks()
  expect(await texts()).toMatchObject([{ status: 'queued' }])
  at(-50)
  await remindOfSoon()
  await runDueTasks()
  expect((await texts()).map(({ body, status }) => [body.includes('See you'), status])).toEqual(
    expect.arrayContaining([
      [false, 'queued'],
      [true, 'local'],
    ]),
  )
})
