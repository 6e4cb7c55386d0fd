import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import RoleSelection from './role-selection.tsx'

const set = 'POST /api/auth/set-role'
const show = (answer: unknown) =>
  showPage(<RoleSelection rolesAt={() => []} />, {
    person: aPerson({ role: null }),
    answers: { [set]: answer as never },
  })
const button = (name: string) => page.getByRole('button', { name })

test('a technician awaiting approval is not told that the account is ready', async () => {
  await show(aPerson({ role: 'technician', active: false }))
  await button("I'm a Technician").click()
  await expect
    .element(page.getByText('The office approves you before you can start.'))
    .toBeVisible()
  await expect.element(page.getByText(/is now ready/)).not.toBeInTheDocument()
})

test('both buttons wait for the answer', async () => {
  await show(() => new Promise(() => {}))
  await button("I'm a Customer").click()
  await expect.element(button("I'm a Technician")).toHaveAttribute('aria-disabled', 'true')
})

test('a role set in another tab is taken over without an error', async () => {
  const { server } = await show(refusal('conflict', 'Your role is already set.'))
  server.answer({ 'GET /api/auth/user': aPerson({ role: 'technician' }) })
  await button("I'm a Customer").click()
  await expect.poll(() => server.asked('GET /api/auth/user').length).toBeGreaterThan(0)
  await expect.element(page.getByText(/Failed to set role/)).not.toBeInTheDocument()
})
