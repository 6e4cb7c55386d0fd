import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { localTelephony, NumberRefused } from '#server/adapters/telephony/port.ts'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { makeJob, makeUser, type JobRow, type UserRow } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { provideOfflineServices, useServices } from '#server/testing/test-services.ts'
import { queueSms } from './actions/queue-sms.ts'

useTestDatabase()
beforeAll(provideOfflineServices)

let sent: { to: string; body: string }[]
let fault: Error | undefined
let customer: UserRow
let job: JobRow

beforeEach(async () => {
  await loadSettings()
  sent = []
  fault = undefined
  useServices({
    telephony: {
      sendText: async (text) => {
        if (fault) throw fault
        sent.push(text)
        return 'sent'
      },
    },
  })
  customer = await makeUser({ phone: '(512) 555-0142', smsNotifications: true })
  job = await makeJob({ customerId: customer.id })
})
afterEach(travelBack)

const queue = (wanted: Partial<Parameters<typeof queueSms>[0]> = {}) =>
  queueSms({ userId: customer.id, job, message: 'On the way.', ...wanted })
const change = (set: Partial<typeof users.$inferInsert>) =>
  db().update(users).set(set).where(eq(users.id, customer.id))
const sentMessage = async () => (await db().select().from(sentMessages))[0]

test('a text names the business and the visit, and is sent once', async () => {
  expect(await queue()).toBe(true)
  expect(await sentMessage()).toMatchObject({ channel: 'sms', status: 'queued', jobId: job.id })
  await runDueTasks()
  await runDueTasks()
  expect(sent).toEqual([{ to: '+15125550142', body: `Fivequart FQ-${job.number}: On the way.` }])
  expect(await sentMessage()).toMatchObject({ status: 'sent', error: null })
})

test('without a provider it is only stored', async () => {
  useServices({ telephony: localTelephony })
  await queue()
  await runDueTasks()
  expect(await sentMessage()).toMatchObject({ status: 'local', recipient: '+15125550142' })
})

const unwanted = [
  { smsNotifications: false },
  { phone: '' },
  { phone: '555-0142' },
  { serviceUpdates: false },
  { deactivatedAt: new Date() },
]

test.each(unwanted)('nothing is queued for an account with %j', async (set) => {
  await change(set)
  expect(await queue({ preference: 'serviceUpdates' })).toBe(false)
  expect(await sentMessage()).toBe(undefined)
})

test.each([
  ['+442079460018', ['US'], false],
  ['+14165550142', ['US'], false],
  ['+18765550142', ['US'], false],
  ['+16585550142', ['US'], false],
  ['+18765550142', ['US', 'JM'], true],
  ['+18095550142', ['US'], false],
  ['+18295550142', ['US', 'DO'], true],
  ['+12425550142', ['US'], false],
  ['+14415550142', ['US'], false],
  ['+17875550142', ['US'], true],
  ['+19395550142', ['US'], true],
  ['+13405550142', ['US'], true],
  ['+16715550142', ['US'], true],
  ['+17875550142', ['CA'], false],
  // Toll-free numbers are everybody's with +1.
  ['+18885550142', ['US'], true],
  ['+18885550142', ['CA'], true],
  ['+18885550142', ['JM'], true],
  ['+18885550142', ['FR'], false],
  // Newer than the numbering plans: an exchange, and an area code.
  ['+14161550142', ['US'], false],
  ['+14161550142', ['CA'], true],
  ['+15121550142', ['US'], true],
  ['+12225550142', ['US'], true],
  ['+12225550142', ['CA'], false],
  ['+15235550142', ['US'], false],
  ['+525512345678', ['US', 'MX'], true],
  ['+14165550142', ['CA'], true],
  ['+15125550142', ['CA'], false],
  // Stored before such numbers were refused.
  ['+19005550142', ['US'], false],
  ['+881612345678', ['US', 'GB'], false],
])('a text to %s with the countries %j is sent: %s', async (phone, reachedCountries, isSent) => {
  await change({ phone })
  await changeSettings({ reachedCountries })
  expect(await queue()).toBe(isSent)
  await changeSettings({ reachedCountries: ['FR'] })
  await runDueTasks()
  expect(sent).toEqual([])
})

test.each([...unwanted, { phone: '(512) 555-0199' }])(
  'queued texts are not sent to an account that now has %j',
  async (set) => {
    await queue({ preference: 'serviceUpdates' })
    await change(set)
    await runDueTasks()
    expect(sent).toEqual([])
    expect(await sentMessage()).toMatchObject({ status: 'skipped' })
  },
)

test('the operator can turn off all texts, including queued ones', async () => {
  await queue()
  await changeSettings({ smsEnabled: false })
  await loadSettings()
  await runDueTasks()
  expect(await sentMessage()).toMatchObject({ status: 'skipped' })
  expect(await queue()).toBe(false)
})

test('a technician is texted without opting in', async () => {
  const technician = await makeUser({ role: 'technician', phone: '512 555 0177' })
  expect(await queue({ userId: technician.id })).toBe(true)
  await runDueTasks()
  expect(sent).toMatchObject([{ to: '+15125550177' }])
})

test('a text for a changed visit, or one too late, is not sent', async () => {
  await queue({ jobStatus: ['scheduled'] })
  await queue({ jobStatus: ['scheduled'], jobStartsAt: job.startsAt })
  await queue({ notAfter: new Date(Date.now() + 60_000) })
  await db()
    .update(jobs)
    .set({ startsAt: new Date(job.startsAt.getTime() + 3_600_000) })
    .where(eq(jobs.id, job.id))
  travelTo(new Date(Date.now() + 120_000))
  await runDueTasks()
  expect(sent).toHaveLength(1)
  await queue({ jobStatus: ['scheduled'] })
  await db().update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, job.id))
  await runDueTasks()
  expect(sent).toHaveLength(1)
})

test('a text that is rolled back is never sent', async () => {
  await transaction(async () => {
    await queue()
    throw new Error('rolled back')
  }).catch(() => {})
  await runDueTasks()
  expect([sent, await sentMessage()]).toEqual([[], undefined])
})

test('a refused number is not retried, an outage is', async () => {
  fault = new NumberRefused('Twilio answered 400 (21610)')
  await queue()
  await runDueTasks()
  expect(await sentMessage()).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/21610/),
  })

  await db().delete(sentMessages)
  fault = new Error('Twilio answered 503')
  await queue()
  await expect(runDueTasks()).rejects.toThrow('503')
  fault = undefined
  await runDueTasks({ includeDeferred: true })
  expect(sent).toHaveLength(1)
  expect(await sentMessage()).toMatchObject({ status: 'sent', error: null })
})

test("a long message is cut to the provider's limit, between characters", async () => {
  await queue({ message: '🚗'.repeat(900) })
  await runDueTasks()
  const body = sent[0]?.body ?? ''
  expect(body.length).toBeLessThanOrEqual(1600)
  expect(body.isWellFormed()).toBe(true)
  expect(body.endsWith('🚗...')).toBe(true)
})

test.each([
  [
    'Su técnico está en camino y llegará a las 9:40. Aquí puede ver dónde está: https://oil.example.com/v/Zq3',
    'Su técnico esta en camino y llegara a las 9:40. Aqui puede ver donde esta: https://oil.example.com/v/Zq3',
  ],
  // One text either way.
  ['Ya está listo su carro.', 'Ya está listo su carro.'],
  // Other letters would cost as much without the accents.
  [
    'Su técnico está en camino y llegará a las 9:40. Aquí puede ver dónde está 🚗 el carro',
    'Su técnico está en camino y llegará a las 9:40. Aquí puede ver dónde está 🚗 el carro',
  ],
  // Names keep theirs, also where that costs a text.
  ...['María', 'José María'].map((name) => {
    const message = `${name} está en camino y llegará a las 9:40. Aquí puede ver dónde está: https://oil.example.com/v/Zq3`
    return [message, message]
  }),
  ...['con Ramón', 'por la Calle Río'].map((where) => {
    const message = `Su técnico está en camino ${where} y llegará a las 9:40 de la mañana con el aceite`
    return [message, message]
  }),
])('accents that cost a text are left out, except in names: %s', async (message, body) => {
  await queue({ message, names: ['María Núñez', 'José'] })
  await runDueTasks()
  expect(sent[0]?.body).toBe(`Fivequart FQ-${job.number}: ${body}`)
})

test.each([
  ['1204 Calle Simón Bolívar, Mayagüez, PR 00680', '1204 Calle Simon Bolivar, Mayagüez, PR 00680'],
  ['12 Elm St, Austin, TX 78701 (Casa de María)', '12 Elm St, Austin, TX 78701 (Casa de Maria)'],
])('an address costs no text for its accents: %s', async (place, written) => {
  const message = (at: string) => `See you tomorrow, Tuesday, November 24, 8:00 AM, at ${at}.`
  await queue({ message: message(place), names: ['María Núñez'], place })
  await queue({ message: `María: ${message(place)}`, names: ['María Núñez'], place })
  await runDueTasks()
  const start = `Fivequart FQ-${job.number}: `
  const bodies = sent.map(({ body }) => body)
  expect(bodies).toContain(start + message(written))
  expect(bodies).toContain(`${start}María: ${message(place)}`)
})
