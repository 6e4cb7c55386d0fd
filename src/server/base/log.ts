import { pino, stdSerializers } from 'pino'
import { logLines } from './log-lines.ts'
import { sourceLines } from './source-lines.ts'

/** Names whose values are redacted, at the top level and one level down. */
const secretNames = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'code',
  'emailCode',
  'password',
  'secret',
  'sourceId',
  'token',
]

const redacted = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  ...secretNames.flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]),
]

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

// Read here and not from the configuration, because configuration errors are logged too.
function levelFrom(env: Record<string, string | undefined>): string {
  const wanted = env.LOG_LEVEL ?? (env.NODE_ENV === 'test' ? 'silent' : 'info')
  return levels.includes(wanted) ? wanted : 'info'
}

/** Properties in which database errors repeat values: names, addresses, sign-in codes, card tokens. */
const withValues = ['params', 'detail', 'where', 'queryOptions'] as const

function withoutValues(error: unknown): unknown {
  const seen = new Set<unknown>()
  for (let at = error; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at)
    const [message = ''] = at.message.split('\nparams: ')
    at.stack = at.stack?.replace(at.message, () => message)
    at.message = message
    for (const name of withValues) if (name in at) Reflect.set(at, name, undefined)
  }
  return error
}

function describeError(error: Error) {
  const described = stdSerializers.err(withoutValues(error) as Error)
  return { ...described, stack: sourceLines(described.stack) }
}

/** A JSON-lines logger on `destination` (standard output by default) that redacts secrets. */
export function makeLog(
  env: Record<string, string | undefined>,
  destination: { write(line: string): void } = logLines(),
) {
  const options = {
    level: levelFrom(env),
    base: undefined,
    serializers: { err: describeError },
    redact: { paths: redacted, censor: '[hidden]' },
  }
  return pino(options, destination)
}

export const log = makeLog(process.env)
