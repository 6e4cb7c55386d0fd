// Child processes that end when this one is asked to end.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project's folder, without a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** A stop function for each running child. */
const children = new Map()
let stopping = false

/** On SIGINT, SIGTERM or SIGHUP ends the running children and then this process. */
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
 * Runs a program to its end and resolves to `{ code, output }`, with code 1 if a signal ended it. `show: 'live'` prints the
 * output and collects it, `'never'` only collects it, `'inherit'` hands over the terminal (empty output).
 */
export function runProgram(file, args, { env = process.env, cwd, show = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const piped = show !== 'inherit'
    // npm's shims on Windows are .cmd files, which need a shell.
    const isWindows = process.platform === 'win32'
    // A process group, so that a test runner's workers and servers end with it.
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
    // It has already ended.
  }
}
