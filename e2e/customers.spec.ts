import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectReadableColors, expectSound } from './accessible.ts'
import { addCar, call, enterAs, newEmail, signUp } from './calls.ts'
import { expect } from './server.ts'
import { test } from './visits.ts'

test('on a phone the office finds, adds, edits, notes, merges, exports and deletes customers', ({
  page,
  request,
}) => manageCustomers(page, request))

test('on a desk the office does the same with customers', async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await manageCustomers(page, request)
})

async function manageCustomers(page: Page, other: APIRequestContext) {
  const email = newEmail('priya')
  const twin = await signUp(other, 'customer', newEmail('priya-twin'))
  await call(other, 'PATCH /api/auth/user', {
    body: { firstName: 'Priya', lastName: 'Quimby', email: twin.email, phone: '(512) 555-0177' },
  })
  await addCar(other, 'Prius')
  await enterAs(page.request, 'admin')
  await page.goto('/admin/customers')
  await expect(page.getByText(/^\d+ of \d+ customers$/)).toBeVisible()
  const totals = page.getByRole('region', { name: 'Totals of the customers found' })
  await expect(totals.getByText('Total spent')).toBeVisible()
  await expectSound(page, { dark: true })

  // Errors appear at their fields; a taken phone number names the customer who has it.
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add Customer' }).first().click()
  await dialog.getByRole('button', { name: 'Add Customer' }).click()
  await expect(dialog.getByText('First name is required')).toBeVisible()
  await expect(dialog.getByText('Last name is required')).toBeVisible()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await dialog.getByLabel('First name').fill('Priya')
  await dialog.getByLabel('Last name').fill('Quimby')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Phone').fill('512 555 0177')
  await dialog.getByLabel('Tags').fill('Fleet')
  await dialog.getByLabel('Tags').press('Enter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add Customer' }).click()
  await expect(page.getByText('Priya Quimby has this phone number already.')).toBeVisible()
  await page.getByRole('button', { name: 'Add somebody else' }).click()
  await expect(page.getByText('Customer created', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/customers\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Priya Quimby')
  await expect(page.getByText('Perhaps here twice')).toBeVisible()
  await expectSound(page, { dark: true })
  const own = new URL(page.url()).pathname
  const id = own.split('/').at(-1) ?? ''

  // Adds a note and removes it.
  await page.getByLabel('New note').fill('Prefers mornings')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Prefers mornings', { exact: true })).toBeVisible()
  await expect(page.getByLabel('New note')).toHaveValue('')
  await page.getByLabel('New note').fill('By mistake')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'By mistake' })
    .getByRole('button', { name: /^Remove the note of/ })
    .click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('By mistake')).toHaveCount(0)

  // Edited while a colleague edits the same fields: nothing is overwritten unseen.
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  await dialog.getByLabel('Last name').fill('Quimby-Rao')
  await call(page.request, 'PATCH /api/admin/customers/{id}', {
    params: { id },
    body: { lastName: 'Quimbly' },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(
    dialog.getByText(/has changed this meanwhile\. It is “Quimbly” now\.$/),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Customer updated', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Priya Quimby-Rao')

  // Found by the plate of her other account, and by her tag; the export has the same filters.
  await page.goto('/admin/customers')
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Fleet')
  await page.getByRole('searchbox').fill('0177')
  await expect(page.getByText(/^1 of \d+ customers$/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`Priya,Quimby-Rao,${email}`)

  // Merged with the other account from the list of duplicates.
  await page.goto('/admin/customers')
  await page.getByRole('button', { name: 'Find duplicates' }).click()
  await dialog.getByRole('button', { name: /Compare and merge .*Priya/ }).click()
  await dialog.getByRole('radio', { name: 'Priya Quimby-Rao' }).first().check()
  await expect(dialog.getByText('1 car', { exact: true })).toBeVisible()
  await expect(dialog.getByText('This cannot be undone')).toBeVisible()
  await expectSound(page)
  const merge = dialog.getByRole('button', { name: 'Merge customers' })
  await expect(merge).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('checkbox', { name: /one person/ }).check()
  await merge.click()
  await expect(page.getByText('Customers merged', { exact: true })).toBeVisible()
  // Sessions of the merged account now belong to the remaining one.
  expect(await call(other, 'GET /api/auth/user')).toMatchObject({ id })
  await page.goto(`/admin/customers/${twin.id}`)
  await expect(page).toHaveURL(own)
  await expect(page.getByRole('link', { name: 'Book 2018 Toyota Prius' })).toBeVisible()
  await expect(page.getByText('Merged with another customer')).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText(/^This is permanent/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete customer' }).click()
  await expect(page.getByText('Customer deleted', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/customers$/)
  await page.goto(own)
  await expect(page.getByText('Customer not found')).toBeVisible()
}

test('a customer with an upcoming visit is not deleted, and a visit is booked from their page', async ({
  page,
  job,
}) => {
  await enterAs(page.request, 'admin')
  await page.goto(`/admin/customers?search=${encodeURIComponent(job.vehicle.licensePlate)}`)
  const actions = page.getByRole('button', { name: /^Actions for/ })
  await actions.click()
  await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete customer' }).click()
  await expect(page.getByText('Deletion failed', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Failed to delete customer. They may have active bookings.', { exact: true }),
  ).toBeVisible()
  await actions.click()
  await page.getByRole('menuitem', { name: 'View Details' }).click()
  await expect(page.getByText(job.number).first()).toBeVisible()
  await page.getByRole('link', { name: 'Book for this customer' }).click()
  await expect(page).toHaveURL(`/admin/booking?customerId=${job.customerId}`)
})

test('when customers cannot be loaded the page says so and offers a retry', async ({ page }) => {
  await enterAs(page.request, 'admin')
  await page.route(/\/api\/admin\/customers\?/, (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'The server is resting.', code: 'unavailable' },
    }),
  )
  await page.goto('/admin/customers')
  await expect(page.getByText('Failed to Load Customers')).toBeVisible()
  await expect(page.getByText('The server is resting.')).toBeVisible()
  await page.unroute(/\/api\/admin\/customers\?/)
  // Once the socket connects the page retries, and the button disappears.
  await page
    .getByRole('button', { name: 'Try Again' })
    .click({ timeout: 5000 })
    .catch(() => {})
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible()
})

test('a deleted car is viewed and restored', async ({ page, request: customer }) => {
  await signUp(customer, 'customer')
  const car = await addCar(customer, 'Supra')
  await enterAs(page.request, 'admin')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/vehicle-recovery')
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicle recovery' })).toBeVisible()
  // It appears without a reload.
  await call(customer, 'DELETE /api/vehicles/{id}', { params: { id: car.id } })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'View Details: 2018 Toyota Supra' }).click()
  await expect(dialog.getByText(car.licensePlate)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expectSound(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Recover Vehicle: 2018 Toyota Supra' }).click()
  await expect(page.getByText('Vehicle Recovered', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Recover Vehicle: .*Supra/ })).toHaveCount(0)
  const cars = await call(customer, 'GET /api/vehicles')
  expect(cars.map(({ id }) => id)).toEqual([car.id])
  const again = await page.request.put(`/api/admin/vehicles/${car.id}/recover`)
  expect(again.status()).toBe(409)
})
