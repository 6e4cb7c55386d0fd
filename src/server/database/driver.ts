import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

interface ResultKind extends PgQueryResultHKT {
  type: StatementResult<this['row']>
}

interface StatementResult<Row> {
  rows: Row[]
  rowCount: number | null
}

/**
 * Settings of every session on both engines. PostgreSQL assumes random reads cost four times as much as sequential ones,
 * which is true of spinning disks only: without this, joins read small tables whole. Compiling a statement takes longer than
 * any of ours.
 */
export const sessionSettings = ['timezone=UTC', 'random_page_cost=1.1', 'jit=off']

/** Drizzle on either engine. Its own `transaction` is hidden: use ours. */
export type Database = Omit<PgDatabase<ResultKind>, 'transaction'>

interface Rows<Row> {
  rows: Row[]
  rowCount: number
}

/** A way to run statements: the root (any connection) or an open transaction. */
export interface Handle {
  readonly drizzle: Database
  /** `name` makes it a prepared statement if the engine supports them. */
  query: <Row>(text: string, values: unknown[], name?: string) => Promise<Rows<Row>>
  /** Runs a script of any number of statements without parameters; returns all rows. */
  script: (text: string) => Promise<unknown[]>
}

export interface TransactionOptions {
  isolation?: 'repeatable read' | 'serializable'
  readOnly?: boolean
  /** Without statement timeouts, for upgrades and backups. */
  unhurried?: boolean
}

/** Reports a background problem; the process continues. */
export type ProblemReport = (where: string, problem: unknown) => void

/** A pool's connections, and the number of calls waiting for one. */
export interface Connections {
  server: 'primary' | 'standby'
  open: number
  idle: number
  waiting: number
}

export interface Driver extends Handle {
  readonly engine: 'embedded' | 'postgres'
  transaction: <T>(run: (handle: Handle) => Promise<T>, options: TransactionOptions) => Promise<T>
  /** Resolves once subscribed. `onReconnect` runs after a lost connection is restored. */
  listen: (
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect: () => void,
  ) => Promise<() => Promise<void>>
  /** The read replica, if there is one with everything committed so far. */
  standby?: () => Promise<Handle | undefined>
  /** A copy of the whole database as a tar file; the embedded engine only. */
  dump?: () => Promise<Blob>
  /** Copies the database's files while nothing writes; embedded engine on disk only. */
  copyTo?: (folder: string) => Promise<void>
  /** The pools; PostgreSQL server only. */
  connections?: () => Connections[]
  close: () => Promise<void>
}

export function beginStatement({ isolation, readOnly }: TransactionOptions): string {
  const level = isolation ? ` isolation level ${isolation}` : ''
  return `begin${level}${readOnly ? ' read only' : ''}`
}
