import { setTimeout as sleep } from 'node:timers/promises'
import type { Handle, ProblemReport } from './driver.ts'

/** Steps of waiting for a replica before using the primary, in milliseconds. */
const waits = [0, 1, 2, 4, 8, 16]
const longestAnswerMs = 1_000
const askAgainMs = 5_000

/**
 * Returns the replica once it has everything committed before the call by any process; undefined if it is down, behind, or
 * promoted, and the primary is read instead. `reading` is its handle, which falls back to the primary on failure.
 */
export function followStandby(
  primary: Handle,
  standby: Handle,
  reading: Handle,
  report: ProblemReport,
) {
  let away = false
  let asking: NodeJS.Timeout | undefined
  const goAway = (problem: unknown) => {
    if (!away) report('the standby to read from', problem)
    away = true
    asking ??= setTimeout(() => {
      asking = undefined
      void comeBack()
    }, askAgainMs).unref()
  }
  const comeBack = async () => {
    try {
      if ((await reached(standby, '0/0')) === undefined) throw new Error('It follows no primary.')
      away = false
    } catch (error) {
      goAway(error)
    }
  }

  return async (): Promise<Handle | undefined> => {
    if (away) return undefined
    const position = await positionOf(primary)
    if (!position) return undefined
    try {
      for (const wait of waits) {
        if (wait > 0) await sleep(wait)
        const isThere = await reached(standby, position)
        if (isThere === undefined) throw new Error('It follows no primary.')
        if (isThere) return reading
      }
    } catch (error) {
      goAway(error)
    }
    return undefined
  }
}

/** Everything committed on a primary precedes this position; if commits do not wait, it may not be written yet. */
async function positionOf(primary: Handle): Promise<string | undefined> {
  const text = `select (case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_lsn() end)::text as position`
  const { rows } = await primary
    .query<{ position: string }>(text, [], 'primary-position')
    // The primary is asked next and reports the problem.
    .catch(() => ({ rows: [] }))
  return rows[0]?.position
}

/** Whether a replica has replayed up to a position; undefined if it is none. */
async function reached(standby: Handle, position: string): Promise<boolean | undefined> {
  const text = `select pg_is_in_recovery() as follows,
    pg_last_wal_replay_lsn() >= $1::pg_lsn as reached`
  const answer = standby.query<{ follows: boolean; reached: boolean }>(
    text,
    [position],
    'standby-position',
  )
  // It may fail later, when no one waits.
  answer.catch(() => {})
  const late = sleep(longestAnswerMs, undefined, { ref: false }).then(() => {
    throw new Error('It does not answer.')
  })
  const { rows } = await Promise.race([answer, late])
  return rows[0]?.follows ? rows[0].reached : undefined
}
