import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { contactMessages, contactReplies } from '#server/database/tables/contact-messages.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { startFromSettings } from '#server/base/current-settings.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { eq, like } from 'drizzle-orm'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'

const app = useTestApp()
let ada: TestPerson
let bo: TestPerson
beforeEach(async () => {
  startFromSettings({ supportEmail: 'office@quick-oil.test', brandName: 'Quick Oil' })
  ada = await app.as(await makeUser({ role: 'admin', firstName: 'Ada', lastName: 'One' }))
  bo = await app.as(await makeUser({ role: 'admin', firstName: 'Bo', lastName: 'Two' }))
})

const letter = { name: 'Olga', email: 'olga@example.com', subject: 'Hours', message: 'When?' }
const list = 'GET /api/admin/messages'
const change = (who: TestPerson, id: string, body: object) =>
  who.call('PATCH /api/admin/messages/{id}', { params: { id }, body })
const reply = (who: TestPerson, id: string, body: object, key?: string) =>
  who.call('POST /api/admin/messages/{id}/reply', {
    params: { id },
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })

async function arrived(body: object = {}, from: Pick<TestPerson, 'call'> = app): Promise<string> {
  const { status } = await from.call('POST /api/contact', { body: { ...letter, ...body } })
  expect(status).toBe(201)
  const newest = (await ada.call(list, { query: { sort: '-created' } })).body
  return newest[0].id
}

test('open, done and mine are lists with counts', async () => {
  const first = await arrived({ subject: 'First' })
  const second = await arrived({ subject: 'Second' })
  await arrived({ subject: 'Third' })
  await change(ada, first, { status: 'done' })
  await change(bo, second, { assignedTo: ada.user.id })
  const listed = async (who: TestPerson, filter: string) => {
    const { body, headers } = await who.call(list, { query: { filter } })
    expect(headers['x-total-count']).toBe(String(body.length))
    return body.map((one: { subject: string }) => one.subject).sort()
  }
  expect(await listed(ada, 'open')).toEqual(['Second', 'Third'])
  expect(await listed(ada, 'done')).toEqual(['First'])
  expect(await listed(ada, 'mine')).toEqual(['Second'])
  expect(await listed(bo, 'mine')).toEqual([])
  const { headers } = await ada.call(list, { query: { filter: 'open', limit: '1' } })
  expect(headers['x-total-count']).toBe('2')
  expect((await ada.call(list, { query: { search: 'olga third' } })).body).toHaveLength(1)
})

test('an assignee is notified, unless they took it themselves', async () => {
  const id = await arrived()
  const given = await change(bo, id, { assignedTo: ada.user.id })
  expect(given.body).toMatchObject({ assignedTo: { id: ada.user.id, name: 'Ada One' } })
  const bell = async (who: TestPerson) =>
    (await who.call('GET /api/notifications')).body.filter(
      (one: { type: string }) => one.type === 'contact_message_assigned',
    )
  expect(await bell(ada)).toMatchObject([
    { message: 'Olga: Hours', path: '/admin/messages', title: 'A message was assigned to you' },
  ])
  await change(bo, id, { assignedTo: bo.user.id })
  expect(await bell(bo)).toEqual([])
  expect((await change(bo, id, { assignedTo: null })).body.assignedTo).toBeNull()
  const { body: office } = await ada.call('GET /api/admin/team')
  expect(office).toMatchObject([
    { id: ada.user.id, name: 'Ada One' },
    { id: bo.user.id, name: 'Bo Two' },
  ])
})

test('the second of two handling it at once sees who was first', async () => {
  const id = await arrived()
  const [one, other] = await Promise.all([
    change(ada, id, { assignedTo: ada.user.id, assignedFrom: null }),
    change(bo, id, { assignedTo: bo.user.id, assignedFrom: null }),
  ])
  expect([one.status, other.status]).toEqual(expect.arrayContaining([200, 409]))
  const late = one.status === 409 ? one : other
  expect(late.body.message).toMatch(/^(Ada One|Bo Two) already has this message\.$/)
  expect((await change(ada, id, { status: 'done' })).status).toBe(200)
  expect(await change(bo, id, { status: 'done' })).toMatchObject({
    status: 409,
    body: { message: 'Ada One has already marked this message as done.' },
  })
  expect((await change(bo, id, { status: 'open' })).body).toMatchObject({
    status: 'open',
    doneAt: null,
    doneBy: null,
  })
  expect((await change(bo, id, { status: 'open' })).status).toBe(409)
})

test('of two assigning a message at once, the second sees who did', async () => {
  const id = await arrived()
  const wrong = await change(bo, id, { assignedTo: bo.user.id, assignedFrom: bo.user.id })
  expect([wrong.status, wrong.body.message]).toEqual([
    409,
    'This message is no longer assigned to anyone.',
  ])
  expect((await change(bo, id, { assignedTo: bo.user.id, assignedFrom: null })).status).toBe(200)
  const late = await change(ada, id, { assignedTo: ada.user.id, assignedFrom: null })
  expect([late.status, late.body.message]).toEqual([409, 'Bo Two already has this message.'])
  const again = await change(bo, id, { assignedTo: bo.user.id, assignedFrom: null })
  expect(again.status).toBe(200)
})

test.each([
  ['a customer', () => makeUser()],
  ['a technician', () => makeUser({ role: 'technician' })],
  [
    'an admin who has left',
    () => makeUser({ role: 'admin', deactivatedAt: new Date('2026-01-01') }),
  ],
])('a message is not assigned to %s', async (_, make) => {
  const id = await arrived()
  const { id: assignedTo } = await make()
  const answer = await change(ada, id, { assignedTo })
  expect(answer.status).toBe(400)
  expect(answer.body.details.fields).toMatchObject([{ path: 'assignedTo' }])
})

test('an answer is mailed to the sender in their language and stored, and the message is done', async () => {
  const id = await arrived(
    {},
    {
      call: (route, input) =>
        app.call(route, { ...input, headers: { 'accept-language': 'en-XA' } }),
    },
  )
  const answer = await reply(ada, id, { message: 'At eight.', seenReplies: 0 })
  expect(answer).toMatchObject({
    status: 201,
    body: {
      status: 'done',
      doneBy: { name: 'Ada One' },
      assignedTo: { name: 'Ada One' },
      replyCount: 1,
      replies: [{ message: 'At eight.', author: { name: 'Ada One' } }],
    },
  })
  const [mail] = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, 'olga@example.com'))
  expect(mail?.subject).toMatch(/⟦.*⟧/)
  expect(mail?.body).toContain('At eight.')
  expect(mail?.body).toContain('> When?')
  expect(mail?.body).toContain('Quick Oil')
  expect((await ada.call('GET /api/admin/messages/{id}', { params: { id } })).body).toEqual(
    answer.body,
  )
})

test('an answer is sent once however often it is submitted, and not past another answer', async () => {
  const id = await arrived()
  for (let i = 0; i < 2; i++)
    expect((await reply(ada, id, { message: 'Hi', seenReplies: 0 }, 'one-key')).status).toBe(201)
  expect(await db().$count(contactReplies)).toBe(1)
  const late = await reply(bo, id, { message: 'Hello', seenReplies: 0 })
  expect(late).toMatchObject({
    status: 409,
    body: {
      message: 'Ada One has answered in the meantime. Please read that first.',
      details: { reason: 'answered' },
    },
  })
  expect((await reply(bo, id, { message: 'Hello', seenReplies: 1 })).body.replyCount).toBe(2)
})

test('a message without an address cannot be answered by e-mail, with a reason', async () => {
  const id = await arrived()
  await db().update(contactMessages).set({ email: '', phone: '+15125550142' })
  expect(await reply(ada, id, { message: 'Hi' })).toMatchObject({
    status: 409,
    body: { message: 'Olga left no e-mail address. Please call +15125550142.' },
  })
  await db().update(contactMessages).set({ phone: '' })
  expect((await reply(ada, id, { message: 'Hi' })).body.message).toBe(
    'Olga left no e-mail address and no phone number.',
  )
  expect(await db().$count(contactReplies)).toBe(0)
})

test('a customer writes about their visit, even after it, and gets the answer', async () => {
  const olga = await app.as('customer')
  const job = await makeJob({ customerId: olga.user.id, status: 'completed' })
  const id = await arrived({ jobId: job.id }, olga)
  const { body } = await ada.call('GET /api/admin/messages/{id}', { params: { id } })
  expect(body).toMatchObject({
    customerId: olga.user.id,
    job: { id: job.id, number: jobNumber(job.number) },
  })
  const toOffice = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, 'office@quick-oil.test'))
  expect(toOffice[0]?.body).toContain(`About ${jobNumber(job.number)}`)
  await reply(ada, id, { message: 'We will see to it.' })
  expect((await olga.call('GET /api/notifications')).body).toMatchObject([
    { title: 'The office has answered: Hours', message: 'We will see to it.', path: '/contact' },
  ])
})

test("no one can write about someone else's visit", async () => {
  const job = await makeJob()
  const body = { ...letter, jobId: job.id }
  for (const who of [await app.as('customer'), await app.as('technician'), app])
    expect((await who.call('POST /api/contact', { body })).status).toBe(404)
  expect(await db().$count(contactMessages)).toBe(0)
})

test('deleting an account also deletes messages under its former address, and their answers', async () => {
  const olga = await app.as('customer')
  const id = await arrived({ email: 'other@example.com' }, olga)
  await change(ada, id, { assignedTo: bo.user.id })
  await reply(ada, id, { message: 'Dear Olga' })
  const gone = await olga.call('DELETE /api/auth/user', { body: { confirm: 'DELETE' } })
  expect(gone.status).toBe(200)
  expect(await db().$count(contactMessages)).toBe(0)
  expect(await db().$count(contactReplies)).toBe(0)
  expect(await db().$count(sentMessages, like(sentMessages.body, '%other@example.com%'))).toBe(0)
  expect(await db().$count(sentMessages, eq(sentMessages.recipient, 'other@example.com'))).toBe(0)
  for (const who of [ada, bo]) expect((await who.call('GET /api/notifications')).body).toEqual([])
  expect((await reply(ada, id, { message: 'Hi' })).status).toBe(404)
})
