import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import DiscountDialog from './discount-dialog.tsx'

const call = 'PATCH /api/jobs/{id}'
const person = aPerson({ role: 'admin' })
const job = aJob({ heldAmount: '129.99' })
const discount = page.getByLabelText('Discount', { exact: true })
const reason = page.getByLabelText('Reason, as the customer reads it')

test('a discount shows the new price, its effect on the hold and who is notified', async () => {
  const { server } = await showPage(<DiscountDialog job={job} onClose={() => {}} />, {
    person,
    answers: { [call]: { ...job, finalAmount: '109.99' } },
  })
  await expect.element(page.getByText(/is notified, with your reason/)).toBeVisible()
  await discount.fill('130')
  await expect.element(page.getByText(/cannot be more than that/)).toBeVisible()
  await discount.fill('20')
  await expect
    .element(
      page.getByText(/The new price is \$109\.99\..*the rest of the \$129\.99 hold is released/),
    )
    .toBeVisible()
  await page.getByRole('button', { name: 'Take $20.00 off' }).click()
  await expect.element(reason).toHaveAccessibleDescription('Please give a reason')
  await reason.fill('We came late')
  await page.getByRole('button', { name: 'Take $20.00 off' }).click()
  await expect.element(page.getByText('FQ-1042 costs $109.99 now')).toBeVisible()
  expect(server.asked(call)[0]?.body).toEqual({
    discount: '20',
    reason: 'We came late',
    seen: { finalAmount: '129.99' },
  })
})

test('an earlier discount can be removed, and a refusal is shown', async () => {
  const feesAndDiscounts = [
    { kind: 'discount_applied' as const, amount: '-20.00', at: null, words: 'We came late' },
  ]
  const given = { ...job, cost: { ...job.cost, amount: '109.99', feesAndDiscounts } }
  await showPage(<DiscountDialog job={given} onClose={() => {}} />, {
    person,
    answers: { [call]: refusal('conflict', 'This visit now costs $90.00.') },
  })
  await expect.element(discount).toHaveValue('20.00')
  await discount.fill('0')
  await expect.element(page.getByText(/The new price is \$129\.99\./)).toBeVisible()
  await reason.fill('By mistake')
  await page.getByRole('button', { name: 'Take the discount away' }).click()
  await expect.element(page.getByText(/This visit now costs \$90\.00/)).toBeVisible()
})
