import type { Handle } from '#server/database/driver.ts'
import { withCamelKeys } from '#server/database/statement.ts'
import type { ListedPhotoStore } from '#server/adapters/photos/port.ts'
import { now } from '#server/base/clock.ts'
import type { BackupRecord, End, Task } from './records.ts'

const pageSize = 1000

/**
 * Everything stored when the transaction of `handle` began, which must be a single snapshot. Photos are those on disk at the
 * end: some may be newer than their rows, none is missing. `photos` is undefined if they are in a bucket.
 */
export async function* readEverything(
  handle: Handle,
  photos: ListedPhotoStore | undefined,
): AsyncGenerator<BackupRecord> {
  const tables = await tablesOf(handle)
  const migrations = await handle.query<{ name: string }>(
    'select name from migrations order by name',
    [],
  )
  yield {
    fivequart: 'backup',
    format: 1,
    madeAt: now().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    aboutRows: tables.reduce((sum, { about }) => sum + about, 0),
  }
  const end: End = { end: true, rows: {}, sequences: {}, photoCount: 0, taskCount: 0 }
  for (const { table, columns } of tables) {
    end.rows[table] = 0
    for await (const rows of pagesOf(handle, table, columns)) {
      end.rows[table] += rows.length
      yield { table, columns, rows }
    }
  }
  const tasks = await unfinishedTasks(handle)
  end.taskCount = tasks.length
  if (tasks.length > 0) yield { tasks }
  for (const { name, last } of await sequencesOf(handle)) end.sequences[name] = last
  for await (const photo of photos?.namesBefore(new Date(8.64e15)) ?? []) {
    const bytes = photo.endsWith('.tmp') ? undefined : await photos?.get(photo)
    if (!bytes) continue
    end.photoCount += 1
    yield { photo, bytes: Buffer.from(bytes).toString('base64') }
  }
  yield end
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Our tables with their stored columns. */
async function tablesOf({ query }: Handle) {
  const { rows } = await query<{ table: string; columns: string[]; about: number }>(
    `select c.relname as table, greatest(c.reltuples, 0)::float8 as about,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname, c.reltuples order by c.relname`,
    [],
  )
  return rows
}

async function* pagesOf({ query, script }: Handle, table: string, columns: readonly string[]) {
  const values = columns.map((column) => `${quoted(column)}::text`).join(', ')
  await script(
    `declare everything no scroll cursor for select to_json(array[${values}]) as row from ${quoted(table)}`,
  )
  for (;;) {
    const { rows } = await query<{ row: (string | null)[] }>(
      `fetch ${pageSize} from everything`,
      [],
    )
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < pageSize) break
  }
  await script('close everything')
}

async function sequencesOf({ query }: Handle) {
  const { rows } = await query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' order by sequencename`,
    [],
  )
  return rows
}

/** Unfinished tasks, except scheduled ones, which every start creates again. */
async function unfinishedTasks({ query }: Handle): Promise<Task[]> {
  const { rows } = await query<{ found: boolean }>(
    "select to_regclass('pgboss.job') is not null as found",
    [],
  )
  if (!rows[0]?.found) return []
  const tasks = await query<object>(
    `select id, name, data, to_json(start_after) #>> '{}' as start_after from pgboss.job
     where state in ('created', 'retry', 'active') and name not like E'\\\\_\\\\_pgboss%' order by created_on`,
    [],
  )
  return withCamelKeys(tasks.rows)
}
