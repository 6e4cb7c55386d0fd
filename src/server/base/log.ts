import { pino, stdSerializers } from 'pino'
import { sourceLines } from './source-lines.ts'
import { writeSync } from 'node:fs'

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

/** For a reader that was fast so far; one that has lost a line gets a single try per line. */
const triesWhileBusy = 20
const busyMs = 5

/**
 * Log lines on standard output. Lines that don't fit, because the disk is full or the reader is gone, are lost: no request
 * waits for the log. The number of lost lines is logged once there is room.
 */
export function logLines(write: (bytes: Uint8Array) => number = (bytes) => writeSync(1, bytes)) {
  let lost = 0
  /** After a partial line, so the next one starts on a new line. */
  let isCutOff = false
  const put = (line: string): boolean => {
    let rest: Uint8Array = Buffer.from(isCutOff ? `\n${line}` : line)
    const whole = rest.length
    for (let tries = 0; rest.length > 0;) {
      try {
        rest = rest.subarray(write(rest))
      } catch (error) {
        const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN'
        if (!isBusy || lost > 0 || (tries += 1) > triesWhileBusy) {
          isCutOff ||= rest.length < whole
          return false
        }
        pause(busyMs)
      }
    }
    isCutOff = false
    return true
  }
  return {
    write(line: string): void {
      if (lost > 0 && put(linesLost(lost))) lost = 0
      if (lost > 0 || !put(line)) lost += 1
    },
  }
}

const linesLost = (count: number) =>
  `${JSON.stringify({ level: 40, time: Date.now(), count, msg: 'lines of the log were lost' })}\n`

const never = new Int32Array(new SharedArrayBuffer(4))
const pause = (ms: number) => Atomics.wait(never, 0, 0, ms)
