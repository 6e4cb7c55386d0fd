import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { currentHandle, db } from '#server/database/database.ts'
import type { Driver } from '#server/database/driver.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { bookVisit, changeJob, preAuthorize, setFaults } from './test-visits.ts'

const app = useTestApp()

/** Holds the next call of that kind until `open`. */
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

/** Counts this process's statements outside transactions, and whole transactions. */
function countStatements() {
  const root = currentHandle() as Driver
  const spies = [vi.spyOn(root, 'transaction'), vi.spyOn(root, 'query')]
  return {
    count: () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    stop: () => spies.forEach((spy) => spy.mockRestore()),
  }
}

test('ten concurrent adjustments wait for the card network without querying the database, and are all answered', async () => {
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
  // One after the other.
  let own = 0
  const adjusted = async () => {
    own++
    return db().$count(jobEvents, eq(jobEvents.kind, 'payment_adjusted'))
  }
  await expect.poll(adjusted, { interval: 200 }).toBe(answers.length)
  let asked = 0
  await expect
    .poll(
      () => {
        const before = asked
        asked = statements.count()
        return asked - before
      },
      { interval: 500 },
    )
    .toBe(0)
  await pause(700)
  expect(statements.count()).toBe(asked)
  expect((asked - own) / answers.length, 'statements that each of them took').toBeLessThan(10)
  capture.open()
  await work
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(10).fill(200))
  statements.stop()
  await runDueTasks()
  const due = await admin.call('GET /api/payments/due/{jobId}', { params: { jobId } })
  expect(due.body).toMatchObject({ amount: '0.00', state: 'paid' })
})
