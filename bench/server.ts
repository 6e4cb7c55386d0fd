import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverOptions } from '../scripts/serve.mjs'
import { freePort } from '../src/server/testing/test-programs.ts'
import type { Place } from './prepare.ts'

export type Server = AsyncDisposable & {
  url: string
  /** From the start of the process to the first answer from the database. */
  startMs: number
  /** Resident memory in MB. */
  memory: () => number
  /** Proportional memory in MB (PSS): private memory and its share of shared memory. Takes the kernel milliseconds. */
  shareOfMemory: () => number
  /** Processor time used so far, in ms. */
  processorMs: () => number
  /** Waits for background work left by the requests; returns its duration in ms. */
  settle: () => Promise<number>
}

const root = join(import.meta.dirname, '..')
const patienceMs = 60_000

const profiling = process.argv.includes('--profile')
  ? ['--cpu-prof', '--cpu-prof-dir=dist/profiles']
  : []

/** Starts the product as `npm start` does, outside demo mode; `withLimits`: with rate limits; `env`: additional settings. */
export async function startServer(
  place: Place,
  { withLimits = true, env = {} }: { withLimits?: boolean; env?: Record<string, string> } = {},
): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      ...serverOptions,
      '--import=./scripts/follow-parent.mjs',
      ...profiling,
      'dist/server/main.mjs',
    ],
    {
      cwd: root,
      // Limits are never reached, but counting is part of the work. The log is written to nowhere.
      env: {
        ...place,
        ...env,
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        REQUESTS_PER_MINUTE: withLimits ? '1000000' : '0',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    },
  )
  await firstAnswer(`${url}/api/service-packages`, child)
  const startMs = performance.now() - start
  return {
    url,
    startMs,
    memory: () => megabytes(child.pid ?? 0, 'status', 'VmRSS'),
    shareOfMemory: () => megabytes(child.pid ?? 0, 'smaps_rollup', 'Pss'),
    processorMs: () => processorMs(child.pid ?? 0),
    settle: () => untilIdle(child.pid ?? 0),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(3)) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok && ((await answer.json()) as unknown[]).length > 0) return
  }
  throw new Error('The server did not answer')
}

/** The value behind `name` in a Linux file about a process, in MB. */
function megabytes(pid: number, file: string, name: string): number {
  const text = readFileSync(`/proc/${pid}/${file}`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
}

const lookMs = 500
const idleShare = 0.06

async function untilIdle(pid: number): Promise<number> {
  const start = performance.now()
  for (let last = processorMs(pid); ;) {
    await sleep(lookMs)
    const now = processorMs(pid)
    if (now - last < lookMs * idleShare) return performance.now() - start - lookMs
    last = now
  }
}

/** A process's processor time so far, which Linux counts in hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
