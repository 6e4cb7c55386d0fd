import { currentHandle, transaction } from './database.ts'
import { migrationsFolder, readMigrations } from './migrator.ts'

class Undone extends Error {}

/**
 * Gives `run` the tables as they were before a migration, empty and without checks between them, and how to bring them
 * to that migration. Everything is undone in the end.
 */
export async function beforeMigration(
  name: string,
  run: (migrate: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const migrations = await readMigrations(migrationsFolder)
  const at = migrations.findIndex((migration) => migration.name === name)
  if (at < 0) throw new Error(`There is no migration ${name}.`)
  const { sql: last } = migrations[at] as (typeof migrations)[number]
  const attempt = transaction(async () => {
    const { script } = currentHandle()
    await script('create schema old_tables; set local search_path = old_tables, public')
    for (const { sql } of migrations.slice(0, at)) await apply(sql)
    await script('set local session_replication_role = replica')
    await run(() => apply(last))
    throw new Undone()
  })
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
}

async function apply(sql: string): Promise<void> {
  for (const statement of sql.split('--> statement-breakpoint'))
    await currentHandle().script(statement.replaceAll('"public".', '"old_tables".'))
}
