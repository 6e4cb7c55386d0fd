import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { HistoryReport } from '#client/features/jobs/history-report.tsx'
import { aBusiness, aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { labelAt } from '#shared/rules/test-slots.ts'
import { paths } from '#shared/rules/paths.ts'
import Orders from './orders.tsx'

const cost = aJob().cost
const visits: Job[] = [
  aJob({
    number: 'FQ-1',
    status: 'completed',
    servicePackageName: 'Full Synthetic',
    finalAmount: '100.00',
    paymentState: 'paid',
    cost: {
      ...cost,
      adjustments: [{ kind: 'discount_applied', amount: '-29.99', at: null }],
      amount: '100.00',
      charged: '100.00',
      paid: '100.00',
      due: '0.00',
    },
  }),
  aJob({
    number: 'FQ-2',
    status: 'completed',
    finalAmount: '0.00',
    paymentState: 'refunded',
    cost: {
      ...cost,
      adjustments: [{ kind: 'refunded', amount: '-129.99', at: null }],
      amount: '0.00',
      charged: '129.99',
      refunded: '129.99',
      due: '0.00',
    },
  }),
  aJob({
    number: 'FQ-3',
    status: 'cancelled',
    finalAmount: '0.00',
    paymentState: 'voided',
    cost: {
      ...cost,
      adjustments: [{ kind: 'cancelled', amount: '-129.99', at: null }],
      amount: '0.00',
      due: '0.00',
    },
  }),
]
const show = (jobs: Job[]) =>
  showPage(<Orders />, {
    answers: {
      'GET /api/jobs/customer': jobs,
      'GET /api/jobs/{id}/extras': [],
      'GET /api/waitlist': [],
      'GET /api/subscriptions': [],
      'GET /api/vehicles': [],
    },
  })
const row = (number: string) => page.getByRole('listitem').filter({ hasText: number })

test('at 390 px the buttons of a visit keep their distance', async () => {
  await page.viewport(390, 844)
  const startsAt = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const scheduledDate = startsAt.slice(0, 10)
  await show([aJob({ number: 'FQ-4', status: 'assigned', startsAt, scheduledDate })])
  const move = page.getByRole('button', { name: 'Move visit' })
  const earlier = page.getByRole('button', { name: 'Wait for an earlier time' })
  await expect.element(earlier).toBeVisible()
  const [one, next] = [move, earlier].map((button) => button.element().getBoundingClientRect())
  expect((next?.left ?? 0) - (one?.right ?? 0)).toBeGreaterThanOrEqual(8)
})

const wordsOf = (number: string) => row(number).element().textContent

test('an adjusted visit shows why, and a refunded one is never shown as paid', async () => {
  await show(visits)
  await page.getByRole('tab', { name: /^Completed ?2/ }).click()
  await expect.poll(() => wordsOf('FQ-1')).toContain('Before: $129.99 $100.00 · Paid · FQ-1')
  await expect.poll(() => wordsOf('FQ-1')).toContain('Discount: -$29.99')
  await expect.poll(() => wordsOf('FQ-2')).toContain('$0.00 · $129.99 was refunded · FQ-2')
  expect(wordsOf('FQ-2')).not.toContain('Paid')
  expect(row('FQ-3').elements()).toHaveLength(0)
})

test('waiting for an earlier time is offered only where there can be one', async () => {
  const at = (number: string, scheduledDate: string, slot: number, part: Partial<Job> = {}) =>
    aJob({
      number,
      status: 'assigned',
      scheduledDate,
      scheduledTime: labelAt(slot),
      startsAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      ...part,
    })
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  await showPage(<Orders />, {
    business: aBusiness({ rescheduleNoticeHours: 24 }),
    answers: {
      'GET /api/jobs/customer': [
        at('FQ-11', '2026-05-05', 1),
        at('FQ-12', '2026-05-05', 2),
        at('FQ-13', '2026-05-06', 1),
        at('FQ-14', '2026-05-06', 1, { startsAt: soon }),
      ],
      'GET /api/waitlist': [],
      'GET /api/subscriptions': [],
      'GET /api/vehicles': [],
      'GET /api/jobs/{id}/extras': [],
      'GET /api/jobs/{id}': ({ params }) => visits.find(({ id }) => id === params.id),
      'GET /api/jobs/{id}/communications': [],
    },
  })
  const wait = (number: string) =>
    row(number).getByRole('button', { name: 'Wait for an earlier time' })
  await expect.element(wait('FQ-12')).toBeVisible()
  await expect.element(wait('FQ-13')).toBeVisible()
  for (const number of ['FQ-11', 'FQ-14'])
    await expect.element(wait(number)).not.toBeInTheDocument()
})

test('a price back at its first amount shows no other price', async () => {
  const adjustments = ['-40.00', '40.00'].map((amount) => ({
    kind: 'other' as const,
    amount,
    at: null,
  }))
  const paid = { ...cost, adjustments, paid: '129.99', due: '0.00' }
  await show([aJob({ number: 'FQ-4', status: 'completed', paymentState: 'paid', cost: paid })])
  await page.getByRole('tab', { name: /^Completed/ }).click()
  await expect.poll(() => wordsOf('FQ-4')).toContain('$129.99 · Paid · FQ-4')
  expect(wordsOf('FQ-4')).not.toContain('Before:')
})

test('cancelled visits have their own tab', async () => {
  await show(visits)
  await page.getByRole('tab', { name: /^Cancelled ?1/ }).click()
  await expect.poll(() => wordsOf('FQ-3')).toContain('$0.00 · Nothing was charged · FQ-3')
  expect(row('FQ-1').elements()).toHaveLength(0)
})

test('without cancelled visits that tab is missing', async () => {
  await show(visits.slice(0, 2))
  await expect.element(page.getByRole('tab', { name: /^Completed ?2/ })).toBeVisible()
  expect(page.getByRole('tab', { name: /Cancelled/ }).elements()).toHaveLength(0)
})

test('the report lists each package and its price, below its heading', async () => {
  await showPage(<HistoryReport jobs={visits} />, {})
  const report = document.querySelector('article')
  expect(report?.querySelector('h2')?.textContent).toBe('Premium Oil Change')
  const rows = [...(report?.querySelectorAll('tbody tr') ?? [])].map((one) => one.textContent)
  expect(rows[0]).toMatch(/^Full Synthetic.*\$100\.00Discount: -\$29\.99$/)
  expect(rows[1]).toMatch(/\$0\.00Refunded by the office: -\$129\.99$/)
  expect(rows[2]).toMatch(/\$0\.00not counted$/)
})

test('without card payments no card is asked for, and amounts due link to how to pay', async () => {
  const jobs = [
    aJob({ number: 'FQ-4' }),
    aJob({ number: 'FQ-5', status: 'completed', paymentState: 'balance_due' }),
  ]
  const business = aBusiness({ cardPayments: false })
  await showPage(<Orders />, {
    answers: {
      'GET /api/jobs/customer': jobs,
      'GET /api/waitlist': [],
      'GET /api/subscriptions': [],
      'GET /api/vehicles': [],
      'GET /api/jobs/{id}': jobs[0],
      'GET /api/jobs/{id}/communications': [],
      'GET /api/jobs/{id}/extras': [],
    },
    business,
  })
  await expect.element(row('FQ-4')).toMatchTextContent(/You pay after the visit/)
  expect(wordsOf('FQ-4')).not.toMatch(/card/i)
  await page.getByRole('tab', { name: /^Completed/ }).click()
  await expect
    .element(row('FQ-5').getByRole('link', { name: 'How to pay' }))
    .toHaveAttribute('href', paths.payment(jobs[1]?.id ?? ''))
})
