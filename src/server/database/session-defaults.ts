import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { type Handle, type ProblemReport, sessionSettings } from './driver.ts'
import type { PostgresListener } from './postgres-listener.ts'
import { describeConnectionProblem, throughPooler } from './postgres-problems.ts'

/** For every connection to a server, in milliseconds. */
const timeouts = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 }

/** Sent when a connection opens, unless a pooler refuses them. */
export const startupSettings: ClientConfig = {
  ...timeouts,
  options: sessionSettings.map((setting) => `-c ${setting}`).join(' '),
}

/** By name, as in `pg_settings`. */
const defaults = new Map([
  ...Object.entries(timeouts).map(([name, ms]) => [name, String(ms)] as const),
  ...sessionSettings.map((setting) => setting.split('=') as [string, string]),
])

/**
 * Stores the settings for the role in this database, for connections opened by a pooler. `direct` bypasses the pooler; its
 * role must be allowed to alter that of `pooled`.
 */
export async function settleDefaults(pooled: Handle, direct: ClientConfig): Promise<void> {
  const { rows } = await pooled.query<{ role: string; database: string; known: string[] }>(
    `select current_user as role, current_database() as database,
       coalesce((select s.setconfig from pg_db_role_setting s
         join pg_database d on d.oid = s.setdatabase join pg_roles r on r.oid = s.setrole
         where d.datname = current_database() and r.rolname = current_user), '{}')::text[] as known`,
    [],
  )
  const [who] = rows
  const known = who?.known.map((setting) => setting.toLowerCase()) ?? []
  const missing = [...defaults].filter(
    ([name, value]) => !known.includes(`${name}=${value}`.toLowerCase()),
  )
  if (!who || missing.length === 0) return
  const client = new Client(direct)
  try {
    await client.connect()
    const role = client.escapeIdentifier(who.role)
    const database = client.escapeIdentifier(who.database)
    for (const [name, value] of missing)
      await client.query(
        `alter role ${role} in database ${database} set ${name} to ${client.escapeLiteral(value)}`,
      )
  } catch (error) {
    throw new Error(describeConnectionProblem(direct.connectionString ?? '', error), {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {})
  }
}

const universal = /^(Etc\/)?(UTC|GMT|Universal|Zulu|UCT)$/

/** Throws if a connection opened without our settings although no pooler is configured. */
export async function assertDefaults(
  root: Handle,
  pooled: boolean,
  report: ProblemReport,
): Promise<void> {
  const { rows } = await root.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where lower(name) = any($1)',
    [[...defaults.keys()]],
  )
  const lost = rows
    .filter(({ name, setting }) => defaults.get(name.toLowerCase()) !== setting)
    .filter(({ name, setting }) => name !== 'TimeZone' || !universal.test(setting))
  if (lost.length === 0) return
  if (!pooled) throw new Error(throughPooler)
  if (lost.some(({ name }) => name === 'TimeZone'))
    throw new Error(
      'its connections are not in UTC. Write timezone=UTC beside the database in the settings of the pooler, and have it connect again',
    )
  report(
    'connections of the pooler',
    new Error(
      `Some were opened before their settings were made (${lost.map(({ name }) => name).join(', ')}). Have the pooler connect again, as RECONNECT does.`,
    ),
  )
}

const longestNewsMs = 10_000

/** Throws if notifications of one connection do not reach the other. */
export async function assertHeard(
  root: Handle,
  listener: PostgresListener,
  directUrl: string | undefined,
): Promise<void> {
  const word = randomUUID()
  const { promise: heard, resolve } = Promise.withResolvers<boolean>()
  const stop = await listener
    .listen(
      'are_we_heard',
      (payload) => payload === word && resolve(true),
      () => {},
    )
    .catch((error: unknown) => {
      throw directUrl ? new Error(describeConnectionProblem(directUrl, error)) : error
    })
  const deadline = setTimeout(() => resolve(false), longestNewsMs)
  await root.query('select pg_notify($1, $2)', ['are_we_heard', word])
  const isHeard = await heard
  clearTimeout(deadline)
  await stop()
  if (isHeard) return
  throw new Error(
    directUrl
      ? 'DATABASE_DIRECT_URL leads to another server, or to a pooler as well: what is said here is not heard there'
      : throughPooler,
  )
}
