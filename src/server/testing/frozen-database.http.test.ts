import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ScratchPostgres } from '../../../scripts/scratch-postgres.ts'
import { book, type Booker, makeBooker, openDays } from './test-bookers.ts'
import { callAt, ensureClient, type ServerProcess, startProcess } from './test-process.ts'
import { type Replicated, startReplicated } from './test-standby.ts'

/** A hanging machine: its connections stay open and silent. */
describe.runIf(process.env.TEST_ENGINE === 'postgres')('a database that is frozen', () => {
  let replicated: Replicated
  let server: ServerProcess
  let url = ''
  let booker: Booker
  const frozen = new Set<number>()

  beforeAll(async () => {
    await ensureClient()
    replicated = await startReplicated()
    booker = await makeBooker()
    server = startProcess({ ...replicated.env, SLOW_QUERY_MS: '0' })
    url = await server.ready
  }, 120_000)
  afterEach(thaw)
  afterAll(async () => {
    server.kill('SIGKILL')
    await server.ended
    await replicated.stop()
  })

  function freeze({ data }: ScratchPostgres): void {
    const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    // The postmaster first, since it would start more of them.
    process.kill(Number(first), 'SIGSTOP')
    frozen.add(Number(first))
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', first], { encoding: 'utf8' })
    for (const pid of stdout.split('\n').map(Number).filter(Boolean)) {
      process.kill(pid, 'SIGSTOP')
      frozen.add(pid)
    }
  }
  function thaw(): void {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen.clear()
  }

  const visits = () => callAt(url, 'GET /api/jobs/customer', booker)

  test('a standby: everyone reads from the primary', async () => {
    expect((await visits()).status).toBe(200)
    freeze(replicated.standby)
    const answers = await Promise.all(Array.from({ length: 20 }, visits))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await visits()).status).toBe(200)
  }, 60_000)

  test('a primary: calls get 503 with a retry time, and succeed when it continues', async () => {
    const [, day] = await openDays(url)
    const date = day?.date ?? ''
    // Opens connections before the freeze.
    await Promise.all(Array.from({ length: 20 }, visits))
    freeze(replicated.primary)
    // More than the number of connections.
    const asked = Array.from({ length: 20 }, visits)
    const answers = await Promise.all([...asked, book(url, booker, date, 0)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    thaw()
    await expect.poll(async () => (await visits()).status, { timeout: 30_000 }).toBe(200)
    await expect
      .poll(async () => (await book(url, booker, date, 1)).status, { timeout: 30_000 })
      .toBe(201)
  }, 180_000)
})
