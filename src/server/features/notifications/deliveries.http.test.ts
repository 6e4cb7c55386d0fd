import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { jobNumber } from '#shared/rules/jobs.ts'

const app = useTestApp()

const message = (wanted: Partial<typeof sentMessages.$inferInsert>) =>
  db()
    .insert(sentMessages)
    .values({
      channel: 'email',
      recipient: 'ada@example.com',
      subject: 'Your visit',
      body: 'https://oil.example.com/guest/secret',
      status: 'failed',
      ...wanted,
    })

test('the office sees undelivered messages with reason and visit, but not their content', async () => {
  const job = await makeJob()
  await message({ jobId: job.id, error: 'MailRefused: 550 no such mailbox' })
  await message({ status: 'sent' })
  await message({ status: 'queued' })
  await message({ status: 'queued', error: 'Error: ECONNREFUSED', recipient: 'eve@example.com' })
  await message({ status: 'skipped', channel: 'sms', error: 'The recipient does not want texts' })
  const admin = await app.as('admin')
  const read = (query = {}) => admin.call('GET /api/admin/deliveries', { query })
  const failed = await read()
  expect(failed.body).toEqual([
    {
      id: expect.any(String),
      channel: 'email',
      recipient: 'ada@example.com',
      subject: 'Your visit',
      at: expect.any(String),
      reason: '550 no such mailbox',
      job: { id: job.id, number: jobNumber(job.number) },
    },
  ])
  expect((await read({ state: 'waiting' })).body).toMatchObject([
    { recipient: 'eve@example.com', reason: 'ECONNREFUSED', job: null },
  ])
  expect((await read({ state: 'skipped' })).body).toMatchObject([
    { channel: 'sms', reason: 'The recipient does not want texts' },
  ])
  expect(failed.text).not.toContain('secret')
})

test('a long list is paged', async () => {
  for (const place of [1, 2, 3])
    await message({ recipient: `p${place}@example.com`, createdAt: new Date(place * 1000) })
  const admin = await app.as('admin')
  const first = await admin.call('GET /api/admin/deliveries', { query: { limit: '2' } })
  const cursor = String(first.headers['x-next-cursor'])
  const next = await admin.call('GET /api/admin/deliveries', { query: { limit: '2', cursor } })
  expect([...first.body, ...next.body].map(({ recipient }) => recipient)).toEqual([
    'p3@example.com',
    'p2@example.com',
    'p1@example.com',
  ])
})
