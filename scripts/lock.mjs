// A lock across processes: two simultaneous `npm start` must not install or build into the same folder together.
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeatMs = 2_000
const staleAfterMs = 30_000

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readHolder(path) {
  try {
    return { pid: Number(readFileSync(path, 'utf8')), ageMs: Date.now() - statSync(path).mtimeMs }
  } catch {
    return undefined
  }
}

function tryTake(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** Removes a dead holder's file, unless another process has taken it in the meantime. */
function removeStale(path, pid) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (Number(readFileSync(aside, 'utf8')) !== pid) linkSync(aside, path)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error
  }
  rmSync(aside, { force: true })
}

/** Runs `action` while holding the lock file at `path`; waits for a living holder and calls `onWait(pid)` once. */
export async function withLock(path, action, onWait = () => {}) {
  mkdirSync(dirname(path), { recursive: true })
  let hasReported = false
  while (!tryTake(path)) {
    const holder = readHolder(path)
    if (!holder) continue
    const written = holder.pid > 0
    if (holder.ageMs > staleAfterMs || (written && !isAlive(holder.pid))) {
      removeStale(path, holder.pid)
      continue
    }
    if (!hasReported && written) onWait(holder.pid)
    hasReported = true
    await sleep(100)
  }
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // The file was removed by hand; the action still finishes.
    }
  }, heartbeatMs)
  heartbeat.unref()
  try {
    return await action()
  } finally {
    clearInterval(heartbeat)
    if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true })
  }
}
