import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPayment } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import RecordPaymentDialog, { GiveBackDialog } from './record-payment-dialog.tsx'
import { RecordedList } from './recorded-list.tsx'

const record = 'POST /api/payments/{jobId}/record'
const takeBack = 'DELETE /api/payments/{jobId}/record/{id}'
const button = (name: string) => page.getByRole('button', { name, exact: true })

const recorded = {
  id: 'r1',
  method: 'check' as const,
  amount: '50.00',
  reference: '1042',
  receivedOn: '2026-11-23',
  by: 'Ada Lane',
  takenBack: null,
}

test('the amount due is proposed, and shown with a refusal', async () => {
  const { server } = await showPage(
    <RecordPaymentDialog
      job={{ id: 'j1', number: 'FQ-7', cost: { amount: '129.99', paid: '100.00' } }}
      onClose={() => {}}
    />,
    { answers: { [record]: refusal('conflict', 'Only $9.99 is due for this visit.') } },
  )
  await expect.element(page.getByText('$100.00 of $129.99 is paid for FQ-7.')).toBeVisible()
  await expect.element(page.getByLabelText('Amount')).toHaveValue('29.99')
  await page.getByLabelText('How it was paid').selectOptions('check')
  await page.getByLabelText(/^Check number/).fill('1042')
  await button('Record').click()
  await expect.element(page.getByText('Only $9.99 is due for this visit.').first()).toBeVisible()
  expect(server.asked(record)[0]?.body).toMatchObject({
    amount: '29.99',
    method: 'check',
    reference: '1042',
  })
})

test('the amount returned by a lost dispute is proposed as well', async () => {
  const cost = { amount: '129.99', paid: '-20.00', chargedBack: '129.99' }
  await showPage(
    <RecordPaymentDialog job={{ id: 'j1', number: 'FQ-7', cost }} onClose={() => {}} />,
  )
  await expect.element(page.getByText(/bank returned \$129\.99 after a dispute/)).toBeVisible()
  await expect.element(page.getByLabelText('Amount')).toHaveValue('149.99')
})

test('a recorded payment is taken back with a reason', async () => {
  const { server } = await showPage(<RecordedList payment={aPayment({ recorded: [recorded] })} />, {
    answers: { [takeBack]: aPayment() },
  })
  await expect.element(page.getByText('Paid by check, 1042')).toBeVisible()
  await button('Take back $50.00').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect.element(dialog.getByText('Please enter why it is taken back')).toBeVisible()
  await dialog.getByLabelText('Reason the customer sees').fill('It bounced')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.asked(takeBack)[0]).toMatchObject({ body: { reason: 'It bounced' } })
})

test('equal payments recorded by two people are marked as possible duplicates; money given back has its own wording', async () => {
  const own = { ...recorded, id: 'r2', by: 'Ben Cole' }
  const back = { ...recorded, id: 'r3', amount: '-20.00' }
  await showPage(<RecordedList payment={aPayment({ recorded: [recorded, own, back] })} />)
  expect(page.getByText('Perhaps recorded twice. If so, take one back.').elements()).toHaveLength(2)
  await button('Take back -$20.00').click()
  await expect
    .element(page.getByRole('dialog', { name: 'Not given back: $20.00' }))
    .toMatchTextContent(/the price is what it was before/)
})

test('a payment taken back shows the reason and no button', async () => {
  const takenBack = { reason: 'It bounced', at: '2026-11-23T12:00:00Z' }
  await showPage(<RecordedList payment={aPayment({ recorded: [{ ...recorded, takenBack }] })} />)
  await expect.element(page.getByText('Taken back: It bounced')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('an overpayment is given back with a reason, and a question is confirmed', async () => {
  const payment = aPayment({ recorded: [recorded], toReturn: '45.00', returnable: '50.00' })
  const sentence = 'That day is before the visit was booked. Please check it, or confirm it.'
  const { server } = await showPage(<GiveBackDialog payment={payment} onClose={() => {}} />, {
    answers: { [record]: refusal('conflict', sentence, { reason: 'confirm' }) },
  })
  await expect
    .element(page.getByText(/^\$45\.00 was paid too much\. .* up to \$50\.00/))
    .toBeVisible()
  await expect.element(page.getByLabelText('Amount')).toHaveValue('45.00')
  await expect.element(page.getByLabelText('How it is given back')).toHaveValue('check')
  await button('Record').click()
  await expect.element(page.getByText('Please enter why it is given back')).toBeVisible()
  await page.getByLabelText('Reason the customer sees').fill('Cancelled')
  await button('Record').click()
  await expect.element(page.getByText(sentence)).toBeVisible()
  server.answer({ [record]: payment })
  await button('Yes, record it').click()
  await expect.element(page.getByText('Recorded: money given back')).toBeVisible()
  expect(server.asked(record).map(({ body }) => body)).toMatchObject([
    { amount: '45.00', givenBack: 'Cancelled' },
    { amount: '45.00', givenBack: 'Cancelled', confirmed: true },
  ])
})
