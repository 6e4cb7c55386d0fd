import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import type { PaymentState } from '#shared/rules/payments.ts'
import { PaymentStatusBadge } from './recent-payments.tsx'

test.each([
  ['voided', 'Not charged'],
  ['voiding', 'Not charged'],
  ['refunded', 'Refunded'],
  ['paid', 'Completed'],
] satisfies [PaymentState, string][])(
  'a payment in state %s is labeled %s',
  async (state, words) => {
    await showPage(<PaymentStatusBadge payment={{ state }} />, {})
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  },
)
