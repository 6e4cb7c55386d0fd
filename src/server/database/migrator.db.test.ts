import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentHandle, queryRow, queryRows } from './database.ts'
import { migrate, migrationsFolder, readMigrations } from './migrator.ts'
import { useTestDatabase } from './test-database.ts'

useTestDatabase()

let folder = ''
let own: { name: string; sha256: string }[] = []

const script = (text: string) => currentHandle().script(text)
const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const recorded = async () =>
  (
    await queryRows<{ name: string }>({
      name: 'recorded',
      text: 'select name from migrations order by name',
    })
  ).map(({ name }) => name)

// The project's own migrations are set aside, and restored for the other test files.
beforeAll(async () => {
  own = await queryRows({ name: 'own', text: 'select name, sha256 from migrations' })
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await script('delete from migrations; drop table if exists test_one, test_two')
})

afterEach(() => rm(folder, { recursive: true }))

afterAll(async () => {
  await script('delete from migrations; drop table if exists test_one, test_two')
  for (const { name, sha256 } of own) {
    const text = 'insert into migrations (name, sha256) values ($1, $2)'
    await currentHandle().query(text, [name, sha256])
  }
})

test('runs the files in order, once, with all their statements', async () => {
  await write('0001_two.sql', 'alter table test_one add column b int')
  await write(
    '0000_one.sql',
    'create table test_one (a int);\n--> statement-breakpoint\ninsert into test_one values (1);' +
      ' insert into test_one values (2);',
  )
  await write('notes.txt', 'no migration')
  expect(await migrate({ folder })).toEqual(['0000_one.sql', '0001_two.sql'])
  expect(await migrate({ folder })).toEqual([])
  expect(await recorded()).toEqual(['0000_one.sql', '0001_two.sql'])
  const row = await queryRow({
    name: 'sum-one',
    text: 'select sum(a) as a, count(b) as b from test_one',
  })
  expect(row).toEqual({ a: 3, b: 0 })
})

test('a failing file leaves nothing and keeps the ones before it', async () => {
  await write('0000_one.sql', 'create table test_one (a int)')
  await write('0001_two.sql', 'create table test_two (a int);--> statement-breakpoint\nselect 1/0')
  await expect(migrate({ folder })).rejects.toThrow(/0001_two\.sql failed: division by zero/)
  expect(await recorded()).toEqual(['0000_one.sql'])
  const text =
    "select to_regclass('test_one') is null as one, to_regclass('test_two') is null as two"
  expect(await queryRow({ name: 'left', text })).toEqual({ one: false, two: true })
})

test('refuses a file that changed after it ran', async () => {
  await write('0000_one.sql', 'create table test_one (a int)')
  await migrate({ folder })
  await write('0000_one.sql', 'create table test_one (a bigint)')
  await expect(migrate({ folder })).rejects.toThrow(/0000_one\.sql is not the one that ran/)
})

test('runs each file once when two processes start together', async () => {
  await write('0000_one.sql', 'create table test_one (a int); insert into test_one values (1)')
  await write('0001_two.sql', 'create table test_two (a int)')
  const [one, two] = await Promise.all([migrate({ folder }), migrate({ folder })])
  expect([...one, ...two].toSorted()).toEqual(['0000_one.sql', '0001_two.sql'])
  expect(await queryRow({ name: 'one', text: 'select count(*) as n from test_one' })).toEqual({
    n: 1,
  })
})

test('line endings do not change the hash', async () => {
  await write('0000_one.sql', 'select 1;\nselect 2;\n')
  const [unix] = readMigrations(folder)
  await write('0000_one.sql', 'select 1;\r\nselect 2;\r\n')
  expect(readMigrations(folder)).toEqual([unix])
})

const foundation = '0075_foundation.sql'
const version01 = join(import.meta.dirname, 'test-version-0-1.txt')

/** Records the first `lines` of version 0.1's 75 migrations. */
async function recordVersion01(lines: number): Promise<void> {
  const all = (await readFile(version01, 'utf8')).trim().split('\n')
  for (const line of all.slice(0, lines))
    await currentHandle().query(
      'insert into migrations (name, sha256) values ($1, $2)',
      line.split(' '),
    )
}

test('a database of the last version 0.1 counts as the foundation and gets later migrations', async () => {
  await recordVersion01(75)
  await cp(join(migrationsFolder, foundation), join(folder, foundation))
  await write('9999_later.sql', 'create table test_one (a int)')
  const [first, second] = await Promise.all([migrate({ folder }), migrate({ folder })])
  expect([...first, ...second]).toEqual(['9999_later.sql'])
  expect(await recorded()).toEqual([foundation, '9999_later.sql'])
  expect(await migrate({ folder })).toEqual([])
})

test('an older or different database names the version to pass through', async () => {
  await recordVersion01(74)
  const advice =
    /before the end of version 0\.1\. Open it once with the last version 0\.1 \(commit \w+\)/
  await expect(migrate()).rejects.toThrow(advice)
  expect(await recorded()).toHaveLength(74)
  await script('delete from migrations')
  await recordVersion01(75)
  await script("update migrations set sha256 = 'another' where name like '0040%'")
  await expect(migrate()).rejects.toThrow(advice)
})
