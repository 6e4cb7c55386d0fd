import { expect, test } from 'vitest'
import { logLines } from './log-lines.ts'

/** A disk with so much room, and what is on it. */
function diskWith(room: number) {
  const disk = { room, text: '', tries: 0, fault: 'ENOSPC' }
  const write = (bytes: Uint8Array) => {
    disk.tries += 1
    if (disk.room === 0) throw Object.assign(new Error(disk.fault), { code: disk.fault })
    const written = Math.min(disk.room, bytes.length)
    disk.room -= written
    disk.text += Buffer.from(bytes.subarray(0, written)).toString()
    return written
  }
  return { disk, write }
}

test('what does not fit on a full disk is lost, and said once there is room again', () => {
  const { disk, write } = diskWith(14)
  const lines = logLines(write)
  for (const line of ['one\n', 'two\n', 'three, cut\n', 'four\n']) lines.write(line)
  expect(disk.text).toBe('one\ntwo\nthree,')
  disk.room = 1000
  lines.write('five\n')
  lines.write('six\n')
  const [one, two, cut, said, ...rest] = disk.text.trimEnd().split('\n')
  expect([one, two, cut, ...rest]).toEqual(['one', 'two', 'three,', 'five', 'six'])
  expect(JSON.parse(said ?? '')).toMatchObject({ level: 40, count: 2 })
})

test('a reader that is slow is waited for a little, one that is gone is not', () => {
  const { disk, write } = diskWith(0)
  disk.fault = 'EAGAIN'
  const lines = logLines(write)
  lines.write('slow\n')
  expect(disk.tries).toBeGreaterThan(5)
  disk.tries = 0
  lines.write('slow still\n')
  expect(disk.tries).toBe(1)
  disk.tries = 0
  disk.fault = 'EPIPE'
  logLines(write).write('gone\n')
  expect(disk.tries).toBe(1)
})
