import { expectAccessible, expectSound } from './accessible.ts'
import { expectOff, fillIn, press, see, the } from './actions.ts'
import { signInAs, newEmail } from './calls.ts'
import { expect } from './server.ts'
import { pictureFile } from './steps.ts'
import { jobOf, test } from './visits.ts'

test('the office plans a technician, whose days off unassign a visit', async ({ page, job }) => {
  await signInAs(page.request, 'admin')
  const email = newEmail('rosa')
  await page.goto('/technicians')
  await press(page, the.first(the.button('Add Technician')))
  const dialog = page.getByRole('dialog')
  await fillIn(dialog, { 'First name': 'Rosa', 'Last name': 'Quint' })
  await dialog.getByLabel('E-mail', { exact: true }).fill(email)
  await press(dialog, 'Add Technician')
  await see(page, the.text('Technician added'))

  // Found by name from any page, with a link to their page.
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').fill('rosa quint')
  await page.getByRole('option', { name: /Rosa Quint/ }).click()
  await expect(page).toHaveURL(/\/technicians\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Quint')
  await see(page, the.button('Invite again'))
  await expectSound(page)
  await press(page, 'Invite again')
  await see(page, the.text('No invitation was sent'))

  await press(page, 'Edit working hours')
  await dialog.getByRole('switch', { name: 'Whenever the business is open' }).click()
  await fillIn(dialog, { 'Monday, to': '07:00' })
  await expectOff(dialog.getByRole('button', { name: 'Save' }))
  await fillIn(dialog, { 'Monday, to': '12:00' })
  await expectAccessible(page)
  await press(dialog, 'Save')
  await see(page, the.text('8:00 AM to 12:00 PM'))
  await press(page, 'Edit name, skills and home')
  await dialog.getByRole('checkbox', { name: /Diesel/ }).uncheck()
  await fillIn(dialog, { 'Home address': '1107 Barton Springs Road, Austin, TX 78704' }, 'Save')
  await see(page, '1107 Barton Springs Road, Austin, TX 78704')
  await page.getByLabel('Photo of Rosa Quint').setInputFiles(await pictureFile('rosa.jpg', 60, 60))
  await see(page, the.button('Change photo'))

  // For a technician with a visit, the visit is shown first and becomes unassigned.
  await page.goto(`/technicians/${job.technicianId ?? ''}`)
  await press(page, 'Add days off')
  await fillIn(dialog, { 'First day': job.scheduledDate, 'Last day': job.scheduledDate }, 'Save')
  await see(dialog, 'Nothing is saved yet.')
  await expect(dialog.getByRole('combobox', { name: `Technician for ${job.number}` })).toBeVisible()
  await expectAccessible(page)
  await press(dialog, /^Give away/)
  await expect(dialog).toHaveCount(0)
  await see(page, the.button(/^Remove \w{3}, /))
  expect(await jobOf(page.request, job.id)).toMatchObject({
    technicianId: null,
    status: 'scheduled',
  })
  await press(page, /^Remove \w{3}, /)
  await press(dialog, 'Remove')
  await see(page, 'None upcoming')
})
