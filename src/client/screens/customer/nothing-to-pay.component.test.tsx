import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Route } from 'wouter'
import { GuestCard } from '#client/features/payments/guest-card.tsx'
import { aBusiness, aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { paths } from '#shared/rules/paths.ts'
import Payment from './payment.tsx'
import PreAuthorize from './pre-authorize.tsx'

const cost = {
  ...aJob().cost,
  amount: '0.00',
  charged: '0.00',
  held: '0.00',
  paid: '0.00',
  refunded: '0.00',
  due: '0.00',
  excess: '0.00',
}
const ahead = aJob({ status: 'scheduled', paymentState: 'none', cost })
const saved = aJob({ status: 'scheduled', paymentState: 'card_saved', cost })
const done = aJob({ status: 'completed', paymentState: 'paid', cost })
const paidAhead = aJob({ paymentState: 'paid', cost: { ...cost, amount: '9.00', paid: '9.00' } })

const dueFor = (job: Job): PaymentDue => ({
  jobId: job.id,
  amount: '0.00',
  state: job.paymentState,
  status: job.paymentState === 'paid' ? 'completed' : 'pending',
  heldAmount: null,
  holdExpiresAt: null,
  card: null,
  savesCard: false,
})

const nothing = page.getByText('Nothing to pay', { exact: true })
const paid = page.getByText('This service is paid', { exact: true })

// `GET /api/payments/config` has no answer: a card form that requests it would fail these tests.
test.each([
  ['/payment of a visit ahead', paths.payment, Payment, ahead, nothing],
  ['/payment of one that is done', paths.payment, Payment, done, nothing],
  ['/payment of one paid ahead', paths.payment, Payment, paidAhead, paid],
  ['/pre-authorize of a visit ahead', paths.preAuthorize, PreAuthorize, ahead, nothing],
  ['/pre-authorize of one with a saved card', paths.preAuthorize, PreAuthorize, saved, nothing],
  ['/pre-authorize of one paid ahead', paths.preAuthorize, PreAuthorize, paidAhead, paid],
] as const)('%s with nothing due has no card form', async (_name, pathOf, Screen, job, words) => {
  for (const cardPayments of [true, false]) {
    const shown = await showPage(<Route path={pathOf(':jobId')} component={Screen} />, {
      at: pathOf(job.id),
      answers: { 'GET /api/jobs/{id}': job, 'GET /api/payments/due/{jobId}': dueFor(job) },
      business: aBusiness({ cardPayments }),
    })
    await expect.element(words).toBeVisible()
    await expect.element(page.getByRole('button')).not.toBeInTheDocument()
    await shown.unmount()
  }
})

test.each([
  ['ahead', ahead, nothing],
  ['done', done, nothing],
  ['ahead with a saved card', saved, nothing],
  ['paid ahead', paidAhead, paid],
] as const)('a guest whose visit is %s gets no card form either', async (_name, job, words) => {
  await showPage(<GuestCard job={job} due={dueFor(job)} />, { person: null })
  await expect.element(words).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
