import { expectAccessible } from './accessible.ts'
import { call, enterAs } from './calls.ts'
import { expect } from './server.ts'
import { test } from './visits.ts'

test('a visit without a card is billed; the office confirms a large amount, and refunds', async ({
  page,
  request,
  job,
}) => {
  const { id, number } = job
  for (const status of ['in_progress', 'completed'])
    await call(page.request, 'PATCH /api/jobs/{id}/status', { params: { id }, body: { status } })

  // The technician reads that it is unpaid, and that the payment page is not theirs.
  await page.goto(`/job/${id}`)
  await expect(page.getByText('Not paid yet. The customer has a link to pay.')).toBeVisible()
  await page.goto(`/payment/${id}`)
  await expect(
    page.getByRole('heading', { name: 'This page is for customers and the office.' }),
  ).toBeVisible()

  await enterAs(page.request, 'admin')
  await page.goto('/payments?status=pending')
  await page.getByRole('button', { name: new RegExp(`^Adjust Payment of .*${number}$`) }).click()
  const adjust = page.getByRole('dialog', { name: 'Adjust Payment' })
  await adjust.getByLabel('New amount').fill('12999')
  await adjust.getByLabel('Reason').selectOption('Pricing Error')
  await adjust.getByRole('button', { name: 'Adjust to $12,999.00' }).click()
  await expect(adjust.getByText('Enter an amount between $0.00 and $10,000.00')).toBeVisible()
  await adjust.getByLabel('New amount').fill('1299.90')
  await adjust.getByRole('button', { name: 'Adjust to $1,299.90' }).click()
  const really = page.getByRole('dialog', { name: 'Really $1,299.90?' })
  await expect(really).toContainText('was quoted $129.99')
  await expectAccessible(page)
  await really.getByRole('button', { name: 'Keep editing' }).click()
  await adjust.getByLabel('New amount').fill('100')
  await adjust.getByRole('button', { name: 'Adjust to $100.00' }).click()
  await expect(page.getByText('Payment adjusted successfully', { exact: true })).toBeVisible()

  await call(request, 'POST /api/payments/process', {
    body: { jobId: id, sourceId: 'cnon:card-nonce-ok', amount: '100.00' },
  })
  await page.goto(`/job/${id}`)
  const payment = page.getByRole('region', { name: 'Payment' })
  await payment.getByRole('button', { name: /^Refund / }).click()
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await refund.getByLabel('Amount').fill('30')
  await refund.getByLabel('Reason').selectOption('Other')
  await refund.getByLabel('In your words, as the customer reads it').fill('We came late')
  await refund.getByRole('button', { name: 'Refund $30.00' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, refund $30.00' }).click()
  await expect(page.getByText('Refunded $30.00', { exact: true })).toBeVisible()
  await expect(payment.getByText('We came late: -$30.00')).toBeVisible()
  await expect(payment.getByText('$70.00').first()).toBeVisible()
  const heard = await call(request, 'GET /api/notifications')
  expect(heard.find(({ title }) => title === 'Refund on its way')?.message).toContain(
    'We came late',
  )
})
