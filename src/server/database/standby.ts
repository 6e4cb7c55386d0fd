import { setTimeout as sleep } from 'node:timers/promises'
import type { Handle, ProblemReport } from './driver.ts'

/** A standby is waited for so long, in steps; then the primary is asked. In milliseconds. */
const waits = [0, 1, 2, 4, 8, 16]
const longestAnswerMs = 1_000
const askAgainMs = 5_000

/**
 * Answers the standby once it has everything that was committed before the call, whoever wrote it in whichever process;
 * undefined where it is away, behind, or no standby any more: then the primary is read. `reading` is what it answers, which goes
 * to the primary where the standby fails.
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

/** Everything that is committed on a primary lies before it; where commits do not wait, it may not be written yet. */
async function positionOf(primary: Handle): Promise<string | undefined> {
  const text = `select (case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_lsn() end)::text as position`
  const { rows } = await primary
    .query<{ position: string }>(text, [], 'primary-position')
    // The primary itself is asked next, and says what is wrong.
    .catch(() => ({ rows: [] }))
  return rows[0]?.position
}

/** Whether a standby has replayed up to a position; undefined: it is none. */
async function reached(standby: Handle, position: string): Promise<boolean | undefined> {
  const text = `select pg_is_in_recovery() as follows,
    pg_last_wal_replay_lsn() >= $1::pg_lsn as reached`
  const answer = standby.query<{ follows: boolean; reached: boolean }>(
    text,
    [position],
    'standby-position',
  )
  // Fails later where nobody waits any more.
  answer.catch(() => {})
  const late = sleep(longestAnswerMs, undefined, { ref: false }).then(() => {
    throw new Error('It does not answer.')
  })
  const { rows } = await Promise.race([answer, late])
  return rows[0]?.follows ? rows[0].reached : undefined
}
