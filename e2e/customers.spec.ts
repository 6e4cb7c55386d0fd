import { expectAccessible, expectSound } from './accessible.ts'
import { expectOff, fillIn, openAs, openPage, press, see, seeNone, the, widths } from './actions.ts'
import { addCar, call, signInAs, newEmail, signUp } from './calls.ts'
import { expect } from './server.ts'
import { downloadFrom } from './steps.ts'
import { test } from './visits.ts'

for (const [where, viewport] of Object.entries(widths))
  test(`the office manages its customers, on a ${where}`, async ({ page, request: other }) => {
    await page.setViewportSize(viewport)
    const email = newEmail('priya')
    const twin = await signUp(other, 'customer', newEmail('priya-twin'))
    await call(other, 'PATCH /api/auth/user', {
      body: { firstName: 'Priya', lastName: 'Quimby', email: twin.email, phone: '(512) 555-0177' },
    })
    await addCar(other, 'Prius')
    await openAs(page, 'admin', '/admin/customers', /^\d+ of \d+ customers$/)
    const totals = page.getByRole('region', { name: 'Totals of the customers found' })
    await see(totals, 'Total spent')
    await expectSound(page, { dark: true })

    // Errors appear at their fields; a taken phone number names the customer who has it.
    const dialog = page.getByRole('dialog')
    await press(page, the.first(the.button('Add Customer')))
    await press(dialog, 'Add Customer')
    await see(dialog, 'First name is required', 'Invalid email address')
    await fillIn(dialog, {
      'First name': 'Priya',
      'Last name': 'Quimby',
      'E-mail': email,
      Phone: '512 555 0177',
      Tags: 'Fleet',
    })
    await dialog.getByLabel('Tags').press('Enter')
    await expectAccessible(page)
    await press(dialog, 'Add Customer')
    await see(page, 'Priya Quimby has this phone number already.')
    await press(page, 'Add someone else')
    await see(page, the.text('Customer created'))
    await expect(page).toHaveURL(/\/admin\/customers\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Priya Quimby')
    await see(page, 'Possible duplicate')
    await expectSound(page, { dark: true })
    const own = new URL(page.url()).pathname
    const id = own.split('/').at(-1) ?? ''

    // Adds a note and removes it.
    await fillIn(page, { 'New note': 'Prefers mornings' }, 'Add note')
    await see(page, the.text('Prefers mornings'))
    await expect(page.getByLabel('New note')).toHaveValue('')
    await fillIn(page, { 'New note': 'By mistake' }, 'Add note')
    await press(page.getByRole('listitem').filter({ hasText: 'By mistake' }), /^Remove the note of/)
    await press(dialog, 'Remove')
    await seeNone(page, 'By mistake')

    // Edited while a colleague edits the same fields: nothing is overwritten unseen.
    await press(page, the.first(the.button('Edit', { exact: true })))
    await fillIn(dialog, { 'Last name': 'Quimby-Rao' })
    await call(page.request, 'PATCH /api/admin/customers/{id}', {
      params: { id },
      body: { lastName: 'Quimbly' },
    })
    await press(dialog, 'Save')
    await see(dialog, /has changed this in the meantime\. It is now “Quimbly”\.$/)
    await press(dialog, 'Save')
    await see(page, the.text('Customer updated'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Priya Quimby-Rao')

    // Found by the plate of her other account, and by her tag; the export has the same filters.
    await page.goto('/admin/customers')
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('Fleet')
    await page.getByRole('searchbox').fill('0177')
    await see(page, /^1 of \d+ customers$/)
    const { name, bytes } = await downloadFrom(page, () => press(page, 'Export CSV'))
    expect(name).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/)
    const lines = bytes.toString().trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`Priya,Quimby-Rao,${email}`)

    // Merged with the other account from the list of duplicates.
    await page.goto('/admin/customers')
    await press(page, 'Find duplicates')
    await press(dialog, /Compare and merge .*Priya/)
    await dialog.getByRole('radio', { name: 'Priya Quimby-Rao' }).first().check()
    await see(dialog, the.text('1 car'), 'This cannot be undone')
    await expectSound(page)
    const merge = dialog.getByRole('button', { name: 'Merge customers' })
    await expectOff(merge)
    await dialog.getByRole('checkbox', { name: /same person/ }).check()
    await merge.click()
    await see(page, the.text('Customers merged'))
    // The merged customer's sessions have ended.
    expect((await other.get('/api/auth/user')).status()).toBe(401)
    await page.goto(`/admin/customers/${twin.id}`)
    await expect(page).toHaveURL(own)
    await see(page, the.link('Book 2018 Toyota Prius'), 'Merged with another customer')

    await press(page, 'More', the.menuItem('Delete'))
    await see(dialog, /^This is permanent/)
    await press(dialog, 'Delete customer')
    await see(page, the.text('Customer deleted'))
    await expect(page).toHaveURL(/\/admin\/customers$/)
    await openPage(page, own, 'Customer not found')
  })

test('a customer with a visit is not deleted, and is booked for', async ({ page, job }) => {
  await openAs(
    page,
    'admin',
    `/admin/customers?search=${encodeURIComponent(job.vehicle.licensePlate)}`,
  )
  const actions = page.getByRole('button', { name: /^Actions for/ })
  await actions.click()
  await see(page, the.menuItem('View Details'))
  await press(page, the.menuItem('Delete'))
  await press(page.getByRole('dialog'), 'Delete customer')
  await see(page, the.text('Deletion failed'))
  await see(page, the.text('Failed to delete customer. They may have active bookings.'))
  await actions.click()
  await press(page, the.menuItem('View Details'))
  await see(page, the.first(job.number))
  await press(page, the.link('Book for this customer'))
  await expect(page).toHaveURL(`/admin/booking?customerId=${job.customerId}`)
})

test('when customers cannot be loaded the page shows a message and offers a retry', async ({
  page,
}) => {
  await signInAs(page.request, 'admin')
  await page.route(/\/api\/admin\/customers\?/, (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'The server is resting.', code: 'unavailable' },
    }),
  )
  await openPage(page, '/admin/customers', 'Failed to Load Customers', 'The server is resting.')
  await page.unroute(/\/api\/admin\/customers\?/)
  // Once the socket connects the page retries, and the button disappears.
  await page
    .getByRole('button', { name: 'Try Again' })
    .click({ timeout: 5000 })
    .catch(() => {})
  await see(page, the.first(the.button(/^Actions for/)))
})

test('a deleted car is viewed and restored', async ({ page, request: customer }) => {
  await signUp(customer, 'customer')
  const car = await addCar(customer, 'Supra')
  await signInAs(page.request, 'admin')
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPage(page, '/vehicle-recovery', the.title('Vehicle recovery'))
  // It appears without a reload.
  await call(customer, 'DELETE /api/vehicles/{id}', { params: { id: car.id } })
  const dialog = page.getByRole('dialog')
  await press(page, 'View Details: 2018 Toyota Supra')
  await see(dialog, car.licensePlate)
  await expectAccessible(page)
  await press(dialog, the.first(the.button('Close')))
  await expectSound(page, { dark: true })
  await press(page, 'Refresh', 'Recover Vehicle: 2018 Toyota Supra')
  await see(page, the.text('Vehicle Recovered'))
  await seeNone(page, the.button(/^Recover Vehicle: .*Supra/))
  const cars = await call(customer, 'GET /api/vehicles')
  expect(cars.map(({ id }) => id)).toEqual([car.id])
  const again = await page.request.put(`/api/admin/vehicles/${car.id}/recover`)
  expect(again.status()).toBe(409)
})
