import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'lock-'))
const lock = join(folder, 'cache', 'install.lock')
const record = join(folder, 'record')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A process that records when it acquires and releases the lock. */
async function takeTurn() {
  const source = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))}
    const note = (word) => appendFileSync(${JSON.stringify(record)}, word + ' ' + process.pid + '\\n')
    await withLock(${JSON.stringify(lock)}, async () => { note('in'); await setTimeout(30); note('out') })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'inherit' })
  await once(child, 'close')
}

async function deadPid() {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'close')
  return child.pid
}

test('only one process at a time holds the lock, and a dead one loses it', async () => {
  await takeTurn()
  writeFileSync(lock, String(await deadPid()))
  await Promise.all(Array.from({ length: 5 }, takeTurn))

  const turns = readFileSync(record, 'utf8').trim().split('\n')
  expect(turns).toHaveLength(12)
  for (let turn = 0; turn < turns.length; turn += 2) {
    const [, pid] = turns[turn]!.split(' ')
    expect(turns.slice(turn, turn + 2)).toEqual([`in ${pid}`, `out ${pid}`])
  }
  expect(existsSync(lock)).toBe(false)
})
