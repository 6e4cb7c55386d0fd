import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import Booked from '#client/features/booking/booked.tsx'
import { aBusiness, aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import Orders from './orders.tsx'

const ahead = aJob({ status: 'scheduled', paymentState: 'none' })
const done = aJob({ status: 'completed', paymentState: 'balance_due' })
const cardWords = /(Add|on) a card|Hold \$|Pay now|your card/i

const answers = {
  'GET /api/jobs/customer': [ahead, done],
  'GET /api/jobs/{id}': ahead,
  'GET /api/jobs/{id}/extras': [],
  'GET /api/jobs/{id}/communications': [],
  'GET /api/subscriptions': [],
  'GET /api/vehicles': [],
}

test.each([
  ['the booked visit', () => <Booked jobs={[ahead]} />, 'Hold $129.99 on a card'],
  ['the orders', () => <Orders />, 'Add a card'],
] as const)('%s offers a card only if cards are on', async (_, Part, offer) => {
  const on = await showPage(<Part />, { answers })
  await expect.element(page.getByText(offer)).toBeVisible()
  await on.unmount()
  await showPage(<Part />, { answers, business: aBusiness({ cardPayments: false }) })
  await expect.element(page.getByText(/\$129\.99/).first()).toBeVisible()
  expect(document.body.textContent).not.toMatch(cardWords)
})
