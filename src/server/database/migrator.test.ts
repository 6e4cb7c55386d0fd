import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pendingMigrations, readMigrations } from './migrator.ts'

const migration = (name: string, sha256 = `hash of ${name}`) => ({ name, sha256, sql: '' })
const first = migration('0000_first.sql')
const second = migration('0001_second.sql')
const third = migration('0002_third.sql')

test('all are pending on an empty database, none on a current one', () => {
  expect(pendingMigrations([first, second], [])).toEqual([first, second])
  expect(pendingMigrations([first, second], [first, second])).toEqual([])
  expect(pendingMigrations([first, second, third], [first, second])).toEqual([third])
})

test('a file that changed after it ran is refused', () => {
  const changed = migration(first.name, 'another hash')
  expect(() => pendingMigrations([changed, second], [first])).toThrow(
    /0000_first\.sql is not the one that ran/,
  )
})

test('a database from a newer version is refused', () => {
  expect(() => pendingMigrations([first], [first, second])).toThrow(
    /has had migration 0001_second\.sql, which this version does not know/,
  )
})

test('a file that sorts before one that ran is refused', () => {
  expect(() => pendingMigrations([first, second, third], [first, third])).toThrow(
    /0001_second\.sql sorts before one that ran/,
  )
})

test('a misnamed file is an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await writeFile(join(folder, '0000_first.sql'), 'select 1')
    expect(readMigrations(folder).map(({ name }) => name)).toEqual(['0000_first.sql'])
    await writeFile(join(folder, '1-second.sql'), 'select 2')
    expect(() => readMigrations(folder)).toThrow(/1-second\.sql like 0042_/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
