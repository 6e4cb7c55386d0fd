import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectSound } from './accessible.ts'
import { enterAs } from './calls.ts'
import { expect, test } from './server.ts'

test('on a phone the office closes a day: finds a refund made in the dashboard, books it, signs off', ({
  page,
}) => closeDay(page))

test('on a desk the office closes a day', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enterAs(page.request, 'admin')
  await page.goto('/payments')
  await page.getByRole('link', { name: 'Daily close' }).click()
  await expect(page).toHaveURL(/\/admin\/close$/)
  await expect(page.getByText('This day is not over', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compare again' })).toBeVisible()
  await expectSound(page)
})

async function closeDay(page: Page) {
  await enterAs(page.request, 'admin')
  await page.goto('/admin/close')
  const compared = page.getByRole('button', { name: 'Compare again' })
  await expect(compared).toBeVisible()

  // Back day by day to the one with a refund made in the network's dashboard.
  const book = page.getByRole('button', { name: /^Book here, FQ-/ })
  for (let days = 0; days < 14 && !(await book.isVisible()); days++) {
    const before = page.url()
    await page.getByRole('button', { name: 'Previous day' }).click()
    await expect(page).not.toHaveURL(before)
    await expect(compared).toBeVisible()
  }
  await expect(page.getByText('Refunded in the card dashboard, not booked here')).toBeVisible()
  await expect(page.getByText('Ledger $0.00, card network -$20.00')).toBeVisible()
  await expect(page.getByText('1 difference is not explained yet')).toBeVisible()
  await expectSound(page, { dark: true })

  await page.getByRole('button', { name: 'Sign off the day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign off the day?' })
  await expect(dialog).toContainText('1 difference is not explained.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign off' }).click()
  await expect(page.getByText('1 difference not explained')).toBeVisible()

  // Booked today, when the ledger learned of it, so it leaves that day.
  await book.click()
  await expect(page.getByText('Booked', { exact: true })).toBeVisible()
  const day = new URL(page.url()).searchParams.get('date')
  if (day) await expect(page.getByText('Every difference is explained.')).toBeVisible()
  else await expect(page.getByText('Both say the same.').first()).toBeVisible()
  await page.goto('/admin/close')
  await expect(page.getByText('was refunded in the card dashboard')).toBeVisible()
  await expect(page.getByText('“Booked at the daily close”')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export ledger' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const [header, ...lines] = file.replace('\uFEFF', '').trim().split('\r\n')
  expect(header).toContain('Account debited,Account credited,Amount (USD)')
  expect(lines.some((line) => line.includes('Refunded in the card dashboard'))).toBe(true)

  // The audit log records it and links back here.
  await page.goto('/admin/audit')
  await expect(page.getByText('Day signed off').first()).toBeVisible()
  await page.getByRole('link', { name: 'Daily close' }).first().click()
  await expect(page.getByRole('heading', { name: 'Daily close' })).toBeVisible()
}
