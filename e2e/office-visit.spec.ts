import { expectAccessible, expectSound } from './accessible.ts'
import { addCar, call, enterAs, openPlaces } from './calls.ts'
import { expect } from './server.ts'
import { test } from './visits.ts'

test('the office handles every phone request about a visit on its page', async ({
  page,
  request: customer,
  server,
  job,
}) => {
  await addCar(customer, 'Corolla')
  const params = { id: job.id }
  await enterAs(page.request, 'admin')

  // Mentions and the technicians' page link to it.
  await page.goto(`/schedule?date=${job.scheduledDate}`)
  await page.getByRole('link', { name: job.number }).first().click()
  await expect(page).toHaveURL(`/admin/jobs/${job.id}`)
  await page.goto(`/job/${job.id}`)
  await expect(page).toHaveURL(`/admin/jobs/${job.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(job.number)
  await expect(page.getByRole('region', { name: 'Where' })).toContainText(job.serviceAddress)
  await expect(page.getByRole('img', { name: /^Where it is/ })).toBeVisible()
  await expect(page.getByText('About here: only its ZIP code is known.')).toBeVisible()
  await expect(page.getByText('No card yet: $129.99 will be due')).toBeVisible()
  await expect(page.getByText('The work: nothing yet')).toBeVisible()
  await expect(page.getByText('Service Checklist')).toHaveCount(0)
  await expectSound(page)

  // The address by keyboard only, with errors shown at their field.
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Actions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await choose('Edit address and notes')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByLabel('Address').fill('4 Oak Lane, Austin, TX 00000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('There is no ZIP code 00000. Please check it.')).toBeVisible()
  await dialog.getByLabel('Address').fill('4 Oak Lane, Austin, TX 78704')
  await dialog.getByLabel(/How do we get to the car/).fill('Gate 4711')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const where = page.getByRole('region', { name: 'Where' })
  await expect(where).toContainText('4 Oak Lane, Austin, TX 78704')
  await expect(where).toContainText('Gate 4711')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Address: 4 Oak Lane, Austin, TX 78704 (before:')
  await expect(page.getByText('Changed while you were here')).toHaveCount(0)

  await page.getByRole('button', { name: 'Change the car' }).click()
  const corolla = await dialog.locator('option', { hasText: 'Corolla' }).getAttribute('value')
  await dialog.getByLabel('Car').selectOption(corolla)
  await dialog.getByRole('button', { name: 'Change the car' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Corolla')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Add an extra or add-on' }).click()
  await expect(page.getByLabel('Service type')).toBeFocused()
  await page.getByLabel('Service type').selectOption({ label: 'Other' })
  await page.getByLabel('Description').fill('Wiper')
  await page.getByLabel('Price each').fill('9.99')
  await page.getByRole('button', { name: 'Add extra' }).click()
  const price = page.getByRole('region', { name: 'Price' })
  await expect(price).toContainText('$139.98')
  await page.getByRole('button', { name: 'Remove Wiper' }).click()
  await expect(price).not.toContainText('$139.98')

  await choose('Discount')
  await dialog.getByLabel('Discount', { exact: true }).fill('200')
  await dialog.getByLabel('Reason, as the customer reads it').fill('We came late')
  await dialog.getByRole('button', { name: 'Give a discount' }).click()
  await expect(dialog.getByText(/A discount cannot be more than that/).first()).toBeVisible()
  await dialog.getByLabel('Discount', { exact: true }).fill('20')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(price).toContainText('We came late')
  await expect(price).toContainText('$109.99')
  await expect(history).toContainText('$109.99 instead of $129.99')
  const heard = await call(customer, 'GET /api/notifications')
  expect(heard[0]?.message).toContain('Reason: We came late')

  const technician = page.getByLabel(`Technician for ${job.number}`)
  await technician.selectOption('Unassigned')
  await expect(history).toContainText('Back in the queue')
  await expect(page.getByText('Nobody is assigned', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(technician).toBeFocused()

  // The customer moves it at the same moment: the open page shows the change and its author.
  const place = (await openPlaces(customer))[0]
  if (!place) throw new Error('There is no place for a visit')
  const moved = await call(customer, 'POST /api/jobs/{id}/reschedule', {
    params,
    body: { scheduledDate: place.date, scheduledTime: place.time },
  })
  const notice = page.getByRole('status').filter({ hasText: 'Changed while you were here' })
  await expect(notice).toContainText(`${moved.customer.name}: Visit moved`)
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(notice).toHaveCount(0)

  await choose("Copy the customer's link")
  await expect(dialog.getByLabel('Link')).toHaveValue(`${server.url}/orders?visit=${job.id}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).first().click()

  await choose('Cancel visit')
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(dialog.getByText('Please give a reason for the cancellation.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Hail')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(page.getByText('This visit was cancelled', { exact: true })).toBeVisible()
  await expect(history).toContainText('Hail')
  await page.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem', { name: /^Change the car/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.keyboard.press('Escape')
  await expectSound(page)

  await page.goto('/admin/jobs/nope')
  await expect(page.getByText('Visit not found')).toBeVisible()
  await expectAccessible(page)
})
