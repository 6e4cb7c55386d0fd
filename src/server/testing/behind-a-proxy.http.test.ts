import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { closeDatabase, currentHandle, openDatabase } from '#server/database/database.ts'
import { dropTestDatabase } from '#server/database/test-database.ts'
import { makePackage } from '#server/database/test-factories.ts'
import { workerDatabase } from '#server/database/test-server.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { type Booker, makeBooker, openDays, visit } from './test-bookers.ts'
import { callAt, ensureClient, type ServerProcess, startProcess } from './test-process.ts'
import { freePort, type Program, startHaproxy } from './test-programs.ts'

const isHere = process.env.TEST_ENGINE === 'postgres' && process.env.HAPROXY_BIN !== undefined

describe.runIf(isHere)('two processes behind HAProxy', () => {
  let url = ''
  let proxy: Program
  let ports: number[] = []
  const running = new Map<number, ServerProcess>()
  const start = (port: number, env: Record<string, string> = {}) => {
    const server = startProcess({
      DATABASE_URL: url,
      NODE_ENV: 'production',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '2',
      LOG_LEVEL: 'info',
      PORT: String(port),
      ...env,
    })
    running.set(port, server)
    return server.ready
  }

  beforeAll(async () => {
    await ensureClient()
    url = await workerDatabase(inject('serverUrl'), `proxied_${process.pid}`)
    await dropTestDatabase()
    await openDatabase({ url, poolSize: 4 })
    await changeSettings({
      maxVisitsWithoutCard: 0,
      maxVisitsPerVehiclePerDay: 0,
      horizonDays: 365,
      // Seats for the whole load, and one left after it.
      slotCapacity: 7,
    })
    await makePackage({ basePriceCents: 100 })
    ports = [await freePort(), await freePort()]
    await Promise.all(ports.map((port) => start(port)))
    proxy = await startHaproxy(ports)
  }, 120_000)
  afterAll(async () => {
    for (const server of running.values()) server.kill('SIGKILL')
    await proxy.stop()
    await closeDatabase()
  })

  test('each is restarted under load without losing a request', async () => {
    const at = `http://127.0.0.1:${proxy.port}`
    await expect.poll(async () => (await callAt(at, 'GET /api/ready')).status).toBe(200)
    const free = (await openDays(at)).flatMap(({ date }) =>
      [0, 1, 2, 3, 4].map((slot) => ({ date, slot })),
    )
    const customers = await Promise.all(Array.from({ length: 6 }, makeBooker))
    const said: unknown[] = []
    let [isOver, ranOut] = [false, false]
    const goOn = async (customer: Booker) => {
      for (const place of free) {
        if (isOver) return
        said.push(...(await bookAndLook(at, customer, place)))
        await sleep(20)
      }
      ranOut = true
    }
    const load = customers.map(goOn)
    for (const port of ports) {
      const leaving = running.get(port)
      leaving?.kill('SIGTERM')
      expect((await leaving?.ended)?.code).toBe(0)
      await start(port)
      // Until the proxy uses it again, only the other one works.
      await sleep(1000)
    }
    isOver = true
    await Promise.all(load)
    expect(ranOut).toBe(false)
    expect(said.length).toBeGreaterThan(200)
    expect(said.filter((one) => one !== 201 && one !== 200)).toEqual([])
  }, 90_000)

  test('a web and a worker process together do the work of one', async () => {
    for (const port of ports) {
      running.get(port)?.kill('SIGTERM')
      await running.get(port)?.ended
    }
    const [webPort = 0, workerPort = 0] = ports
    const web = await start(webPort, { ROLE: 'web' })
    const [day] = (await openDays(web)).slice(-1)
    const booker = await makeBooker()
    const body = visit(booker.vehicleId, day?.date ?? '', 1)
    const booked = await callAt(web, 'POST /api/jobs', { token: booker.token, body })
    expect([booked.status, booked.body.message]).toEqual([201, undefined])
    const unannounced = async () => {
      const { rows } = await currentHandle().query<{ n: number }>(
        'select count(*)::int as n from jobs where confirmation_due',
        [],
      )
      return rows[0]?.n
    }
    expect(await unannounced()).toBeGreaterThan(0)
    const worker = await start(workerPort, { ROLE: 'worker' })
    await expect.poll(unannounced, { timeout: 20_000 }).toBe(0)
    expect((await callAt(worker, 'GET /api/ready')).status).toBe(200)
    expect((await callAt(worker, 'GET /api/config')).status).toBe(404)
    expect((await callAt(worker, 'GET /')).status).toBe(404)
    expect(await (await fetch(`${worker}/metrics`)).text()).toContain('fivequart_queue_tasks')
  }, 60_000)
})

/** Statuses of a booking and the list after it, or the error. */
async function bookAndLook(
  at: string,
  { token, vehicleId }: Booker,
  { date, slot }: { date: string; slot: number },
): Promise<unknown[]> {
  const headers = { cookie: `fq_session=${token}`, 'content-type': 'application/json' }
  const key = { 'idempotency-key': randomUUID() }
  const body = JSON.stringify(visit(vehicleId, date, slot))
  const calls = [
    fetch(`${at}/api/jobs`, { method: 'POST', headers: { ...headers, ...key }, body }),
    fetch(`${at}/api/jobs/customer`, { headers }),
  ]
  return Promise.all(
    calls.map((call) =>
      call.then(
        async (answer) => (await answer.text()) && answer.status,
        (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
      ),
    ),
  )
}
