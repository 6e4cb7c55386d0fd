import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPayment } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import type { Payment } from '#shared/contract/payments.ts'
import { withPayment } from './with-payment.tsx'

const Dialog = withPayment(({ payment }: { payment: Payment }) => <p>{payment.jobNumber}</p>)

test('a payment dialog opens with its payment', async () => {
  await showPage(<Dialog job={aJob()} onClose={() => {}} />, {
    answers: { 'GET /api/payments/{jobId}': aPayment({ jobNumber: 'FQ-2001' }) },
  })
  await expect.element(page.getByText('FQ-2001')).toBeVisible()
})

test('a payment that cannot be loaded shows an error, and its dialog closes', async () => {
  const onClose = vi.fn<() => void>()
  await showPage(<Dialog job={aJob()} onClose={onClose} />, {
    answers: { 'GET /api/payments/{jobId}': refusal('internal', 'Something broke.') },
  })
  await expect.element(page.getByText('The payment could not be loaded')).toBeVisible()
  expect(onClose).toHaveBeenCalledOnce()
})
