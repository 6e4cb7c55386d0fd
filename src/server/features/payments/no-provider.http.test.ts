import { beforeEach, expect, test } from 'vitest'
import { makeJob } from '#server/database/test-factories.ts'
import { useTestApp, type TestApp } from '#server/testing/test-app.ts'
import { sweepPayments } from './actions/resume-payments.ts'

const app = useTestApp({ env: { NODE_ENV: 'production' } })

let customer: Awaited<ReturnType<TestApp['as']>>
beforeEach(async () => {
  customer = await app.as('customer')
})

test('without a provider production takes no card, not even a practice card', async () => {
  const job = await makeJob({ customerId: customer.user.id })
  const body = { sourceId: 'cnon:card-nonce-ok', amount: '129.99', jobId: job.id }
  for (const route of ['POST /api/payments/pre-authorize', 'POST /api/payments/process']) {
    const answer = await customer.call(route, { body })
    expect(answer.status).toBe(503)
    expect(answer.body.message).toContain('not switched on')
  }
  expect((await app.call('GET /api/payments/config')).status).toBe(503)
  expect((await app.call('GET /simulator/card.js')).status).toBe(404)
  const due = await customer.call('GET /api/payments/due/{jobId}', { params: { jobId: job.id } })
  expect(due.body).toMatchObject({ state: 'none', status: 'pending' })
})

test('background work leaves payments as they are', async () => {
  await makeJob({ customerId: customer.user.id })
  await expect(sweepPayments()).resolves.toBeUndefined()
})
