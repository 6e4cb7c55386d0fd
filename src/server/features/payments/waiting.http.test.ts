import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { currentHandle } from '#server/database/database.ts'
import type { Driver } from '#server/database/driver.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { bookVisit, changeJob, preAuthorize, setFaults } from './test-visits.ts'

const app = useTestApp()

/** Holds the next call of that kind back until `open`. */
function gate(verb: string) {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  setFaults(async (called, moment) => {
    if (called !== verb || moment !== 'before') return
    reach()
    await promise
  })
  return { open, reached }
}

/** Counts what this process asks the database: statements outside a transaction, and whole transactions. */
function countStatements() {
  const root = currentHandle() as Driver
  const spies = [vi.spyOn(root, 'transaction'), vi.spyOn(root, 'query')]
  return {
    count: () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    stop: () => spies.forEach((spy) => spy.mockRestore()),
  }
}

test('ten adjustments at once wait for the card network without asking the database, and are all answered', async () => {
  const [customer, admin] = [await app.as('customer'), await app.as('admin')]
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  const capture = gate('capture')
  await changeJob(jobId, { status: 'completed' })
  const work = runDueTasks()
  await capture.reached
  const statements = countStatements()
  const answers = Array.from({ length: 10 }, (_, n) =>
    admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId },
      body: { amount: 100 + n, reason: 'pricing_error' },
    }),
  )
  // Until all have written what they came for, one after the other, and looked at the payment once.
  await expect.poll(() => statements.count()).toBeGreaterThanOrEqual(4 * answers.length)
  let asked = 0
  await expect
    .poll(
      () => {
        const before = asked
        asked = statements.count()
        return asked - before
      },
      { interval: 300 },
    )
    .toBe(0)
  await pause(700)
  expect(statements.count()).toBe(asked)
  expect(asked / answers.length, 'statements that each of them took').toBeLessThan(10)
  capture.open()
  await work
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(10).fill(200))
  statements.stop()
  await runDueTasks()
  const due = await admin.call('GET /api/payments/due/{jobId}', { params: { jobId } })
  expect(due.body).toMatchObject({ amount: '0.00', state: 'paid' })
})
