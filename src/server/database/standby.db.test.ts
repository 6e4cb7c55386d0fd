import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScratchPostgres, startScratchPostgres } from '../../../scripts/scratch-postgres.ts'
import type { Driver } from './driver.ts'
import { openPostgres } from './postgres.ts'

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a standby to read from', () => {
  let primary: ScratchPostgres
  let standby: ScratchPostgres
  let driver: Driver
  const problems: string[] = []
  beforeAll(async () => {
    primary = await startScratchPostgres({ synchronous_commit: 'on' })
    standby = await startScratchPostgres({}, primary)
    const report = (where: string) => problems.push(where)
    driver = await openPostgres({ url: primary.url, readUrl: standby.url, poolSize: 3 }, report)
    await driver.script('create table visits (n int primary key)')
  })
  afterAll(async () => {
    await driver.close()
    await standby.stop()
    await primary.stop()
  })

  const add = (n: number) => driver.query('insert into visits values ($1)', [n])
  const knows = async (n: number) => {
    const handle = await driver.standby?.()
    const { rows } = await (handle ?? driver).query<{ here: boolean }>(
      'select exists (select from visits where n = $1) as here',
      [n],
      'knows',
    )
    return { here: rows[0]?.here, byStandby: handle !== undefined }
  }

  test('it answers with everything just written', async () => {
    const seen = []
    for (let n = 1; n <= 100; n++) {
      await add(n)
      seen.push(await knows(n))
    }
    expect(seen.filter(({ here }) => !here)).toEqual([])
    expect(seen.filter(({ byStandby }) => byStandby).length).toBeGreaterThan(80)
  })

  test('nothing is missing when commits do not wait for the disk', async () => {
    for (let n = 4001; n <= 4020; n++) {
      await driver.script(`set synchronous_commit = off; insert into visits values (${n})`)
      expect((await knows(n)).here).toBe(true)
    }
    await driver.script('set synchronous_commit = on')
  })

  test('a lagging standby is not asked', async () => {
    await runAt(standby.url, 'select pg_wal_replay_pause()')
    await add(1001)
    expect(await knows(1001)).toEqual({ here: true, byStandby: false })
    await runAt(standby.url, 'select pg_wal_replay_resume()')
    await expect.poll(() => knows(1001)).toEqual({ here: true, byStandby: true })
  })

  test('queries it cannot run go to the primary', async () => {
    const handle = await driver.standby?.()
    await handle?.query('insert into visits values (2001)', [])
    expect(await knows(2001)).toEqual({ here: true, byStandby: true })
    await expect(handle?.query('select 1 / 0', [])).rejects.toThrow('division by zero')
  })

  test('a primary is not accepted as standby', async () => {
    const alone = await openPostgres(
      { url: primary.url, readUrl: primary.url, poolSize: 1 },
      () => {},
    )
    expect(await alone.standby?.()).toBeUndefined()
    await alone.close()
  })

  test('an unreachable standby is skipped, and used again once it is back', async () => {
    await add(3001)
    const before = await driver.standby?.()
    await standby.stop()
    // A query was just about to use it.
    expect((await before?.query('select n from visits where n = 3001', []))?.rows).toHaveLength(1)
    problems.length = 0
    expect(await knows(3001)).toEqual({ here: true, byStandby: false })
    expect(await knows(3001)).toEqual({ here: true, byStandby: false })
    expect(problems).toContain('the standby to read from')
    standby = await startScratchPostgres({ port: new URL(standby.url).port }, primary)
    await expect
      .poll(() => knows(3001), { timeout: 15_000 })
      .toEqual({ here: true, byStandby: true })
  })
})

async function runAt(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
