import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser, type UserRow } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { moveJob } from '#server/features/jobs/actions/move-job.ts'
import { releaseJobsOf } from '#server/features/jobs/actions/release-jobs.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { jobStatuses } from '#shared/rules/jobs.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
let technician: TestPerson
let admin: TestPerson
let customer: TestPerson
let id: string
beforeEach(async () => {
  ;[technician, admin, customer] = [
    await app.as('technician'),
    await app.as('admin'),
    await app.as('customer'),
  ]
  id = (await jobOf()).id
})

function jobOf(wanted: Parameters<typeof makeJob>[0] = {}) {
  const technicianId = technician.user.id
  return makeJob({ status: 'assigned', technicianId, customerId: customer.user.id, ...wanted })
}

const activate = (who: TestPerson, event?: string) =>
  who.call('POST /api/jobs/{id}/activate-communication', {
    params: { id },
    ...(event && { body: { event } }),
  })
const close = (who: TestPerson) =>
  who.call('POST /api/jobs/{id}/close-communication', { params: { id } })
const send = (who: TestPerson, body: unknown, headers: Record<string, string> = {}) =>
  who.call('POST /api/jobs/{id}/send-message', { params: { id }, body, headers })
const say = (who: TestPerson, message: string) => send(who, { message, messageType: 'sms' })
const read = (who: TestPerson) => who.call('GET /api/jobs/{id}/communications', { params: { id } })
const markRead = (who: TestPerson, upTo: string) =>
  who.call('PATCH /api/jobs/{id}/communications/read', { params: { id }, body: { upTo } })

const conversation = async () =>
  (await read(admin)).body.map((entry: { message: string }) => entry.message)
const told = async (who: UserRow) =>
  (await notificationsShownTo(who))
    .toReversed()
    .map(({ type, title, message, read }) => ({ type, title, message, read }))

test('the history has announcements, messages from both and the closing, oldest first', async () => {
  const first = await activate(technician)
  expect([first.status, first.body.communicationActive]).toEqual([200, true])
  expect((await say(technician, ' Ten minutes ')).status).toBe(201)
  const answer = await say(customer, 'Gate code is 1234')
  expect(answer.body).toMatchObject({
    type: 'sms',
    direction: 'inbound',
    fromUserId: customer.user.id,
    toUserId: technician.user.id,
    message: 'Gate code is 1234',
    readAt: null,
  })
  expect((await activate(technician, 'arrived')).body.communicationActive).toBe(true)
  const closed = await close(technician)
  expect([closed.status, closed.body.communicationActive]).toEqual([200, false])

  for (const who of [customer, technician, admin])
    expect((await read(who)).body).toMatchObject([
      {
        type: 'system_notification',
        direction: 'outbound',
        fromUserId: technician.user.id,
        toUserId: customer.user.id,
        message: 'Your technician is on the way.',
      },
      { type: 'sms', direction: 'outbound', message: 'Ten minutes', toUserId: customer.user.id },
      { type: 'sms', direction: 'inbound', message: 'Gate code is 1234' },
      { type: 'system_notification', message: 'Your technician has arrived.' },
      { type: 'system_notification', message: 'The technician closed the communication.' },
    ])
  expect(await told(customer.user)).toMatchObject([
    { type: 'technician_on_way', title: 'Your technician is on the way.' },
    { type: 'job_message', message: 'Ten minutes' },
    { type: 'technician_arrived', title: 'Your technician has arrived.' },
    { type: 'communication_closed', title: 'Communication Closed' },
  ])
  expect(await told(technician.user)).toMatchObject([
    {
      type: 'job_message',
      title: `Message from Pat ${customer.user.lastName}`,
      message: 'Gate code is 1234',
    },
  ])
})

test('an event counts once until the conversation is closed', async () => {
  const answers = await Promise.all([activate(technician), activate(technician), activate(admin)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await conversation()).toHaveLength(1)
  expect(await told(customer.user)).toHaveLength(1)
  await close(technician)
  await activate(technician)
  expect(await conversation()).toEqual([
    'Your technician is on the way.',
    'The technician closed the communication.',
    'Your technician is on the way.',
  ])
})

test('it shows who closed it', async () => {
  await activate(technician)
  await close(admin)
  expect((await conversation()).at(-1)).toBe('The office closed the communication.')
})

test('strangers, other customers and other technicians get nothing', async () => {
  await activate(technician)
  const entry = (await read(customer)).body[0].id
  for (const other of [await app.as('customer'), await app.as('technician')]) {
    expect((await read(other)).status).toBe(404)
    expect((await say(other, 'Hello')).status).toBe(404)
    expect((await markRead(other, entry)).status).toBe(404)
  }
  const otherTechnician = await app.as('technician')
  expect((await activate(otherTechnician)).status).toBe(404)
  expect((await close(otherTechnician)).status).toBe(404)
  const stranger = await app.call('GET /api/jobs/{id}/communications', { params: { id } })
  expect(stranger.status).toBe(401)
  const waiting = await app.as(await makeUser({ role: 'technician', approvedAt: null }))
  expect((await read(waiting)).status).toBe(403)
  expect(await conversation()).toHaveLength(1)
})

test('a customer cannot open or close communication', async () => {
  expect((await activate(customer)).status).toBe(403)
  await activate(technician)
  expect((await close(customer)).status).toBe(403)
})

test('communication opens only with a technician assigned, until the work is over', async () => {
  const got = []
  for (const status of jobStatuses) {
    id = (await jobOf({ status, technicianId: status === 'scheduled' ? null : technician.user.id }))
      .id
    got.push((await activate(admin)).status)
  }
  expect(got).toEqual([409, 200, 200, 409, 409])
})

test('while inactive, no one can write or close it', async () => {
  for (const who of [customer, technician, admin]) {
    const answer = await say(who, 'Hello')
    expect([answer.status, answer.body.message]).toEqual([409, 'Communication is not active.'])
  }
  expect((await close(technician)).status).toBe(409)
  await activate(technician)
  expect((await Promise.all([close(technician), close(admin)])).map((one) => one.status)).toEqual(
    expect.arrayContaining([200, 409]),
  )
  expect(await conversation()).toHaveLength(2)
})

test('a message has 1 to 2000 characters', async () => {
  await activate(technician)
  for (const message of ['', '  \n ', 'x'.repeat(2001)])
    expect((await say(customer, message)).status).toBe(400)
  expect((await say(customer, ' ')).body.message).toBe('Please write a message first')
  expect((await send(customer, { messageType: 'sms' })).status).toBe(400)
  expect((await send(customer, { message: 'Hi', messageType: 'call' })).status).toBe(400)
  expect((await say(customer, 'x'.repeat(2000))).status).toBe(201)
})

test('the sender is never taken from the request body', async () => {
  await activate(technician)
  const forged = { message: 'Hi', fromUserId: technician.user.id, toUserId: admin.user.id }
  expect((await send(customer, forged)).status).toBe(400)
  expect(await conversation()).toHaveLength(1)
})

test('a repeated message is stored once', async () => {
  await activate(technician)
  const body = { message: 'Running Late', messageType: 'sms', clientId: 'device-1' }
  const answers = await Promise.all([1, 2, 3].map(() => send(technician, body)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  // Another person's device may have generated the same id.
  expect((await send(customer, body)).body.id).not.toBe(answers[0]?.body.id)

  const key = { 'idempotency-key': 'again' }
  const [one, two] = [
    await send(customer, { message: 'OK' }, key),
    await send(customer, { message: 'OK' }, key),
  ]
  expect(two.body).toEqual(one.body)
  expect(await conversation()).toEqual([
    'Your technician is on the way.',
    'Running Late',
    'Running Late',
    'OK',
  ])
  expect(await told(customer.user)).toHaveLength(2)

  await close(technician)
  expect((await send(technician, body)).body).toEqual(answers[0]?.body)
  expect((await send(technician, { ...body, clientId: 'device-2' })).status).toBe(409)
})

test('HTML stays text', async () => {
  await activate(technician)
  const message = '<img src=x onerror=alert(1)> & "quotes" 🚗'
  await say(customer, message)
  const answer = await read(technician)
  expect(answer.headers['content-type']).toContain('application/json')
  expect(answer.body[1].message).toBe(message)
  expect(await told(technician.user)).toMatchObject([{ message }])
})

test('reading marks received messages and their notifications read', async () => {
  await activate(technician)
  const [one, two] = [(await say(technician, 'One')).body, (await say(technician, 'Two')).body]
  const mine = (await say(customer, 'Mine')).body
  expect((await markRead(customer, one.id)).body).toEqual({ success: true })
  const marks = async () =>
    (await read(technician)).body.map((entry: { readAt: string | null }) => entry.readAt !== null)
  expect(await marks()).toEqual([true, true, false, false])
  expect((await told(customer.user)).every((news) => news.read)).toBe(true)
  expect((await told(technician.user)).some((news) => news.read)).toBe(false)
  await markRead(customer, two.id)
  await markRead(customer, mine.id)
  expect(await marks()).toEqual([true, true, true, false])
  const elsewhere = await jobOf()
  const [strange] = await db()
    .insert(conversationEntries)
    .values({ jobId: elsewhere.id, type: 'message', direction: 'outbound', message: 'Elsewhere' })
    .returning()
  expect((await markRead(customer, strange?.id ?? '')).status).toBe(404)
})

test('completing, cancelling and reassigning end the conversation and state the reason', async () => {
  const other = await app.as('technician')
  const params = () => ({ params: { id } })
  const endings: [string, () => Promise<{ status: number }>][] = [
    [
      'Another technician will come.',
      () =>
        admin.call('POST /api/jobs/{id}/assign', {
          ...params(),
          body: { technicianId: other.user.id },
        }),
    ],
    [
      'The visit was cancelled.',
      () => admin.call('POST /api/jobs/{id}/cancel', { ...params(), body: { reason: 'Rain' } }),
    ],
    [
      'The service is completed.',
      async () => {
        const status = (to: string) =>
          technician.call('PATCH /api/jobs/{id}/status', { ...params(), body: { status: to } })
        await status('in_progress')
        return status('completed')
      },
    ],
  ]
  for (const [ending, end] of endings) {
    id = (await jobOf()).id
    await activate(technician)
    expect((await end()).status).toBe(200)
    expect(await conversation()).toEqual(['Your technician is on the way.', ending])
    const [row] = await db().select().from(jobs).where(eq(jobs.id, id))
    expect(row?.communicationActive).toBe(false)
    expect((await say(customer, 'Still there?')).status).toBe(409)
  }
})

test('moving a visit and losing its technician end the conversation too', async () => {
  await activate(technician)
  const office = { ...admin.user, active: true }
  const to = { serviceDate: '2031-01-06', slot: slotAt(2) }
  expect(
    await moveJob(office, id, { ...to, startsAt: new Date('2031-01-06T15:30:00Z') }),
  ).toBeDefined()
  await activate(technician, 'arrived')
  await releaseJobsOf(technician.user.id, admin.user.id)
  expect(await conversation()).toEqual([
    'Your technician is on the way.',
    'The visit was moved.',
    'Your technician has arrived.',
    'Another technician will come.',
  ])
  expect((await say(customer, 'Hello?')).status).toBe(409)
})
