import { expect, test } from 'vitest'
import { logLines } from './log.ts'

/** A disk with limited room, and its contents. */
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

test("lines that don't fit on a full disk are lost, and reported once there is room", () => {
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

test('a slow reader is waited for briefly, a closed one is not', () => {
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
