import { expectSound } from './accessible.ts'
import { fillIn, press, see, the } from './actions.ts'
import { signInAs } from './calls.ts'
import { expect, test } from './server.ts'
import { downloadFrom } from './steps.ts'
import { assignedVisit, complete } from './visits.ts'

for (const width of [390, 1280])
  test(`the office finds, totals, exports and adjusts unpaid amounts, at ${width}`, async ({
    page,
    request: customer,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const visit = await assignedVisit(customer, page.request)
    await complete(page.request, visit.id)
    await signInAs(page.request, 'admin')

    // The dashboard links to exactly the unpaid visits.
    await page.goto('/')
    const link = page.getByRole('link', { name: /due now for visits that are over$/ })
    const owed = /^\$[\d,.]+/.exec((await link.textContent()) ?? '')?.[0] ?? ''
    await link.click()
    await expect(page).toHaveURL(/\/payments\?status=owed$/)
    const totals = page.getByRole('region', { name: 'Totals of the payments found' })
    await see(totals, the.text(owed))
    const row = page.getByRole('row', { name: new RegExp(visit.number) })
    await expect(row).toBeVisible()
    await expectSound(page, { dark: true })

    // Filtered by technician and day; a reload keeps the filters.
    await fillIn(page, { Technician: visit.technicianId ?? '', 'Visit from': visit.scheduledDate })
    await page.getByLabel('To', { exact: true }).fill(visit.scheduledDate)
    const search = page.getByLabel('Search name, visit number or amount')
    await search.fill('129.99')
    await see(page, '1 payment · Due now')
    await page.reload()
    await see(page, '1 payment · Due now')
    await see(totals, '$129.99')

    // No visit costs another amount; the download has the same filters.
    await search.fill('$129.98')
    await see(page, 'No matches for “$129.98”')
    await search.fill('129.99')
    await expect(row).toBeVisible()
    const { bytes } = await downloadFrom(page, () => press(page, 'Export Data'))
    const file = bytes.toString()
    expect(file.trim().split('\r\n')).toHaveLength(2)
    expect(file).toContain(visit.number)
    await see(page, the.text('Export successful'))

    // Adjusting there updates the totals.
    await search.fill(visit.number)
    await expect(page).toHaveURL(new RegExp(`search=${visit.number}`))
    await press(row, /^Adjust Payment of /)
    const adjust = page.getByRole('dialog', { name: 'Adjust Payment' })
    await fillIn(adjust, { 'New amount': '100', Reason: 'Discount Applied' }, 'Adjust to $100.00')
    await see(page, the.text('Payment adjusted successfully'))
    await see(totals, '$100.00')

    // An empty result shows a message, and clearing the search shows all again.
    await search.fill('')
    await fillIn(page, { Status: 'Refunded' })
    await see(page, 'No payments match')
    await press(page, the.first(the.button('Clear filters')))
    await expect(page).toHaveURL(/\/payments$/)
    await see(page, /^\d+ payments$/)
  })
