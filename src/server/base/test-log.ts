import { symbols } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { log } from './log.ts'

/** Everything logged until the test ends, at any level, as JSON lines. */
export function captureLog(): string[] {
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
