import sharp from 'sharp'
import { expectAccessible, expectSound } from './accessible.ts'
import { call, enterAs, newEmail } from './calls.ts'
import { expect } from './server.ts'
import { test } from './visits.ts'

const picture = () =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: '#c60' } })
    .png()
    .toBuffer()

test('the office plans a technician: added, invited, hours, skills, a photo, days off that unassign a visit', async ({
  page,
  job,
}) => {
  await enterAs(page.request, 'admin')
  const email = newEmail('rosa')
  await page.goto('/technicians')
  await page.getByRole('button', { name: 'Add Technician' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Rosa')
  await dialog.getByLabel('Last name').fill('Quint')
  await dialog.getByLabel('E-mail', { exact: true }).fill(email)
  await dialog.getByRole('button', { name: 'Add Technician' }).click()
  await expect(page.getByText('Technician added', { exact: true })).toBeVisible()

  // Found by name from any page, with a link to their page.
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').fill('rosa quint')
  await page.getByRole('option', { name: /Rosa Quint/ }).click()
  await expect(page).toHaveURL(/\/technicians\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Quint')
  await expect(page.getByRole('button', { name: 'Invite again' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Invite again' }).click()
  await expect(page.getByText('No invitation was sent', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Edit working hours' }).click()
  await dialog.getByRole('switch', { name: 'Whenever the business works' }).click()
  await dialog.getByLabel('Monday, to').fill('07:00')
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await dialog.getByLabel('Monday, to').fill('12:00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('8:00 AM to 12:00 PM', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit name, skills and home' }).click()
  await dialog.getByRole('checkbox', { name: /Diesel/ }).uncheck()
  await dialog.getByLabel('Home address').fill('1107 Barton Springs Road, Austin, TX 78704')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1107 Barton Springs Road, Austin, TX 78704')).toBeVisible()
  await page
    .getByLabel('Photo of Rosa Quint')
    .setInputFiles({ name: 'rosa.png', mimeType: 'image/png', buffer: await picture() })
  await expect(page.getByRole('button', { name: 'Change photo' })).toBeVisible()

  // For a technician with a visit, the visit is shown first and becomes unassigned.
  await page.goto(`/technicians/${job.technicianId ?? ''}`)
  await page.getByRole('button', { name: 'Add days off' }).click()
  await dialog.getByLabel('First day').fill(job.scheduledDate)
  await dialog.getByLabel('Last day').fill(job.scheduledDate)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Nothing is saved yet.')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: `Technician for ${job.number}` })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Give away/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Take back/ })).toBeVisible()
  const params = { id: job.id }
  expect(await call(page.request, 'GET /api/jobs/{id}', { params })).toMatchObject({
    technicianId: null,
    status: 'scheduled',
  })
  await page.getByRole('button', { name: /^Take back/ }).click()
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('None ahead')).toBeVisible()
})
