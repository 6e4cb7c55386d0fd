import { expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db, queryRow } from '#server/database/database.ts'
import { contactMessages, contactReplies } from '#server/database/tables/contact-messages.ts'
import { dailyCounts } from '#server/database/tables/daily-counts.ts'
import { idempotencyKeys } from '#server/database/tables/idempotency-keys.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { sessions, signInCodes } from '#server/database/tables/credentials.ts'
import { openBoss } from '#server/queue/boss.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { definedTasks } from '#server/queue/task.ts'
import { useTestApp } from './test-app.ts'

const app = useTestApp()

const dayMs = 86_400_000
const start = Date.now()
const inDays = (days: number) => travelTo(new Date(start + days * dayMs))

async function tidyUp() {
  for (const name of ['tidy-accounts', 'purge-answers', 'purge-messages'])
    await enqueue({ name, parse: (data) => data as object }, {})
  await runDueTasks()
}

const message = (
  channel: 'email' | 'sms' | 'push',
  status: 'sent' | 'failed' | 'queued' = 'sent',
) => ({ channel, recipient: 'ada@example.com', body: channel, status })

test('sent messages are purged as configured, except waiting ones and parts of a thread', async () => {
  const admin = await app.as('admin')
  await db()
    .insert(sentMessages)
    .values([message('email'), message('sms', 'failed'), message('push')])
  const [waiting, answer] = await db()
    .insert(sentMessages)
    .values([message('email', 'queued'), message('sms')])
    .returning()
  const [thread] = await db()
    .insert(contactMessages)
    .values({ name: 'Ada Bell', email: '', phone: '', subject: '', message: 'Hi' })
    .returning()
  await db()
    .insert(contactReplies)
    .values({
      contactMessageId: thread?.id ?? '',
      authorId: admin.user.id,
      message: 'Hello',
      textId: answer?.id,
    })
  inDays(729)
  await tidyUp()
  expect(await db().$count(sentMessages)).toBe(5)
  const fresh = await app.as('admin')
  const body = { sentMessagesKeptDays: 0 }
  expect((await fresh.call('PUT /api/admin/settings', { body })).status).toBe(200)
  inDays(731)
  await tidyUp()
  expect(await db().$count(sentMessages)).toBe(5)
  const again = await app.as('admin')
  await again.call('PUT /api/admin/settings', { body: { sentMessagesKeptDays: 30 } })
  await tidyUp()
  const left = await db().select({ id: sentMessages.id }).from(sentMessages)
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([waiting?.id, answer?.id]))
  const { body: shown } = await again.call('GET /api/admin/messages/{id}', {
    params: { id: thread?.id ?? '' },
  })
  expect(shown.replies).toMatchObject([{ text: 'sent' }])
})

test('read notifications are purged, unread ones stay a year longer', async () => {
  const ada = await app.as('customer')
  const news = (readAt: Date | null) => ({
    userId: ada.user.id,
    type: 'contact_message',
    audience: 'office' as const,
    data: { name: 'Ada', subject: '' },
    readAt,
  })
  await db()
    .insert(notifications)
    .values([...Array.from({ length: 2_500 }, () => news(new Date())), news(null)])
  const bell = async () =>
    (await (await app.as(ada.user)).call('GET /api/notifications')).body.map(
      ({ read }: { read: boolean }) => read,
    )
  inDays(179)
  await tidyUp()
  expect(await db().$count(notifications)).toBe(2_501)
  inDays(181)
  await tidyUp()
  expect(await bell()).toEqual([false])
  inDays(180 + 366)
  await tidyUp()
  expect(await bell()).toEqual([])
})

test('ended sessions, stored answers, codes and counters are purged in time', async () => {
  const ada = await app.as('customer')
  const car = { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'ABC 1234' }
  const headers = { 'idempotency-key': 'one' }
  expect((await ada.call('POST /api/vehicles', { body: car, headers })).status).toBe(201)
  expect(
    (await app.call('POST /api/auth/email-code', { body: { email: 'a@b.test' } })).status,
  ).toBe(202)
  await db()
    .insert(dailyCounts)
    .values({ what: 'x', who: 'y', day: new Date(start).toISOString().slice(0, 10), count: 1 })
  const counts = async () => [
    await db().$count(sessions),
    await db().$count(idempotencyKeys),
    await db().$count(signInCodes),
    await db().$count(dailyCounts),
  ]
  const before = await counts()
  for (const count of before) expect(count).toBeGreaterThan(0)
  inDays(1)
  await tidyUp()
  expect(await counts()).toEqual(before)
  inDays(400)
  await tidyUp()
  expect(await counts()).toEqual([0, 0, 0, 0])
})

test('a finished or failed task is purged after a week', async () => {
  const [task] = definedTasks()
  const insert = `insert into pgboss.job (name, state, completed_on, created_on)
    select $1, s::pgboss.job_state, now() - a, now() - a
    from unnest(array['completed', 'failed']) s, unnest(array[interval '6 days', interval '8 days']) a`
  await queryRow({ name: 'old-tasks', text: insert }, [task?.name])
  const boss = await openBoss()
  await boss.supervise(task?.name)
  const text = `select count(*)::int as left from pgboss.job where name = $1 and state > 'active'`
  expect(await queryRow({ name: 'tasks-left', text }, [task?.name])).toEqual({ left: 2 })
})

test.each([-1, 1, 29, 3651, 30.5, '60'])('%j days are refused', async (days) => {
  const admin = await app.as('admin')
  const body = { sentMessagesKeptDays: days }
  expect((await admin.call('PUT /api/admin/settings', { body })).status).toBe(400)
})
