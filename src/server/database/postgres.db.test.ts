import { describe, expect, inject, test, vi } from 'vitest'
import { currentHandle, listen, notify, queryRow, transaction } from './database.ts'
import { openPostgres } from './postgres.ts'
import { isOutOfService, sqlState } from './sql-state.ts'
import { useTestDatabase } from './test-database.ts'
import { workerDatabase } from './test-server.ts'

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a PostgreSQL server', () => {
  useTestDatabase()

  const terminate = (application: string) =>
    currentHandle().query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`,
      [application],
    )
  const failing = (url: string) =>
    openPostgres({ url, poolSize: 1 }, () => {}).then(
      () => 'opened',
      (error: Error) => error.message,
    )

  test('a lost listening connection is restored and reported', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const heard: string[] = []
    const onReconnect = vi.fn<() => void>()
    const stop = await listen('test_lost', (payload) => heard.push(payload), { onReconnect })
    await terminate('fivequart listener')
    await vi.waitFor(() => expect(onReconnect).toHaveBeenCalledOnce(), { timeout: 5000 })
    await notify('test_lost', 'again')
    await vi.waitFor(() => expect(heard).toEqual(['again']))
    await stop()
    vi.restoreAllMocks()
  })

  test('lost idle connections are replaced', async () => {
    const report = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const sleep = () => currentHandle().query('select pg_sleep(0.05)', [])
    await Promise.all([sleep(), sleep(), sleep()])
    const { rowCount } = await terminate('fivequart')
    expect(rowCount).toBeGreaterThan(1)
    await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(rowCount))
    const statement = { name: 'still-there', text: 'select 1 as one' }
    expect(await Promise.all([1, 2, 3].map(() => queryRow(statement)))).toHaveLength(3)
    vi.restoreAllMocks()
  })

  test('a read-only server means out of service, and its connection is dropped', async () => {
    const url = await workerDatabase(inject('serverUrl'), 'read_only')
    const driver = await openPostgres({ url, poolSize: 1 }, () => {})
    const write = () => driver.query('create table never ()', [])
    const writeTogether = () =>
      driver.transaction(async ({ query }) => query('create table never ()', []), {})
    for (const attempt of [write, writeTogether]) {
      await driver.query('set default_transaction_read_only = on', [])
      const fault = await attempt().catch((error: unknown) => error)
      expect([sqlState(fault), isOutOfService(fault)]).toEqual(['25006', true])
      const { rows } = await driver.query('show default_transaction_read_only', [])
      expect(rows).toEqual([{ default_transaction_read_only: 'off' }])
    }
    await driver.close()
  })

  test('a connection lost during a statement means out of service, inside a transaction too', async () => {
    const report = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const end = () =>
      currentHandle().query('select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)', [])
    const later = { name: 'later', text: 'select 1 as one' }
    const faults = await Promise.all([
      end().catch((error: unknown) => error),
      transaction(async () => {
        await end().catch(() => undefined)
        await queryRow(later)
      }).catch((error: unknown) => error),
    ])
    expect(faults.map(isOutOfService)).toEqual([true, true])
    expect(await queryRow(later)).toEqual({ one: 1 })
    report.mockRestore()
  })

  test('our own mistakes are not blamed on the server', async () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    const fault = await currentHandle()
      .query('select $1::jsonb', [circle])
      .catch((error: unknown) => error)
    expect([fault instanceof Error, isOutOfService(fault)]).toEqual([true, false])
  })

  test('an unusable server is reported in one line without the password', async () => {
    const { port } = new URL(inject('serverUrl'))
    expect(await failing('postgres://shop:secret@127.0.0.1:1/shop')).toBe(
      'Cannot use the PostgreSQL server at 127.0.0.1:1/shop: nothing answers there',
    )
    expect(await failing(`postgres://postgres:secret@127.0.0.1:${port}/nowhere`)).toBe(
      `Cannot use the PostgreSQL server at 127.0.0.1:${port}/nowhere: there is no such database`,
    )
    expect(await failing(`postgres://stranger:secret@127.0.0.1:${port}/postgres`)).toBe(
      `Cannot use the PostgreSQL server at 127.0.0.1:${port}/postgres: the user or the password is wrong`,
    )
  })
})
