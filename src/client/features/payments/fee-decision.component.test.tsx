import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { FeeDecision } from './fee-decision.tsx'

const person = aPerson({ role: 'admin' })
const call = 'POST /api/jobs/{id}/fee'
const job = aJob({
  status: 'cancelled',
  outcome: 'not_done',
  heldAmount: '129.99',
  notDone: { reason: 'no_show', note: '' },
  feeDecision: { until: '2026-11-26T14:00:00.000Z', mostFee: '40.00' },
})

test('the office charges what the policy allows, or nothing', async () => {
  const { server } = await showPage(<FeeDecision job={job} />, {
    person,
    answers: { [call]: { ...job, feeDecision: null, finalAmount: '0.00' } },
  })
  await expect.element(page.getByText(/Up to \$40\.00\. Without a decision by/)).toBeVisible()
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect.element(page.getByRole('button', { name: 'Charge $40.00' })).toBeVisible()
  await page.getByLabelText('Fee', { exact: true }).fill('0')
  await page.getByRole('button', { name: 'Charge nothing' }).click()
  await expect.element(page.getByText(/costs nothing/)).toBeVisible()
  expect(server.asked(call)[0]?.body).toMatchObject({ fee: '0' })
})

test('without a pending decision it shows nothing', async () => {
  await showPage(<FeeDecision job={aJob({ ...job, feeDecision: null })} />, { person })
  await expect.element(page.getByText('Charge a fee for this visit?')).not.toBeInTheDocument()
})
