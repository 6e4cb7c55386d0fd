import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { diskPhotoStore } from '#server/adapters/photos/disk.ts'
import {
  closeDatabase,
  currentHandle,
  openDatabase,
  transaction,
} from '#server/database/database.ts'
import { dropTestDatabase } from '#server/database/test-database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { migrate } from '#server/database/migrator.ts'
import { emptyDatabase } from '#server/database/test-server.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { installQueue } from '#server/queue/install-queue.ts'
import { dropBoss } from '#server/queue/boss.ts'
import { remindCustomersTask } from '#server/features/jobs/tasks.ts'
import { readBackupFile, verifyBackup, writeBackupFile } from './backup-file.ts'
import { readEverything } from './read-everything.ts'
import type { BackupRecord, Head, Rows } from './records.ts'
import { assertEmpty, writeEverything } from './write-everything.ts'

const key = 'a key that is long enough'
const known = new Set([remindCustomersTask.name])
let folder = ''
let databases = 0

/** Opens an empty database of this run's engine. */
async function openEmpty(): Promise<void> {
  dropBoss()
  await closeDatabase()
  const name = `backup_${process.pid}_${(databases += 1)}`
  await openDatabase(
    process.env.TEST_ENGINE === 'postgres'
      ? { url: await emptyDatabase(inject('serverUrl'), name), poolSize: 2 }
      : { snapshot: 'empty' },
  )
}

// Creating whole databases and deriving keys takes seconds.
vi.setConfig({ testTimeout: 180_000 })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fivequart-backup-'))
  await dropTestDatabase()
  await openEmpty()
})
afterEach(async () => {
  dropBoss()
  await closeDatabase()
  rmSync(folder, { recursive: true })
})

const photos = () => diskPhotoStore(join(folder, 'photos'))
const picture = '0b7c1d9e-6b0e-4f3a-9c55-0d3c2a1b4e5f.jpg'

async function recordsOf(): Promise<BackupRecord[]> {
  const records: BackupRecord[] = []
  const read = async () => {
    for await (const record of readEverything(currentHandle(), photos())) records.push(record)
  }
  await transaction(read, { isolation: 'repeatable read', readOnly: true })
  return records
}

async function fill(): Promise<void> {
  await migrate()
  await installQueue()
  const customer = await makeUser({
    firstName: 'Zoë "Z" O\'Hara\n\\\u2028\u2029',
    email: 'zoe@example.com',
  })
  for (let n = 0; n < 12; n++) await makeJob({ customerId: customer.id })
  await enqueue(remindCustomersTask, {}, { startAfter: new Date('2030-01-02T03:04:05.678Z') })
  await photos().put(picture, Buffer.from([0, 255, 10, 13, 128]))
}

/** Content that does not depend on the time of reading. */
const contentOf = (records: readonly BackupRecord[]) =>
  records.filter((record) => !('fivequart' in record))

test('restored data equals the original to the last digit', async () => {
  await fill()
  const before = await recordsOf()
  const path = join(folder, 'one.fq')
  await writeBackupFile(path, streamOf(before), undefined)
  await photos().remove(picture)
  await openEmpty()
  await assertEmpty()
  await writeEverything(readBackupFile(path, undefined), photos(), known)
  expect(contentOf(await recordsOf())).toEqual(contentOf(before))
  const end = before.at(-1)
  expect(end).toMatchObject({
    rows: { jobs: 12, users: expect.any(Number) },
    photoCount: 1,
    taskCount: 1,
  })
  // Its constraints hold again, and sequences continue.
  await expect(currentHandle().script('delete from users')).rejects.toThrow(/foreign key/)
  await makeJob()
  await expect(assertEmpty()).rejects.toThrow(/There is data already/)
  // It may have been filled since the check.
  await expect(writeEverything(streamOf([]), photos(), known)).rejects.toThrow(/data already/)
})

test('a backup of an earlier version is migrated to this one', async () => {
  await fill()
  const records = await recordsOf()
  const [head, ...rest] = records
  if (!head || !('fivequart' in head)) throw new Error('There is no head')
  const sqlOf = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../../migrations', name), 'utf8')
  /** The newest migration that adds something a backup holds; later ones add indexes and the like. */
  const from = head.migrations.findLastIndex((name) =>
    / ADD COLUMN |CREATE TABLE /.test(sqlOf(name)),
  )
  const earlier = { ...head, migrations: head.migrations.slice(0, from) }
  const sql = head.migrations.slice(from).map(sqlOf).join('\n')
  const made = new Set([...sql.matchAll(/CREATE TABLE "(\w+)"/g)].map(([, table]) => table))
  const added = [...sql.matchAll(/ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/g)]
  expect(made.size + added.length).toBeGreaterThan(0)
  /** The table's rows without the columns that are new. */
  const asBefore = (record: Rows): Rows => {
    const isOld = record.columns.map(
      (column) => !added.some(([, table, name]) => table === record.table && name === column),
    )
    const old = <T>(values: T[]) => values.filter((_, index) => isOld[index])
    return { ...record, columns: old(record.columns), rows: record.rows.map(old) }
  }
  await openEmpty()
  const kept = rest.flatMap((record) => {
    if ('table' in record) return made.has(record.table) ? [] : asBefore(record)
    if (!('end' in record)) return record
    const rows = Object.entries(record.rows).filter(([table]) => !made.has(table))
    return { ...record, rows: Object.fromEntries(rows) }
  })
  await writeEverything(streamOf([earlier, ...kept]), photos(), known)
  expect(await migrate()).toEqual([])
  const later = { ...head, migrations: [...head.migrations, '9999_later.sql'] }
  await openEmpty()
  await expect(writeEverything(streamOf([later, ...rest]), photos(), known)).rejects.toThrow(
    /newer version, with migration 9999_later\.sql/,
  )
})

test('a backup made by version 0.1 restores, and one of an older version names the version to pass through', async () => {
  const file = join(import.meta.dirname, 'test-version-0-1.backup')
  const end = await writeEverything(readBackupFile(file, undefined), photos(), known)
  expect(end).toMatchObject({ rows: { jobs: 127, users: 41 }, photoCount: 0 })
  expect(await migrate()).toEqual([])
  const { value: head } = await readBackupFile(file, undefined).next()
  const older = { ...(head as Head), migrations: (head as Head).migrations.slice(0, -1) }
  await openEmpty()
  await expect(writeEverything(streamOf([older]), photos(), known)).rejects.toThrow(
    /backup is from before the end of version 0\.1\. Open it once with the last version 0\.1/,
  )
})

test('reading a backup can stop at any record', async () => {
  const file = join(import.meta.dirname, 'test-version-0-1.backup')
  const all: BackupRecord[] = []
  for await (const record of readBackupFile(file, undefined)) all.push(record)
  for (const [at] of all.entries()) {
    let read = 0
    for await (const _ of readBackupFile(file, undefined)) if (read++ === at) break
    expect(read).toBe(at + 1)
  }
})

test('an incomplete restore leaves nothing', async () => {
  await fill()
  const records = await recordsOf()
  await openEmpty()
  await expect(writeEverything(streamOf(records.slice(0, -1)), photos(), known)).rejects.toThrow(
    /no end/,
  )
  await assertEmpty()
  const missing = records.map((record) =>
    'table' in record && record.table === 'jobs'
      ? { ...record, rows: record.rows.slice(1) }
      : record,
  )
  await expect(writeEverything(streamOf(missing), photos(), known)).rejects.toThrow(
    'Of jobs there are 11 rows instead of 12.',
  )
  await assertEmpty()
})

test.each([undefined, key])(
  'a damaged file, or one with another key, is refused (%s)',
  async (own) => {
    await fill()
    const path = join(folder, 'whole.fq')
    await writeBackupFile(path, streamOf(await recordsOf()), own)
    expect(await verifyBackup(readBackupFile(path, own))).toMatchObject({ rows: { jobs: 12 } })
    const problemOf = async (change: (bytes: Buffer) => Buffer, key = own) => {
      const changed = join(folder, 'changed.fq')
      cpSync(path, changed)
      writeFileSync(changed, change(readFileSync(path)))
      return verifyBackup(readBackupFile(changed, key)).then(
        () => 'none',
        (error: Error) => error.message,
      )
    }
    expect(await problemOf((bytes) => bytes)).toBe('none')
    expect(await problemOf((bytes) => bytes.subarray(0, -20))).toMatch(/^changed\.fq .*is damaged/)
    expect(await problemOf((bytes) => flipped(bytes, bytes.length >> 1))).toMatch(/damaged/)
    expect(await problemOf((bytes) => Buffer.concat([bytes, bytes]))).toMatch(/damaged/)
    expect(await problemOf(() => Buffer.from('{}'))).toMatch(/no backup of Fivequart/)
    if (!own) return
    expect(await problemOf((bytes) => bytes, 'another key entirely')).toMatch(/with another key/)
    await expect(verifyBackup(readBackupFile(path, undefined))).rejects.toThrow(/Set BACKUP_KEY/)
    expect(readFileSync(path).includes('zoe@example.com')).toBe(false)
  },
)

test('a folder and a missing file are named as such', async () => {
  const reading = (path: string) => verifyBackup(readBackupFile(path, undefined))
  await expect(reading(folder)).rejects.toThrow(
    `${folder} could not be read: it is a folder. Name the backup file in it.`,
  )
  await expect(reading(join(folder, 'none'))).rejects.toThrow(
    /none could not be read: there is no such file\.$/,
  )
})

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt8((bytes[at] ?? 0) ^ 1, at)
  return changed
}

async function* streamOf(records: readonly BackupRecord[]) {
  yield* records
}
