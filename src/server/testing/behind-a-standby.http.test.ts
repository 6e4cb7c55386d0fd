import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#server/database/test-factories.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { book, makeBooker, openDays } from './test-bookers.ts'
import { callAt, ensureClient, type ServerProcess, startProcess } from './test-process.ts'
import { type Replicated, startReplicated } from './test-standby.ts'

describe.runIf(process.env.TEST_ENGINE === 'postgres')(
  'two processes that read from a standby',
  () => {
    let replicated: Replicated
    let servers: ServerProcess[] = []
    let urls: string[] = []

    beforeAll(async () => {
      await ensureClient()
      replicated = await startReplicated()
      const { env } = replicated
      servers = [startProcess(env), startProcess(env)]
      urls = await Promise.all(servers.map(({ ready }) => ready))
    }, 120_000)
    afterAll(async () => {
      for (const server of servers) server.kill('SIGKILL')
      await Promise.all(servers.map(({ ended }) => ended))
      await replicated.stop()
    })

    test('a booking at one process is found at the other at once, by the office too', async () => {
      const [here = '', there = ''] = urls
      const { id } = await makeUser({ role: 'admin' })
      const admin = { token: await startSession(id) }
      const booker = await makeBooker()
      const free = (await openDays(here))
        .slice(1)
        .flatMap(({ date }) => [0, 1, 2, 3, 4].map((slot) => ({ date, slot })))
      const before = await readAt(replicated.standby.url)
      for (const [n, { date, slot }] of free.slice(0, 40).entries()) {
        const { status, body } = await book(here, booker, date, slot)
        expect(status).toBe(201)
        const own = await callAt(there, 'GET /api/jobs/customer?limit=100', booker)
        expect(own.body).toHaveLength(n + 1)
        const found = await callAt(there, `GET /api/admin/search?q=${body.number}`, admin)
        expect([found.status, JSON.stringify(found.body).includes(body.id)]).toEqual([200, true])
      }
      // An idle connection reports its statistics up to ten seconds later.
      await expect
        .poll(() => readAt(replicated.standby.url), { timeout: 20_000, interval: 500 })
        .toBeGreaterThan(before + 80)
    }, 60_000)

    test('it answers every list, sum and file it may answer', async () => {
      const { id } = await makeUser({ role: 'admin' })
      const admin = { token: await startSession(id) }
      for (const path of [
        '/api/dashboard/stats',
        '/api/admin/attention',
        '/api/admin/customers',
        '/api/payments',
        '/api/admin/audit',
        '/api/admin/customers/export',
        '/api/payments/export',
        '/api/account/data',
      ]) {
        const answer = await fetch(`${urls[0]}${path}`, {
          headers: { cookie: `fq_session=${admin.token}` },
        })
        expect([path, answer.status]).toEqual([path, 200])
        await answer.arrayBuffer()
      }
    }, 60_000)

    test('without the standby everything continues', async () => {
      await replicated.standby.stop()
      const booker = await makeBooker()
      const answers = await Promise.all(
        urls.map((url) => callAt(url, 'GET /api/jobs/customer', booker)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }, 30_000)
  },
)

/** Approximate number of statements a server has answered. */
async function readAt(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(
    'select sum(xact_commit)::float8 as n from pg_stat_database',
  )
  await client.end()
  return rows[0]?.n ?? 0
}
