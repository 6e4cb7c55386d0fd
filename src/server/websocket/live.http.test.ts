import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { endSession, endSessions, startSession } from '#server/sessions/sessions.ts'
import { deactivateTechnician } from '#server/features/technicians/actions/deactivate-technician.ts'
import { hashToken } from '#server/base/tokens.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/testing/test-app.ts'
import {
  listenAt,
  openSocket,
  refusedOpening,
  type TestSocket,
} from '#server/testing/test-socket.ts'

useTestDatabase()
let app: TestApp
let url: string
let customer: TestPerson
let technician: TestPerson
let id: string
const opened: TestSocket[] = []

beforeEach(async () => {
  app = await startTestApp()
  url = await listenAt(app.app)
  ;[customer, technician] = [await app.as('customer'), await app.as('technician')]
  const technicianId = technician.user.id
  id = (await makeJob({ status: 'assigned', technicianId, customerId: customer.user.id })).id
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.close()
  await app.close()
})

async function open(who: TestPerson, options?: Parameters<typeof openSocket>[2]) {
  const token = await startSession(who.user.id)
  const socket = await openSocket(url, token, options)
  opened.push(socket)
  return { ...socket, token }
}

const params = () => ({ params: { id } })
const activate = () => technician.call('POST /api/jobs/{id}/activate-communication', params())
const say = (who: TestPerson, message: string, clientId?: string) =>
  who.call('POST /api/jobs/{id}/send-message', { ...params(), body: { message, clientId } })
const frame = (message: string, more: object = {}) => ({
  type: 'job_communication',
  jobId: id,
  message,
  messageType: 'sms',
  ...more,
})
const stored = () =>
  db().select().from(conversationEntries).where(eq(conversationEntries.type, 'message'))

test('an opening needs a session and our own pages', async () => {
  const token = await startSession(customer.user.id)
  expect((await refusedOpening(url)).status).toBe(401)
  expect((await refusedOpening(url, 'made-up')).status).toBe(401)
  const foreign = await refusedOpening(url, token, { origin: 'https://evil.example' })
  expect([foreign.status, JSON.parse(foreign.body)]).toEqual([
    403,
    { message: 'This request came from another site.', code: 'forbidden' },
  ])
  const embedded = { 'sec-fetch-site': 'cross-site' }
  expect((await refusedOpening(url, token, embedded)).status).toBe(403)
  expect((await fetch(`${url}/ws`)).status).toBe(400)
  // The server continues after each of them.
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  await openSocket(url, token).then((socket) => socket.close())
})

test('a message reaches the two parties by either way, and no one else', async () => {
  const strangers = [await app.as('customer'), await app.as('technician'), await app.as('admin')]
  const [here, phone, there] = [await open(customer), await open(customer), await open(technician)]
  const others = await Promise.all(strangers.map((who) => open(who)))
  await activate()
  for (const socket of [here, phone, there]) await socket.hear('job_message')

  await say(technician, 'Ten minutes')
  here.send(frame('Gate code is 1234', { clientId: 'device-1' }))
  const expected = [
    { messageType: 'system_notification', message: 'Your technician is on the way.' },
    {
      type: 'job_message',
      jobId: id,
      fromUserId: technician.user.id,
      message: 'Ten minutes',
      messageType: 'sms',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    },
    {
      type: 'job_message',
      jobId: id,
      fromUserId: customer.user.id,
      toUserId: technician.user.id,
      message: 'Gate code is 1234',
      clientId: 'device-1',
    },
  ]
  for (const socket of [here, phone, there]) {
    const messages = await socket.hear('job_message', 3)
    expect(messages.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))).toMatchObject(
      expected,
    )
  }
  expect(await here.hear('message_sent')).toMatchObject([{ jobId: id, clientId: 'device-1' }])
  const [notice] = await there.hear('notification')
  expect(notice?.data).toMatchObject({ type: 'job_message', message: 'Gate code is 1234' })
  for (const socket of others) {
    await socket.settle()
    expect(socket.heard().filter(({ type }) => type !== 'changed')).toEqual([])
  }
})

test('sender and recipient are never taken from the frame', async () => {
  await activate()
  const other = await app.as('customer')
  const [forger, stranger] = [await open(customer), await open(other)]
  const forged = { fromUserId: technician.user.id, toUserId: other.user.id }
  forger.send({ type: 'authenticate', userId: technician.user.id })
  forger.send(frame('Let me in', forged))
  await forger.hear('message_sent')
  stranger.send(frame('Let me in too', { ...forged, clientId: 'x' }))
  expect(await stranger.hear('message_refused')).toMatchObject([
    { jobId: id, clientId: 'x', code: 'not_found', message: 'Job not found.' },
  ])
  expect(await stored()).toMatchObject([
    { fromUserId: customer.user.id, toUserId: technician.user.id, direction: 'inbound' },
  ])
})

test('socket and POST with one clientId are one message', async () => {
  const [sender, reader] = [await open(customer), await open(technician)]
  await activate()
  sender.send(frame('Blue door', { clientId: 'device-1' }))
  const posted = await say(customer, 'Blue door', 'device-1')
  const [sent] = await sender.hear('message_sent')
  expect([posted.status, posted.body.id]).toEqual([201, sent?.id])
  await reader.hear('job_message', 2)
  await reader.settle()
  expect(await stored()).toHaveLength(1)
  expect(await reader.hear('job_message', 2)).toHaveLength(2)
  expect(await reader.hear('notification')).toHaveLength(1)
})

test('unknown frames change nothing, and a refused message gets the reason', async () => {
  const sender = await open(customer)
  for (const text of [
    '',
    '{',
    '[]',
    '{"type":"admin"}',
    '{"type":"job_communication"}',
    '"\\u0000"',
  ])
    sender.socket.send(text)
  for (const message of ['', 'x'.repeat(2001), 'nul \0']) sender.send(frame(message))
  await sender.settle()
  expect(sender.heard()).toEqual([])
  sender.send(frame('Too early'))
  expect(await sender.hear('message_refused')).toMatchObject([
    { code: 'conflict', message: 'Communication is not active.', clientId: null },
  ])
  expect(await stored()).toEqual([])
})

test('frames that are too long, too many or binary close the socket', async () => {
  const long = await open(customer)
  long.send(frame('x'.repeat(17_000)))
  await long.closed().toBe(1009)
  const bytes = await open(customer)
  bytes.socket.send(Buffer.from('{"type":"authenticate"}'))
  await bytes.closed().toBe(1008)
  const many = await open(customer)
  for (let n = 0; n < 40; n++) many.send({ type: 'authenticate' })
  await many.closed().toBe(1008)
  // Reconnecting gives no new allowance.
  const headers = { cookie: `fq_session=${many.token}` }
  const back = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers })
  await once(back, 'open')
  for (let n = 0; n < 5; n++) back.send('{"type":"authenticate"}')
  expect((await once(back, 'close'))[0]).toBe(1008)
})

test('a person has ten sockets at most', async () => {
  for (let n = 0; n < 10; n++) await open(customer)
  const token = await startSession(customer.user.id)
  expect((await refusedOpening(url, token)).status).toBe(429)
  opened.shift()?.close()
  await expect
    .poll(async () => {
      const socket = await openSocket(url, token).catch(() => undefined)
      if (socket) opened.push(socket)
      return socket !== undefined
    })
    .toBe(true)
  await open(technician)
})

test('ending a session closes its sockets', async () => {
  const [one, other] = [await open(customer), await open(customer)]
  await endSession(hashToken(one.token))
  await one.closed().toBe(4001)
  await other.settle()
  await endSessions(customer.user.id)
  await other.closed().toBe(4001)

  const working = await open(technician)
  const admin = await app.as('admin')
  await deactivateTechnician({ ...admin.user, active: true }, technician.user.id)
  await working.closed().toBe(4001)
  expect((await refusedOpening(url, working.token)).status).toBe(401)

  const waiting = await makeUser({ role: 'technician', approvedAt: null })
  const hopeful = await open(await app.as(waiting))
  await admin.call('POST /api/admin/technicians/{id}/approve', { params: { id: waiting.id } })
  await hopeful.closed().toBe(4001)
})

test('both parties hear when the visit changes and when messages are read', async () => {
  const [mine, theirs] = [await open(customer), await open(technician)]
  await activate()
  const [opening] = await mine.hear('job_message')
  expect(opening).toMatchObject({ messageType: 'system_notification', direction: 'outbound' })
  for (const socket of [mine, theirs])
    expect(await socket.hear('changed')).toEqual([
      { type: 'changed', things: ['jobs', 'position'], jobId: id },
    ])
  const upTo = opening?.id ?? ''
  const read = () =>
    customer.call('PATCH /api/jobs/{id}/communications/read', { ...params(), body: { upTo } })
  await read()
  expect((await theirs.hear('changed', 2)).at(-1)).toEqual({
    type: 'changed',
    things: ['conversation', 'notifications'],
    jobId: id,
  })
  // Reading again is no news.
  await read()
  await technician.call('PATCH /api/jobs/{id}/status', {
    ...params(),
    body: { status: 'in_progress' },
  })
  expect((await mine.hear('changed', 3)).at(-1)).toMatchObject({
    things: expect.arrayContaining(['jobs']),
  })
})

test('a cancellation reaches its customer as a message, and its technician as an update', async () => {
  await activate()
  const [theirs, its] = [await open(customer), await open(technician)]
  const cancelled = await customer.call('POST /api/jobs/{id}/cancel', { ...params(), body: {} })
  expect(cancelled.status).toBe(200)
  expect(await theirs.hear('job_message')).toMatchObject([{ event: 'job_cancelled' }])
  await expect
    .poll(() => its.heard())
    .toContainEqual(expect.objectContaining({ type: 'changed', things: ['conversation'] }))
  expect(its.heard().filter(({ type }) => type === 'job_message')).toEqual([])
  const read = await technician.call('GET /api/jobs/{id}/communications', params())
  expect(read.body).toEqual([])
})

test('the server closes with 1001 after finishing its work', async () => {
  await activate()
  const sender = await open(customer)
  sender.send(frame('Last words'))
  await expect.poll(async () => (await stored()).length).toBe(1)
  await app.close()
  await sender.closed().toBe(1001)
  expect(sender.heard().map(({ type }) => type)).toContain('message_sent')
})

test('an echo comes back to the one who asked, through the database', async () => {
  const [mine, other] = [await open(customer), await open(technician)]
  const echoId = randomUUID()
  mine.send({ type: 'echo', id: echoId })
  expect(await mine.hear('echo')).toEqual([{ type: 'echo', id: echoId }])
  await other.settle()
  expect(other.heard()).toEqual([])
})
