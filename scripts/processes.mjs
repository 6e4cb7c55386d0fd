// Child processes that end when this one is asked to end.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project's folder, without a slash at the end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** How to end each running child. */
const children = new Map()
let stopping = false

/** Ends the running children and then this process when it gets SIGINT, SIGTERM or SIGHUP. */
export function stopChildrenOnSignal() {
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ]) {
    process.on(signal, () => {
      stopping = true
      process.exitCode = 128 + number
      for (const end of children.values()) end()
      setTimeout(() => process.exit(), 10_000).unref()
    })
  }
}

export const isStopping = () => stopping

/**
 * Runs a program to its end and resolves to `{ code, output }`; a program killed by a signal has code 1.
 * `show: 'live'` prints while it runs and keeps a copy, `'never'` only keeps it, `'inherit'` hands over the terminal (empty output).
 */
export function runProgram(file, args, { env = process.env, cwd, show = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const piped = show !== 'inherit'
    // npm's shims on Windows are .cmd files, which only a shell starts.
    const isWindows = process.platform === 'win32'
    // A group of its own, so that a test runner's workers and servers end with it.
    const detached = piped && !isWindows
    const stdio = piped ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const shell = isWindows && !file.endsWith('.exe')
    const child = spawn(file, args, { cwd, env, shell, detached, stdio })
    children.set(child, () => endChild(child, detached))
    let output = ''
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from?.setEncoding('utf8').on('data', (text) => {
        output += text
        if (show === 'live') to.write(text)
      })
    }
    child.on('error', (error) => {
      children.delete(child)
      reject(error)
    })
    child.on('close', (code) => {
      children.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

function endChild(child, isGroup) {
  try {
    if (isGroup) process.kill(-child.pid, 'SIGTERM')
    else child.kill('SIGTERM')
  } catch {
    // It has ended in the meantime.
  }
}
