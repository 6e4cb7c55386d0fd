import { openAsBlob } from 'node:fs'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { forgetBoss } from '../queue/boss.ts'
import { installQueue } from '../queue/install-queue.ts'
import { closeDatabase, currentHandle, openDatabase, refreshListeners } from './database.ts'
import { sqlState } from './sql-state.ts'
import { workerDatabase } from './test-server.ts'

/**
 * Gives a test file (`*.db.test.ts`, `*.http.test.ts`) its database: migrated, and empty before
 * each test. The engine is the project's. Call it at the top, before hooks that need the database.
 */
export function useTestDatabase(): void {
  beforeAll(async () => {
    await openTestDatabase()
    await installQueue()
  })
  beforeEach(() => emptyDatabase())
  afterAll(async () => {
    forgetBoss()
    await closeDatabase()
  })
}

async function openTestDatabase(): Promise<void> {
  if (process.env.TEST_ENGINE === 'postgres') {
    const url = await workerDatabase(inject('serverUrl'), process.env.VITEST_POOL_ID ?? '1')
    await openDatabase({ url, poolSize: 8 })
  } else {
    await openDatabase({ snapshot: await openAsBlob(inject('snapshotPath')) })
  }
}

/** What the test before left running in the background may take its locks in another order. */
async function emptyDatabase(triesLeft = 5): Promise<void> {
  try {
    await currentHandle().script(truncateFilledTables)
  } catch (error) {
    if (sqlState(error) !== '40P01' || triesLeft === 0) throw error
    return emptyDatabase(triesLeft - 1)
  }
  await refreshListeners()
}

// Truncating an empty table costs as much as a full one.
const truncateFilledTables = `do $$
    declare
      name text;
      filled bool;
      names text[] := '{}';
    begin
      for name in
        select format('%I.%I', schemaname, tablename) from pg_tables
        where (schemaname = 'public' and tablename <> 'migrations')
           or (schemaname = 'pgboss' and tablename in ('job', 'job_dependency', 'schedule', 'warning'))
      loop
        execute format('select exists (select from %s)', name) into filled;
        if filled then names := names || name; end if;
      end loop;
      if names <> '{}' then
        execute format('truncate %s restart identity cascade', array_to_string(names, ', '));
      end if;
    end $$`
