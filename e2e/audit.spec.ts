import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectSound } from './accessible.ts'
import { call, enterAs } from './calls.ts'
import { expect, test } from './server.ts'

test('the office reads its audit log on a phone', ({ page }) => lookThrough(page))

test('the office reads its audit log on a desk', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await lookThrough(page)
})

async function lookThrough(page: Page) {
  await enterAs(page.request, 'admin')
  const [customer] = await call(page.request, 'GET /api/admin/customers')
  await call(page.request, 'POST /api/admin/customers/{id}/notes', {
    params: { id: customer?.id ?? '' },
    body: { note: 'Rang about the gate' },
  })
  const payments = await call(page.request, 'GET /api/payments')
  const payment = payments.find(({ status }) => status === 'pending')
  await call(page.request, 'PATCH /api/payments/{jobId}/adjust', {
    params: { jobId: payment?.jobId ?? '' },
    body: { amount: '100.00', reason: 'pricing_error' },
  })
  await page.goto('/admin/settings?tab=changes')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText(/^[\d,]+ entries$/)).toBeVisible()
  await expectSound(page, { dark: true })

  // The address holds the filters, so they survive a reload.
  const rows = page.getByRole('region', { name: 'Audit log' }).getByRole('row')
  await page.getByLabel('Kind').selectOption('Money')
  await expect(page).toHaveURL(/about=money/)
  await expect(rows.filter({ hasText: 'Note added' })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Price changed' }).first()).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2001-01-01')
  await expect(page.getByText('No entries match')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No entries match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).toHaveURL(/\/admin\/audit$/)

  // The download has the same filters.
  await page.getByLabel('Kind').selectOption('Customers')
  await expect(rows.filter({ hasText: 'Price changed' })).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toContain('Note added to a customer')
  expect(file).not.toContain('Price changed')

  // Entries link to their subject.
  await page.getByLabel('Search people, visits and actions').fill('note added')
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByText(/^\d+ match(es)?$/)).toBeVisible()
  await rows.filter({ hasText: 'Note added' }).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/admin\/customers\//)
}
