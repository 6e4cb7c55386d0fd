import { expectSound } from './accessible.ts'
import { fillIn, press, see, the, widths } from './actions.ts'
import { call, signInAs } from './calls.ts'
import { expect, test } from './server.ts'
import { downloadFrom } from './steps.ts'

for (const [where, viewport] of Object.entries(widths))
  test(`the office reads its audit log, on a ${where}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signInAs(page.request, 'admin')
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
    await press(page, the.link('Audit log'))
    await see(page, /^[\d,]+ entries$/)
    await expectSound(page, { dark: true })

    // The address holds the filters, so they survive a reload.
    const rows = page.getByRole('region', { name: 'Audit log' }).getByRole('row')
    await fillIn(page, { Kind: 'Money' })
    await expect(page).toHaveURL(/about=money/)
    await expect(rows.filter({ hasText: 'Note added' })).toHaveCount(0)
    await expect(rows.filter({ hasText: 'Price changed' }).first()).toBeVisible()
    await page.getByLabel('To', { exact: true }).fill('2001-01-01')
    await see(page, 'No entries match')
    await page.reload()
    await see(page, 'No entries match')
    await press(page, the.first(the.button('Clear filters')))
    await expect(page).toHaveURL(/\/admin\/audit$/)

    // The download has the same filters.
    await fillIn(page, { Kind: 'Customers' })
    await expect(rows.filter({ hasText: 'Price changed' })).toHaveCount(0)
    const { bytes } = await downloadFrom(page, () => press(page, 'Export CSV'))
    const file = bytes.toString()
    expect(file).toContain('Note added to a customer')
    expect(file).not.toContain('Price changed')

    // Entries link to their subject.
    await fillIn(page, { 'Search people, visits and actions': 'note added' })
    await expect(page).toHaveURL(/search=/)
    await see(page, /^\d+ match(es)?$/)
    await rows.filter({ hasText: 'Note added' }).first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/admin\/customers\//)
  })
