import { phonePlease } from '#shared/rules/phone-numbers.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { now, travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { startFromSettings } from '#server/base/current-settings.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { openBrowser } from '#server/features/accounts/test-site.ts'
import type { Mail } from '#server/adapters/mail/port.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'

useTestDatabase()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => app.close())
beforeEach(() => {
  travelTo(new Date('2026-11-23T15:00:00Z'))
  startFromSettings({ supportEmail: 'office@quick-oil.test' })
})
afterEach(travelBack)

const message = {
  name: 'Olga Open',
  email: 'Olga@Example.com',
  phone: '(555) 010-3344',
  subject: 'Do you come\r\nto Round Rock?',
  message: '<b>Hello</b>\nI have two cars.',
}
const write = (change: object = {}, ip = '203.0.113.7') =>
  openBrowser(app.app, ip).call('POST /api/contact', { body: { ...message, ...change } })

test('a message is stored, mailed to the office with its sender as reply address, and shown to every admin', async () => {
  const admin = await app.as('admin')
  const sent: Mail[] = []
  useServices({
    mailer: {
      async send(mail) {
        sent.push(mail)
        return 'sent'
      },
    },
  })
  expect(await write()).toMatchObject({ status: 201, body: { success: true } })
  await runDueTasks()
  expect(sent).toMatchObject([
    {
      to: 'office@quick-oil.test',
      replyTo: 'olga@example.com',
      subject: 'Contact form: Do you come to Round Rock?',
      text: expect.stringContaining(
        'From Olga Open, olga@example.com, (555) 010-3344\n\n<b>Hello</b>\nI have two cars.',
      ),
    },
  ])
  const { body: bell } = await admin.call('GET /api/notifications')
  expect(bell).toMatchObject([{ type: 'contact_message', title: 'Message from Olga Open' }])
  const { body: list } = await admin.call('GET /api/admin/messages')
  expect(list).toMatchObject([{ name: 'Olga Open', message: message.message, status: 'open' }])
  expect(list[0]).not.toHaveProperty('network')
})

test('without a support e-mail, messages go to every active admin', async () => {
  startFromSettings({})
  for (const email of ['ada@quick-oil.test', 'bo@quick-oil.test', null])
    await makeUser({ role: 'admin', email })
  await makeUser({ role: 'admin', email: 'gone@quick-oil.test', deactivatedAt: now() })
  await write()
  const mailed = await db().select().from(sentMessages)
  expect(mailed.map(({ recipient }) => recipient).sort()).toEqual([
    'ada@quick-oil.test',
    'bo@quick-oil.test',
  ])
})

test('a message no one can be mailed waits for the first admin', async () => {
  startFromSettings({})
  expect((await write()).status).toBe(201)
  expect(await db().select().from(sentMessages)).toEqual([])
  const admin = await app.as('admin')
  const { body } = await admin.call('GET /api/admin/messages')
  expect(body).toMatchObject([{ name: 'Olga Open', status: 'open' }])
})

test('a done message sorts below the open ones', async () => {
  const admin = await app.as('admin')
  await write({ subject: 'First' })
  travelTo(new Date(now().getTime() + 60_000))
  await write({ subject: 'Second' })
  const { body: before } = await admin.call('GET /api/admin/messages')
  const done = await admin.call('PATCH /api/admin/messages/{id}', {
    params: { id: before[0].id },
    body: { status: 'done' },
  })
  expect(done.body).toMatchObject({
    subject: 'Second',
    status: 'done',
    doneBy: { id: admin.user.id },
  })
  const { body: after } = await admin.call('GET /api/admin/messages')
  expect(after.map((one: { subject: string }) => one.subject)).toEqual(['First', 'Second'])
})

test.each([
  ['name', ' ', 'Please enter your name'],
  ['email', 'olga@', 'Invalid email address'],
  ['subject', '', 'Please enter a subject'],
  ['message', '\n', 'Please enter a message'],
  ['phone', 'call me', phonePlease],
])('%s is checked', async (path, value, sentence) => {
  const answer = await write({ [path]: value })
  expect(answer.status).toBe(400)
  expect(answer.body.details.fields).toEqual([{ path, message: sentence }])
  expect(await db().select().from(contactMessages)).toHaveLength(0)
})

test('the phone is optional', async () => {
  const { phone: _phone, ...rest } = message
  const answer = await openBrowser(app.app).call('POST /api/contact', { body: rest })
  expect(answer.status).toBe(201)
})

test('of fifty messages from one address twenty arrive, whatever their e-mails', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 50 }, (_, i) => write({ email: `writer-${i}@example.com` })),
  ).then((answers) => answers.map(({ status }) => status))
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  expect(await db().select().from(sentMessages)).toHaveLength(20)
  expect((await write({}, '198.51.100.4')).status).toBe(201)
  travelTo(new Date(now().getTime() + 25 * 3_600_000))
  expect((await write()).status).toBe(201)
})

test('one e-mail may send ten messages a day from a network, and its owner still gets through', async () => {
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push((await write()).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect((await write({ email: 'someone@example.com' })).status).toBe(201)
  expect((await write({}, '198.51.100.4')).status).toBe(201)
})

test('a flood using one e-mail ends, from any number of networks', async () => {
  const many = Array.from({ length: 200 }, (_, i) => ({
    ...message,
    email: 'olga@example.com',
    network: `10.0.${i}.0/24`,
    createdAt: now(),
  }))
  await db().insert(contactMessages).values(many)
  expect((await write()).status).toBe(429)
  expect((await write({ email: 'someone@example.com' })).status).toBe(201)
})

test('fifty in a minute are refused before the database is read', async () => {
  const limited = await startTestApp({ REQUESTS_PER_MINUTE: '600' })
  const browser = openBrowser(limited.app)
  const statuses = []
  for (let i = 0; i < 50; i++)
    statuses.push((await browser.call('POST /api/contact', { body: {} })).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  await limited.close()
})

test('another site cannot make a browser send messages', async () => {
  const answer = await openBrowser(app.app).call('POST /api/contact', {
    body: message,
    headers: { origin: 'https://evil.example' },
  })
  expect(answer.status).toBe(403)
})
