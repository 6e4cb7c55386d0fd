import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

function logged(env: Record<string, string>, write: (log: ReturnType<typeof makeLog>) => void) {
  const lines: string[] = []
  write(makeLog(env, { write: (line) => lines.push(line) }))
  return lines.join('')
}

test('secrets are struck out on the top level, one level down and in request headers', () => {
  const text = logged({}, (log) =>
    log.info({
      code: 'S-1',
      body: { code: 'S-2', sourceId: 'S-3', email: 'kept@example.com' },
      req: { headers: { cookie: 'S-4', authorization: 'S-5' } },
      headers: { 'set-cookie': 'S-6' },
    }),
  )
  expect(text).not.toContain('S-')
  expect(text).toContain('kept@example.com')
})

test('LOG_LEVEL decides, an unknown one counts as info', () => {
  expect(logged({ LOG_LEVEL: 'error' }, (log) => log.warn('x'))).toBe('')
  expect(logged({ LOG_LEVEL: 'loud' }, (log) => log.info('x'))).toContain('"x"')
})
