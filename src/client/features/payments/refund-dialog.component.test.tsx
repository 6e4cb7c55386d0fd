import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aPayment } from '#client/testing/test-payment.ts'
import { aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import RefundDialog from './refund-dialog.tsx'

const refund = 'POST /api/payments/{jobId}/refund'
const paid = aPayment({
  status: 'completed',
  state: 'paid',
  capturedAmount: '129.99',
  refundableAmount: '129.99',
})

async function refundTwenty(payment: typeof paid) {
  await showPage(<RefundDialog payment={payment} onClose={() => {}} />, {
    person: aPerson({ role: 'admin' }),
    answers: { [refund]: { ...payment, refundedAmount: '20.00' } },
  })
  await page.getByLabelText('Amount').fill('20')
  await userEvent.selectOptions(page.getByLabelText('Reason'), 'Pricing Error')
  await page.getByRole('button', { name: 'Refund $20.00' }).click()
  return page.getByRole('button', { name: 'Yes, refund $20.00' })
}

test('whom something reaches is said to be told, before and after', async () => {
  const yes = await refundTwenty(paid)
  await expect.element(page.getByText(/they are told with the reason/)).toBeVisible()
  await yes.click()
  await expect.element(page.getByText('FQ-1042: the customer was told.')).toBeVisible()
})

test('whom nothing reaches has to be called, before and after', async () => {
  const yes = await refundTwenty({ ...paid, callAt: '+15125550142' })
  const call = /Dana Reyes has no e-mail and no texts: please call them, \(512\) 555-0142\./
  await expect.element(page.getByText(call)).toBeVisible()
  await expect.element(page.getByText(/they are told with the reason/)).not.toBeInTheDocument()
  await yes.click()
  await expect.element(page.getByText('Refunded $20.00')).toBeVisible()
  await expect.element(page.getByText(call)).toBeVisible()
  await expect.element(page.getByText(/was told/)).not.toBeInTheDocument()
})
