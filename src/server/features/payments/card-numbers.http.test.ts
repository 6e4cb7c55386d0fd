import { symbols } from 'pino'
import { expect, test, vi } from 'vitest'
import { log } from '#server/base/log.ts'
import { databaseText } from '#server/http/test-contract.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { bookVisit } from './test-visits.ts'

const app = useTestApp()

const number = '4012888888881881'
const spaced = '4012 8888 8888 1881'
const digits = /4012[ -]?8888/

test('a card number is refused and kept nowhere: not in answers, logs, tables or files', async () => {
  const written: string[] = []
  const level = log.level
  log.level = 'trace'
  const stream = Reflect.get(log, symbols.streamSym) as { write(line: string): void }
  const lines = vi.spyOn(stream, 'write').mockImplementation((line) => void written.push(line))
  try {
    const [customer, admin] = [await app.as('customer'), await app.as('admin')]
    const jobId = await bookVisit(customer)
    const amount = '129.99'
    const answers = [
      await customer.call('POST /api/payments/process', {
        body: { jobId, amount, sourceId: number },
      }),
      await customer.call('POST /api/payments/pre-authorize', {
        body: { jobId, amount, sourceId: spaced },
      }),
      await customer.call('POST /api/payments/process', {
        body: { jobId, amount, sourceId: 'cnon:card-nonce-ok', [number]: 'x' },
      }),
      await customer.call('POST /api/jobs/{id}/tip', {
        params: { id: jobId },
        body: { amount: '5.00', sourceId: number },
      }),
      await admin.call('POST /api/payments/{jobId}/refund', {
        params: { jobId },
        body: { amount: '1.00', reason: `to ${spaced} please` },
      }),
      await app.call('POST /api/contact', {
        body: {
          name: 'Ada',
          email: 'ada@example.com',
          subject: 'Card',
          message: `It is ${number}`,
        },
      }),
      await app.call('POST /simulator/tokens', {
        body: { outcome: 'ok', brand: number, last4: '1881' },
      }),
      await app.call('POST /api/payments/webhook', { body: { number } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400, 403])
    for (const { text } of answers) expect(text).not.toMatch(digits)
    await runDueTasks()
    const files = [
      await admin.call('GET /api/payments/export'),
      await admin.call('GET /api/admin/audit/export'),
      await admin.call('GET /api/admin/customers/export'),
    ]
    for (const { status, text } of files) {
      expect(status).toBe(200)
      expect(text).not.toMatch(digits)
    }
    expect(await databaseText()).not.toMatch(digits)
  } finally {
    lines.mockRestore()
    log.level = level
  }
  expect(written.join('')).toContain('answered')
  expect(written.join('')).not.toMatch(digits)
})
