import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPayment } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import RecordPaymentDialog from './record-payment-dialog.tsx'
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

test('what is due is proposed, and a refusal is shown with what is due', async () => {
  const { server } = await showPage(
    <RecordPaymentDialog
      job={{ id: 'j1', number: 'FQ-7', cost: { amount: '129.99', paid: '100.00', due: '29.99' } }}
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

test('a recorded payment is taken back with a reason', async () => {
  const { server } = await showPage(<RecordedList payment={aPayment({ recorded: [recorded] })} />, {
    answers: { [takeBack]: aPayment() },
  })
  await expect.element(page.getByText('Paid by check, 1042')).toBeVisible()
  await button('Take back $50.00').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect.element(dialog.getByText('Please enter why it is taken back')).toBeVisible()
  await dialog.getByLabelText('Why').fill('It bounced')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.asked(takeBack)[0]).toMatchObject({ body: { reason: 'It bounced' } })
})

test('one taken back shows why, and has no button', async () => {
  const takenBack = { reason: 'It bounced', at: '2026-11-23T12:00:00Z' }
  await showPage(<RecordedList payment={aPayment({ recorded: [{ ...recorded, takenBack }] })} />)
  await expect.element(page.getByText('Taken back: It bounced')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
