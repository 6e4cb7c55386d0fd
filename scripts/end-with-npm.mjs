// `npm start` is three processes: npm, a shell, and this one. A signal to npm ends only npm, so this process watches it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** `{ name, state, parent }` of a process (state 'Z': ended, not yet reaped); undefined if it does not exist. */
function lookUp(pid) {
  if (process.platform === 'linux') {
    try {
      const [, name, state, parent] = /\((.*)\) (\S) (\d+)/s.exec(
        readFileSync(`/proc/${pid}/stat`, 'utf8'),
      )
      return { name, state, parent: Number(parent) }
    } catch {
      return undefined
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'state=,ppid=,comm=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  const [, state, parent, name] = /^(\S)\S*\s+(\d+)\s+(.*)$/.exec(stdout?.trim() ?? '') ?? []
  return state && { name, state, parent: Number(parent) }
}

/** The processes whose end also ends this one: npm, which exits silently on SIGTERM, and its shell. */
function keepers() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return []
  const parent = lookUp(process.ppid)
  return parent?.name.endsWith('sh') ? [process.ppid, parent.parent] : [process.ppid]
}

/** Calls `stop` once, when the npm that started this process has ended. */
export function onNpmEnd(stop) {
  const watched = keepers()
  if (watched.length === 0) return
  const timer = setInterval(
    () => {
      const gone =
        process.ppid !== watched[0] || watched.some((pid) => (lookUp(pid)?.state ?? 'Z') === 'Z')
      if (!gone) return
      clearInterval(timer)
      stop()
    },
    process.platform === 'darwin' ? 1000 : 200,
  )
  timer.unref()
}
