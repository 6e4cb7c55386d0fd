import { expectAccessible } from './accessible.ts'
import { fillIn, openAs, openPage, press, see, the } from './actions.ts'
import { call } from './calls.ts'
import { expect } from './server.ts'
import { complete, test } from './visits.ts'

test('a visit without a card is billed, adjusted and refunded', async ({ page, request, job }) => {
  const { id, number } = job
  await complete(page.request, id)

  // The technician reads that it is unpaid, and that the payment page is not theirs.
  await openPage(page, `/job/${id}`, 'Not paid yet. The customer has a link to pay.')
  await openPage(page, `/payment/${id}`, the.heading('This page is for customers and the office.'))

  await openAs(page, 'admin', '/payments?status=pending')
  await press(page, new RegExp(`^Adjust Payment of .*${number}$`))
  const adjust = page.getByRole('dialog', { name: 'Adjust Payment' })
  await fillIn(adjust, { 'New amount': '12999', Reason: 'Pricing Error' }, 'Adjust to $12,999.00')
  await see(adjust, 'Enter an amount between $0.00 and $10,000.00')
  await fillIn(adjust, { 'New amount': '1299.90' }, 'Adjust to $1,299.90')
  const really = page.getByRole('dialog', { name: 'Really $1,299.90?' })
  await expect(really).toContainText('was quoted $129.99')
  await expectAccessible(page)
  await press(really, 'Keep editing')
  await fillIn(adjust, { 'New amount': '100' }, 'Adjust to $100.00')
  await see(page, the.text('Payment adjusted successfully'))

  await call(request, 'POST /api/payments/process', {
    body: { jobId: id, sourceId: 'cnon:card-nonce-ok', amount: '100.00' },
  })
  await page.goto(`/job/${id}`)
  const payment = page.getByRole('region', { name: 'Payment' })
  await press(payment, /^Refund /)
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await fillIn(
    refund,
    {
      Amount: '30',
      Reason: 'Other',
      'In your own words; the customer reads this': 'We came late',
    },
    'Refund $30.00',
  )
  await expectAccessible(page)
  await press(page, 'Yes, refund $30.00')
  await see(page, the.text('Refunded $30.00'))
  await see(payment, 'We came late: -$30.00', the.first('$70.00'))
  const heard = await call(request, 'GET /api/notifications')
  expect(heard.find(({ title }) => title === 'Refund on its way')?.message).toContain(
    'We came late',
  )
})
