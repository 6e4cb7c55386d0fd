import { readFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import { expectAccessible, expectSound } from './accessible.ts'
import { bookPlace, call, enterAs, openPlaces, signUp } from './calls.ts'
import { expect, test } from './server.ts'

const widths = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }

for (const [name, viewport] of Object.entries(widths))
  test(`a business is invoiced and pays in two installments, on a ${name}`, async ({
    page,
    browser,
    baseURL,
    request: customer,
  }) => {
    await page.setViewportSize(viewport)
    const office = page.request
    const { id: customerId } = await signUp(customer, 'customer')
    await enterAs(office, 'admin')
    const dialog = page.getByRole('dialog')
    const company = `Fleet ${name}`

    await page.goto(`/admin/customers/${customerId}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Payment by invoice' }).click()
    await dialog.getByRole('switch', { name: 'Pays by invoice' }).click()
    await dialog.getByLabel('Company').fill(company)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(`By invoice · Due within 30 days · ${company}`)).toBeVisible()

    // A technician does one visit at a time.
    const place = (await openPlaces(customer)).at(name === 'phone' ? -1 : -2)
    if (!place) throw new Error('Nothing is open')
    const { id: jobId, number: visit } = await bookPlace(customer, place)
    const context = await browser.newContext({
      viewport,
      ...(baseURL && { baseURL }),
      storageState: await customer.storageState(),
    })
    const mine = await context.newPage()
    await mine.goto(`/pre-authorize/${jobId}`)
    await expect(mine.getByText('This visit is paid by invoice')).toBeVisible()
    await complete(office, jobId)

    await page.getByRole('link', { name: 'Invoices' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoices')
    const row = page.getByRole('row').filter({ hasText: company })
    await expect(row).toContainText(visit)
    await expect(row).toContainText('$129.99')
    await expectSound(page, { dark: true })
    const paper = page.waitForEvent('download')
    await row.getByRole('link', { name: /^PDF of invoice/ }).click()
    const file = await readFile(await (await paper).path())
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')

    await row.getByRole('button', { name: /^Record payment of/ }).click()
    await dialog.getByLabel('Amount').fill('100')
    await dialog.getByLabel('How it came in').fill('Transfer of today')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row).toContainText('$29.99')
    await mine.goto(`/orders?visit=${jobId}`)
    await expect(
      mine.getByText(/On invoice, due .*: \$100\.00 paid, \$29\.99 still to pay/).first(),
    ).toBeVisible()
    await expect(mine.getByRole('link', { name: 'Invoice (PDF)' }).first()).toBeVisible()
    await expectAccessible(mine)

    await row.getByRole('button', { name: /^Record payment of/ }).click()
    await expect(dialog.getByLabel('Amount')).toHaveValue('29.99')
    await dialog.getByLabel('How it came in').fill('Check 1042')
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row.getByText('Paid', { exact: true }).last()).toBeVisible()
    await expect(row.getByRole('button', { name: /^Record payment of/ })).toHaveCount(0)
    await row.getByRole('button', { name: /^Take back a payment of/ }).click()
    await dialog.getByLabel('Amount').fill('29.99')
    await dialog.getByLabel('Why').fill('The check bounced')
    await dialog.getByRole('button', { name: 'Take back', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row.getByRole('button', { name: /^Record payment of/ })).toBeVisible()

    await page.goto(`/admin/invoices?search=${encodeURIComponent(company)}`)
    const totals = page.getByRole('region', { name: 'Totals of the invoices found' })
    await expect(totals).toContainText(/Invoiced\s*\$129\.99/)
    await expect(totals).toContainText(/Paid\s*\$100\.00/)
    await page.getByLabel('Status').selectOption('Overdue')
    await expect(page.getByText(`No matches for “${company}”`)).toBeVisible()
    await page.goto('/payments')
    await expect(page.getByText('Paid by invoice').first()).toBeVisible()
    await page.goto('/admin/close')
    await expect(page.getByRole('region', { name: 'Money of the day' })).toContainText(
      'Paid by invoice',
    )
    await context.close()
  })

/** A technician does the work. */
async function complete(office: APIRequestContext, id: string): Promise<void> {
  const technicians = await call(office, 'GET /api/admin/technicians')
  const technicianId = technicians.find(({ status }) => status === 'active')?.id
  await call(office, 'POST /api/jobs/{id}/assign', { params: { id }, body: { technicianId } })
  for (const status of ['in_progress', 'completed'])
    await call(office, 'PATCH /api/jobs/{id}/status', { params: { id }, body: { status } })
  await expect(async () => {
    const { invoice } = await call(office, 'GET /api/jobs/{id}', { params: { id } })
    expect(invoice).toBeDefined()
  }).toPass()
}
