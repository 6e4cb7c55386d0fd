import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import SignIn from './sign-in.tsx'

const business = aBusiness({ oidc: 'Google' })
const show = (at: string) => showPage(<SignIn />, { at, person: null, business })

test.each([
  ['/orders?visit=1#top', '/orders?visit=1#top'],
  ['/sign-in?next=%2Forders%3Fvisit%3D1', '/orders?visit=1'],
  ['/sign-in?next=https%3A%2F%2Fevil.example', '/'],
  ['/sign-in', '/'],
])("at %s the provider's button continues to %s", async (at, next) => {
  await show(at)
  await expect
    .element(page.getByRole('link', { name: 'Continue with Google' }))
    .toHaveAttribute('href', `/api/auth/login?with=oidc&next=${encodeURIComponent(next)}`)
})

test('a code mailed more than ten minutes ago must be requested again', async () => {
  const until = Date.now() - 1000
  sessionStorage.setItem(
    'kept visitor sign-in',
    JSON.stringify({ email: 'ada@example.com', until }),
  )
  await show('/sign-in')
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('ada@example.com')
})
