import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillIn, openAs, openPage, press, see, seeIn, the } from './actions.ts'
import { call, signInAs, homeAddress, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { nextStep, payByTestCard, picture } from './steps.ts'
import { approve, assign, changeSettings, dueOf, setStatus, signUpWithCars } from './visits.ts'

test.use({ viewport: { width: 390, height: 844 } })

const switchOff = async (office: APIRequestContext) => {
  await signInAs(office, 'admin')
  const body = { salesTaxEnabled: false, salesTaxRateBp: 0 }
  await changeSettings(office, body)
}
test.afterEach(({ request }) => switchOff(request))

test('sales tax is switched on, shown before booking and paid', async ({ page, newPage }) => {
  const office = await newPage()
  await openAs(office, 'admin', '/admin/settings?tab=system#sales-tax')
  const group = office.locator('#sales-tax')
  await fillIn(group, { 'Sales tax rate': '8.255' })
  await group.getByRole('switch', { name: 'Take sales tax' }).click()
  await press(group, 'Save: Sales tax')
  await see(group, 'Please enter a percentage from 0 to 20, with two decimals at most')
  await fillIn(group, { 'Sales tax rate': '8.25' }, 'Save: Sales tax')
  await see(office, the.first('Applies from now on.'))
  await expectAccessible(office)
  await picture(office, 'settings')
  await openPage(office, '/admin/settings?tab=changes', the.first('8.25%'))

  await openPage(page, '/', 'Sales tax comes on top of these prices.')
  await signUpWithCars(page.request, 'Camry')
  await page.goto('/booking')
  const days = page.getByRole('group', { name: 'Which day?' })
  await days.getByRole('radio').and(page.locator(':enabled')).last().check()
  const times = page.getByRole('group', { name: 'What time?' })
  await times.getByRole('radio').and(page.locator(':enabled')).last().click()
  await fillIn(page, { 'Street address': homeAddress })
  const price = page.getByLabel('Price', { exact: true })
  await seeIn(price, '$129.99', 'plus sales tax 8.25%$10.72', 'Total$140.71')
  await expectAccessible(page)
  await picture(page, 'booking')
  await nextStep(page).click()
  await see(page, the.heading("You're Booked!"))
  await press(page, the.link('Hold $140.71 on a card'))
  await see(page, 'Sales tax 8.25%')
  await picture(page, 'pre-authorize')
  await payByTestCard(page, '4111 1111 1111 1111', /140\.71/)
  const [job] = await call(page.request, 'GET /api/jobs/customer')
  const id = job?.id ?? ''
  await expect(async () => {
    const due = await dueOf(page.request, id)
    // Far ahead the card is only saved at first.
    expect(due.state).toMatch(/^(held|card_saved)$/)
  }).toPass()

  const technician = await newPage()
  const { id: technicianId } = await signUp(technician.request, 'technician')
  await approve(office.request, technicianId)
  await assign(office.request, id, technicianId)
  await setStatus(technician.request, id, 'in_progress')
  await call(technician.request, 'POST /api/jobs/{id}/extras', {
    params: { id },
    body: { serviceType: 'other', description: 'New battery', unitPrice: '200.00' },
  })
  await openPage(page, `/orders?visit=${id}`, the.first('$200.00 plus 8.25% sales tax.'))
  await picture(page, 'extra')
  await press(page, the.first(the.button('Approve $216.50')))
  await see(page, the.first('$357.21'))
  await openPage(technician, `/job/${id}`, the.first('$357.21'))
  await picture(technician, 'technician')
  await setStatus(technician.request, id, 'completed')
  await expect(async () => {
    const due = await dueOf(page.request, id)
    expect(due.state).toBe('paid')
  }).toPass()

  await openPage(page, `/receipt/${id}`, 'Sales tax 8.25%', the.first('$27.22'))
  await expectAccessible(page)
  await picture(page, 'receipt')

  await office.goto(`/admin/jobs/${id}`)
  await expect(office.getByRole('region', { name: 'Price' })).toContainText('Sales tax 8.25%$27.22')
  await picture(office, 'office-visit')
  await openPage(office, '/payments', 'Sales tax received', the.first('$27.22 sales tax'))
  await picture(office, 'payments')

  // A package, a product and a core spot show their own tax settings.
  await office.goto('/admin/products?tab=packages')
  await press(office, the.first(the.button(/^Edit/)))
  await expect(office.getByRole('switch', { name: 'Sales tax' })).toBeChecked()
  await picture(office, 'package')
  await office.goto('/admin/settings')
  await press(office, 'Add core spot')
  await expect(
    office.getByRole('spinbutton', { name: /^Sales tax here/ }),
  ).toHaveAccessibleDescription(/Blank: 8\.25%, your general rate\./)
  await picture(office, 'core-spot')
})
