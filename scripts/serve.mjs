// Runs the server as if it were this process: signals go in, the exit code comes out,
// and neither outlives the other.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './processes.mjs'

/** What Node is to do for the server: less memory, and less work at the start. The files in deploy say the same. */
export const serverOptions = [
  // 280 MB of memory become 220, and the start is 300 ms shorter; see docs/decisions/021-embedded-database.md.
  '--max-semi-space-size=4',
  // Collected again after two fifths more, not after four times as much: see docs/decisions/013-backups-exports-and-imports.md.
  '--heap-growing-percent=40',
  // What the start loads stays, so nothing is collected before that is there: 90 of 460 ms of the processor.
  '--min-semi-space-size=4',
  '--initial-old-space-size=48',
  // Once it serves, what the start has left is collected: 20 MB.
  '--expose-gc',
]

/** Runs the built server with Node's `options`; resolves to its exit code. */
export function serve(node, options, env) {
  const args = [
    '--disable-warning=ExperimentalWarning',
    ...options,
    ...serverOptions,
    `--import=${new URL('follow-parent.mjs', import.meta.url)}`,
    join('dist', 'server', 'main.mjs'),
  ]
  return new Promise((resolve, reject) => {
    // A group of its own: Ctrl-C in a terminal reaches npm, this process and would reach the server too,
    // which takes a second signal for impatience and drops the requests in flight.
    const server = spawn(node, args, {
      cwd: root,
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
      detached: process.platform !== 'win32',
    })
    const last = { signal: '', at: 0 }
    const forward = (signal) => {
      // npm repeats the terminal's signal; a person who means it twice takes longer.
      if (signal === last.signal && Date.now() - last.at < 500) return
      Object.assign(last, { signal, at: Date.now() })
      server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    }
    // The server decides how long a signal may take, so these replace what was set up before it ran.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.removeAllListeners(signal).on(signal, forward)
    server.on('error', reject)
    server.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
