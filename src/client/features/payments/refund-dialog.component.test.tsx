import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aPayment, aPerson } from '#client/testing/test-data.ts'
import { queryClient, refreshThings } from '#client/app/queries.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import type { Payment } from '#shared/contract/payments.ts'
import RefundDialog from './refund-dialog.tsx'

const one = 'GET /api/payments/{jobId}'
const refund = 'POST /api/payments/{jobId}/refund'
const refresh = 'POST /api/payments/{jobId}/refresh'
const asked = (payment: Payment, visit = '0.00', tip = '0.00') => ({
  answered: true,
  payment,
  refundedInDashboard: { visit, tip },
})
const paid = aPayment({
  status: 'completed',
  state: 'paid',
  capturedAmount: '129.99',
  refundableAmount: '129.99',
})

async function refundTwenty(payment: typeof paid) {
  await showPage(<RefundDialog payment={payment} onClose={() => {}} />, {
    person: aPerson({ role: 'admin' }),
    answers: {
      [one]: payment,
      [refresh]: asked(payment),
      [refund]: { ...payment, refundedAmount: '20.00' },
    },
  })
  await page.getByLabelText('Amount').fill('20')
  await userEvent.selectOptions(page.getByLabelText('Reason'), 'Pricing Error')
  await page.getByRole('button', { name: 'Refund $20.00' }).click()
  return page.getByRole('button', { name: 'Yes, refund $20.00' })
}

/** Waits until the dialog has loaded. */
const loaded = () => expect.poll(() => queryClient.isFetching()).toBe(0)

test('before and after, it shows that a reachable customer is notified', async () => {
  const yes = await refundTwenty(paid)
  await expect.element(page.getByText(/the customer gets your reason/)).toBeVisible()
  await yes.click()
  await expect.element(page.getByText('FQ-1042: the customer was notified.')).toBeVisible()
})

test('before and after, it shows that an unreachable customer must be called', async () => {
  const yes = await refundTwenty({ ...paid, callAt: '+15125550142' })
  const call = /Dana Reyes has no e-mail and no texts: please call them, \(512\) 555-0142\./
  await expect.element(page.getByText(call)).toBeVisible()
  await expect.element(page.getByText(/the customer gets your reason/)).not.toBeInTheDocument()
  await yes.click()
  await expect.element(page.getByText('Refunded $20.00')).toBeVisible()
  await expect.element(page.getByText(call)).toBeVisible()
  await expect.element(page.getByText(/was notified/)).not.toBeInTheDocument()
})

test('a refund made in the meantime is shown, and the remainder updates', async () => {
  const { server } = await showPage(<RefundDialog payment={paid} onClose={() => {}} />, {
    answers: { [one]: paid, [refresh]: asked(paid) },
  })
  const amount = page.getByLabelText('Amount')
  await expect.element(amount).toHaveValue('129.99')
  await loaded()
  server.answer({ [one]: { ...paid, refundedAmount: '29.99', refundableAmount: '100.00' } })
  refreshThings(['payments'])
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('$29.99 has just been refunded, so up to $100.00 is left.')
  await expect.element(amount).toHaveValue('100.00')
  await loaded()
  server.answer({ [one]: { ...paid, refundedAmount: '129.99', refundableAmount: '0.00' } })
  refreshThings(['payments'])
  const button = page.getByRole('button', { name: /^Refund/ })
  await expect.element(button).toHaveAccessibleDescription('Nothing is left to refund')
})

test('a tip is refunded up to its remainder', async () => {
  const tip = { amount: '10.00', refundedAmount: '0.00', refundableAmount: '10.00' }
  const tipped = { ...paid, tip }
  const { server } = await showPage(<RefundDialog payment={tipped} isTip onClose={() => {}} />, {
    answers: { [one]: tipped, [refresh]: asked(tipped) },
  })
  await expect.element(page.getByLabelText('Amount')).toHaveValue('10.00')
  const less = { ...tip, refundedAmount: '4.00', refundableAmount: '6.00' }
  await loaded()
  server.answer({ [one]: { ...tipped, tip: less } })
  refreshThings(['payments'])
  await expect.element(page.getByText(/^\$4\.00 has just been refunded/)).toBeVisible()
  await expect.element(page.getByLabelText('Amount')).toHaveValue('6.00')
})

test('no amount is offered before the card provider answered, then what it refunded is subtracted', async () => {
  const after = { ...paid, refundedAmount: '100.00', refundableAmount: '29.99' }
  let release = () => {}
  const answered = new Promise<void>((resolve) => {
    release = resolve
  })
  await showPage(<RefundDialog payment={paid} onClose={() => {}} />, {
    answers: {
      [one]: after,
      [refresh]: async () => {
        await answered
        return asked(after, '100.00')
      },
      [refund]: after,
    },
  })
  const asking = 'Asking the card provider about earlier refunds'
  await expect.element(page.getByRole('status').filter({ hasText: asking })).toBeVisible()
  await expect.element(page.getByLabelText('Amount')).toHaveValue('')
  const button = page.getByRole('button', { name: /^Refund/ })
  await expect.element(button).toHaveAccessibleDescription(asking)
  release()
  await expect.element(page.getByLabelText('Amount')).toHaveValue('29.99')
  await expect
    .element(page.getByText(/^\$100\.00 was already refunded in the card provider’s dashboard/))
    .toBeVisible()
  await expect.element(page.getByText(/up to \$29\.99 can be refunded/)).toBeVisible()
  await expect.element(page.getByText(/has just been refunded/)).not.toBeInTheDocument()
})

test('for a tip it shows the tip’s refunds made in the dashboard', async () => {
  const tip = { amount: '6.00', refundedAmount: '4.00', refundableAmount: '6.00' }
  const tipped = { ...paid, tip }
  await showPage(<RefundDialog payment={tipped} isTip onClose={() => {}} />, {
    answers: { [one]: tipped, [refresh]: asked(tipped, '30.00', '4.00') },
  })
  await expect.element(page.getByText(/^\$4\.00 was already refunded/)).toBeVisible()
  await expect.element(page.getByText(/\$30\.00/)).not.toBeInTheDocument()
})

test.each([
  ['does not answer', { ...asked(paid), answered: false }],
  ['cannot be asked', refusal('unavailable', 'No')],
])(
  'when the card provider %s, a notice is shown and a refund is still possible',
  async (_, answer) => {
    await showPage(<RefundDialog payment={paid} onClose={() => {}} />, {
      answers: { [one]: paid, [refresh]: answer },
    })
    await expect.element(page.getByText(/^The card provider does not answer/)).toBeVisible()
    await expect.element(page.getByLabelText('Amount')).toHaveValue('129.99')
    await expect.element(page.getByRole('button', { name: 'Refund $129.99' })).toBeEnabled()
  },
)
