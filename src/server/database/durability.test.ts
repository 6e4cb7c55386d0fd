import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as readText } from 'node:stream/consumers'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeDatabase, openDatabase, queryRow, queryRows } from './database.ts'
import { DurableFiles } from './durable-files.ts'
import { checkDurability } from './embedded.ts'

let dataDir = ''

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'durability-'))
  await openDatabase({ dataDir })
  await closeDatabase()
}, 60_000)

afterEach(() => closeDatabase())
afterAll(() => rmSync(dataDir, { recursive: true }))

function startWriter(first: number) {
  return spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      join(import.meta.dirname, 'lean-drizzle.ts'),
      join(import.meta.dirname, 'test-durability-writer.ts'),
      dataDir,
      String(first),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
}

/** Kills a writer once it has printed `at`; returns the last printed number. */
async function killWriter(first: number, at: number): Promise<number> {
  const writer = startWriter(first)
  const exit = once(writer, 'exit')
  let last = first - 1
  for await (const line of createInterface(writer.stdout)) {
    last = Number(line)
    if (last === at) writer.kill('SIGKILL')
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
  return last
}

test('nothing committed is lost when the process is killed', { timeout: 60_000 }, async () => {
  let next = 1
  for (const commits of [1, 20, 60, 7]) {
    const last = await killWriter(next, next + commits - 1)
    await openDatabase({ dataDir })
    const row = await queryRow<{ count: number; highest: number }>({
      name: 'written',
      text: 'select count(*) as count, max(number) as highest from written',
    })
    await closeDatabase()
    // One more may have been committed but not printed.
    expect([last, last + 1]).toContain(row?.highest)
    expect(row?.count).toBe(row?.highest)
    next = (row?.highest ?? 0) + 1
  }
})

test('a second process on the folder is refused with a clear message', async () => {
  await openDatabase({ dataDir })
  const second = startWriter(1)
  const [said, [code]] = await Promise.all([readText(second.stderr), once(second, 'exit')])
  expect(said).toContain(`Another process is using the data folder ${dataDir}. Stop it`)
  expect(code).toBe(1)
  expect(await queryRows({ name: 'alive', text: 'select 1 as one' })).toEqual([{ one: 1 }])
})

test('leftovers of a crash during the first creation are cleared', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'durability-'))
  mkdirSync(join(fresh, 'database.new-1'))
  writeFileSync(join(fresh, 'database.new-1', 'PG_VERSION'), 'half')
  await openDatabase({ dataDir: fresh })
  await closeDatabase()
  expect(readdirSync(fresh).toSorted()).toEqual(['database', 'lock.db'])
  rmSync(fresh, { recursive: true })
}, 60_000)

test('an engine whose commits reach no disk is refused', async () => {
  const folder = join(dataDir, 'database')
  const files = new DurableFiles(folder)
  const stock = await PGlite.create({ fs: files })
  await expect(checkDurability(stock, files)).rejects.toThrow(/does not write its commits through/)
  expect(stock.closed).toBe(true)
})
