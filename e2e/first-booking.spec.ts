import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, openPlaces } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, owner, signIn, test } from './production.ts'
import { answerOf, nextStep } from './steps.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const said = (page: Page, text: string) =>
  expect(page.getByRole('region', { name: /^Notifications/ }).getByText(text)).toBeVisible()

test('an empty business is set up, imports its customers, and gets its first booking', async ({
  production,
  browser,
}) => {
  test.setTimeout(240_000)
  const { url } = production
  const office = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
  const page = await office.newPage()
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
  const phone = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
  const customer = await phone.newPage()
  await signIn(production, customer, 'person7@visitors.test')
  await customer.goto('/booking')
  await expect(answerOf(customer, 'Which car?')).toContainText('2018 Honda Civic · QO7')
  const days = (await openPlaces(phone.request)).map(({ date }) => new Date(date).getUTCDay())
  expect(new Set(days)).toEqual(new Set([1, 2, 3, 4, 5]))
  await book(customer)
  const [job] = await call(phone.request, 'GET /api/jobs/customer')
  expect(job).toMatchObject({ totalAmount: '99.50', servicePackageName: 'Winter change' })

  await page.goto('/')
  await expect(page.getByText('Person7 Miller').first()).toBeVisible()
  await phone.close()
  await office.close()
})

async function firstSteps(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Save and continue' })
  await page.getByRole('link', { name: 'Set up your business' }).click()
  await page.getByLabel('Name of the business').fill('Quick Oil')
  await page.getByLabel('Phone').fill('(512) 363-0142')
  await page.getByLabel('E-mail').fill('hello@quick-oil.test')
  await next.click()
  await page.getByLabel('Time zone').selectOption('America/Chicago')
  await next.click()
  await page.getByLabel('ZIP code').fill('78701')
  await next.click()
  await page.getByRole('button', { name: 'These prices are right' }).click()
  await page.getByLabel('First name').fill('Sam')
  await page.getByLabel('Last name').fill('Ortiz')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('sam@quick-oil.test')
  await next.click()
  await expect(page.getByRole('heading', { name: 'Ready for the first booking' })).toBeVisible()
}

async function changePrice(page: Page): Promise<void> {
  await page.goto('/admin/settings?tab=pricing')
  await page.getByRole('button', { name: /^Change the price of Conventional/ }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Price' }).fill('79.00')
  await dialog.getByRole('button', { name: 'Sell for $79.00' }).click()
  await expect(page.getByText('$79.00', { exact: true })).toBeVisible()
}

async function addProduct(page: Page): Promise<void> {
  await page.goto('/admin/products?tab=products')
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Name').fill('Winter oil')
  await dialog.getByLabel('Price').fill('8.50')
  await dialog.getByLabel('SKU').fill('OIL-WINTER')
  await dialog.getByLabel('Stock quantity').fill('40')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Product saved successfully')
}

async function addPackage(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Service Packages' }).click()
  await page.getByRole('button', { name: 'Add Package' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Name').fill('Winter change')
  await dialog.getByLabel('Base price').fill('99.50')
  await dialog.getByLabel('Oil type').selectOption({ label: 'Full Synthetic' })
  await dialog.getByLabel('Features').fill('Oil for the cold')
  await dialog.getByRole('button', { name: 'Add a product' }).click()
  await dialog.getByLabel('Product').selectOption({ label: 'Winter oil' })
  await dialog.getByLabel('for each quart of the engine').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Service package saved successfully')
}

async function addCoreSpot(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Add core spot' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Name').fill('Round Rock')
  await dialog.getByLabel('Address').fill('78664')
  await dialog.getByLabel('Address').press('Tab')
  await expect(dialog.getByLabel('Latitude')).toHaveValue(/^30\.5/)
  await dialog.getByRole('button', { name: 'Add core spot' }).click()
  await said(page, 'Core spot added')
  await expect(page.getByRole('img', { name: /Map of your core spots/ })).toBeVisible()
  await expectFits(page)
}

async function chooseHours(page: Page): Promise<void> {
  await page.goto('/admin/settings?tab=system')
  const hours = card(page, 'Days and hours')
  await hours.getByRole('checkbox', { name: 'Saturday, whole day' }).uncheck()
  await hours.getByRole('button', { name: 'Save: Days and hours' }).click()
  await said(page, 'Saved')
}

async function bringIn(page: Page): Promise<void> {
  await page.goto('/admin/data')
  await expectAccessible(page)
  await page.getByLabel('CSV file').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(customers()),
  })
  await expect(page.getByText('3 rows will be left out')).toBeVisible()
  await page.getByRole('button', { name: 'Import 197 rows' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'customers.csv' })).toContainText(
    '197 new customers · 197 new cars · 3 rows left out',
    { timeout: 60_000 },
  )
  await page.goto('/admin/customers')
  await expect(page.getByText('197 of 197 customers')).toBeVisible()
}

async function takeOut(page: Page): Promise<void> {
  await page.goto('/admin/data')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all data' }).click()
  const archive = await readFile(await (await saved).path())
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  expect(archive.includes('people.csv')).toBe(true)
}

async function book(page: Page): Promise<void> {
  await answerOf(page, 'Package').click()
  await page.getByRole('radio', { name: /^Winter change/ }).check()
  await nextStep(page).click()
  await page
    .getByRole('group', { name: 'What time?' })
    .getByRole('radio')
    .and(page.locator(':enabled'))
    .first()
    .click()
  await nextStep(page).click()
  await page.getByLabel('Street address').fill('500 Congress Ave, Austin, TX 78701')
  await page.getByRole('button', { name: 'Submit Booking' }).click()
  await expect(page.getByRole('heading', { name: "You're Booked!" })).toBeVisible()
}

/** Two hundred, three of them without a deliverable e-mail address. */
const customers = () =>
  [
    'First name;Last name;Email;Phone;ZIP;Year;Make;Model;Plate',
    ...Array.from({ length: 200 }, (_, n) => {
      const email = n % 70 === 9 ? 'nobody' : `person${n}@visitors.test`
      return `Person${n};Miller;${email};(512) 363-${String(1000 + n)};78701;2018;Honda;Civic;QO${n}`
    }),
  ].join('\r\n')
