interface PostgresError {
  code: string
  severity: string
  constraint?: string
}

// Node's own codes ('EPIPE') look like SQLSTATEs; only PostgreSQL's errors carry a severity.
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

/** The SQLSTATE of an error or its causes, such as '23505'; undefined if none is from SQL. */
export function sqlState(error: unknown): string | undefined {
  return postgresError(error)?.code
}

/** Whether a row exists that excludes this one (a unique or an exclusion constraint), by the named constraint if given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = postgresError(error)
  if (found?.code !== '23505' && found?.code !== '23P01') return false
  return !constraint || found.constraint === constraint
}

/** Whether it references a missing row. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503'

/** A read-only server: a replica, or one being promoted. */
const readOnlyServer = '25006'

/** Whether the connection is lost or leads to a server that cannot write, rather than only the statement failing. */
export function isConnectionLost(error: unknown): boolean {
  const found = postgresError(error)
  if (!found || found.code === readOnlyServer) return true
  return found.severity === 'FATAL' || found.severity === 'PANIC'
}

/**
 * Whether the server is the problem: unreachable (08), out of connections or disk (53), stopping (57P), or not the primary
 * (yet). Retrying may work.
 */
export function isOutOfService(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && (state === readOnlyServer || /^(08|53|57P)/.test(state))
}

interface FaultOptions extends ErrorOptions {
  /** `FATAL`: the connection is lost too. */
  severity?: 'ERROR' | 'FATAL'
}

/** An error like PostgreSQL's own, for problems the driver finds before the server. */
export class DatabaseFault extends Error {
  readonly severity: 'ERROR' | 'FATAL'
  readonly code: string
  constructor(code: string, message: string, { severity = 'ERROR', cause }: FaultOptions = {}) {
    super(message, { cause })
    this.code = code
    this.severity = severity
  }
}
