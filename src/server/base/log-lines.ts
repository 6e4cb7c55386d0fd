import { writeSync } from 'node:fs'

/** For a reader that was fast so far; one that has lost a line gets a single try per line. */
const triesWhileBusy = 20
const busyMs = 5

/**
 * Log lines on standard output. Lines that don't fit, because the disk is full or the reader is gone, are lost: no request
 * waits for the log. The number of lost lines is logged once there is room.
 */
export function logLines(write: (bytes: Uint8Array) => number = (bytes) => writeSync(1, bytes)) {
  let lost = 0
  /** After a partial line, so the next one starts on a new line. */
  let isCutOff = false
  const put = (line: string): boolean => {
    let rest: Uint8Array = Buffer.from(isCutOff ? `\n${line}` : line)
    const whole = rest.length
    for (let tries = 0; rest.length > 0;) {
      try {
        rest = rest.subarray(write(rest))
      } catch (error) {
        const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN'
        if (!isBusy || lost > 0 || (tries += 1) > triesWhileBusy) {
          isCutOff ||= rest.length < whole
          return false
        }
        pause(busyMs)
      }
    }
    isCutOff = false
    return true
  }
  return {
    write(line: string): void {
      if (lost > 0 && put(linesLost(lost))) lost = 0
      if (lost > 0 || !put(line)) lost += 1
    },
  }
}

const linesLost = (count: number) =>
  `${JSON.stringify({ level: 40, time: Date.now(), count, msg: 'lines of the log were lost' })}\n`

const never = new Int32Array(new SharedArrayBuffer(4))
const pause = (ms: number) => Atomics.wait(never, 0, 0, ms)
