// Runs the server as if it were this process: signals are passed on, the exit code is returned, and neither outlives the
// other.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './processes.mjs'

/** Node's options for the server, for less memory and a faster start. The files in deploy repeat them. */
export const serverOptions = [
  // Memory drops from 280 MB to 220, and the start is 300 ms shorter; see docs/decisions/021-embedded-database.md.
  '--max-semi-space-size=4',
  // Collects after growing by 40 percent, not fourfold: see docs/decisions/013-backups-exports-and-imports.md.
  '--heap-growing-percent=40',
  // Most memory allocated at the start is kept, so collecting before its end is wasted: 90 of 460 ms of processor time.
  '--min-semi-space-size=4',
  '--initial-old-space-size=48',
  // Once it serves, the garbage of the start is collected: 20 MB.
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
    // Its own process group: Ctrl-C in a terminal reaches npm and this process, and would reach the server twice, which
    // takes a second signal as a demand to drop the requests in flight.
    const server = spawn(node, args, {
      cwd: root,
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
      detached: process.platform !== 'win32',
    })
    const last = { signal: '', at: 0 }
    const forward = (signal) => {
      // npm repeats the terminal's signal; a user who presses twice is slower.
      if (signal === last.signal && Date.now() - last.at < 500) return
      Object.assign(last, { signal, at: Date.now() })
      server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    }
    // The server decides how to handle a signal, so these replace earlier handlers.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.removeAllListeners(signal).on(signal, forward)
    server.on('error', reject)
    server.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
