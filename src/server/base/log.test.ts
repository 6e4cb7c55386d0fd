import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

function logged(env: Record<string, string>, write: (log: ReturnType<typeof makeLog>) => void) {
  const lines: string[] = []
  write(makeLog(env, { write: (line) => lines.push(line) }))
  return lines.join('')
}

test('secrets are redacted at the top level, one level down and in request headers', () => {
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

test('LOG_LEVEL decides, and an unknown level counts as info', () => {
  expect(logged({ LOG_LEVEL: 'error' }, (log) => log.warn('x'))).toBe('')
  expect(logged({ LOG_LEVEL: 'loud' }, (log) => log.info('x'))).toContain('"x"')
})

test("a failed statement's values are not logged, however deep the error is nested", () => {
  const said = Object.assign(new Error('value too long'), {
    detail: 'Failing row: S-1',
    params: ['S-2'],
  })
  const query = Object.assign(
    new Error('Failed query: insert into t values ($1)\nparams: S-3,\nS-4'),
    {
      query: 'insert into t values ($1)',
      params: ['S-5'],
      cause: said,
    },
  )
  const text = logged({}, (log) =>
    log.error({ err: new Error('POST /api/jobs failed', { cause: query }) }, 'failed'),
  )
  expect(text).not.toMatch(/S-\d/)
  expect(text).toContain('insert into t')
  expect(text).toContain('value too long')
  expect(text).toContain('log.test.ts')
})

test('an error with circular causes is logged too', () => {
  const error = new Error('round')
  error.cause = error
  expect(logged({}, (log) => log.error({ err: error }, 'failed'))).toContain('round')
})
