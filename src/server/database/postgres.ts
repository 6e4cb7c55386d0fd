import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, types } from 'pg'
import type { Client, ClientBase, ClientConfig, QueryConfig, QueryResult } from 'pg'
import { beginStatement, sessionSettings } from './driver.ts'
import type { Database, Driver, Handle, ProblemReport, TransactionOptions } from './driver.ts'
import { describeConnectionProblem } from './postgres-problems.ts'
import { PostgresListener } from './postgres-listener.ts'
import { arrayTypes, rowTypes } from './row-types.ts'
import { DatabaseFault, isConnectionLost, sqlState } from './sql-state.ts'

const oldestServer = 150_000

/** Connects to a PostgreSQL server, version 15 or newer. */
export async function openPostgres(
  url: string,
  poolSize: number,
  report: ProblemReport,
): Promise<Driver> {
  parseRowTypes()
  const connection: ClientConfig = {
    connectionString: url,
    application_name: 'fivequart',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    options: sessionSettings.map((setting) => `-c ${setting}`).join(' '),
    keepAlive: true,
  }
  const pool = new Pool({ ...connection, max: poolSize })
  pool.on('error', (error) => report('an idle connection was lost', error))
  // A connection that breaks while in use also fails its query; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await checkServer(pool)
  } catch (error) {
    await pool.end()
    throw new Error(describeConnectionProblem(url, error), { cause: error })
  }
  const listener = new PostgresListener(connection, report)
  return {
    engine: 'postgres',
    ...handleOn(rootQueries(pool)),
    transaction: (run, options) => runTransaction(pool, run, options),
    listen: (channel, onPayload, onReconnect) => listener.listen(channel, onPayload, onReconnect),
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

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

interface Queries {
  query: (query: string | QueryConfig, values?: unknown[]) => Promise<QueryResult>
}

// Not pool.query: that closes the connection after any failed statement, even a unique violation.
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

const runOn = (client: ClientBase, text: string | QueryConfig, values?: unknown[]) =>
  client.query(text, values).catch((error: Error) => {
    throw hasBroken(error) ? unreachable(error) : error
  })

const connectFrom = (pool: Pool) =>
  pool.connect().catch((error: Error) => {
    throw sqlState(error) ? error : unreachable(error)
  })

/** The driver's own words, and the system's, for a connection that ended under a statement. */
const hasBroken = (error: Error) =>
  !sqlState(error) && ('syscall' in error || /^(Connection terminated|Client )/.test(error.message))

const unreachable = (cause: Error) =>
  new DatabaseFault('08006', `PostgreSQL cannot be reached: ${cause.message}`, {
    severity: 'FATAL',
    cause,
  })

async function runTransaction<T>(
  pool: Pool,
  run: (handle: Handle) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await connectFrom(pool)
  const scope = transactionQueries(client)
  let broken: Error | undefined
  try {
    await runOn(client, beginStatement(options))
    const result = await run(handleOn(scope.queries))
    await scope.close()
    // A transaction that a swallowed error has aborted answers COMMIT with a quiet ROLLBACK.
    const { command } = await runOn(client, 'commit')
    if (command !== 'COMMIT') {
      throw new DatabaseFault('25P02', 'Transaction was rolled back instead of committed')
    }
    return result
  } catch (error) {
    await scope.close()
    await client.query('rollback').catch((problem: Error) => (broken = problem))
    throw error
  } finally {
    client.release(broken)
  }
}

// Statements of one transaction run one after the other, and none after its end: by then the
// connection may be in someone else's transaction.
function transactionQueries(client: ClientBase) {
  let closed = false
  let last: Promise<unknown> = Promise.resolve()
  const query: Queries['query'] = (text, values) => {
    if (closed) return Promise.reject(new Error('Transaction is closed'))
    const result = last.then(() => runOn(client, text, values))
    last = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }
  return {
    queries: { query },
    async close() {
      closed = true
      await last
    },
  }
}

function handleOn(client: Queries): Handle {
  let made: Database | undefined
  return {
    // Made when asked for: most transactions do without.
    get drizzle() {
      return (made ??= drizzle(client as unknown as Client))
    },
    async query(text: string, values: unknown[], name?: string) {
      const { rows, rowCount } = await client.query({ text, values, name })
      return { rows: rows as never[], rowCount: rowCount ?? rows.length }
    },
    async script(text) {
      const result: unknown = await client.query(text)
      return [result].flat().flatMap((one) => (one as QueryResult).rows)
    },
  }
}

// Set for the whole process: drizzle asks pg's own table about what it does not parse itself.
function parseRowTypes(): void {
  const setParser: (oid: number, parse: (text: string) => unknown) => void = types.setTypeParser
  for (const [oid, parse] of Object.entries(rowTypes)) setParser(Number(oid), parse)
  for (const [oid, element] of Object.entries(arrayTypes)) {
    setParser(Number(oid), (text) => parseArray(text, rowTypes[element]))
  }
}

// Numbers and dates need no quotes, so their arrays need no parser worth the name.
function parseArray(text: string, parse: (text: string) => unknown): unknown[] {
  const items = text.slice(1, -1)
  if (items === '') return []
  return items.split(',').map((item) => (item === 'NULL' ? null : parse(item)))
}
