import type { PGlite } from '@electric-sql/pglite'
import type { ProblemReport } from './driver.ts'

const everyMinute = 60_000
const logBytesBetweenCheckpoints = 16 * 1024 * 1024
const minutesBetweenCheckpoints = 5

// PostgreSQL's autovacuum thresholds, from the tables' own statistics.
const tablesToVacuum = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
     or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)`

/** Does the work of a server's checkpointer and autovacuum, which the embedded engine lacks, while there is disk space. */
export function startUpkeep(
  pg: PGlite,
  report: ProblemReport,
  mayWrite = () => true,
): () => Promise<void> {
  let minutes = 0
  let checkpointed = '0/0'
  let running = Promise.resolve()

  const checkpoint = async () => {
    const { rows } = await pg.query<{ at: string; bytes: number }>(
      'select pg_current_wal_lsn()::text as at, pg_wal_lsn_diff(pg_current_wal_lsn(), $1) as bytes',
      [checkpointed],
    )
    const log = rows[0]
    const due = minutes % minutesBetweenCheckpoints === 0
    if (!log || log.bytes === 0 || (!due && log.bytes < logBytesBetweenCheckpoints)) return
    await pg.exec('checkpoint')
    const after = await pg.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
    checkpointed = after.rows[0]?.at ?? log.at
  }

  const round = async () => {
    minutes++
    if (!mayWrite()) throw new Error('The disk is full: nothing is written until there is room')
    await vacuumTables(pg)
    await checkpoint()
  }
  const timer = setInterval(() => {
    running = running.then(round).catch((error) => report('keeping the database tidy', error))
  }, everyMinute)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Vacuums and analyzes tables with many changes, one at a time so that other work gets a turn. */
export async function vacuumTables(pg: PGlite): Promise<string[]> {
  await pg.query('select pg_stat_force_next_flush()')
  const { rows } = await pg.query<{ name: string }>(tablesToVacuum)
  for (const { name } of rows) await pg.exec(`vacuum (analyze) ${name}`)
  return rows.map((row) => row.name)
}
