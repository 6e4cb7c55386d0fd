import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addCar, call, enterAs, homeAddress, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { nextStep, payByTestCard } from './steps.ts'

test.use({ viewport: { width: 390, height: 844 } })

const switchOff = async (office: APIRequestContext) => {
  await enterAs(office, 'admin')
  const body = { salesTaxEnabled: false, salesTaxRateBp: 0 }
  await call(office, 'PUT /api/admin/settings', { body })
}
test.afterEach(({ request }) => switchOff(request))

/** `SHOTS=folder` saves screenshots of this test for review. */
const picture = (page: Page, name: string) =>
  process.env.SHOTS
    ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
    : Promise.resolve()

test('the owner switches sales tax on; a customer sees it before booking, and on the receipt', async ({
  page,
  browser,
  server,
}) => {
  const office = await (await browser.newContext({ baseURL: server.url })).newPage()
  await enterAs(office.request, 'admin')
  await office.goto('/admin/settings?tab=system#sales-tax')
  const group = office.locator('#sales-tax')
  await group.getByLabel('Sales tax rate').fill('8.255')
  await group.getByRole('switch', { name: 'Take sales tax' }).click()
  await group.getByRole('button', { name: 'Save: Sales tax' }).click()
  await expect(
    group.getByText('Please enter a percentage from 0 to 20, with two decimals at most'),
  ).toBeVisible()
  await group.getByLabel('Sales tax rate').fill('8.25')
  await group.getByRole('button', { name: 'Save: Sales tax' }).click()
  await expect(office.getByText('It counts from now on.').first()).toBeVisible()
  await expectAccessible(office)
  await picture(office, 'settings')
  await office.goto('/admin/settings?tab=changes')
  await expect(office.getByText('8.25%').first()).toBeVisible()

  await page.goto('/')
  await expect(page.getByText('Sales tax comes on top of these prices.')).toBeVisible()
  await signUp(page.request, 'customer')
  await addCar(page.request)
  await page.goto('/booking')
  const days = page.getByRole('group', { name: 'Which day?' })
  await days.getByRole('radio').and(page.locator(':enabled')).last().check()
  const times = page.getByRole('group', { name: 'What time?' })
  await times.getByRole('radio').and(page.locator(':enabled')).last().click()
  await page.getByLabel('Street address').fill(homeAddress)
  const price = page.getByLabel('Price', { exact: true })
  await expect(price).toContainText('$129.99')
  await expect(price).toContainText('plus sales tax 8.25%$10.72')
  await expect(price).toContainText('Total$140.71')
  await expectAccessible(page)
  await picture(page, 'booking')
  await nextStep(page).click()
  await expect(page.getByRole('heading', { name: "You're Booked!" })).toBeVisible()
  await page.getByRole('link', { name: 'Hold $140.71 on a card' }).click()
  await expect(page.getByText('Sales tax 8.25%')).toBeVisible()
  await picture(page, 'pre-authorize')
  await payByTestCard(page, '4111 1111 1111 1111', /140\.71/)
  const [job] = await call(page.request, 'GET /api/jobs/customer')
  const id = job?.id ?? ''
  await expect(async () => {
    const due = await call(page.request, 'GET /api/payments/due/{jobId}', { params: { jobId: id } })
    // Far ahead the card is only saved at first.
    expect(due.state).toMatch(/^(held|card_saved)$/)
  }).toPass()

  const technician = await (await browser.newContext({ baseURL: server.url })).newPage()
  const { id: technicianId } = await signUp(technician.request, 'technician')
  await call(office.request, 'POST /api/admin/technicians/{id}/approve', {
    params: { id: technicianId },
  })
  const params = { id }
  await call(office.request, 'POST /api/jobs/{id}/assign', { params, body: { technicianId } })
  await call(technician.request, 'PATCH /api/jobs/{id}/status', {
    params,
    body: { status: 'in_progress' },
  })
  await call(technician.request, 'POST /api/jobs/{id}/extras', {
    params,
    body: { serviceType: 'other', description: 'New battery', unitPrice: '200.00' },
  })
  await page.goto(`/orders?visit=${id}`)
  await expect(page.getByText('$200.00 plus 8.25% sales tax.').first()).toBeVisible()
  await picture(page, 'extra')
  await page.getByRole('button', { name: 'Approve $216.50' }).first().click()
  await expect(page.getByText('$357.21').first()).toBeVisible()
  await technician.goto(`/job/${id}`)
  await expect(technician.getByText('$357.21').first()).toBeVisible()
  await picture(technician, 'technician')
  await call(technician.request, 'PATCH /api/jobs/{id}/status', {
    params,
    body: { status: 'completed' },
  })
  await expect(async () => {
    const due = await call(page.request, 'GET /api/payments/due/{jobId}', { params: { jobId: id } })
    expect(due.state).toBe('paid')
  }).toPass()

  await page.goto(`/receipt/${id}`)
  await expect(page.getByText('Sales tax 8.25%')).toBeVisible()
  await expect(page.getByText('$27.22').first()).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'receipt')

  await office.goto(`/admin/jobs/${id}`)
  await expect(office.getByRole('region', { name: 'Price' })).toContainText('Sales tax 8.25%$27.22')
  await picture(office, 'office-visit')
  await office.goto('/payments')
  await expect(office.getByText('Sales tax received')).toBeVisible()
  await expect(office.getByText('$27.22 sales tax').first()).toBeVisible()
  await picture(office, 'payments')

  // A package, a product and a core spot show their own tax settings.
  await office.goto('/admin/products?tab=packages')
  await office.getByRole('button', { name: /^Edit/ }).first().click()
  await expect(office.getByRole('switch', { name: 'Sales tax' })).toBeChecked()
  await picture(office, 'package')
  await office.goto('/admin/settings')
  await office.getByRole('button', { name: 'Add core spot' }).click()
  await expect(office.getByLabel('Sales tax here')).toHaveAccessibleDescription(
    /Blank: 8\.25%, as everywhere\./,
  )
  await picture(office, 'core-spot')
})
