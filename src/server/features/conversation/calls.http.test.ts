import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestTelephony, testAccount } from '#server/adapters/telephony/test-provider.ts'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { recordTextConsent } from '#server/features/notifications/actions/record-text-consent.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { listenAt, openSocket } from '#server/testing/test-socket.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/testing/test-app.ts'
import type { ConsentWay } from '#shared/rules/text-consent.ts'

useTestDatabase()
let provider: Awaited<ReturnType<typeof startTestTelephony>>
let app: TestApp
let technician: TestPerson
let customer: TestPerson
let id: string
beforeAll(async () => {
  provider = await startTestTelephony()
})
afterAll(() => provider.close())
beforeEach(async () => {
  provider.received.length = 0
  delete provider.settings.fault
  app = await startTestApp({
    TWILIO_ACCOUNT_SID: testAccount.accountSid,
    TWILIO_AUTH_TOKEN: testAccount.authToken,
    TWILIO_FROM: testAccount.from,
    TWILIO_API_URL: provider.url,
  })
  const made = { customer: '(512) 555-0142', technician: '512-555-0177' }
  customer = await app.as(await makeUser({ phone: made.customer, smsNotifications: true }))
  technician = await app.as(await makeUser({ role: 'technician', phone: made.technician }))
  id = await visit()
})
afterEach(() => {
  travelBack()
  return app.close()
})

async function visit(): Promise<string> {
  const parties = { customerId: customer.user.id, technicianId: technician.user.id }
  const job = await makeJob({ ...parties, status: 'assigned', communicationActive: true })
  return job.id
}

const call = (who: TestPerson, headers = {}) =>
  who.call('POST /api/jobs/{id}/call', { params: { id }, headers })
const say = (who: TestPerson, body: object) =>
  who.call('POST /api/jobs/{id}/send-message', { params: { id }, body })
const entries = async () =>
  (await customer.call('GET /api/jobs/{id}/communications', { params: { id } })).body
const setPhone = (who: TestPerson, phone: string) =>
  db().update(users).set({ phone }).where(eq(users.id, who.user.id))
const rung = () => provider.received.map(({ fields }) => [fields.To, fields.Twiml])
const connectionTo = (number: string) =>
  `<Response><Dial callerId="+15125550100"><Number>${number}</Number></Dial></Response>`
const texts = () =>
  db()
    .select()
    .from(sentMessages)
    .where(and(eq(sentMessages.channel, 'sms'), eq(sentMessages.jobId, id)))

test('the browser learns whether calls are available', async () => {
  expect((await app.call('GET /api/config')).body.telephony).toBe(true)
  const other = await startTestApp()
  expect((await other.call('GET /api/config')).body.telephony).toBe(false)
  const who = await other.as(customer.user)
  const answer = await call(who)
  expect([answer.status, provider.received]).toEqual([503, []])
  expect(await entries()).toEqual([])
  await other.close()
})

test("the caller's phone rings first, then the other party's, both under the business's number", async () => {
  const answer = await call(customer)
  expect([answer.status, answer.body]).toMatchObject([
    201,
    {
      type: 'call',
      direction: 'inbound',
      fromUserId: customer.user.id,
      toUserId: technician.user.id,
    },
  ])
  expect((await call(technician)).body).toMatchObject({ type: 'call', direction: 'outbound' })
  expect(rung()).toEqual([
    ['+15125550142', connectionTo('+15125550177')],
    ['+15125550177', connectionTo('+15125550142')],
  ])
  expect((await entries()).map((entry: { type: string }) => entry.type)).toEqual(['call', 'call'])
})

test('no one is called while communication is not active, or by a stranger', async () => {
  await technician.call('POST /api/jobs/{id}/close-communication', { params: { id } })
  expect((await call(customer)).status).toBe(409)
  expect((await call(technician)).status).toBe(409)
  id = await visit()
  for (const other of [await app.as('customer'), await app.as('technician')])
    expect((await call(other)).status).toBe(404)
  expect((await app.call('POST /api/jobs/{id}/call', { params: { id } })).status).toBe(401)
  expect(provider.received).toEqual([])
})

test('repeated presses call once, and a repeated request is the same call', async () => {
  const key = { 'idempotency-key': 'press' }
  const [one, again] = [await call(customer, key), await call(customer, key)]
  expect(again.body).toEqual(one.body)
  expect((await call(customer)).status).toBe(429)
  expect(provider.received).toHaveLength(1)
  travelTo(new Date(Date.now() + 30_000))
  const both = await Promise.all([call(customer), call(customer)])
  expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(provider.received).toHaveLength(2)
})

test('after ten calls about a visit, people are asked to call the office', async () => {
  const answers = []
  for (let n = 0; n < 11; n += 1) {
    travelTo(new Date(Date.now() + n * 30_000))
    answers.push((await call(customer)).status)
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  expect((await call(technician)).status).toBe(201)
})

test('above a limit of texts, messages appear only in the app', async () => {
  const texted = []
  for (let n = 1; n <= 32; n += 1)
    texted.push((await say(technician, { message: `Message ${n}`, asText: true })).body.texted)
  expect(texted.indexOf(false)).toBe(30)
  expect(await texts()).toHaveLength(30)
})

test('a missing number, an invalid number and an outage are reported, and not logged as calls', async () => {
  await setPhone(technician, '')
  expect((await call(customer)).body.message).toBe(
    'We have no phone number for them that can be called.',
  )
  expect((await call(technician)).body.message).toBe(
    'Please enter your phone number in your profile first.',
  )
  await setPhone(technician, '512-555-0177')
  provider.settings.fault = { status: 400, code: 21_217, message: 'not valid' }
  expect((await call(customer)).status).toBe(409)
  provider.settings.fault = { status: 500, code: 20_500, message: 'Internal server error' }
  const answer = await call(customer)
  expect(answer.status).toBe(503)
  expect(answer.text).not.toContain('Twilio')
  expect(await entries()).toMatchObject([])
})

test('a message is also texted, once, if requested and agreed to', async () => {
  const body = { message: 'Five minutes', messageType: 'sms', clientId: 'a', asText: true }
  const answers = await Promise.all([say(technician, body), say(technician, body)])
  expect(answers.map((answer) => [answer.status, answer.body.texted])).toEqual([
    [201, true],
    [201, true],
  ])
  expect((await say(technician, { message: 'Only here' })).body.texted).toBe(false)
  await runDueTasks()
  expect(provider.received).toMatchObject([
    {
      resource: 'Messages',
      fields: {
        To: '+15125550142',
        From: '+15125550100',
        Body: expect.stringContaining('Pat writes: Five minutes'),
      },
    },
  ])
  expect((await say(customer, { message: 'Thanks', asText: true })).body.texted).toBe(true)

  await db().update(users).set({ smsNotifications: false }).where(eq(users.id, customer.user.id))
  const silent = await say(technician, { message: 'Here', asText: true })
  expect([silent.status, silent.body.texted]).toEqual([201, false])
  expect((await entries()).map((entry: { message: string }) => entry.message)).toEqual([
    'Five minutes',
    'Only here',
    'Thanks',
    'Here',
  ])
})

test('sending over both the socket and HTTP makes one message and one text', async () => {
  const socket = await openSocket(await listenAt(app.app), await startSession(technician.user.id))
  const said = { message: 'At the gate', messageType: 'sms', clientId: 'b', asText: true }
  socket.send({ type: 'job_communication', jobId: id, ...said })
  await socket.hear('message_sent')
  expect((await say(technician, said)).body.texted).toBe(true)
  socket.close()
  expect(await entries()).toHaveLength(1)
  expect(await texts()).toMatchObject([{ body: expect.stringContaining('At the gate') }])
})

test('on the way, arrival, completion and the amount due are texted once each', async () => {
  // Without quiet hours, which would delay two of them at night.
  await changeSettings({ quietFrom: '00:00', quietUntil: '00:00' })
  const announce = (event: string) =>
    technician.call('POST /api/jobs/{id}/activate-communication', {
      params: { id },
      body: { event },
    })
  for (const event of ['on_my_way', 'on_my_way', 'arrived']) {
    await announce(event)
    await runDueTasks()
  }
  for (const status of ['in_progress', 'completed'])
    await technician.call('PATCH /api/jobs/{id}/status', { params: { id }, body: { status } })
  await runDueTasks({ tolerateFailures: true })
  expect(provider.received.map(({ fields }) => fields.Body)).toEqual([
    expect.stringMatching(
      /: Your technician is on the way\. Visit: \w+, \w+ \d+, \S+ [AP]M - \S+ [AP]M, 20\d\d [\w ]+\.$/,
    ),
    expect.stringMatching(
      /: Your technician has arrived\. Visit: \w+, \w+ \d+, \S+ [AP]M - \S+ [AP]M, 20\d\d [\w ]+\.$/,
    ),
    expect.stringMatching(/is done\. The final amount is \$129\.99\. Receipt: http:/),
    expect.stringMatching(/Please pay \$129\.99 online\. Pay here: http:/),
  ])
  expect((await texts()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'sent'])
})

test('a visit with a contact of its own is called there, and its customer calls from their own phone', async () => {
  await db().update(jobs).set({ contactPhone: '+15125550188' }).where(eq(jobs.id, id))
  expect((await call(technician)).status).toBe(201)
  expect((await call(customer)).status).toBe(201)
  expect(provider.received.map(({ fields }) => [fields.To, fields.Twiml])).toEqual([
    ['+15125550177', expect.stringContaining('<Number>+15125550188</Number>')],
    ['+15125550142', expect.stringContaining('<Number>+15125550177</Number>')],
  ])
})

test('a customer who writes is named, not the contact of the visit', async () => {
  await db().update(jobs).set({ contactName: 'Rui Costa' }).where(eq(jobs.id, id))
  await say(customer, { message: 'Please ask Rui' })
  const { body } = await technician.call('GET /api/notifications')
  expect(JSON.stringify(body)).toContain('Message from Pat')
})

describe('a visit with a contact of its own', () => {
  const contact = '+15125550188'
  beforeEach(() => db().update(jobs).set({ contactPhone: contact }).where(eq(jobs.id, id)))
  const sent = async () => {
    await runDueTasks({ tolerateFailures: true })
    return provider.received.map(({ fields }) => [fields.To, fields.Body])
  }
  const write = async () => (await say(technician, { message: 'At the gate', asText: true })).body

  test('is texted there, without a link that only the account can open', async () => {
    await db().update(users).set({ smsNotifications: false }).where(eq(users.id, customer.user.id))
    expect(await write()).toMatchObject({ texted: true })
    expect(await sent()).toEqual([
      [contact, expect.stringMatching(/^Fivequart FQ-\d+: Pat writes: At the gate$/)],
    ])
    // What follows from the visit by itself needs the account's consent.
    await technician.call('POST /api/jobs/{id}/activate-communication', {
      params: { id },
      body: { event: 'on_my_way' },
    })
    expect(await sent()).toHaveLength(1)
  })

  test.each([
    ['texted STOP', () => stopTexts()],
    ['ended texts in their own account', () => endTexts('app')],
    ['had them ended by the office', () => endTexts('office')],
  ])('is not texted once its owner %s', async (_, end) => {
    await end()
    expect(await write()).toMatchObject({ texted: false })
    expect(await sent()).toEqual([])
  })

  test.each([
    ['it stopped texts', () => stopTexts()],
    ['the visit got another contact', () => setContact('+15125550189')],
    ['the contact was removed', () => setContact('')],
    ['texts were switched off', () => changeSettings({ smsEnabled: false })],
  ])('is not texted when %s before the text went out', async (_, change) => {
    expect(await write()).toMatchObject({ texted: true })
    await change()
    expect(await sent()).toEqual([])
    expect(await texts()).toMatchObject([{ status: 'skipped' }])
  })

  test('is texted when a former owner of the number, who has another now, had ended texts', async () => {
    await endTexts('number')
    expect(await write()).toMatchObject({ texted: true })
  })

  const setContact = (contactPhone: string) =>
    db().update(jobs).set({ contactPhone }).where(eq(jobs.id, id))
  const stopTexts = () =>
    db().insert(contactMessages).values({
      channel: 'sms',
      name: '',
      email: '',
      phone: contact,
      subject: 'Text message',
      message: 'STOP',
      textsStopped: true,
    })
  async function endTexts(how: ConsentWay) {
    const { id: customerId } = await makeUser({ phone: contact, smsNotifications: true })
    await recordTextConsent({ customerId }, { agreed: false, how, words: '', by: null })
  }
})
