import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  incomingText,
  startTestTelephony,
  testAccount,
} from '#server/adapters/telephony/test-provider.ts'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { incomingTexts } from '#server/database/tables/contact-messages.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { officeEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/testing/test-app.ts'
import { jobNumber } from '#shared/rules/jobs.ts'

useTestDatabase()
const site = 'http://oil.example.com'
const url = `${site}/api/telephony/inbound`
const phone = '+15125550142'
let provider: Awaited<ReturnType<typeof startTestTelephony>>
let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  provider = await startTestTelephony()
})
afterAll(() => provider.close())
beforeAll(async () => {
  app = await startTestApp({
    ORIGIN: site,
    TWILIO_ACCOUNT_SID: testAccount.accountSid,
    TWILIO_AUTH_TOKEN: testAccount.authToken,
    TWILIO_FROM: testAccount.from,
    TWILIO_API_URL: provider.url,
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  provider.received.length = 0
  delete provider.settings.fault
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Ada', lastName: 'One' }))
})

let texts = 0
const newSid = () => `SM${String(++texts).padStart(32, '0')}`
const post = (sent: Pick<ReturnType<typeof incomingText>, 'bytes' | 'headers'>) =>
  app.call('POST /api/telephony/inbound', sent)
const receive = (Body: string, fields: Record<string, string> = {}) =>
  post(incomingText(url, { Body, MessageSid: newSid(), ...fields }))
const inbox = async () => (await admin.call('GET /api/admin/messages')).body
const thread = async (id: string) =>
  (await admin.call('GET /api/admin/messages/{id}', { params: { id } })).body
const answer = (id: string, message: string, seenReplies?: number) =>
  admin.call('POST /api/admin/messages/{id}/reply', {
    params: { id },
    body: { message, ...(seenReplies !== undefined && { seenReplies }) },
  })
const customer = (more: Partial<typeof users.$inferInsert> = {}) =>
  makeUser({ firstName: 'Pat', lastName: 'Person', phone, smsNotifications: true, ...more })
const inHours = (hours: number) => new Date(now().getTime() + hours * 3_600_000)

test('only texts signed by the provider for this address are accepted, once', async () => {
  const sent = incomingText(url, { MessageSid: newSid() })
  const forged = (headers: object) => post({ ...sent, headers: { ...sent.headers, ...headers } })
  for (const signature of ['', 'AAAA', sent.headers['x-twilio-signature'].toLowerCase()])
    expect((await forged({ 'x-twilio-signature': signature })).status).toBe(403)
  expect((await post({ ...sent, headers: { 'content-type': 'text/plain' } as never })).status).toBe(
    403,
  )
  const other = { ...sent, bytes: Buffer.from(`${sent.bytes.toString()}1`) }
  expect((await post(other)).status).toBe(403)
  expect((await post(incomingText('http://127.0.0.1/api/telephony/inbound'))).status).toBe(403)
  expect((await receive('x'.repeat(40_000))).status).toBe(400)
  expect(await inbox()).toEqual([])
  const both = await Promise.all([post(sent), post(sent)])
  expect(both.map(({ status }) => status)).toEqual([204, 204])
  expect((await forged({ host: 'behind.proxy:8080', 'x-forwarded-proto': 'http' })).status).toBe(
    204,
  )
  expect(await db().$count(incomingTexts)).toBe(1)
  expect(await inbox()).toMatchObject([
    { channel: 'sms', status: 'open', message: 'Running late, sorry & thanks ☀' },
  ])
  const told = await db()
    .select()
    .from(notifications)
    .where(eq(notifications.type, 'text_received'))
  expect(told.map(({ userId }) => userId)).toEqual([admin.user.id])
})

test('of a card number in a text only the last four digits are stored', async () => {
  await receive('It is ４１１１ 1111\n1111 - 1111, 12/27')
  const [{ id, message }] = await inbox()
  expect(message).toBe('It is •••• ••••\n•••• - 1111, 12/27')
  expect((await thread(id)).texts).toMatchObject([{ message }])
  const stored = [
    await db().select().from(incomingTexts),
    await db().select().from(notifications),
    await db().select().from(officeEvents),
  ]
  expect(JSON.stringify(stored)).toContain('1111, 12/27')
  expect(JSON.stringify(stored)).not.toMatch(/1111\D{1,5}1111/)
})

test("the provider's address may include the default port or not", async () => {
  const at = (address: string) => post(incomingText(address, { MessageSid: newSid() }))
  expect((await at('http://oil.example.com:80/api/telephony/inbound')).status).toBe(204)
  expect((await at('http://oil.example.com:8080/api/telephony/inbound')).status).toBe(403)
})

test("a customer's texts are one thread about the next or last visit", async () => {
  const { id: customerId } = await customer()
  const past = await makeJob({ customerId, status: 'completed', startsAt: inHours(-50) })
  await receive('Where are you?')
  expect(await inbox()).toMatchObject([
    { name: 'Pat Person', phone, customerId, job: { number: jobNumber(past.number) } },
  ])
  const next = await makeJob({ customerId, status: 'assigned', startsAt: inHours(30) })
  await makeJob({ customerId, status: 'assigned', startsAt: inHours(60) })
  await receive('And tomorrow?', { NumMedia: '1' })
  const [one, ...others] = await inbox()
  expect(others).toEqual([])
  expect(one).toMatchObject({ message: 'And tomorrow?', job: { id: next.id } })
  expect(await thread(one.id)).toMatchObject({
    texts: [
      { message: 'Where are you?', attachments: 0 },
      { message: 'And tomorrow?', attachments: 1 },
    ],
  })
})

test('an unknown number, and one shared by several people', async () => {
  await receive('Hello', { From: '+442079460018' })
  expect(await inbox()).toMatchObject([
    { name: 'Unknown +442079460018', customerId: null, job: null },
  ])
  const one = await customer()
  await customer({ firstName: 'Sam', lastName: 'Person' })
  await receive('It is us')
  expect((await inbox())[0]).toMatchObject({ name: 'Pat Person / Sam Person', customerId: null })
  await makeJob({ customerId: one.id, status: 'scheduled', startsAt: inHours(20) })
  await receive('It is me')
  expect((await inbox())[0]).toMatchObject({ name: 'Pat Person', customerId: one.id })
})

test('a text from the contact of a visit names them and the visit', async () => {
  const customer = await makeUser({ firstName: 'Olivia', lastName: 'Bennett' })
  const contact = { contactName: 'Rui Costa', contactPhone: phone }
  const job = await makeJob({ customerId: customer.id, status: 'assigned', ...contact })
  await receive('I am at the gate')
  const [message] = await inbox()
  expect(message).toMatchObject({
    name: 'Rui Costa',
    customerId: customer.id,
    job: { number: jobNumber(job.number) },
  })
  for (const hours of [60, 30])
    await makeJob({
      customerId: customer.id,
      status: 'assigned',
      startsAt: inHours(hours),
      ...contact,
      accessNotes: `in ${hours} hours`,
    })
  await db().update(jobs).set({ status: 'completed' }).where(eq(jobs.id, job.id))
  await receive('Is it still at eight?')
  const next = await db().select().from(jobs).where(eq(jobs.accessNotes, 'in 30 hours'))
  expect((await inbox())[0].job).toMatchObject({ id: next[0]?.id })
})

test('the office answers by text, which closes it until the next text', async () => {
  await customer({ smsNotifications: false })
  await receive('Can you come earlier?')
  const [{ id }] = await inbox()
  expect((await answer(id, 'x'.repeat(1601))).status).toBe(400)
  expect(await answer(id, 'Yes, at nine.', 0)).toMatchObject({
    status: 201,
    body: { status: 'done', replies: [{ message: 'Yes, at nine.', text: 'queued' }] },
  })
  await runDueTasks()
  expect(provider.received).toEqual([
    {
      resource: 'Messages',
      fields: { To: phone, From: testAccount.from, Body: 'Yes, at nine.' },
    },
  ])
  expect((await thread(id)).replies).toMatchObject([{ text: 'sent' }])
  expect((await answer(id, 'Twice', 0)).status).toBe(409)
  await receive('Great')
  expect(await inbox()).toMatchObject([{ id, status: 'open' }])
})

test('STOP ends texts here too and is shown to the office, and START resumes them', async () => {
  const { id: customerId } = await customer()
  await receive('Hi')
  const [{ id }] = await inbox()
  expect((await answer(id, 'Hello')).status).toBe(201)
  await receive(' stop ')
  await runDueTasks()
  expect(provider.received).toEqual([])
  expect((await thread(id)).replies).toMatchObject([{ text: 'skipped' }])
  const consent = async () =>
    (await db().select().from(users).where(eq(users.id, customerId)))[0]?.smsNotifications
  expect(await consent()).toBe(false)
  expect(await answer(id, 'Are you sure?')).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining('has opted out of texts'),
      details: { reason: 'no_address' },
    },
  })
  const told = await admin.call('GET /api/notifications')
  expect(JSON.stringify(told.body)).toContain('They wrote “stop”')
  expect((await inbox())[0]).toMatchObject({ status: 'done', textsStopped: true })
  await receive('Please stop by at nine')
  expect((await inbox())[0]).toMatchObject({ status: 'open', textsStopped: true })
  await receive('Ja', { OptOutType: 'START' })
  expect(await consent()).toBe(true)
  expect((await answer(id, 'Welcome back')).status).toBe(201)
  await receive('HELP')
  expect((await inbox())[0]).toMatchObject({ status: 'open', textsStopped: false })
})

const stateOf = async (customerId: string) => {
  const [user] = await db().select().from(users).where(eq(users.id, customerId))
  const [message] = await inbox()
  return { agrees: user?.smsNotifications, stopped: message.textsStopped, status: message.status }
}
const consents = async (customerId: string) => {
  const { body } = await admin.call('GET /api/admin/customers/{id}', { params: { id: customerId } })
  return body.history
    .filter(({ consent }: { consent?: object }) => consent)
    .map(({ kind, by, consent }: { kind: string; by: string | null; consent: object }) => ({
      kind,
      by,
      ...consent,
    }))
}

test('“Yes” answers a question, and opts in only after an opt-out', async () => {
  const { id } = await customer({ smsNotifications: false })
  await receive('Can you come at nine?')
  const [{ id: messageId }] = await inbox()
  await answer(messageId, 'Is ten fine?')
  await receive('Yes', { OptOutType: 'START' })
  expect(await stateOf(id)).toEqual({ agrees: false, stopped: false, status: 'open' })
  await receive('STOP!')
  await receive('yes.')
  expect(await stateOf(id)).toEqual({ agrees: true, stopped: false, status: 'open' })
  expect(await consents(id)).toEqual([
    { kind: 'texts_agreed', by: null, how: 'text', words: 'yes.', phone },
  ])
})

test('“Cancel” stops texts, and opens the thread when they have a visit ahead', async () => {
  const { id } = await customer()
  await receive('CANCEL')
  expect(await stateOf(id)).toEqual({ agrees: false, stopped: true, status: 'done' })
  await receive('START')
  const job = await makeJob({ customerId: id, status: 'assigned', startsAt: inHours(30) })
  await receive('“Cancel.”')
  expect(await stateOf(id)).toEqual({ agrees: false, stopped: true, status: 'open' })
  expect(JSON.stringify((await admin.call('GET /api/notifications')).body)).toContain(
    `They wrote “Cancel”: texts to them stop, but they may mean visit ${jobNumber(job.number)}.`,
  )
  expect(await consents(id)).toMatchObject([
    { kind: 'texts_ended', words: '“Cancel.”' },
    { kind: 'texts_agreed', words: 'START' },
    { kind: 'texts_ended', words: 'CANCEL', how: 'text', phone },
  ])
})

test.each(['Wrong number', 'Sorry, wrong number.', '¡Número equivocado!', 'No soy yo'])(
  '“%s” stops texts, and opens the thread for the office to check the number',
  async (words) => {
    const { id } = await customer()
    await receive(words)
    expect(await stateOf(id)).toEqual({ agrees: false, stopped: true, status: 'open' })
    expect(await consents(id)).toMatchObject([{ kind: 'texts_ended', words, how: 'text', phone }])
    expect(JSON.stringify((await admin.call('GET /api/notifications')).body)).toContain(
      'texts to this number stop. Please check whose number it is.',
    )
    const [{ id: messageId }] = await inbox()
    expect((await answer(messageId, 'Whose number is it?')).status).toBe(409)
    await receive('The wrong number of the house is on the door')
    expect((await inbox())[0]).toMatchObject({ status: 'open', textsStopped: true })
  },
)

test('texts ended by the office stay off for every customer with the number until they agree again', async () => {
  const [one, other] = [await customer(), await customer({ firstName: 'Sam' })]
  await receive('Call me, do not write')
  const [{ id: messageId }] = await inbox()
  const ended = await admin.call('PATCH /api/admin/messages/{id}', {
    params: { id: messageId },
    body: { textsStopped: true },
  })
  expect([ended.status, ended.body.textsStopped]).toEqual([200, true])
  for (const { id } of [one, other])
    expect(await consents(id)).toEqual([
      { kind: 'texts_ended', by: 'Ada One', how: 'office', words: '', phone },
    ])
  const pat = await app.as(one)
  const preferences = {
    emailNotifications: true,
    smsNotifications: true,
    marketingEmails: false,
    appointmentReminders: true,
    serviceUpdates: true,
  }
  await pat.call('PATCH /api/user/notifications', { body: preferences })
  await pat.call('PATCH /api/user/notifications', { body: preferences })
  expect(await stateOf(one.id)).toEqual({ agrees: true, stopped: false, status: 'open' })
  expect(await consents(one.id)).toMatchObject([
    {
      kind: 'texts_agreed',
      how: 'app',
      words: expect.stringMatching(/usually 3 to 8.*rates may apply.*HELP.*STOP/),
    },
    { kind: 'texts_ended' },
  ])
  const params = { id: one.id }
  expect((await admin.call('POST /api/admin/customers/{id}/end-texts', { params })).status).toBe(
    200,
  )
  expect(await stateOf(one.id)).toEqual({ agrees: false, stopped: true, status: 'open' })
  expect((await pat.call('POST /api/admin/customers/{id}/end-texts', { params })).status).toBe(403)
  const audit = await admin.call('GET /api/admin/audit')
  expect(JSON.stringify(audit.body)).toContain('Texts to a customer ended')
})

test('an opt-out from before the first text counts for its thread', async () => {
  const { id } = await customer()
  const params = { id }
  await admin.call('POST /api/admin/customers/{id}/end-texts', { params })
  await receive('Where are you?')
  expect(await stateOf(id)).toEqual({ agrees: false, stopped: true, status: 'open' })
  await receive('Yes')
  expect(await stateOf(id)).toEqual({ agrees: true, stopped: false, status: 'open' })
})

test('a provider that reads an answer as a start changes no consent', async () => {
  const { id } = await customer({ smsNotifications: false })
  await receive('Yes please', { OptOutType: 'START' })
  expect(await stateOf(id)).toEqual({ agrees: false, stopped: false, status: 'open' })
})

test('an opt-out that only the provider knows turns texts off and is shown', async () => {
  const { id } = await customer()
  await receive('Hi')
  const [{ id: messageId }] = await inbox()
  provider.settings.fault = { status: 400, code: 21_610, message: 'Unsubscribed' }
  await answer(messageId, 'Hello')
  await runDueTasks()
  expect(await stateOf(id)).toMatchObject({ agrees: false, stopped: true })
  expect(await consents(id)).toMatchObject([
    { kind: 'texts_ended', by: null, how: 'provider', words: expect.stringContaining('21610') },
  ])
})

test('answers use the plain quotes, dashes, dots and spaces of one text', async () => {
  await receive('When?')
  const [{ id }] = await inbox()
  const sent = `“It’s 9–10…”\u00a0— ${'x'.repeat(1583)}`
  expect((await answer(id, `${sent}x`)).status).toBe(400)
  expect((await answer(id, sent)).status).toBe(201)
  await runDueTasks()
  expect(provider.received[0]?.fields.Body).toBe(`"It's 9-10..." - ${'x'.repeat(1583)}`)
  expect((await answer(id, '• the key\tand\n• the dog´s `name`, ‹please›')).status).toBe(201)
  await runDueTasks()
  expect(provider.received[1]?.fields.Body).toBe("- the key and\n- the dog's 'name', 'please'")
})

test("the provider's refusal is shown at the answer", async () => {
  await receive('Hi')
  const [{ id }] = await inbox()
  provider.settings.fault = { status: 400, code: 21_610, message: 'Unsubscribed' }
  await answer(id, 'Hello')
  await runDueTasks()
  expect((await thread(id)).replies).toMatchObject([{ text: 'failed' }])
})

test('an answer in Spanish costs one text, and keeps the name of its reader', async () => {
  await customer({ firstName: 'Sofía', lastName: 'Díaz' })
  await receive('¿Cuándo llegan?')
  const [{ id }] = await inbox()
  const rest = 'el técnico llegará mañana a las nueve. Si no está en casa, déjenos la llave aquí.'
  await answer(id, `Señora, ${rest}`)
  await answer(id, `Sofía, ${rest}`)
  await runDueTasks()
  expect(provider.received.map(({ fields }) => fields.Body)).toEqual([
    'Señora, el técnico llegara mañana a las nueve. Si no esta en casa, déjenos la llave aqui.',
    `Sofía, ${rest}`,
  ])
  expect((await thread(id)).replies).toMatchObject([
    { message: `Señora, ${rest}` },
    { message: `Sofía, ${rest}` },
  ])
})

test("it is deleted with its sender's account", async () => {
  const pat = await app.as(await customer())
  await receive('My gate code is 4711')
  const own = await pat.call('GET /api/account/data')
  expect(JSON.stringify(own.body)).toContain('My gate code is 4711')
  await pat.call('DELETE /api/auth/user', { body: { confirm: 'DELETE' } })
  expect(await db().$count(incomingTexts)).toBe(0)
  expect(JSON.stringify(await db().select().from(notifications))).not.toContain('4711')
  expect(JSON.stringify(await db().select().from(sentMessages))).not.toContain('4711')
})

test('without a provider the endpoint does not exist', async () => {
  const without = await startTestApp({ ORIGIN: site })
  const sent = incomingText(url)
  expect((await without.call('POST /api/telephony/inbound', sent)).status).toBe(404)
  await without.close()
})
