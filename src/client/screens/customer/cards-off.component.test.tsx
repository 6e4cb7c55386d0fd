import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Route } from 'wouter'
import Booked from '#client/features/booking/booked.tsx'
import { GuestCard } from '#client/features/payments/guest-card.tsx'
import { aBusiness, aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { paths } from '#shared/rules/paths.ts'
import Payment from './payment.tsx'
import PreAuthorize from './pre-authorize.tsx'

const business = aBusiness({ cardPayments: false })
const ahead = aJob()
const done = aJob({ status: 'completed', paymentState: 'balance_due' })
const dueFor = (job: Job): PaymentDue => ({
  jobId: job.id,
  amount: '129.99',
  state: job.paymentState,
  status: 'pending',
  heldAmount: null,
  holdExpiresAt: null,
  card: null,
  savesCard: false,
})

const notHere = page.getByText('Card payments are not available here')
const later = page.getByText(/^You pay after the visit\. Fivequart tells you how\./)
const directly = page.getByText(/^You pay Fivequart directly\. To agree how, please call us/)
const expectNoForm = async () => {
  await expect.element(notHere).toBeVisible()
  await expect.element(page.getByText(/Configuration Error/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
}

// `GET /api/payments/config` has no answer: requesting it would fail these tests.
const answersFor = (job: Job) => ({
  'GET /api/jobs/{id}': job,
  'GET /api/payments/due/{jobId}': dueFor(job),
})

test.each([
  ['pre-authorization', paths.preAuthorize, <PreAuthorize key="hold" />],
  ['payment', paths.payment, <Payment key="pay" />],
] as const)(
  'the page of a %s says how an upcoming visit is paid',
  async (_name, pathOf, screen) => {
    await showPage(<Route path={pathOf(':jobId')}>{screen}</Route>, {
      at: pathOf(ahead.id),
      answers: answersFor(ahead),
      business,
    })
    await expectNoForm()
    await expect.element(later).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Back to the visit' }))
      .toHaveAttribute('href', paths.order(ahead.id))
  },
)

test('the payment page of a completed visit explains how to pay', async () => {
  await showPage(<Route path={paths.payment(':jobId')} component={Payment} />, {
    at: paths.payment(done.id),
    answers: answersFor(done),
    business,
  })
  await expectNoForm()
  await expect.element(directly).toBeVisible()
})

test.each([
  ['ahead', ahead, later],
  ['done', done, directly],
] as const)('a guest sees how a %s visit is paid', async (_name, job, words) => {
  await showPage(<GuestCard job={job} due={dueFor(job)} />, { person: null, business })
  await expectNoForm()
  await expect.element(words).toBeVisible()
})

test('a booking asks for no card', async () => {
  await showPage(<Booked jobs={[ahead]} />, { business })
  await expect.element(later).toBeVisible()
  await expect.element(page.getByRole('link', { name: /card/ })).not.toBeInTheDocument()
})

const form = {
  'GET /api/payments/cards': [],
  'GET /api/payments/config': {
    applicationId: 'sandbox-1',
    environment: 'sandbox' as const,
    provider: 'simulator' as const,
    scriptUrl: '/no-such-script.js',
  },
}
const ways = 'in cash or by Zelle or bank transfer.'
const besides = [
  ['the hold page', ahead, <PreAuthorize key="hold" />, paths.preAuthorize, 'after the visit'],
  ['the payment page', done, <Payment key="pay" />, paths.payment, 'us directly'],
  [
    'a guest ahead',
    ahead,
    <GuestCard key="ahead" job={ahead} due={dueFor(ahead)} />,
    null,
    'after the visit',
  ],
  [
    'a guest afterwards',
    done,
    <GuestCard key="done" job={done} due={dueFor(done)} />,
    null,
    'us directly',
  ],
] as const

test.each(besides)(
  '%s names other ways to pay beside the card',
  async (_, job, screen, pathOf, when) => {
    await showPage(pathOf ? <Route path={pathOf(':jobId')}>{screen}</Route> : screen, {
      at: pathOf?.(job.id),
      answers: { ...answersFor(job), ...form },
      business: aBusiness({ takesCash: true, takesTransfers: true }),
    })
    await expect.element(page.getByText(`You can also pay ${when}, ${ways}`)).toBeVisible()
  },
)

test.each(besides)('%s names none if the business chose none', async (_, job, screen, pathOf) => {
  await showPage(pathOf ? <Route path={pathOf(':jobId')}>{screen}</Route> : screen, {
    at: pathOf?.(job.id),
    answers: { ...answersFor(job), ...form },
  })
  await expect.element(page.getByRole('button', { name: /129\.99/ })).toBeVisible()
  await expect.element(page.getByText(/You can also pay/)).not.toBeInTheDocument()
})
