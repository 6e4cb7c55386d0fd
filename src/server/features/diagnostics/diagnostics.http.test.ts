import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { missingMailer } from '#server/adapters/mail/port.ts'
import { smtpMailer } from '#server/adapters/mail/smtp.ts'
import { startTestMailServer } from '#server/adapters/mail/test-server.ts'
import { missingTelephony } from '#server/adapters/telephony/port.ts'
import { engine, queryRow } from '#server/database/database.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { installQueue } from '#server/queue/install-queue.ts'

const app = useTestApp()
const idle = defineTask<{ n: number }>('test-idle', { handler: async () => {} })

const read = async () => (await (await app.as('admin')).call('GET /api/admin/system')).body

test('the office sees the state of the installation', async () => {
  const state = await read()
  expect(state).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    node: process.version,
    startedAt: expect.stringMatching(/Z$/),
    database: {
      engine: engine(),
      version: expect.stringMatching(/^\d\d/),
      bytes: expect.any(Number),
      answeredMs: expect.any(Number),
    },
    queue: { due: 0, oldestDueAt: null, failed: 0 },
    diskFreeBytes: expect.any(Number),
    backups: { count: 0, newest: null, encrypted: false },
    mail: 'kept',
    texts: 'kept',
    cards: 'simulator',
    router: null,
    optimizer: null,
  })
  expect(state.database.bytes).toBeGreaterThan(1_000_000)
})

test("ready tasks count, deferred ones don't, and failed ones do for a day", async () => {
  await installQueue()
  await enqueue(idle, { n: 1 })
  await enqueue(idle, { n: 2 }, { startAfter: new Date(Date.now() + 3_600_000) })
  for (const hours of [2, 30]) {
    const id = await enqueue(idle, { n: hours })
    await queryRow(
      {
        name: 'test-give-up',
        text: `update pgboss.job set state = 'failed', completed_on = now() - make_interval(hours => $2)
               where id = $1`,
      },
      [id, hours],
    )
  }
  expect((await read()).queue).toEqual({
    due: 1,
    oldestDueAt: expect.stringMatching(/Z$/),
    failed: 1,
  })
})

test('a failed task is listed with its reason and retried on request', async () => {
  await installQueue()
  const admin = await app.as('admin')
  const id = await enqueue(idle, { n: 1 })
  await queryRow(
    {
      name: 'test-give-up-with-reason',
      text: `update pgboss.job set state = 'failed', retry_count = 5, completed_on = now(),
             output = '{"message": "It broke."}' where id = $1`,
    },
    [id],
  )
  const listed = await admin.call('GET /api/admin/failed-tasks')
  expect(listed.body).toEqual([
    { id, name: 'test-idle', failedAt: expect.stringMatching(/Z$/), tries: 6, reason: 'It broke.' },
  ])
  const params = { id: id ?? '' }
  const retry = () => admin.call('POST /api/admin/failed-tasks/{id}/retry', { params })
  expect((await retry()).body).toEqual({ retried: true })
  expect((await admin.call('GET /api/admin/failed-tasks')).body).toEqual([])
  expect((await read()).queue).toMatchObject({ due: 1, failed: 0 })
  expect((await retry()).status).toBe(404)
})

test('without mail and cards it reports that', async () => {
  useServices({ mailer: missingMailer, telephony: missingTelephony, cards: undefined })
  expect(await read()).toMatchObject({ mail: 'none', texts: 'none', cards: null })
})

test('a visitor only sees that it serves', async () => {
  expect((await app.call('GET /api/health')).body).toEqual({ status: 'ok' })
  for (const call of ['GET /api/admin/system', 'GET /api/dashboard/stats'])
    expect((await app.call(call)).status).toBe(401)
  for (const role of ['customer', 'technician'] as const) {
    const answer = await (await app.as(role)).call('GET /api/admin/system')
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
})

test('a mail server that never answers is shown as such', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'hello@fivequart.example' })
  useServices({ mailer })
  try {
    expect((await read()).mail).toBe('refused')
  } finally {
    await mailer.close()
    server.close()
  }
  const answering = await startTestMailServer()
  const good = smtpMailer({ url: answering.url, from: 'hello@fivequart.example' })
  useServices({ mailer: good })
  expect((await read()).mail).toBe('sent')
  await good.close()
  await answering.close()
}, 20_000)
