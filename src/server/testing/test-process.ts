// The server as a separate process, for tests that need one.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from '../../../scripts/build.mjs'

const root = join(import.meta.dirname, '../../..')

/** The server refuses to start without its pages; their content does not matter here. */
export async function ensureClient(): Promise<void> {
  if (existsSync(join(root, 'dist/client/index.html'))) return
  const { code, output } = await build(process.env)
  if (code !== 0) throw new Error(output)
}

export type Ended = { code: number | null; signal: string | null; errors: string }

export type ServerProcess = {
  /** `http://127.0.0.1:port` once it serves; rejects with its errors if it exits before. */
  ready: Promise<string>
  ended: Promise<Ended>
  pid: number | undefined
  kill: (signal: 'SIGTERM' | 'SIGKILL') => void
}

type Started = {
  cwd: string
  env: Record<string, string>
  uid?: number
  gid?: number
  /** A program with arguments that wraps it. */
  before?: readonly string[]
  /** Redirects its standard output, which can then not be read here. */
  output?: 'pipe' | number
}

/** Starts the built server on a free port, unless `env` sets one, with nothing else of our environment. */
export function startProcess(
  env: Record<string, string>,
  how: Pick<Started, 'before' | 'output'> = {},
): ServerProcess {
  return startCommand(
    ['node', '--disable-warning=ExperimentalWarning', join(root, 'dist/server/main.mjs')],
    { cwd: root, env: { PORT: '0', REQUESTS_PER_MINUTE: '0', ...env }, ...how },
  )
}

/** Starts a server by a Node command. */
export function startCommand(
  [, ...args]: readonly string[],
  { env, before = [], output = 'pipe', ...options }: Started,
): ServerProcess {
  const [program = process.execPath, ...words] = [...before, process.execPath, ...args]
  const child: ChildProcess = spawn(program, words, {
    ...options,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', output, 'pipe'],
  })
  const ended = endOf(child)
  const ready = addressOf(child).then(async (address) => {
    if (address) return address
    throw new Error(`The server ended: ${JSON.stringify(await ended)}`)
  })
  // Tests that only await the exit must not fail by this rejection.
  ready.catch(() => {})
  return { pid: child.pid, ready, ended, kill: (signal) => void child.kill(signal) }
}

async function addressOf({ stdout }: ChildProcess): Promise<string | undefined> {
  if (!stdout) return undefined
  return new Promise((resolve) => {
    // Keeps reading after the awaited line, or the full pipe would block the server.
    createInterface(stdout)
      .on('line', (line) => {
        const { msg, address } = JSON.parse(line) as { msg?: string; address?: string }
        if (msg === 'ready') resolve(address)
      })
      .on('close', () => resolve(undefined))
  })
}

function endOf(child: ChildProcess): Promise<Ended> {
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  return new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, errors })),
  )
}

export type Answer = { status: number; body: ReturnType<typeof JSON.parse> }

/** One call with this session. */
export async function callAt(
  url: string,
  route: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ')
  const answer = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { cookie: `fq_session=${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('<') || !text ? text : JSON.parse(text) }
}

/**
 * Begins a call and holds back half of its body. Resolves, once the server has accepted it, to a function that sends the
 * rest and returns the status.
 */
export async function beginCall(
  url: string,
  { path, token, body }: { path: string; token: string; body: unknown },
): Promise<() => Promise<number | undefined>> {
  const text = Buffer.from(JSON.stringify(body))
  const call = request(`${url}${path}`, {
    method: 'POST',
    headers: {
      cookie: `fq_session=${token}`,
      'content-type': 'application/json',
      'content-length': text.length,
      expect: '100-continue',
    },
  })
  const answer = once(call, 'response') as Promise<[IncomingMessage]>
  call.flushHeaders()
  await once(call, 'continue')
  call.write(text.subarray(0, 10))
  return async () => {
    call.end(text.subarray(10))
    const [response] = await answer
    response.resume()
    return response.statusCode
  }
}
