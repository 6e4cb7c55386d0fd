import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  pushAddress,
  maxPushBytes,
  PushGone,
  type PushMessage,
} from '#server/adapters/push/port.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { pushSubscriptions, sentMessages } from '#server/database/tables/notifications.ts'
import { monday, tuesday } from '#server/features/booking/test-customer.ts'
import { endSessions } from '#server/sessions/sessions.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { payloadOf } from './actions/deliver-push.ts'

const app = useTestApp({ at: monday })

let sent: PushMessage[]
let fault: Error | undefined
beforeEach(() => {
  sent = []
  fault = undefined
  const send = async (message: PushMessage) => {
    if (fault) throw fault
    sent.push(message)
    return 'sent' as const
  }
  useServices({ pusher: { send, addressOf: pushAddress } })
})

const browser = (name = 'ada') => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
})
const subscribe = (who: TestPerson, body: object = browser()) =>
  who.call('POST /api/push/subscriptions', { body })
const isOn = async (who: TestPerson) => (await who.call('GET /api/push/subscriptions')).body.on

async function visitOf() {
  const customer = await app.as(await makeUser({ lastLoginAt: monday }))
  const technician = await app.as('technician')
  const job = await makeJob({
    customerId: customer.user.id,
    technicianId: technician.user.id,
    status: 'assigned',
    serviceDate: tuesday,
  })
  return { customer, technician, admin: await app.as('admin'), job }
}
const cancel = (who: TestPerson, id: string) =>
  who.call('POST /api/jobs/{id}/cancel', { params: { id }, body: { reason: 'Rain' } })
const pushes = () => db().select().from(sentMessages).where(eq(sentMessages.channel, 'push'))
const payload = (n = 0) => JSON.parse(sent[n]?.payload ?? '{}')

test("a browser shows the notification's text and link", async () => {
  const { customer, admin, job } = await visitOf()
  expect(await isOn(customer)).toBe(false)
  expect((await subscribe(customer)).status).toBe(200)
  expect(await isOn(customer)).toBe(true)
  await cancel(admin, job.id)
  await runDueTasks()
  await runDueTasks()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.target.endpoint).toBe(browser().endpoint)
  expect(payload()).toEqual({
    id: sent[0]?.id,
    title: 'Visit cancelled',
    body: expect.stringContaining('Reason: Rain'),
    path: `/orders?visit=${job.id}`,
  })
  expect(await pushes()).toMatchObject([
    { status: 'sent', recipient: expect.stringMatching(/^fcm\.googleapis\.com \w{8}$/) },
  ])
})

test('people get no push messages about their own actions', async () => {
  const { customer, job } = await visitOf()
  await subscribe(customer)
  await cancel(customer, job.id)
  await runDueTasks()
  expect(sent).toEqual([])
})

test("every device of the person gets it, and no one else's", async () => {
  const { customer, admin, job } = await visitOf()
  const tablet = await app.as(customer.user)
  await subscribe(customer)
  await subscribe(tablet, browser('tablet'))
  await subscribe(await app.as('customer'), browser('eve'))
  await cancel(admin, job.id)
  await runDueTasks()
  expect(new Set(sent.map(({ target }) => target.endpoint.split('/').at(-1)))).toEqual(
    new Set(['ada', 'tablet']),
  )
  expect(sent).toHaveLength(2)
})

test('a signed-out device gets none, nor does its previous user', async () => {
  const { customer, admin, job } = await visitOf()
  await subscribe(customer)
  const next = await app.as('customer')
  await subscribe(next)
  expect([await isOn(customer), await isOn(next)]).toEqual([false, true])
  await endSessions(next.user.id)
  expect(await db().$count(pushSubscriptions)).toBe(0)
  await cancel(admin, job.id)
  await runDueTasks()
  expect(sent).toEqual([])
})

test('an expired subscription is deleted, and the office sees why it failed', async () => {
  const { customer, admin, job } = await visitOf()
  await subscribe(customer)
  await cancel(admin, job.id)
  fault = new PushGone('The push service answered 410')
  await runDueTasks()
  expect(await pushes()).toMatchObject([
    { status: 'failed', error: 'Error: The push service answered 410' },
  ])
  expect(await isOn(customer)).toBe(false)
})

test('a message to an unavailable push service is retried', async () => {
  const { customer, admin, job } = await visitOf()
  await subscribe(customer)
  await cancel(admin, job.id)
  fault = new Error('The push service answered 503')
  await runDueTasks().catch(() => {})
  expect(await pushes()).toMatchObject([{ status: 'queued', error: String(fault) }])
})

test.each([
  ['turned off since', (who: TestPerson) => who.call('DELETE /api/push/subscriptions')],
  [
    'read since',
    async (who: TestPerson) => {
      const [news] = (await who.call('GET /api/notifications')).body
      return who.call('PATCH /api/notifications/{id}/read', { params: { id: news.id } })
    },
  ],
])('a message that is %s is not sent', async (_, change) => {
  const { customer, admin, job } = await visitOf()
  await subscribe(customer)
  await cancel(admin, job.id)
  expect((await change(customer)).status).toBe(200)
  await runDueTasks()
  expect(sent).toEqual([])
  expect(await pushes()).toMatchObject([{ status: 'skipped' }])
})

test.each([
  ['another server', { ...browser(), endpoint: 'https://example.com/push' }],
  ['our own network', { ...browser(), endpoint: 'https://127.0.0.1/push' }],
  ['no https', { ...browser(), endpoint: 'http://fcm.googleapis.com/fcm/send/ada' }],
  ['an invalid key', { ...browser(), keys: { p256dh: 'x', auth: 'y' } }],
])('%s is refused', async (_, body) => {
  const customer = await app.as('customer')
  expect((await subscribe(customer, body)).status).toBe(400)
  expect(await isOn(customer)).toBe(false)
})

test('the public key never changes, and is a point on the curve', async () => {
  const key = async () =>
    (await (await app.as('customer')).call('GET /api/push/subscriptions')).body.publicKey
  expect(await key()).toMatch(/^B[\w-]{86}$/)
  expect(await key()).toBe(await key())
})

test('a message too long for push services is cut between characters', () => {
  const cut = payloadOf({ id: 'x', subject: 'Message', body: '🛢️'.repeat(4000) }, '/')
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(maxPushBytes)
  expect(JSON.parse(cut).body).toMatch(/^(🛢️?)+…$/u)
})
