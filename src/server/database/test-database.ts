import { openAsBlob } from 'node:fs'
import { beforeAll, beforeEach, inject } from 'vitest'
import { installQueue } from '../queue/install-queue.ts'
import { dropBoss } from '../queue/boss.ts'
import { finishCoalescedCalls } from './coalesce-calls.ts'
import { closeDatabase, currentHandle, openDatabase, refreshListeners } from './database.ts'
import { sqlState } from './sql-state.ts'
import { startAtFirstSlot } from './test-factories.ts'
import { workerDatabase } from './test-server.ts'

// One per worker: opening takes longer than most tests.
const kept = new Map<() => Promise<unknown>, Promise<unknown>>()

/** Runs once for all test files of a worker, as in a serving process. */
export async function oncePerWorker(run: () => Promise<unknown>): Promise<void> {
  const running = kept.get(run) ?? run()
  kept.set(run, running)
  // The next file tries again.
  running.catch(() => kept.delete(run))
  await running
}

/** For a test file that opens databases itself: drops the worker's until another file needs it. */
export async function dropTestDatabase(): Promise<void> {
  await Promise.all(kept.values())
  await finishCoalescedCalls()
  kept.clear()
  dropBoss()
  await closeDatabase()
  // Pending queries have failed by now.
  dropBoss()
}

/**
 * Gives a test file (`*.db.test.ts`, `*.http.test.ts`) its worker's database: migrated, and empty before each test, on the
 * project's engine. Call it at the top, before hooks that need the database.
 */
export function useTestDatabase(): void {
  beforeAll(async () => {
    await oncePerWorker(openTestDatabase)
    // The file may define tasks of its own.
    await installQueue()
    // Unordered rows come back in insertion order, as in a new database.
    await currentHandle().script('select pgboss.empty_tables(true)')
  })
  beforeEach(async () => {
    // Deferred work of the previous test does not belong to this one.
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

/** Background work left by the previous test may take its locks in another order. */
async function emptyDatabase(triesLeft = 5): Promise<void> {
  startAtFirstSlot()
  try {
    await currentHandle().script('select pgboss.empty_tables(false)')
  } catch (error) {
    if (sqlState(error) !== '40P01' || triesLeft === 0) throw error
    return emptyDatabase(triesLeft - 1)
  }
  await refreshListeners()
}

// A function, so its statements are planned once. Deleting a few rows takes a tenth of the time of truncating; the lock
// waits for work left running, as truncating would.
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
        'create or replace function pgboss.empty_tables(anew boolean) returns void language plpgsql as $f$
          begin if anew then truncate %s restart identity cascade; return; end if;
          set local session_replication_role = replica; lock table %s in exclusive mode; %s; %s; end $f$',
        array_to_string(tables, ', '), array_to_string(tables, ', '),
        (select string_agg('delete from ' || name, '; ') from unnest(tables) name),
        (select string_agg(format('perform setval(%L, 1, false)', name), '; ') from unnest(sequences) name));
    end $make$`
