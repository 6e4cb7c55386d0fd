import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aTechnician } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import AddTechnicianDialog from './add-technician-dialog.tsx'

const add = 'POST /api/admin/technicians'
const technician = aTechnician({
  firstName: 'Sam',
  lastName: 'Ortiz',
  email: 'sam@example.com',
})

const field = (name: string) => page.getByRole('textbox', { name })
const banner = page.getByRole('alert')

test('missing fields are listed above and marked, until filled in', async () => {
  const { server } = await showPage(<AddTechnicianDialog onClose={() => {}} />, {
    answers: { [add]: technician },
  })
  await page.getByRole('button', { name: 'Add Technician' }).click()
  await expect
    .element(banner)
    .toMatchTextContent(/Missing information.*Please fill in all required fields\./)
  await expect.element(field('First name')).toHaveAccessibleDescription('First name is required')
  await field('First name').fill('Sam')
  await field('Last name (optional)').fill('Ortiz')
  await field('E-mail').fill('sam')
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(field('E-mail')).toHaveAccessibleDescription('Invalid email address')
  await field('E-mail').fill('Sam@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Technician added', { exact: true })).toBeVisible()
  expect(server.asked(add)[0]?.body).toEqual({
    firstName: 'Sam',
    lastName: 'Ortiz',
    email: 'sam@example.com',
    invite: true,
  })
})

test('an e-mail already in use is reported at its field', async () => {
  const message = 'sam@example.com is a technician already.'
  await showPage(<AddTechnicianDialog onClose={() => {}} />, {
    answers: { [add]: refusal('conflict', message, { fields: [{ path: 'email', message }] }) },
  })
  await field('First name').fill('Sam')
  await field('Last name (optional)').fill('Ortiz')
  await field('E-mail').fill('sam@example.com')
  await page.getByRole('button', { name: 'Add Technician' }).click()
  await expect.element(field('E-mail')).toHaveAccessibleDescription(message)
  await expect.element(field('E-mail')).toHaveFocus()
  await expect.element(banner).not.toBeInTheDocument()
})
