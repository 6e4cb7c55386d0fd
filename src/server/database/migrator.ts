import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentHandle, transaction } from './database.ts'
import { root } from '#server/base/root.ts'

interface Migration {
  name: string
  sha256: string
  sql: string
}

interface AppliedMigration {
  name: string
  sha256: string
}

export const migrationsFolder = join(root, 'migrations')

/**
 * Migrates the database to the newest migration, or the last of `upTo`; returns the names applied. Safe to run in several
 * processes at once; throws if database and folder disagree on the past.
 */
export async function migrate({
  folder = migrationsFolder,
  upTo,
}: { folder?: string; upTo?: readonly string[] } = {}): Promise<string[]> {
  const all = readMigrations(folder)
  const migrations = upTo ? firstMigrations(all, upTo) : all
  const [foundation] = all
  if (foundation) await foldVersion01(foundation)
  const before = await readApplied()
  const pending = pendingMigrations(migrations, before ?? [])
  if (before && pending.length === 0) return []
  await transaction(prepare, { unhurried: true })
  const applied: string[] = []
  for (const migration of pending) {
    const isApplied = await transaction(() => apply(migration, migrations), { unhurried: true })
    if (isApplied) applied.push(migration.name)
  }
  return applied
}

/**
 * Version 0.1 had migrations 0000 to 0074, now one foundation. A database or backup with exactly those is at the foundation;
 * `names` and `files` are sha256 of the names, and of names with hashes, one per line.
 */
const version01 = {
  names: '79573531871dd95e7332aba0df029172688559ac891ff7500220f9cbc7bfd078',
  files: 'ed222fb3d86a71edaa2d61ea7d6ae88a2d3ab651df57b3d8068c0fe346d85fb3',
  commit: '8a4e8ba7',
}

const linesHash = (lines: readonly string[]) =>
  createHash('sha256').update(lines.join('\n')).digest('hex')

function refuseOlder(what: string): never {
  throw new Error(
    `This ${what} is from before the end of version 0.1. Open it once with the last version 0.1 ` +
      `(commit ${version01.commit}), then with this version.`,
  )
}

/** A backup's migrations by name; throws for a newer version or one before the last 0.1. */
function firstMigrations(all: Migration[], names: readonly string[]): Migration[] {
  const first = all[0]?.name ?? ''
  const folded = names.filter((name) => name < first)
  if (folded.length > 0 && linesHash(folded) !== version01.names) refuseOlder('backup')
  const known = folded.length > 0 ? [first, ...names.slice(folded.length)] : names
  const unknown = known.find((name) => !all.some((migration) => migration.name === name))
  if (unknown)
    throw new Error(
      `It is of a newer version, with migration ${unknown}. Start a version at least as new.`,
    )
  return all.filter(({ name }) => known.includes(name))
}

/** Replaces the recorded migrations of version 0.1 by the foundation, which makes the same tables. */
async function foldVersion01(foundation: Migration): Promise<void> {
  const isFolded = async () => {
    const [first] = (await readApplied()) ?? []
    return !first || first.name >= foundation.name
  }
  if (await isFolded()) return
  await transaction(
    async () => {
      await lockMigrations()
      // Another process may have been faster while this one waited for the lock.
      if (await isFolded()) return
      const folded = ((await readApplied()) ?? []).filter(({ name }) => name < foundation.name)
      if (linesHash(folded.map(({ name, sha256 }) => `${name} ${sha256}`)) !== version01.files)
        refuseOlder('database')
      const { query } = currentHandle()
      await query('delete from migrations where name < $1', [foundation.name])
      await record(foundation)
    },
    { unhurried: true },
  )
}

/** The folder's `NNNN_name.sql` files in order; throws for misnamed SQL files. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  const misnamed = names.find((name) => !/^\d{4}_\w+\.sql$/.test(name))
  if (misnamed) throw new Error(`Name the migration ${misnamed} like 0042_what_it_does.sql.`)
  return names.map((name) => {
    // Without the \r of a Windows checkout, so the hash is the same everywhere.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sha256: createHash('sha256').update(sql).digest('hex'), sql }
  })
}

/** The migrations still to run; throws unless the applied ones are the folder's first. */
export function pendingMigrations(
  migrations: Migration[],
  applied: AppliedMigration[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, sha256 } of applied) {
    const migration = known.get(name)
    if (!migration) {
      throw new Error(
        `The database has had migration ${name}, which this version does not know. ` +
          'Start a version at least as new as the one that ran before.',
      )
    }
    if (migration.sha256 !== sha256) {
      throw new Error(
        `Migration ${name} is not the one that ran on this database. Restore the file and put ` +
          'the change into a new migration.',
      )
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  const pending = migrations.filter(({ name }) => !done.has(name))
  const late = pending.find(({ name }) => applied.some((other) => other.name > name))
  if (late) {
    throw new Error(
      `Migration ${late.name} sorts before one that ran on this database already. ` +
        'Give it the next free number.',
    )
  }
  return pending
}

async function prepare(): Promise<void> {
  await lockMigrations()
  const { script } = currentHandle()
  await script('create extension if not exists pg_trgm')
  await script('create extension if not exists btree_gist')
  await script(`create table if not exists migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`)
}

async function apply(migration: Migration, migrations: Migration[]): Promise<boolean> {
  await lockMigrations()
  // Another process may have been faster while this one waited for the lock.
  const pending = pendingMigrations(migrations, (await readApplied()) ?? [])
  if (!pending.some(({ name }) => name === migration.name)) return false
  const { script } = currentHandle()
  for (const statement of migration.sql.split('--> statement-breakpoint')) {
    try {
      await script(statement)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Migration ${migration.name} failed: ${reason}`, { cause: error })
    }
  }
  await record(migration)
  return true
}

const record = ({ name, sha256 }: Migration) =>
  currentHandle().query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])

/** Locks table creation until the end of the transaction, which also works through a connection pooler. */
export async function lockMigrations(): Promise<void> {
  await currentHandle().script("select pg_advisory_xact_lock(hashtext('fivequart migrations'))")
}

async function readApplied(): Promise<AppliedMigration[] | undefined> {
  const { query } = currentHandle()
  const { rows } = await query<{ found: boolean }>(
    "select to_regclass('migrations') is not null as found",
    [],
  )
  if (!rows[0]?.found) return undefined
  return (await query<AppliedMigration>('select name, sha256 from migrations order by name', []))
    .rows
}
