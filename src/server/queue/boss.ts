import type { PgBoss } from 'pg-boss'
import { engine } from '../database/database.ts'
import { queueDatabase } from './queue-database.ts'

let boss: Promise<PgBoss> | undefined

/** The process's pg-boss, loaded at first use because loading takes longer than a start may. */
export function openBoss(): Promise<PgBoss> {
  const opening = (boss ??= createBoss())
  // Don't reuse a failed one.
  opening.catch(() => {
    if (boss === opening) boss = undefined
  })
  return opening
}

/** Drops the pg-boss of a closed database. */
export function dropBoss(): void {
  boss = undefined
}

/** The pg-boss, if one was used. */
export function usedBoss(): Promise<PgBoss> | undefined {
  return boss
}

async function createBoss(): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const embedded = engine() === 'embedded'
  const created = new PgBoss({
    db: queueDatabase,
    backend: embedded ? 'pglite' : 'postgres',
    useListenNotify: true,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 2,
    // The embedded engine has no second connection that could block cleaning, and does its own upkeep.
    reindex: !embedded,
    monitorVacuum: !embedded,
  })
  return created
}
