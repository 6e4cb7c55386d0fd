import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, enterAs } from './calls.ts'
import { expect, test } from './server.ts'
import { payByTestCard } from './steps.ts'
import { visitOf } from './visits.ts'

const askForTips = async (office: APIRequestContext, tipsEnabled: boolean) => {
  await enterAs(office, 'admin')
  await call(office, 'PUT /api/admin/settings', { body: { tipsEnabled } })
}

test.use({ viewport: { width: 390, height: 844 } })

test.beforeEach(({ request }) => askForTips(request, true))
test.afterEach(({ request }) => askForTips(request, false))

test('after the rating a tip is paid in one press, with another card if the first is declined', async ({
  page,
  browser,
  server,
}) => {
  const technician = await browser.newContext({ baseURL: server.url })
  const { id, number } = await visitOf(page.request, technician.request, browser, server.url)
  await call(page.request, 'POST /api/payments/pre-authorize', {
    body: { jobId: id, sourceId: 'cnon:card-nonce-ok', amount: '129.99' },
  })
  for (const status of ['in_progress', 'completed'])
    await call(technician.request, 'PATCH /api/jobs/{id}/status', {
      params: { id },
      body: { status },
    })
  await expect(async () => {
    const due = await call(page.request, 'GET /api/payments/due/{jobId}', { params: { jobId: id } })
    expect(due.state).toBe('paid')
  }).toPass()

  // The question replaces the rating, and declining is one press.
  await page.goto(`/orders?visit=${id}`)
  await page.getByRole('button', { name: 'Rate this visit' }).click()
  const rating = page.getByRole('dialog', { name: 'How was the visit?' })
  await rating.getByRole('radio', { name: /5/ }).check({ force: true })
  await rating.getByRole('button', { name: 'Send rating' }).click()
  const tip = page.getByRole('dialog', { name: /^A tip for / })
  await expectAccessible(page)
  await tip.getByRole('button', { name: 'No tip' }).click()
  await expect(tip).toHaveCount(0)

  await page.getByRole('button', { name: 'Give a tip' }).click()
  await tip.getByRole('radio', { name: '20 %' }).check({ force: true })
  await expect(tip.getByRole('button', { name: 'Give a tip of $26.00' })).toBeVisible()
  await tip.getByRole('link', { name: 'Use another card' }).click()
  await page.getByRole('radio', { name: 'Other amount' }).check({ force: true })
  await page.getByLabel('Your tip').fill('1e3')
  await expect(page.getByText('From $1.00 to $129.99').first()).toBeVisible()
  await page.getByLabel('Your tip').fill('25')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use another card' }).click()
  const pay = 'Give a tip of $25.00 with this card'
  await payByTestCard(page, '4000 0000 0000 0002', pay)
  await expect(page.getByRole('alert').first()).toContainText(
    'Your bank declined this card. Please try another card.',
  )
  await payByTestCard(page, '4111 1111 1111 1111', pay)
  await expect(page.getByText(/^Thank you! Your tip of \$25\.00 goes to /).first()).toBeVisible()
  await expect(page.getByText(/^A tip for /)).toHaveCount(0)
  await page.goto(`/receipt/${id}`)
  await expect(page.getByText('Total with tip')).toBeVisible()
  await expect(page.getByText('$154.99').first()).toBeVisible()

  const work = await technician.newPage()
  await work.goto('/')
  await expect(work.getByRole('region', { name: 'Tips' })).toContainText('$25.00')
  await technician.close()

  await enterAs(page.request, 'admin')
  await page.goto(`/admin/jobs/${id}`)
  const payment = page.getByRole('region', { name: 'Payment' })
  await payment.getByRole('button', { name: new RegExp(`^Refund the tip of .*${number}$`) }).click()
  const refund = page.getByRole('dialog', { name: 'Refund tip' })
  await refund.getByLabel('Amount').fill('5')
  await refund.getByLabel('Reason').selectOption('Other')
  await refund.getByRole('button', { name: 'Refund $5.00' }).click()
  await page.getByRole('button', { name: 'Yes, refund $5.00' }).click()
  await expect(page.getByText('Refunded $5.00', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Price' })).toContainText('$20.00')
})
