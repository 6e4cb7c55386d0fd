import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { closeDatabase, currentHandle, openDatabase } from '#server/database/database.ts'
import { dropTestDatabase } from '#server/database/test-database.ts'
import { makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { workerDatabase } from '#server/database/test-server.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { book, makeBooker, openDays } from './test-bookers.ts'
import { callAt, ensureClient, type ServerProcess, startProcess } from './test-process.ts'
import { type Program, startPgbouncer } from './test-programs.ts'
import { openSocket } from './test-socket.ts'

const isHere = process.env.TEST_ENGINE === 'postgres' && process.env.PGBOUNCER_BIN !== undefined

describe.runIf(isHere)('PgBouncer in transaction mode', () => {
  let direct = ''
  let pooled = ''
  let pooler: Program
  const started: ServerProcess[] = []
  const start = (env: Record<string, string>) => {
    const server = startProcess({ DEMO: '0', ...env })
    started.push(server)
    return server
  }
  const through = ({ port }: Program) => {
    const url = new URL(direct)
    url.port = String(port)
    return url.href
  }

  beforeAll(async () => {
    await ensureClient()
    direct = await workerDatabase(inject('serverUrl'), `pooled_${process.pid}`)
    await dropTestDatabase()
    await openDatabase({ url: direct, poolSize: 4 })
    pooler = await startPgbouncer(direct)
    pooled = through(pooler)
    await changeSettings({ maxVisitsWithoutCard: 0, maxVisitsPerVehiclePerDay: 0 })
    await makePackage({ basePriceCents: 100 })
  }, 120_000)
  afterAll(async () => {
    for (const server of started) server.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    await closeDatabase()
    await pooler.stop()
  })

  const refused = async (env: Record<string, string>) => {
    const { code, errors } = await start(env).ended
    return { code, line: errors.trimEnd() }
  }

  test('it is recognized, whether it refuses our settings, drops them, or is in the direct URL', async () => {
    const dropping = await startPgbouncer(
      direct,
      'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options',
    )
    const advice = expect.stringMatching(
      /^Cannot use the PostgreSQL server at [^\n]* a pooler such as PgBouncer stands before it\. Set DATABASE_DIRECT_URL to the address of the server itself$/,
    )
    expect(await refused({ DATABASE_URL: pooled })).toEqual({ code: 1, line: advice })
    expect(await refused({ DATABASE_URL: through(dropping) })).toEqual({ code: 1, line: advice })
    expect(await refused({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: through(dropping) })).toEqual(
      {
        code: 1,
        line: expect.stringContaining(
          'DATABASE_DIRECT_URL leads to another server, or to a pooler',
        ),
      },
    )
    await dropping.stop()
  }, 60_000)

  test('two processes book, list and notify each other through it', async () => {
    const env = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }
    const [here, there] = await Promise.all([start(env).ready, start(env).ready])
    const days = await openDays(here)
    const free = days.flatMap(({ date }) => [0, 1, 2, 3, 4].map((slot) => ({ date, slot })))
    const customers = await Promise.all(Array.from({ length: 8 }, makeBooker))
    const answers = await Promise.all(
      customers.map(async (customer, n) => {
        const said = []
        for (let at = n; at < 40; at += 8) {
          const url = at % 2 ? here : there
          const { date = '', slot = 0 } = free[at] ?? {}
          said.push((await book(url, customer, date, slot)).status)
          said.push((await callAt(url, 'GET /api/jobs/customer', customer)).status)
        }
        return said
      }),
    )
    expect(answers.flat().filter((status) => status !== 201 && status !== 200)).toEqual([])

    const [customer, technician] = [await makeUser(), await makeUser({ role: 'technician' })]
    const { id } = await makeJob({
      status: 'assigned',
      customerId: customer.id,
      technicianId: technician.id,
    })
    const [token, working] = [await startSession(customer.id), await startSession(technician.id)]
    const [reader, writer] = [await openSocket(here, token), await openSocket(there, working)]
    await callAt(there, `POST /api/jobs/${id}/activate-communication`, { token: working })
    writer.send({ type: 'job_communication', jobId: id, message: 'Ten minutes' })
    const messages = await reader.hear('job_message', 2)
    expect(messages.map(({ message }) => message)).toContain('Ten minutes')
    reader.close()
    writer.close()

    // Background work goes through the pooler too.
    const confirmed = async () => {
      const { rows } = await currentHandle().query<{ n: number }>(
        'select count(*)::int as n from jobs where confirmation_due',
        [],
      )
      return rows[0]?.n
    }
    await expect.poll(confirmed, { timeout: 20_000 }).toBe(0)
  }, 90_000)

  test('its new connections have our settings', async () => {
    // Connections of earlier tests predate the settings.
    const again = await startPgbouncer(direct)
    await openAndAsk(through(again), direct, async (ask) => {
      for (const [name, value] of [
        ['statement_timeout', '30s'],
        ['idle_in_transaction_session_timeout', '1min'],
        ['random_page_cost', '1.1'],
        ['jit', 'off'],
        ['timezone', 'UTC'],
      ])
        expect([name, await ask(`show ${name}`)]).toEqual([name, value])
    })
    await closeDatabase()
    await again.stop()
  })
})

async function openAndAsk(
  url: string,
  directUrl: string,
  run: (ask: (text: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await closeDatabase()
  await openDatabase({ url, directUrl, poolSize: 2 })
  await run(async (text) => Object.values((await currentHandle().script(text))[0] as object)[0])
}
