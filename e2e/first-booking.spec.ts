import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillIn, openPage, press, see, seeToast, the, widths } from './actions.ts'
import { call, openTimes } from './calls.ts'
import { customerList, exportEverything } from './customer-list.ts'
import { expectFits } from './fits.ts'
import { expect, owner, signIn, test } from './production.ts'
import { answerOf, freeTimes, nextStep } from './steps.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('an empty business is set up and gets its first booking', async ({ production, newPage }) => {
  test.setTimeout(240_000)
  const page = await newPage(null, { viewport: widths.desk })
  await signIn(production, page, owner)
  await firstSteps(page)
  await changePrice(page)
  await addProduct(page)
  await addPackage(page)
  await addCoreSpot(page)
  await chooseHours(page)
  await bringIn(page)
  await takeOut(page)

  // An imported customer finds their car and books it on a phone.
  const customer = await newPage(null, { viewport: widths.phone })
  await signIn(production, customer, 'qo7@visitors.test')
  await customer.goto('/booking')
  await expect(answerOf(customer, 'Which car?')).toContainText('2018 Honda Civic · QO7')
  const days = (await openTimes(customer.request)).map(({ date }) => new Date(date).getUTCDay())
  expect(new Set(days)).toEqual(new Set([1, 2, 3, 4, 5]))
  await book(customer)
  const [job] = await call(customer.request, 'GET /api/jobs/customer')
  expect(job).toMatchObject({ totalAmount: '99.50', servicePackageName: 'Winter change' })

  await openPage(page, '/', the.first('Person7 Miller'))
})

async function firstSteps(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Save and continue' })
  await press(page, the.link('Set up your business'))
  await fillIn(page, {
    'Name of the business': 'Quick Oil',
    Phone: '(512) 363-0142',
    'E-mail': 'hello@quick-oil.test',
  })
  await next.click()
  await fillIn(page, { 'Time zone': 'America/Chicago' })
  await next.click()
  await fillIn(page, { 'ZIP code': '78701' })
  await next.click()
  await press(page, 'These prices are right')
  await press(page, 'We charge no sales tax')
  await page.getByRole('switch', { name: 'Cash', exact: true }).click()
  await next.click()
  await fillIn(page, { 'First name': 'Sam', 'Last name': 'Ortiz' })
  await page.getByRole('textbox', { name: 'E-mail' }).fill('sam@quick-oil.test')
  await next.click()
  // The step before has a button of the same name.
  await see(page, the.heading('8. Stock'))
  await press(page, 'Skip for now')
  await see(page, the.heading('9. Customers you already have'))
  await press(page, 'Skip for now')
  await see(page, the.heading('10. What you use'))
  await press(page, 'Skip for now')
  await see(page, the.heading('Almost there'))
}

async function changePrice(page: Page): Promise<void> {
  await page.goto('/admin/settings?tab=pricing')
  await press(page, /^Change the price of Conventional/)
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Price' }).fill('79.00')
  await press(dialog, 'Sell for $79.00')
  await see(page, the.text('$79.00'))
}

async function addProduct(page: Page): Promise<void> {
  await page.goto('/admin/products?tab=products')
  await press(page, 'Add Product')
  const dialog = dialogOf(page)
  await fillIn(
    dialog,
    {
      Name: 'Winter oil',
      Price: '8.50',
      SKU: 'OIL-WINTER',
      'Stock quantity': '40',
    },
    'Save',
  )
  await seeToast(page, 'Product saved successfully')
}

async function addPackage(page: Page): Promise<void> {
  await press(page, the.tab('Service Packages'), 'Add Package')
  const dialog = dialogOf(page)
  await fillIn(
    dialog,
    {
      Name: 'Winter change',
      'Base price': '99.50',
      'Oil type': { label: 'Full Synthetic' },
      Features: 'Oil for the cold',
    },
    'Add a product',
  )
  await fillIn(dialog, { Product: { label: 'Winter oil' }, 'for each quart of the engine': true })
  await press(dialog, 'Save')
  await seeToast(page, 'Service package saved successfully')
}

async function addCoreSpot(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  await press(page, 'Add core spot')
  const dialog = dialogOf(page)
  await fillIn(dialog, { Name: 'Round Rock', Address: '78664' })
  await dialog.getByLabel('Address').press('Tab')
  await expect(dialog.getByLabel('Latitude')).toHaveValue(/^30\.5/)
  await press(dialog, 'Add core spot')
  await seeToast(page, 'Core spot added')
  await expect(page.getByRole('img', { name: /Map of your core spots/ })).toBeVisible()
  await expectFits(page)
}

async function chooseHours(page: Page): Promise<void> {
  await page.goto('/admin/settings?tab=system')
  const hours = card(page, 'Days and hours')
  await hours.getByRole('checkbox', { name: 'Saturday, whole day' }).uncheck()
  await press(hours, 'Save: Days and hours')
  await seeToast(page, 'Saved')
}

async function bringIn(page: Page): Promise<void> {
  await page.goto('/admin/data')
  await expectAccessible(page)
  await page
    .getByLabel('CSV file')
    .setInputFiles(customerList('qo', (n) => `(512) 363-${1000 + n}`))
  await see(page, '3 rows with cells left out')
  await press(page, 'Import 200 rows')
  await expect(page.getByRole('listitem').filter({ hasText: 'qo.csv' })).toContainText(
    '200 new customers · 200 new cars · 3 rows with cells left out',
    { timeout: 60_000 },
  )
  await openPage(page, '/admin/customers', '200 of 200 customers')
}

async function takeOut(page: Page): Promise<void> {
  await page.goto('/admin/data')
  await exportEverything(page)
}

async function book(page: Page): Promise<void> {
  await answerOf(page, 'Package').click()
  await page.getByRole('radio', { name: /^Winter change/ }).check()
  await nextStep(page).click()
  await freeTimes(page).first().click()
  await nextStep(page).click()
  await fillIn(page, { 'Street address': '500 Congress Ave, Austin, TX 78701' }, 'Submit Booking')
  await see(page, the.heading("You're Booked!"))
}
