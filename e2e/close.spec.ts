import type { Page } from '@playwright/test'
import { expectAccessible, expectSound } from './accessible.ts'
import { openAs, openPage, press, see, the } from './actions.ts'
import { expect, test } from './server.ts'
import { downloadFrom } from './steps.ts'

test('on a phone the office closes a day: finds a refund made in the dashboard, books it, signs off', ({
  page,
}) => closeDay(page))

test('on a desk the office closes a day', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, 'admin', '/payments')
  await press(page, the.link('Daily close'))
  await expect(page).toHaveURL(/\/admin\/close$/)
  await expect(page.getByText('This day is not over', { exact: false }).first()).toBeVisible()
  await see(page, the.button('Compare again'))
  await expectSound(page)
})

async function closeDay(page: Page) {
  await openAs(page, 'admin', '/admin/close')
  const compared = page.getByRole('button', { name: 'Compare again' })
  await expect(compared).toBeVisible()

  // Back day by day to the one with a refund made in the network's dashboard.
  const book = page.getByRole('button', { name: /^Book here, FQ-/ })
  for (let days = 0; days < 14 && !(await book.isVisible()); days++) {
    const before = page.url()
    await press(page, 'Previous day')
    await expect(page).not.toHaveURL(before)
    await expect(compared).toBeVisible()
  }
  await see(page, 'Refunded in the card dashboard, not recorded here')
  await see(page, 'Ledger $0.00, card network -$20.00', '1 difference is not explained yet')
  await expectSound(page, { dark: true })

  await press(page, 'Sign off the day')
  const dialog = page.getByRole('dialog', { name: 'Sign off the day?' })
  await expect(dialog).toContainText('1 difference is not explained.')
  await expectAccessible(page)
  // Today is not over.
  const early = dialog.getByRole('switch', { name: /^Sign it off early/ })
  if (await early.isVisible()) await early.click()
  await press(dialog, /^Sign off/)
  await see(page, '1 difference not explained')

  // Booked today, when the ledger learned of it, so it leaves that day.
  await book.click()
  await see(page, the.text('Booked'))
  const day = new URL(page.url()).searchParams.get('date')
  if (day) await see(page, 'Every difference is explained.')
  else await see(page, the.first('Both match.'))
  await page.goto('/admin/close')
  await see(page, 'was refunded in the card dashboard', '“Booked at the daily close”')

  const { bytes } = await downloadFrom(page, () => press(page, 'Export ledger'))
  const file = bytes.toString()
  const [header, ...lines] = file.replace('\uFEFF', '').trim().split('\r\n')
  expect(header).toContain('Account debited,Account credited,Amount (USD)')
  expect(lines.some((line) => line.includes('Refunded in the card dashboard'))).toBe(true)

  // The audit log records it and links back here.
  await openPage(page, '/admin/audit', the.first('Day signed off'))
  await press(page, the.first(the.link('Daily close')))
  await see(page, the.heading('Daily close'))
}
