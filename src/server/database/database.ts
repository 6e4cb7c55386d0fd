import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from 'node:util'
import { inLanguage } from '#server/base/language.ts'
import { type NamedStatement, type Statement, withCamelKeys } from './statement.ts'
import type {
  Connections,
  Database,
  Driver,
  Handle,
  ProblemReport,
  TransactionOptions,
} from './driver.ts'

interface DatabaseOptions {
  /** A PostgreSQL server; if unset, the embedded database in `dataDir`. */
  url?: string | undefined
  /** The server itself, if `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined
  /** A read replica. */
  readUrl?: string | undefined
  /** Folder of the embedded database and its lock. */
  dataDir?: string
  /** Connections to a PostgreSQL server, 10 if unset. */
  poolSize?: number
  /** A dumped or empty embedded database to run in memory, for tests. */
  snapshot?: Blob | 'empty'
  /** Reports background problems; to stderr if unset. */
  onProblem?: ProblemReport
}

interface Scope {
  handle: Handle
  open: boolean
  failure: { error: unknown } | undefined
  effects: (() => unknown)[]
  /** Notifications sent in one statement right before the commit. */
  published: Published[]
}

type Published = { channel: string; payload: string }

let driver: Driver | undefined
let report: ProblemReport = reportToStderr
const scopes = new AsyncLocalStorage<Scope | undefined>()
const standbys = new AsyncLocalStorage<Handle>()
const reconnectHandlers = new Set<() => Promise<unknown>>()

/** Opens the process's one database. Throws an error of one clear line on failure. */
export async function openDatabase(options: DatabaseOptions): Promise<void> {
  if (driver) throw new Error('The database is open already')
  if (options.onProblem) report = options.onProblem
  const problem: ProblemReport = (where, error) => report(where, error)
  if (options.url) {
    const { openPostgres } = await import('./postgres.ts')
    const { url, directUrl, readUrl, poolSize = 10 } = options
    driver = await openPostgres({ url, directUrl, readUrl, poolSize }, problem)
  } else if (options.snapshot) {
    const { openSnapshot } = await import('./embedded.ts')
    driver = await openSnapshot(options.snapshot)
  } else if (options.dataDir) {
    const { openEmbedded } = await import('./embedded.ts')
    driver = await openEmbedded(options.dataDir, problem)
  } else {
    throw new Error('A database needs a url or a folder')
  }
}

export async function closeDatabase(): Promise<void> {
  const closing = driver
  driver = undefined
  reconnectHandlers.clear()
  await closing?.close()
}

/** A copy of the embedded database as a tar file. */
export async function dumpDatabase(): Promise<Blob> {
  const { dump } = root()
  if (!dump) throw new Error('A PostgreSQL server is dumped with pg_dump')
  return dump()
}

/** Copies the files of the embedded database, which answers no queries while it copies. */
export async function copyDatabase(folder: string): Promise<void> {
  const { copyTo } = root()
  if (!copyTo) throw new Error('A PostgreSQL server is read, not copied')
  await copyTo(folder)
}

export function engine(): 'embedded' | 'postgres' {
  return root().engine
}

/** The connection pools; none for the embedded database. */
export function databaseConnections(): Connections[] {
  return root().connections?.() ?? []
}

/** Drizzle on the open transaction, else on the root. Call it at each use, don't store it. */
export function db(): Database {
  return currentHandle().drizzle
}

/**
 * Runs `run` in a transaction, which `db()` and raw queries inside it use. A nested call joins the outer one; if it throws,
 * the outer one cannot commit anymore.
 */
export async function transaction<T>(
  run: () => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const outer = openScope()
  if (outer) return joinTransaction(outer, run, options)
  const effects: (() => unknown)[] = []
  const result = await root().transaction(async (handle) => {
    const scope: Scope = { handle, open: true, failure: undefined, effects, published: [] }
    try {
      const value = await scopes.run(scope, run)
      if (scope.failure) throw scope.failure.error
      await sendPublished(handle, scope.published)
      return value
    } finally {
      scope.open = false
    }
  }, options)
  scopes.exit(() => standbys.exit(() => effects.forEach(runEffect)))
  return result
}

/** Whether the current code runs in a transaction. */
export function insideTransaction(): boolean {
  return openScope() !== undefined
}

/** Runs functions in the current transaction, also from the contexts of other requests. */
export function currentTransaction(): <T>(run: () => T) => T {
  const scope = openScope()
  return (run) => scopes.run(scope, run)
}

async function joinTransaction<T>(
  outer: Scope,
  run: () => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  if (options.isolation) throw new Error('A nested transaction cannot set its own isolation')
  try {
    return await run()
  } catch (error) {
    // The nested work is half done: a caller that swallows the error must not commit it.
    outer.failure ??= { error }
    throw error
  }
}

/** Runs `effect` once the outermost transaction has committed, at once if none is open. Never throws. */
export function afterCommit(effect: () => unknown): void {
  const scope = openScope()
  if (scope) scope.effects.push(effect)
  else runEffect(effect)
}

function runEffect(effect: () => unknown): void {
  new Promise((resolve) => resolve(effect())).catch((error) => report('after a commit', error))
}

/** The rows of a prepared statement, keyed in camelCase, in the open transaction if there is one. Timestamps are Dates. */
export function queryRows<Row>(statement: Statement, values?: unknown[]): Promise<Row[]>
export function queryRows<Row, Values>(
  statement: NamedStatement<Row, Values>,
  values: NoInfer<Values>,
): Promise<Row[]>
export async function queryRows<Row>(
  { name, text, order = [] }: Statement & { order?: readonly string[] },
  values: unknown[] | Record<string, unknown> = [],
): Promise<Row[]> {
  const given = Array.isArray(values) ? values : order.map((key) => values[key])
  return withCamelKeys((await currentHandle().query<object>(text, given, name)).rows)
}

/** The first row of a prepared statement. */
export function queryRow<Row>(statement: Statement, values?: unknown[]): Promise<Row | undefined>
export function queryRow<Row, Values>(
  statement: NamedStatement<Row, Values>,
  values: NoInfer<Values>,
): Promise<Row | undefined>
export async function queryRow<Row>(
  statement: Statement,
  values?: unknown[],
): Promise<Row | undefined> {
  return (await queryRows<Row>(statement, values))[0]
}

/** Throws when the database does not answer. */
export const askDatabase = () => queryRow({ name: 'health', text: 'select 1' })

/** Where statements run now: the open transaction, else the replica, else the root. For this folder and the queue. */
export function currentHandle(): Handle {
  return openScope()?.handle ?? standbys.getStore() ?? root()
}

/** Runs `run` on the primary, for work shared with callers that may not read from the replica. */
export const readingFromPrimary = <T>(run: () => T): T => standbys.exit(run)

/**
 * Runs reads outside transactions on the replica if it has everything committed so far: callers see their own writes and
 * every announced change.
 */
export async function readingFromStandby<T>(run: () => Promise<T> | T): Promise<T> {
  const handle = openScope() ? undefined : await root().standby?.()
  return handle ? standbys.run(handle, run) : run()
}

/** Notifies listeners in every process once the transaction commits. The payload carries ids only. */
export function notify(channel: string, payload: string): Promise<void> {
  return notifyAll(channel, [payload])
}

/** Like `notify` for many payloads. */
export async function notifyAll(channel: string, payloads: readonly string[]): Promise<void> {
  const published = payloads.map((payload) => ({ channel, payload }))
  const scope = openScope()
  if (scope) scope.published.push(...published)
  else await sendPublished(root(), published)
}

async function sendPublished(handle: Handle, published: readonly Published[]): Promise<void> {
  if (published.length === 0) return
  const text =
    'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) n(channel, payload)'
  const values = [published.map(({ channel }) => channel), published.map(({ payload }) => payload)]
  await handle.query(text, values, 'notify')
}

interface ListenOptions {
  /** Notifications sent while disconnected are lost: reload what depends on them. */
  onReconnect?: () => unknown
}

/** Listens on a channel until the returned function is called. `channel` is a plain lower-case name. */
export async function listen(
  channel: string,
  handler: (payload: string) => unknown,
  { onReconnect }: ListenOptions = {},
): Promise<() => Promise<void>> {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(channel)) throw new Error(`No channel name: ${channel}`)
  // A notification may arrive during someone's transaction and must join neither it nor its language.
  const guard = (run: () => unknown): Promise<unknown> =>
    scopes
      .exit(() => inLanguage(null, () => new Promise((resolve) => resolve(run()))))
      .catch((error) => report(`listening to ${channel}`, error))
  const reconnected = () => guard(() => onReconnect?.())
  reconnectHandlers.add(reconnected)
  const stop = await scopes.exit(() =>
    root().listen(
      channel,
      (payload) => void guard(() => handler(payload)),
      () => void reconnected(),
    ),
  )
  return async () => {
    reconnectHandlers.delete(reconnected)
    await scopes.exit(stop)
  }
}

/** Makes every listener reload, as after a lost connection: for data changed behind its back. */
export async function refreshListeners(): Promise<void> {
  await Promise.all([...reconnectHandlers].map((refresh) => refresh()))
}

function reportToStderr(where: string, problem: unknown): void {
  process.stderr.write(`database: ${where}: ${inspect(problem)}\n`)
}

function openScope(): Scope | undefined {
  const scope = scopes.getStore()
  return scope?.open ? scope : undefined
}

function root(): Driver {
  if (!driver) throw new Error('The database is not open')
  return driver
}
