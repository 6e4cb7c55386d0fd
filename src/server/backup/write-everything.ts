import type { PhotoStore } from '#server/adapters/photos/port.ts'
import { currentHandle, transaction } from '#server/database/database.ts'
import { lockMigrations, migrate } from '#server/database/migrator.ts'
import { installQueue } from '#server/queue/install-queue.ts'
import { enqueueAgain } from '#server/queue/enqueue.ts'
import { quoted } from './read-everything.ts'
import type { BackupRecord, End, Head, Rows } from './records.ts'

/** Throws one clear line unless the open database has no tables. */
export async function assertEmpty(): Promise<void> {
  const { rows } = await currentHandle().query<{ table: string }>(
    "select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1",
    [],
  )
  if (rows.length > 0)
    throw new Error('There is data already. Choose an empty DATA_DIR, or an empty database.')
}

/**
 * Loads all records into the open, empty database in one transaction, so it stays empty unless all of them arrive: tables
 * are created at the backup's version, filled, counted, and migrated to this version. Photos go to `photos`; tasks unknown
 * to this version are skipped.
 */
export async function writeEverything(
  records: AsyncIterable<BackupRecord>,
  photos: PhotoStore,
  knownTasks: ReadonlySet<string>,
): Promise<End> {
  const write = async () => {
    // Another restore or a starting server may have been faster.
    await lockMigrations()
    await assertEmpty()
    let end: End | undefined
    let constraints: string[] = []
    for await (const record of records) {
      if ('fivequart' in record) constraints = await makeTables(record)
      else if ('table' in record) await insert(record)
      else if ('photo' in record)
        await photos.put(record.photo, Buffer.from(record.bytes, 'base64'))
      else if ('end' in record) end = record
      else await enqueueAgain(record.tasks.filter(({ name }) => knownTasks.has(name)))
    }
    if (!end) throw new Error('The backup has no end.')
    await finish(end, constraints)
    return end
  }
  return transaction(write, { unhurried: true })
}

/** Returns the statements that restore the constraints dropped for loading. */
async function makeTables({ migrations }: Head): Promise<string[]> {
  await migrate({ upTo: migrations })
  await installQueue()
  const { query, script } = currentHandle()
  const { rows: foreign } = await query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    [],
  )
  const { rows: tables } = await query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    [],
  )
  const names = tables.map(({ name }) => quoted(name))
  // Rows added by migrations are in the backup too.
  const filled = names.filter((name) => name !== '"migrations"')
  for (const { drop } of foreign) await script(drop)
  if (filled.length > 0) await script(`truncate ${filled.join(', ')}`)
  for (const name of names) await script(`alter table ${name} disable trigger user`)
  return [
    ...foreign.map(({ add }) => add),
    ...names.map((name) => `alter table ${name} enable trigger user`),
  ]
}

async function insert({ table, columns, rows }: Rows): Promise<void> {
  const { query } = currentHandle()
  const { rows: found } = await query<{ column: string; type: string }>(
    `select attname as column, format_type(atttypid, atttypmod) as type
     from pg_attribute where attrelid = $1::regclass and attnum > 0`,
    [quoted(table)],
  )
  const types = new Map(found.map(({ column, type }) => [column, type]))
  const values = columns.map((column, n) => {
    const type = types.get(column)
    if (!type) throw new Error(`The table ${table} has no column ${column}.`)
    return `(r ->> ${n})::${type}`
  })
  await query(
    `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) overriding system value
     select ${values.join(', ')} from json_array_elements($1::json) r`,
    [JSON.stringify(rows)],
  )
}

async function finish(end: End, constraints: readonly string[]): Promise<void> {
  const { query, script } = currentHandle()
  for (const [table, expected] of Object.entries(end.rows)) {
    const { rows } = await query<{ n: number }>(
      `select count(*)::float8 as n from ${quoted(table)}`,
      [],
    )
    if (rows[0]?.n !== expected)
      throw new Error(`Of ${table} there are ${rows[0]?.n} rows instead of ${expected}.`)
  }
  for (const constraint of constraints) await script(constraint)
  for (const [name, last] of Object.entries(end.sequences))
    if (last !== null) await query('select setval($1::regclass, $2::bigint)', [quoted(name), last])
  await migrate()
}
