import { drizzle } from 'drizzle-orm/node-postgres'
import {
  type Client,
  type ClientBase,
  type ClientConfig,
  Pool,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  types,
} from 'pg'
import { span } from '#server/base/span.ts'
import {
  beginStatement,
  type Database,
  type Driver,
  type Handle,
  type ProblemReport,
  type TransactionOptions,
} from './driver.ts'
import { describeConnectionProblem } from './postgres-problems.ts'
import { PostgresListener } from './postgres-listener.ts'
import { arrayTypes, rowTypes } from './row-types.ts'
import { assertDefaults, assertHeard, settleDefaults, startupSettings } from './session-defaults.ts'
import { DatabaseFault, isConnectionLost, isOutOfService, sqlState } from './sql-state.ts'
import { followStandby } from './standby.ts'

const oldestServer = 150_000

interface PostgresServer {
  url: string
  /**
   * The server itself, if `url` leads to a pooler in transaction mode, which supports no prepared statements, notifications
   * or settings.
   */
  directUrl?: string | undefined
  /** A read replica. */
  readUrl?: string | undefined
  /** Connections to the server, and as many to the replica. */
  poolSize: number
}

/** Connects to a PostgreSQL server, version 15 or newer. */
export async function openPostgres(server: PostgresServer, report: ProblemReport): Promise<Driver> {
  parseRowTypes()
  const { url, directUrl, readUrl, poolSize } = server
  const settings = directUrl ? {} : startupSettings
  const listener = new PostgresListener(connectionTo(directUrl ?? url, startupSettings), report)
  const pool = makePool(
    {
      ...connectionTo(url, settings),
      query_timeout: longestAnswerMs,
      max: poolSize,
      // Only BEGIN is sent together with another statement.
      pipeline: true,
    },
    report,
  )
  const keepsStatements = directUrl === undefined
  const queries = rootQueries(pool)
  const root = handleOn(queries, keepsStatements)
  try {
    await checkServer(pool)
    if (directUrl) await settleDefaults(root, connectionTo(directUrl, startupSettings))
    await assertDefaults(root, directUrl !== undefined, report)
    await assertHeard(root, listener, directUrl)
  } catch (error) {
    await Promise.all([listener.close(), pool.end()])
    throw new Error(describeConnectionProblem(url, error), { cause: error })
  }
  const standbyPool =
    readUrl === undefined
      ? undefined
      : makePool({ ...connectionTo(readUrl, settings), ...standbyDeadlines, max: poolSize }, report)
  const standby = standbyPool && rootQueries(standbyPool)
  const caughtUp =
    standby &&
    followStandby(
      root,
      handleOn(standby, keepsStatements),
      handleOn(readingElsewhere(standby, queries, report), keepsStatements),
      report,
    )
  return {
    engine: 'postgres',
    ...root,
    transaction: (run, options) => runTransaction(pool, run, options, keepsStatements),
    listen: (channel, onPayload, onReconnect) => listener.listen(channel, onPayload, onReconnect),
    ...(caughtUp && { standby: caughtUp }),
    connections: () => [
      { server: 'primary', ...countsOf(pool) },
      ...(standbyPool ? [{ server: 'standby' as const, ...countsOf(standbyPool) }] : []),
    ],
    async close() {
      await listener.close()
      await Promise.all([pool.end(), standbyPool?.end()])
    },
  }
}

const connectionTo = (url: string, settings: ClientConfig): ClientConfig => ({
  connectionString: url,
  application_name: 'fivequart',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  ...settings,
})

function makePool(connection: PoolConfig, report: ProblemReport): Pool {
  const pool = new Pool(connection)
  pool.on('error', (error) => report('an idle connection was lost', error))
  // A connection that breaks in use also fails its query; an unhandled event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const countsOf = ({ totalCount, idleCount, waitingCount }: Pool) => ({
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})

async function checkServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; shown: string; encoding: string }>(
    `select current_setting('server_version_num')::int as version,
            current_setting('server_version') as shown,
            current_setting('server_encoding') as encoding`,
  )
  const server = rows[0]
  if (!server || server.version < oldestServer) {
    throw new Error(`it runs PostgreSQL ${server?.shown}, 15 or newer is needed`)
  }
  if (server.encoding !== 'UTF8') throw new Error(`its encoding is ${server.encoding}, not UTF8`)
}

/** `statement` is its name in the program, unlike `name` if nothing is prepared. */
type NamedQuery = QueryConfig & { statement?: string | undefined }

type TimedQuery = NamedQuery & { query_timeout?: number }

interface Queries {
  query: (query: string | NamedQuery, values?: unknown[]) => Promise<QueryResult>
}

// Not pool.query, which closes the connection after any failed statement, even a unique violation.
function rootQueries(pool: Pool): Queries {
  const query: Queries['query'] = async (text, values) => {
    const client = await connectFrom(pool)
    let broken: boolean | undefined
    try {
      return await runOn(client, text, values)
    } catch (error) {
      broken = isConnectionLost(error)
      throw error
    } finally {
      client.release(broken)
    }
  }
  return { query }
}

/** Later than the server's own timeout: no answer by then means the server or the network is frozen. */
const longestAnswerMs = 35_000
/** The maximum of a timer. */
const unhurriedMs = 2 ** 31 - 1

/** A frozen replica is silent, so it gets less time than the primary. */
const standbyDeadlines: PoolConfig = { connectionTimeoutMillis: 1_000, query_timeout: 10_000 }

/** Reads from the replica, and from the primary what it cannot answer: it is down, read-only, or still catching up. */
const readingElsewhere = (standby: Queries, primary: Queries, report: ProblemReport): Queries => ({
  query: (text, values) =>
    standby.query(text, values).catch((error: unknown) => {
      const state = sqlState(error)
      if (state !== undefined && state !== cancelledForReplay && !isOutOfService(error)) throw error
      if (state !== '25006') report('a statement of the standby', error)
      return primary.query(text, values)
    }),
})

const cancelledForReplay = '40001'

const runOn = (client: ClientBase, query: string | TimedQuery, values?: unknown[]) =>
  span(
    typeof query === 'string'
      ? { kind: 'statement', text: query }
      : { kind: 'statement', name: query.statement, text: query.text },
    () => client.query(query, values),
  ).catch((error: Error) => {
    throw hasBroken(error) ? unreachable(error) : error
  })

const connectFrom = (pool: Pool) =>
  pool.connect().catch((error: Error) => {
    throw sqlState(error) ? error : unreachable(error)
  })

/** Messages of the driver and the system for a connection lost during a statement. */
const hasBroken = (error: Error) =>
  !sqlState(error) &&
  ('syscall' in error || /^(Connection terminated|Client |Query read timeout)/.test(error.message))

const unreachable = (cause: Error) =>
  new DatabaseFault('08006', `PostgreSQL cannot be reached: ${cause.message}`, {
    severity: 'FATAL',
    cause,
  })

const withoutLimits =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

async function runTransaction<T>(
  pool: Pool,
  run: (handle: Handle) => Promise<T>,
  options: TransactionOptions,
  keepsStatements: boolean,
): Promise<T> {
  const client = await connectFrom(pool)
  const scope = transactionQueries(client, options)
  let broken: Error | true | undefined
  try {
    const result = await run(handleOn(scope.queries, keepsStatements))
    await scope.close()
    if (!scope.hasBegun()) return result
    // A transaction aborted by a swallowed error answers COMMIT with a silent ROLLBACK.
    const { command } = await runOn(client, 'commit')
    if (command !== 'COMMIT') {
      throw new DatabaseFault('25P02', 'Transaction was rolled back instead of committed')
    }
    return result
  } catch (error) {
    await scope.close()
    // A lost connection takes its transaction along, and a frozen one would never answer.
    if (sqlState(error) !== undefined && isConnectionLost(error)) broken = true
    else if (scope.hasBegun())
      await runOn(client, 'rollback').catch((problem: Error) => (broken = problem))
    throw error
  } finally {
    client.release(broken)
  }
}

// Statements of a transaction run one after the other, and none after its end, when the connection may be in someone else's
// transaction. The first one begins it.
function transactionQueries(client: ClientBase, options: TransactionOptions) {
  const { unhurried } = options
  let begun = false
  let closed = false
  let lost: Error | undefined
  let last: Promise<unknown> = Promise.resolve()
  const query: Queries['query'] = (text, values) => {
    if (closed) return Promise.reject(new Error('Transaction is closed'))
    const timed = unhurried
      ? { ...(typeof text === 'string' ? { text } : text), query_timeout: unhurriedMs }
      : text
    const send = () => runOn(client, timed, values)
    const result = last.then(() => {
      if (lost) return Promise.reject(lost)
      if (begun) return send()
      begun = true
      return withBegin(client, options, send)
    })
    last = result.then(
      () => undefined,
      (error: Error) => {
        if (sqlState(error) !== undefined && isConnectionLost(error)) lost = error
      },
    )
    return result
  }
  return {
    queries: { query },
    hasBegun: () => begun,
    async close() {
      closed = true
      await last
    },
  }
}

/** Begins a transaction in the packet of its first statement, which saves a round trip. */
async function withBegin<T>(
  client: ClientBase,
  options: TransactionOptions,
  send: () => Promise<T>,
): Promise<T> {
  const { stream } = (client as Client).connection
  stream.cork()
  const sent = Promise.all([
    runOn(client, beginStatement(options)),
    options.unhurried && runOn(client, withoutLimits),
    send(),
  ])
  stream.uncork()
  const [, , result] = await sent
  return result
}

/** `keepsStatements`: a connection stays with its prepared statements. */
function handleOn(client: Queries, keepsStatements: boolean): Handle {
  let made: Database | undefined
  return {
    // Created on demand: most transactions don't use it.
    get drizzle() {
      return (made ??= drizzle(client as unknown as Client))
    },
    async query(text: string, values: unknown[], name?: string) {
      const { rows, rowCount } = await client.query({
        text,
        values,
        statement: name,
        ...(keepsStatements && name && { name }),
      })
      return { rows: rows as never[], rowCount: rowCount ?? rows.length }
    },
    async script(text) {
      const result: unknown = await client.query(text)
      return [result].flat().flatMap((one) => (one as QueryResult).rows)
    },
  }
}

// Set for the whole process: drizzle uses pg's table for types it does not parse.
function parseRowTypes(): void {
  const setParser: (oid: number, parse: (text: string) => unknown) => void = types.setTypeParser
  for (const [oid, parse] of Object.entries(rowTypes)) setParser(Number(oid), parse)
  for (const [oid, element] of Object.entries(arrayTypes)) {
    setParser(Number(oid), (text) => parseArray(text, rowTypes[element]))
  }
}

// Numbers and dates have no quotes, so a simple parser is enough.
function parseArray(text: string, parse: (text: string) => unknown): unknown[] {
  const items = text.slice(1, -1)
  if (items === '') return []
  return items.split(',').map((item) => (item === 'NULL' ? null : parse(item)))
}
