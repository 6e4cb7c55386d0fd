import { expectAccessible, expectSound } from './accessible.ts'
import { expectOff, fillIn, openPage, press, see, seeIn, seeNone, the } from './actions.ts'
import { addCar, call, signInAs } from './calls.ts'
import { expect } from './server.ts'
import { addExtra } from './steps.ts'
import { anOpenTime, reschedule, test } from './visits.ts'

test('the office handles every phone request about a visit', async ({
  page,
  request: customer,
  server,
  job,
}) => {
  await addCar(customer, 'Corolla')
  await signInAs(page.request, 'admin')

  // Mentions and the technicians' page link to it.
  await page.goto(`/schedule?date=${job.scheduledDate}`)
  await press(page, the.first(the.link(job.number)))
  await expect(page).toHaveURL(`/admin/jobs/${job.id}`)
  await page.goto(`/job/${job.id}`)
  await expect(page).toHaveURL(`/admin/jobs/${job.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(job.number)
  await expect(page.getByRole('region', { name: 'Where' })).toContainText(job.serviceAddress)
  await expect(page.getByRole('img', { name: /^Where it is/ })).toBeVisible()
  await see(page, 'About here: only its ZIP code is known.', 'No card yet: $129.99 will be due')
  await see(page, 'The work: nothing yet')
  await seeNone(page, 'Service Checklist')
  await expectSound(page)

  // The address by keyboard only, with errors shown at their field.
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Actions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await choose('Edit address, contact and notes')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await fillIn(dialog, { Address: '4 Oak Lane, Austin, TX 00000' })
  await page.keyboard.press('Enter')
  await see(dialog, 'There is no ZIP code 00000. Please check it.')
  await fillIn(dialog, { Address: '4 Oak Lane, Austin, TX 78704' })
  await dialog.getByLabel(/How do we get to the car/).fill('Gate 4711')
  await press(dialog, 'Save')
  await expect(dialog).toHaveCount(0)
  const where = page.getByRole('region', { name: 'Where' })
  await seeIn(where, '4 Oak Lane, Austin, TX 78704', 'Gate 4711')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Address: 4 Oak Lane, Austin, TX 78704 (before:')
  await seeNone(page, 'Changed while you were here')

  await press(page, 'Change the car')
  const corolla = await dialog.locator('option', { hasText: 'Corolla' }).getAttribute('value')
  await fillIn(dialog, { Car: corolla }, 'Change the car')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Corolla')
  await expect(dialog).toHaveCount(0)

  await press(page, 'Add an extra or add-on')
  await expect(page.getByLabel('Service type')).toBeFocused()
  await addExtra(page, 'Wiper', '9.99')
  const price = page.getByRole('region', { name: 'Price' })
  await expect(price).toContainText('$139.98')
  await press(page, 'Remove Wiper')
  await expect(price).not.toContainText('$139.98')

  await choose('Discount')
  await dialog.getByLabel('Discount', { exact: true }).fill('200')
  await fillIn(dialog, { 'Reason, as the customer reads it': 'We came late' }, 'Give a discount')
  await see(dialog, the.first(/A discount cannot be more than that/))
  await dialog.getByLabel('Discount', { exact: true }).fill('20')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await seeIn(price, 'We came late', '$109.99')
  await expect(history).toContainText('$109.99 instead of $129.99')
  const heard = await call(customer, 'GET /api/notifications')
  expect(heard[0]?.message).toContain('Reason: We came late')

  const technician = page.getByLabel(`Technician for ${job.number}`)
  await technician.selectOption('Unassigned')
  await press(page, `Unassign ${job.number}`)
  await expect(history).toContainText('Back in the queue')
  await see(page, the.text('No one is assigned'))
  await press(page, the.button('Assign', { exact: true }))
  await expect(technician).toBeFocused()

  // The customer moves it at the same moment, to a day when cancelling is free: the open page shows the change and its author.
  const place = await anOpenTime(customer, 8, '4 Oak Lane, Austin, TX 78704')
  const moved = await reschedule(customer, job.id, place)
  const notice = page.getByRole('status').filter({ hasText: 'Changed while you were here' })
  await expect(notice).toContainText(`${moved.customer.name}: Visit moved`)
  await expectAccessible(page)
  await press(notice, 'OK')
  await expect(notice).toHaveCount(0)

  await choose("Copy the customer's link")
  await expect(dialog.getByLabel('Link')).toHaveValue(`${server.url}/orders?visit=${job.id}`)
  await expectAccessible(page)
  await press(dialog, the.first(the.button('Close')))

  await choose('Cancel visit')
  await press(dialog, 'Cancel visit')
  await see(dialog, 'Please give a reason for the cancellation.')
  await fillIn(dialog, { Reason: 'Hail' })
  await expectAccessible(page)
  await press(dialog, 'Cancel visit')
  await see(page, the.text('This visit was cancelled'))
  await expect(history).toContainText('Hail')
  await press(page, 'Actions')
  await expectOff(page.getByRole('menuitem', { name: /^Change the car/ }))
  await page.keyboard.press('Escape')
  await expectSound(page)

  await openPage(page, '/admin/jobs/nope', 'Visit not found')
  await expectAccessible(page)
})
