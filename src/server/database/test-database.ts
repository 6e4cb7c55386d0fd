import { openAsBlob } from 'node:fs'
import { beforeAll, beforeEach, inject } from 'vitest'
import { installQueue } from '../queue/install-queue.ts'
import { finishCoalescedCalls } from './coalesce-calls.ts'
import { currentHandle, openDatabase, refreshListeners } from './database.ts'
import { sqlState } from './sql-state.ts'
import { workerDatabase } from './test-server.ts'

// One for all test files of a worker: opening takes longer than most of them.
let opened: Promise<void> | undefined
const openOnce = () => (opened ??= openTestDatabase())

/**
 * Gives a test file (`*.db.test.ts`, `*.http.test.ts`) its worker's database: migrated, and empty before
 * each test. The engine is the project's. Call it at the top, before hooks that need the database.
 */
export function useTestDatabase(): void {
  beforeAll(async () => {
    await openOnce()
    // The file may have brought tasks of its own.
    await installQueue()
  })
  beforeEach(async () => {
    // What the test before left for later is not for this one.
    await finishCoalescedCalls()
    await emptyDatabase()
  })
}

async function openTestDatabase(): Promise<void> {
  if (process.env.TEST_ENGINE === 'postgres') {
    const url = await workerDatabase(inject('serverUrl'), process.env.VITEST_POOL_ID ?? '1')
    await openDatabase({ url, poolSize: 8 })
  } else {
    await openDatabase({ snapshot: await openAsBlob(inject('snapshotPath')) })
  }
  await installQueue()
  await currentHandle().script(makeEmptyTables)
}

/** What the test before left running in the background may take its locks in another order. */
async function emptyDatabase(triesLeft = 5): Promise<void> {
  try {
    await currentHandle().script('select pgboss.empty_tables()')
  } catch (error) {
    if (sqlState(error) !== '40P01' || triesLeft === 0) throw error
    return emptyDatabase(triesLeft - 1)
  }
  await refreshListeners()
}

// A function, so that its statements are planned once. Deleting a few rows takes a tenth of the time of truncating; the lock
// waits for what the test before left running, as truncating would.
const makeEmptyTables = `do $make$
    declare
      tables text[];
      sequences text[];
    begin
      select array_agg(format('%I.%I', schemaname, tablename)) into tables from pg_tables
      where (schemaname = 'public' and tablename <> 'migrations')
         or (schemaname = 'pgboss' and tablename in ('job', 'job_dependency', 'schedule', 'warning'));
      select array_agg(format('%I.%I', schemaname, sequencename)) into sequences
      from pg_sequences where schemaname = 'public';
      execute format(
        'create or replace function pgboss.empty_tables() returns void language plpgsql as $f$
          begin set local session_replication_role = replica; lock table %s in exclusive mode; %s; %s; end $f$',
        array_to_string(tables, ', '),
        (select string_agg('delete from ' || name, '; ') from unnest(tables) name),
        (select string_agg(format('perform setval(%L, 1, false)', name), '; ') from unnest(sequences) name));
    end $make$`
