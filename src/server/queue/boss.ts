import type { PgBoss } from 'pg-boss'
import { engine } from '../database/database.ts'
import { queueDatabase } from './queue-database.ts'

let boss: Promise<PgBoss> | undefined

/** The process's pg-boss, loaded at first use because loading takes longer than a start may. */
export function openBoss(): Promise<PgBoss> {
  const opening = (boss ??= createBoss())
  // One that could not be opened is not asked again.
  opening.catch(() => {
    if (boss === opening) boss = undefined
  })
  return opening
}

/** Forgets the pg-boss of a database that is closed. */
export function dropBoss(): void {
  boss = undefined
}

/** The pg-boss if one was used. */
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
    // One process has no second connection that could block the cleaning, and its own upkeep.
    reindex: !embedded,
    monitorVacuum: !embedded,
  })
  return created
}
