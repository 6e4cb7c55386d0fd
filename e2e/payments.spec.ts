import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { expectSound } from './accessible.ts'
import { call, enterAs } from './calls.ts'
import { expect, test } from './server.ts'
import { visitOf } from './visits.ts'

test('on a phone the office finds unpaid amounts, totals, exports and adjusts them', ({
  page,
  request,
  browser,
  server,
}) => lookThrough(page, request, browser, server.url))

test('on a desk the office finds unpaid amounts, totals, exports and adjusts them', async ({
  page,
  request,
  browser,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await lookThrough(page, request, browser, server.url)
})

async function lookThrough(
  page: Page,
  customer: APIRequestContext,
  browser: Browser,
  baseURL: string,
) {
  const visit = await visitOf(customer, page.request, browser, baseURL)
  for (const status of ['in_progress', 'completed'])
    await call(page.request, 'PATCH /api/jobs/{id}/status', {
      params: { id: visit.id },
      body: { status },
    })
  await enterAs(page.request, 'admin')

  // The dashboard links to exactly the unpaid visits.
  await page.goto('/')
  const link = page.getByRole('link', { name: /owed for visits that are over$/ })
  const owed = /^\$[\d,.]+/.exec((await link.textContent()) ?? '')?.[0] ?? ''
  await link.click()
  await expect(page).toHaveURL(/\/payments\?status=owed$/)
  const totals = page.getByRole('region', { name: 'Totals of the payments found' })
  await expect(totals.getByText(owed, { exact: true })).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(visit.number) })
  await expect(row).toBeVisible()
  await expectSound(page, { dark: true })

  // Filtered by technician and day; a reload keeps the filters.
  await page.getByLabel('Technician').selectOption(visit.technicianId ?? '')
  await page.getByLabel('Visit from').fill(visit.scheduledDate)
  await page.getByLabel('To', { exact: true }).fill(visit.scheduledDate)
  const search = page.getByLabel('Search name, visit number or amount')
  await search.fill('129.99')
  await expect(page.getByText('1 payment · Owed')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 payment · Owed')).toBeVisible()
  await expect(totals.getByText('$129.99')).toBeVisible()

  // No visit costs another amount; the download has the same filters.
  await search.fill('$129.98')
  await expect(page.getByText('No matches for “$129.98”')).toBeVisible()
  await search.fill('129.99')
  await expect(row).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Data' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain(visit.number)
  await expect(page.getByText('Export successful', { exact: true })).toBeVisible()

  // Adjusting there updates the totals.
  await search.fill(visit.number)
  await expect(page).toHaveURL(new RegExp(`search=${visit.number}`))
  await row.getByRole('button', { name: /^Adjust Payment of / }).click()
  const adjust = page.getByRole('dialog', { name: 'Adjust Payment' })
  await adjust.getByLabel('New amount').fill('100')
  await adjust.getByLabel('Reason').selectOption('Discount Applied')
  await adjust.getByRole('button', { name: 'Adjust to $100.00' }).click()
  await expect(page.getByText('Payment adjusted successfully', { exact: true })).toBeVisible()
  await expect(totals.getByText('$100.00')).toBeVisible()

  // An empty result says so, and clearing the search shows all again.
  await search.fill('')
  await page.getByLabel('Status').selectOption('Refunded')
  await expect(page.getByText('No payments match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).toHaveURL(/\/payments$/)
  await expect(page.getByText(/^\d+ payments$/)).toBeVisible()
}
