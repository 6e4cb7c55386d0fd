import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { embeddedDriver } from './embedded-driver.ts'
import { startUpkeep, vacuumTables } from './embedded-upkeep.ts'

describe.runIf(process.env.TEST_ENGINE === 'embedded')('the upkeep of the embedded engine', () => {
  let pg: PGlite

  beforeAll(async () => {
    const loadDataDir = await openAsBlob(inject('snapshotPath'))
    pg = await PGlite.create({ loadDataDir, extensions: { pg_trgm } })
    await pg.exec('create table busy (id int, body text); create table calm (id int)')
  })
  afterAll(() => pg.close())

  const lastCheckpoint = async () => {
    const { rows } = await pg.query(
      'select checkpoint_lsn::text as at from pg_control_checkpoint()',
    )
    return rows[0]
  }

  test('vacuums and analyzes only tables with many changes', async () => {
    await pg.exec(
      'insert into busy select g from generate_series(1, 2000) g; insert into calm values (1)',
    )
    expect(await vacuumTables(pg)).toContain('public.busy')
    await pg.exec('delete from busy where id < 1500')
    expect(await vacuumTables(pg)).toEqual(['public.busy'])
    expect(await vacuumTables(pg)).toEqual([])
    const { rows } = await pg.query("select reltuples from pg_class where relname = 'busy'")
    expect(rows).toEqual([{ reltuples: 501 }])
  })

  test('makes a checkpoint within a minute of many writes, and none without changes', async () => {
    const problem = vi.fn<() => void>()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = startUpkeep(pg, problem)
    const before = await lastCheckpoint()
    await pg.exec("insert into busy select g, repeat('x', 2000) from generate_series(1, 9000) g")
    vi.advanceTimersByTime(60_000)
    await vi.waitFor(async () => expect(await lastCheckpoint()).not.toEqual(before))
    const after = await lastCheckpoint()
    vi.advanceTimersByTime(60_000)
    await stop()
    expect(await lastCheckpoint()).toEqual(after)
    vi.useRealTimers()
    expect(problem).not.toHaveBeenCalled()
  })

  test('without disk space it writes nothing, reports it, and continues once there is some', async () => {
    const problem = vi.fn<() => void>()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let room = false
    const stop = startUpkeep(pg, problem, () => room)
    await pg.exec('insert into busy select g from generate_series(1, 2000) g')
    const before = await lastCheckpoint()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    await vi.waitFor(() => expect(problem).toHaveBeenCalledTimes(10))
    expect(await lastCheckpoint()).toEqual(before)
    room = true
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    await vi.waitFor(async () => expect(await lastCheckpoint()).not.toEqual(before))
    await stop()
    vi.useRealTimers()
  })

  test('without disk space the driver refuses writes and allows reads; with space it writes at once', async () => {
    let room = true
    const driver = embeddedDriver(pg, { close: () => pg.close(), mayWrite: () => room })
    const write = () => driver.query('insert into calm values ($1)', [2])
    const read = () => driver.query('select 1 as one from calm where id = 2', [])
    await write()
    room = false
    await expect(write()).rejects.toMatchObject({ code: '25006' })
    await expect(
      driver.transaction(({ query }) => query('delete from calm', []), {}),
    ).rejects.toMatchObject({
      code: '25006',
    })
    expect((await read()).rows).toHaveLength(1)
    room = true
    await write()
    expect((await read()).rows).toHaveLength(2)
  })
})
