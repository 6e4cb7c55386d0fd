import { expect, test } from 'vitest'
import { captureLog } from '#server/base/test-log.ts'
import { logSlowStatements } from '#server/database/slow-statements.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { bookTellingVisit, tellsOf } from './test-telling-visit.ts'

const app = useTestApp({ at: monday })

test('no log line contains customer data, at any log level', async () => {
  const lines = captureLog()
  const stop = logSlowStatements(0.000_1)
  await bookTellingVisit(app)
  stop()
  expect(lines.some((line) => line.includes('/api/admin/bookings'))).toBe(true)
  expect(lines.some((line) => line.includes('a slow statement'))).toBe(true)
  expect(lines.find((line) => tellsOf(line))).toBeUndefined()
})
