import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { closeDatabase, openDatabase } from '#server/database/database.ts'
import { dropTestDatabase } from '#server/database/test-database.ts'
import { makePackage } from '#server/database/test-factories.ts'
import { migrate } from '#server/database/migrator.ts'
import { emptyDatabase } from '#server/database/test-server.ts'
import { installQueue } from '#server/queue/install-queue.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { book, type Booker, makeBooker, makeBusinessIn, openDays } from './test-bookers.ts'
import { callAt, ensureClient, type ServerProcess, startProcess } from './test-process.ts'
import { openSocket } from './test-socket.ts'

/** Wraps a program's system time. */
const fakeTime = [
  process.env.FAKETIME_LIBRARY ?? '',
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find(existsSync)

/** Like setting the machine's clock, or correcting it late. A database server's clock is unaffected. */
describe.runIf(fakeTime)('a clock that jumps while a process runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fivequart-clock-'))
  const offset = join(folder, 'offset')
  const jumpTo = (by: string) => writeFileSync(offset, `${by}\n`)
  let server: ServerProcess
  let url = ''
  let booker: Booker
  let booked = 0

  beforeAll(async () => {
    await ensureClient()
    const dataDir = join(folder, 'data')
    const where = await makeBusiness(dataDir)
    jumpTo('+0')
    server = startProcess({
      ...where,
      DEMO: '0',
      LD_PRELOAD: fakeTime ?? '',
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: '1',
      // Timers use the monotonic clock, which no one sets.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    })
    url = await server.ready
  }, 120_000)
  afterAll(async () => {
    server.kill('SIGKILL')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  })

  async function makeBusiness(dataDir: string): Promise<Record<string, string>> {
    if (process.env.TEST_ENGINE === 'embedded') {
      booker = await makeBusinessIn(dataDir)
      return { DATA_DIR: dataDir }
    }
    const database = await emptyDatabase(inject('serverUrl'), `clock_${process.pid}`)
    await dropTestDatabase()
    await openDatabase({ url: database, poolSize: 2 })
    await migrate()
    await installQueue()
    await makePackage({ basePriceCents: 100 })
    await changeSettings({ maxVisitsWithoutCard: 0, maxVisitsPerVehiclePerDay: 0 })
    booker = await makeBooker()
    await closeDatabase()
    return { DATABASE_URL: database, DATA_DIR: dataDir }
  }

  const own = (what: string) => callAt(url, `GET ${what}?limit=100`, booker)
  const newestFirst = (list: { createdAt: string }[]) =>
    list.every(({ createdAt }, n) => n === 0 || createdAt <= (list[n - 1]?.createdAt ?? ''))

  /** Still signed in, books, is notified at once and by background work, and finds everything in lists. */
  async function goesOn() {
    const socket = await openSocket(url, booker.token)
    const days = await openDays(url)
    const answer = await book(url, booker, days[0]?.date ?? '', booked)
    expect([answer.status, answer.body.message]).toEqual([201, undefined])
    booked += 1
    await socket.hear('notification')
    socket.close()
    const [jobs, news] = [await own('/api/jobs/customer'), await own('/api/notifications')]
    expect([jobs.body.length, news.body.length]).toEqual([booked, booked])
    expect(newestFirst(news.body)).toBe(true)
    const { body: card } = await callAt(url, 'POST /simulator/tokens', {
      body: { outcome: 'ok', brand: 'Visa', last4: '1111' },
    })
    const held = await callAt(url, 'POST /api/payments/pre-authorize', {
      token: booker.token,
      body: { jobId: answer.body.id, amount: answer.body.finalAmount, sourceId: card.token },
    })
    expect([held.status, held.body.success]).toEqual([200, true])
    return days[0]?.date ?? ''
  }

  test('a day forward, an hour back and a day back: everything continues', async () => {
    const date = await goesOn()
    jumpTo('+1d')
    await expect
      .poll(async () => ((await openDays(url))[0]?.date ?? '') > date, { timeout: 10_000 })
      .toBe(true)
    await goesOn()
    jumpTo('+23h')
    await goesOn()
    jumpTo('-1h')
    await goesOn()
    const { body } = await own('/api/jobs/customer')
    const states = new Set(body.map((job: { paymentStatus: string }) => job.paymentStatus))
    expect([...states]).toEqual(['authorized'])
  }, 60_000)
})
