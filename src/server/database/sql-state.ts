interface PostgresError {
  code: string
  severity: string
  constraint?: string
}

// Node's own codes ('EPIPE') look like SQLSTATEs; only errors from PostgreSQL carry a severity.
function isPostgresError(error: unknown): error is PostgresError {
  return (
    typeof error === 'object' &&
    error !== null &&
    'severity' in error &&
    'code' in error &&
    typeof error.code === 'string'
  )
}

function postgresError(error: unknown): PostgresError | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (isPostgresError(at)) return at
  }
  return undefined
}

/** The SQLSTATE of an error or of what caused it, such as '23505'; undefined if none is from SQL. */
export function sqlState(error: unknown): string | undefined {
  return postgresError(error)?.code
}

/** Whether a unique constraint or index stopped it, the named one if a name is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = postgresError(error)
  return found?.code === '23505' && (!constraint || found.constraint === constraint)
}

/** Whether it names something that is not there any more. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503'

/** A server that only reads: a standby, or one that is just becoming the primary. */
const readOnlyServer = '25006'

/** Whether the connection is gone with the statement, or leads to a server that cannot write; not the statement alone. */
export function isConnectionLost(error: unknown): boolean {
  const found = postgresError(error)
  if (!found || found.code === readOnlyServer) return true
  return found.severity === 'FATAL' || found.severity === 'PANIC'
}

/**
 * Whether the server itself was the trouble: away (08), full of connections or its disk of data (53), stopping (57P), or
 * not the primary (yet). The statement may work later.
 */
export function isOutOfService(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && (state === readOnlyServer || /^(08|53|57P)/.test(state))
}

interface FaultOptions extends ErrorOptions {
  /** `FATAL`: the connection is gone with it. */
  severity?: 'ERROR' | 'FATAL'
}

/** An error that reads like PostgreSQL's own, for what a driver finds out before the server does. */
export class DatabaseFault extends Error {
  readonly severity: 'ERROR' | 'FATAL'
  readonly code: string
  constructor(code: string, message: string, { severity = 'ERROR', cause }: FaultOptions = {}) {
    super(message, { cause })
    this.code = code
    this.severity = severity
  }
}
