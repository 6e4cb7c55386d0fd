import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { aBusiness, aJob, aPerson } from '#client/testing/test-data.ts'
import { emptyOutbox } from '#client/testing/test-outbox.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { unreachable } from '#client/testing/test-server.ts'
import { LockedBanner } from './locked-banner.tsx'

const person = aPerson({ role: 'technician' })
const job = aJob({ status: 'completed', technicianId: person.id, paymentState: 'failed' })
const unpaid = page.getByText('Not paid yet. The customer has a link to pay.')
const answers = {
  'GET /api/jobs/{id}': job,
  'PATCH /api/jobs/{id}/status': unreachable,
} as const

beforeEach(async () => {
  await emptyOutbox()
  await workOutbox.open(person.id)
})

test('a completion stored on the server is shown as unpaid', async () => {
  await showPage(<LockedBanner job={job} />, { person, answers })
  await expect.element(unpaid).toBeVisible()
})

test('one that is only on the phone does not mention a payment link', async () => {
  await showPage(<LockedBanner job={job} />, { person, answers })
  await workOutbox.add(job.id, { kind: 'status', body: { status: 'completed' } })
  await expect.element(unpaid).not.toBeInTheDocument()
  await expect.element(page.getByText('Service Completed')).toBeVisible()
})

test('without card payments the customer has no payment link', async () => {
  const business = aBusiness({ cardPayments: false })
  await showPage(<LockedBanner job={job} />, { person, answers, business })
  await expect.element(page.getByText('The customer pays Fivequart directly.')).toBeVisible()
  await expect.element(unpaid).not.toBeInTheDocument()
})
