import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { sqlState } from '#server/database/sql-state.ts'
import { paymentHolds } from '#server/database/tables/payment-records.ts'
import { paymentOperations } from '#server/database/tables/card-network.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'

useTestDatabase()

const codeOf = (run: Promise<unknown>) => run.then(() => undefined, sqlState)

const holds = (jobId: string, status: 'open' | 'released') =>
  db()
    .insert(paymentHolds)
    .values({ paymentId: randomUUID(), jobId, cents: 1, expiresAt: now(), canRaise: true, status })

const operations = (jobId: string, status: 'open' | 'done') =>
  db()
    .insert(paymentOperations)
    .values({ id: randomUUID(), jobId, kind: 'charge', cents: 1, buyerPresent: false, status })

test('the database allows one open hold and one open operation per visit', async () => {
  const [one, another] = [(await makeJob()).id, (await makeJob()).id]
  for (const jobId of [one, another]) {
    for (let n = 0; n < 2; n++) {
      await holds(jobId, 'released')
      await operations(jobId, 'done')
    }
    await holds(jobId, 'open')
    await operations(jobId, 'open')
    expect(await codeOf(holds(jobId, 'open'))).toBe('23505')
    expect(await codeOf(operations(jobId, 'open'))).toBe('23505')
  }
})
