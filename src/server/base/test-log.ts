import { symbols } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { log } from './log.ts'

/** Everything that is logged until the test is over, of any level, as lines of JSON. */
export function heardLog(): string[] {
  const lines: string[] = []
  const { level } = log
  const stream = Reflect.get(log, symbols.streamSym) as { write: (line: string) => unknown }
  const spy = vi.spyOn(stream, 'write').mockImplementation((line) => lines.push(line))
  log.level = 'trace'
  onTestFinished(() => {
    log.level = level
    spy.mockRestore()
  })
  return lines
}
