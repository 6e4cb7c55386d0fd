import { sqlState } from './sql-state.ts'

/** Shown if a pooler is in between without being configured. */
export const throughPooler =
  'a pooler such as PgBouncer stands before it. Set DATABASE_DIRECT_URL to the address of the server itself'

/** One line naming the unusable server and the reason, without the password. */
export function describeConnectionProblem(url: string, error: unknown): string {
  return `Cannot use the PostgreSQL server at ${describeServer(url)}: ${describeReason(error)}`
}

function describeServer(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url)
    const host = hostname || searchParams.get('host') || 'localhost'
    return `${host}:${port || searchParams.get('port') || '5432'}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}

function describeReason(error: unknown): string {
  const state = sqlState(error)
  if (state === '28P01' || state === '28000') return 'the user or the password is wrong'
  if (state === '3D000') return 'there is no such database'
  if (state === '53300') return 'it has no connections left'
  // A host with several addresses fails with one error for each.
  if (error instanceof AggregateError) return describeReason(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (/unsupported startup parameter/.test(error.message)) return throughPooler
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'nothing answers there'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name is unknown'
  if (/^(timeout|Connection terminated due to connection timeout)/.test(error.message))
    return 'no answer within 10 seconds'
  return error.message.split('\n')[0] ?? 'unknown'
}
