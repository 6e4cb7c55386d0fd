import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { providerEvents } from '#server/database/tables/provider-events.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { paymentOf } from './queries.ts'
import { testNetwork } from './test-network.ts'
import { networkPayments, paidVisit } from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
})

const post = async (event: { id: string; paymentId: string | undefined }, sign?: 'foreign') =>
  app.call('POST /api/payments/webhook', await testNetwork.webhook(event, sign))

test('webhooks: badly signed refused, foreign ignored, replays and old ones harmless', async () => {
  const jobId = await paidVisit(customer)
  const paymentId = (await networkPayments())[0]?.id
  expect((await post({ id: 'a', paymentId }, 'foreign')).status).toBe(403)
  const unsigned = await testNetwork.webhook({ id: 'a', paymentId })
  expect((await app.call('POST /api/payments/webhook', { body: unsigned.body })).status).toBe(403)
  expect((await post({ id: 'b', paymentId: 'somebody elses' })).status).toBe(204)
  for (let n = 0; n < 3; n++) expect((await post({ id: 'c', paymentId })).status).toBe(204)
  const before = await paymentOf(jobId)
  await runDueTasks()
  expect(await paymentOf(jobId)).toEqual(before)
  const events = await db().select().from(providerEvents)
  expect(events.filter((row) => ['a', 'b', 'c'].includes(row.eventId))).toMatchObject([
    { eventId: 'b', jobId: null },
    { eventId: 'c', jobId },
  ])
})
