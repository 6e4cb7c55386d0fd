import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

interface ResultKind extends PgQueryResultHKT {
  type: StatementResult<this['row']>
}

interface StatementResult<Row> {
  rows: Row[]
  rowCount: number | null
}

/**
 * Settings of every session on both engines. Reading a page out of order costs a disk that spins four times as much as
 * the next one, as PostgreSQL assumes, and a disk without moving parts hardly more: without this, joins read small tables whole.
 * To compile a statement takes longer than any of ours.
 */
export const sessionSettings = ['timezone=UTC', 'random_page_cost=1.1', 'jit=off']

/** Drizzle on either engine. Transactions are opened with `transaction()` only, so its own is hidden. */
export type Database = Omit<PgDatabase<ResultKind>, 'transaction'>

export interface Rows<Row> {
  rows: Row[]
  rowCount: number
}

/** A way to run statements: the root (any connection) or one open transaction. */
export interface Handle {
  readonly drizzle: Database
  /** `name` makes it a prepared statement where the engine has them. */
  query: <Row>(text: string, values: unknown[], name?: string) => Promise<Rows<Row>>
  /** Runs a script of any number of statements without parameters; answers all their rows. */
  script: (text: string) => Promise<unknown[]>
}

export interface TransactionOptions {
  isolation?: 'repeatable read' | 'serializable'
  readOnly?: boolean
  /** Its statements take as long as they need: of upgrades and backups. */
  unhurried?: boolean
}

/** Says what went wrong in the background; the process goes on. */
export type ProblemReport = (where: string, problem: unknown) => void

/** What a pool has, and how many calls wait for a connection of it. */
export interface Connections {
  server: 'primary' | 'standby'
  open: number
  idle: number
  waiting: number
}

export interface Driver extends Handle {
  readonly engine: 'embedded' | 'postgres'
  transaction: <T>(run: (handle: Handle) => Promise<T>, options: TransactionOptions) => Promise<T>
  /** Answers once the subscription stands. `onReconnect` runs after a lost connection is back. */
  listen: (
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect: () => void,
  ) => Promise<() => Promise<void>>
  /** To read from, where there is a standby and it has all that is committed until now. */
  standby?: () => Promise<Handle | undefined>
  /** A copy of the whole database as a tar file; the embedded engine only. */
  dump?: () => Promise<Blob>
  /** Copies the files of the database while nobody writes; the embedded engine on a disk only. */
  copyTo?: (folder: string) => Promise<void>
  /** The pools; a PostgreSQL server only. */
  connections?: () => Connections[]
  close: () => Promise<void>
}

export function beginStatement({ isolation, readOnly }: TransactionOptions): string {
  const level = isolation ? ` isolation level ${isolation}` : ''
  return `begin${level}${readOnly ? ' read only' : ''}`
}
