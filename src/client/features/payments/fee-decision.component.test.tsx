import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { FeeDecision } from './fee-decision.tsx'
import FeeDialog from './fee-dialog.tsx'

const person = aPerson({ role: 'admin' })
const call = 'POST /api/jobs/{id}/fee'
const job = aJob({
  status: 'cancelled',
  outcome: 'not_done',
  heldAmount: '129.99',
  notDone: { reason: 'no_show', note: '' },
  feeDecision: { until: '2026-11-26T14:00:00.000Z', maxFee: '40.00' },
  agreedFee: '40.00',
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

test('a decided fee can be set again; more than the agreed fee needs the customer’s approval', async () => {
  const decided = aJob({
    ...job,
    outcome: null,
    feeDecision: null,
    agreedFee: '25.00',
    cost: { ...job.cost, fee: '10.00' },
  })
  const { server } = await showPage(<FeeDialog job={decided} onClose={() => {}} />, {
    person,
    answers: { [call]: { ...decided, finalAmount: '25.00' } },
  })
  const fee = page.getByLabelText('Fee', { exact: true })
  await expect.element(fee).toHaveValue('10.00')
  await fee.fill('40')
  await expect
    .element(page.getByText(/^\$25\.00 is what the customer agreed to\. The other \$15\.00 is/))
    .toBeVisible()
  await page.getByLabelText('Reason, as the customer reads it').fill('We came twice')
  await page.getByRole('button', { name: 'Ask for $40.00' }).click()
  await expect.element(page.getByText('The customer is asked for $15.00 more.')).toBeVisible()
  expect(server.asked(call)[0]?.body).toEqual({
    fee: '40',
    reason: 'We came twice',
    seenFee: '10.00',
    askCustomer: true,
  })
})
