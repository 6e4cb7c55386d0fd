import { pino } from 'pino'

/** Names whose values never reach a log, on the top level and one level down. */
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

// Read here and not from the configuration, because a malformed configuration has to be logged too.
function levelFrom(env: Record<string, string | undefined>): string {
  const wanted = env.LOG_LEVEL ?? (env.NODE_ENV === 'test' ? 'silent' : 'info')
  return levels.includes(wanted) ? wanted : 'info'
}

/** A JSON-lines logger on `destination` (standard output unless said), secrets struck out. */
export function makeLog(
  env: Record<string, string | undefined>,
  destination?: { write(line: string): void },
) {
  const options = {
    level: levelFrom(env),
    base: undefined,
    redact: { paths: redacted, censor: '[hidden]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

export const log = makeLog(process.env)
