import type { APIRequestContext } from '@playwright/test'
import { expectAccessible, expectSound } from './accessible.ts'
import { fillIn, openPage, press, see, seeIn, seeNone, the, widths } from './actions.ts'
import { call, signInAs, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { downloadFrom } from './steps.ts'
import { assign, bookOpenPlace, complete, jobOf } from './visits.ts'

for (const [name, viewport] of Object.entries(widths))
  test(`a business pays its invoice in installments, on a ${name}`, async ({ page, newPage }) => {
    await page.setViewportSize(viewport)
    const office = page.request
    const mine = await newPage(null, { viewport })
    const { id: customerId } = await signUp(mine.request, 'customer')
    await signInAs(office, 'admin')
    const dialog = page.getByRole('dialog')
    const company = `Fleet ${name}`

    await page.goto(`/admin/customers/${customerId}`)
    await press(page, the.button('More', { exact: true }), the.menuItem('Payment by invoice'))
    await dialog.getByRole('switch', { name: 'Pays by invoice' }).click()
    await fillIn(dialog, { Company: company })
    await expectAccessible(page)
    await press(dialog, 'Save')
    await expect(dialog).toHaveCount(0)
    await see(page, `By invoice · Due within 30 days · ${company}`)

    // A technician does one visit at a time.
    const at = name === 'phone' ? -1 : -2
    const { id: jobId, number: visit } = await bookOpenPlace(mine.request, at)
    await openPage(mine, `/pre-authorize/${jobId}`, 'This visit is paid by invoice')
    await completeAndInvoice(office, jobId)

    await press(page, the.link('Invoices'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoices')
    const row = page.getByRole('row').filter({ hasText: company })
    await seeIn(row, visit, '$129.99')
    await expectSound(page, { dark: true })
    const pdf = the.link(/^PDF of invoice/)
    const { bytes: file } = await downloadFrom(page, () => press(row, pdf))
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')

    await press(row, /^Record payment of/)
    await fillIn(dialog, { Amount: '100', 'How it was paid': 'transfer' })
    await expectAccessible(page)
    await press(dialog, the.button('Record', { exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(row).toContainText('$29.99')
    await openPage(
      mine,
      `/orders?visit=${jobId}`,
      the.first(/On invoice, due .*: \$100\.00 paid, \$29\.99 still to pay/),
      the.first(the.link('Invoice (PDF)')),
    )
    await expectAccessible(mine)

    await press(row, /^Record payment of/)
    await expect(dialog.getByLabel('Amount')).toHaveValue('29.99')
    await fillIn(dialog, { 'How it was paid': 'check' })
    await fillIn(dialog, { 'Check number': '1042' }, the.button('Record', { exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(row.getByText('Paid', { exact: true }).last()).toBeVisible()
    await seeNone(row, the.button(/^Record payment of/))
    await press(row, the.link(visit))
    await press(page, the.button('Take back $29.99'))
    await fillIn(dialog, { 'Reason the customer sees': 'The check bounced' })
    await press(dialog, the.button('Take back', { exact: true }))
    await expect(dialog).toHaveCount(0)
    await see(page, 'Taken back: The check bounced')

    await page.goto(`/admin/invoices?search=${encodeURIComponent(company)}`)
    const totals = page.getByRole('region', { name: 'Totals of the invoices found' })
    await seeIn(totals, /Invoiced\s*\$129\.99/, /Paid\s*\$100\.00/)
    await fillIn(page, { Status: 'Overdue' })
    await see(page, `No matches for “${company}”`)
    await openPage(page, '/payments', the.first('Paid directly'))
    await page.goto('/admin/close')
    await expect(page.getByRole('region', { name: 'Money of the day' })).toContainText(
      'Zelle or bank transfer',
    )
  })

/** A technician does the work. */
async function completeAndInvoice(office: APIRequestContext, id: string): Promise<void> {
  const technicians = await call(office, 'GET /api/admin/technicians')
  const technicianId = technicians.find(({ status }) => status === 'active')?.id
  await assign(office, id, technicianId)
  await complete(office, id)
  await expect(async () => {
    const { invoice } = await jobOf(office, id)
    expect(invoice).toBeDefined()
  }).toPass()
}
