import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aPayment } from '#client/testing/test-data.ts'
import { queryClient, refreshThings } from '#client/app/queries.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import AdjustPaymentDialog from './adjust-payment-dialog.tsx'

const adjust = 'PATCH /api/payments/{jobId}/adjust'
const payment = aPayment()

const one = 'GET /api/payments/{jobId}'
const amount = page.getByLabelText('New amount')
const reason = page.getByLabelText('Reason')

/** Waits until the dialog has loaded. */
const loaded = () => expect.poll(() => queryClient.isFetching()).toBe(0)

test('amount and reason are required, and sent as typed', async () => {
  const { server } = await showPage(<AdjustPaymentDialog payment={payment} onClose={() => {}} />, {
    answers: { [one]: payment, [adjust]: { ...payment, amount: '99.50' } },
  })
  for (const [wrong, said] of [
    ['', 'Enter an amount between $0.00 and $10,000.00'],
    ['1.999', 'Please give at most two decimals, as in 129.99'],
  ] as const) {
    await amount.fill(wrong)
    await page.getByRole('button', { name: 'Adjust Payment' }).click()
    await expect.element(amount).toHaveAccessibleDescription(said)
  }
  await expect.element(reason).toHaveAccessibleDescription('Choose a reason first')
  await amount.fill(' 99.5 ')
  await userEvent.selectOptions(reason, 'Pricing Error')
  await page.getByRole('button', { name: 'Adjust to $99.50' }).click()
  await expect.element(page.getByText('Payment adjusted successfully')).toBeVisible()
  await expect.element(page.getByText('FQ-1042: $99.50')).toBeVisible()
  const [asked] = server.asked(adjust)
  expect(asked?.params).toEqual({ jobId: payment.jobId })
  expect(asked?.body).toEqual({ amount: '99.5', reason: 'pricing_error', seenAmount: '129.99' })
})

test('a refusal has its fixed title', async () => {
  await showPage(<AdjustPaymentDialog payment={payment} onClose={() => {}} />, {
    answers: { [one]: payment, [adjust]: refusal('conflict', 'It is charged already.') },
  })
  await amount.fill('5')
  await userEvent.selectOptions(reason, 'Other')
  await userEvent.click(amount)
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/Error adjusting payment.*It is charged already\./)
  await expect.element(amount).toHaveValue('5')
})

test('an unreachable customer must be called', async () => {
  const unreached = { ...payment, callAt: '+15125550142' }
  await showPage(<AdjustPaymentDialog payment={unreached} onClose={() => {}} />, {
    answers: { [one]: unreached, [adjust]: { ...unreached, amount: '99.00' } },
  })
  const call = /Dana Reyes has no e-mail and no texts: please call them, \(512\) 555-0142\./
  await expect.element(page.getByText(call)).toBeVisible()
})

test('a price that changed in the meantime is shown, and is the one adjusted', async () => {
  const { server } = await showPage(<AdjustPaymentDialog payment={payment} onClose={() => {}} />, {
    answers: { [one]: payment, [adjust]: { ...payment, amount: '99.50' } },
  })
  await amount.fill('99.50')
  await userEvent.selectOptions(reason, 'Pricing Error')
  await expect.element(page.getByText(/now \$129\.99/)).toBeVisible()
  await loaded()
  server.answer({ [one]: { ...payment, amount: '150.00' } })
  refreshThings(['payments'])
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('It has just changed from $129.99 to $150.00.')
  await expect.element(page.getByText(/now \$150\.00/)).toBeVisible()
  await expect.element(amount).toHaveValue('99.50')
  await page.getByRole('button', { name: 'Adjust to $99.50' }).click()
  await expect.element(page.getByText('Payment adjusted successfully')).toBeVisible()
  expect(server.asked(adjust)[0]?.body.seenAmount).toBe('150.00')
})

test('if refused because of a changed amount, it shows the new one and stays open', async () => {
  const { server } = await showPage(<AdjustPaymentDialog payment={payment} onClose={() => {}} />, {
    answers: {
      [one]: payment,
      [adjust]: () => {
        server.answer({ [one]: { ...payment, amount: '150.00' } })
        return refusal('conflict', 'This visit now costs $150.00. Please check it again.', {
          reason: 'stale',
        })
      },
    },
  })
  await amount.fill('99.50')
  await userEvent.selectOptions(reason, 'Pricing Error')
  await page.getByRole('button', { name: 'Adjust to $99.50' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/costs \$150\.00/)
  await expect.element(page.getByText(/now \$150\.00/)).toBeVisible()
  server.answer({ [adjust]: { ...payment, amount: '99.50' } })
  await page.getByRole('button', { name: 'Adjust to $99.50' }).click()
  await expect.element(page.getByText('Payment adjusted successfully')).toBeVisible()
  expect(server.asked(adjust).map(({ body }) => body.seenAmount)).toEqual(['129.99', '150.00'])
})
