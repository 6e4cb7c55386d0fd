import { writeSync } from 'node:fs'

/** Of a reader that was quick until now; one that has lost a line is asked once each time. */
const triesWhileBusy = 20
const busyMs = 5

/**
 * Lines for the log on standard output. What does not fit there, because its disk is full or its reader is gone, is lost: nobody who
 * asks for something waits for a log. How many were lost is said once there is room again.
 */
export function logLines(write: (bytes: Uint8Array) => number = (bytes) => writeSync(1, bytes)) {
  let lost = 0
  /** Of a line that was cut off, so that the next begins on a line of its own. */
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
