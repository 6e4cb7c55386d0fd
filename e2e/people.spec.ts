import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillIn, openPage, press, see, seeNone, the } from './actions.ts'
import { call, signInAs, mailedCode, newEmail, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { enterEmailAndCode } from './steps.ts'

async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in')
  await fillIn(page, { 'E-mail': email }, 'Email me a code')
  await expect(page.getByLabel('Code')).toBeVisible()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await fillIn(page, { Code: code })
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
}

test("a wrong code is corrected, another browser's refused", async ({ page, newPage }) => {
  await page.goto('/sign-in')
  await press(page, 'Email me a code')
  await see(page, 'Invalid email address')

  const email = newEmail('careful')
  await askForCode(page, email)
  const code = await mailedCode(page.request, email)
  const wrong = code === '111111' ? '222222' : '111111'
  await enterCode(page, wrong)
  await see(page, 'That code is not right.')

  const other = await newPage()
  await askForCode(other, email)
  await enterCode(other, code)
  await see(other, 'That code is not right.')

  await enterCode(page, code)
  await see(page, the.heading('Welcome! Choose Your Role'))
})

test('a technician waits for approval, then works', async ({ page, office }) => {
  const email = newEmail('new-technician')
  await signUp(page.request, null, email)
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.add(pathname)
  })
  await page.goto('/job/00000000-0000-4000-8000-000000000000')
  await press(page, "I'm a Technician")
  const waiting = page.getByText('You are waiting for approval')
  await expect(waiting).toBeVisible()
  await page.goto('/job/00000000-0000-4000-8000-000000000000')
  await expect(waiting).toBeVisible()
  await page.goto('/')
  await press(page, 'Check again')
  await expect(waiting).toBeVisible()
  const own = ['/api/auth/set-role', '/api/auth/user', '/api/config', '/api/notifications']
  expect([...asked].filter((path) => !own.includes(path))).toEqual([])

  await expectAccessible(page)
  await fillIn(page, { 'First name': 'Tara', 'Last name': 'Dunn' }, 'Save')
  await see(page, 'Welcome, Tara. You are waiting for approval')
  await seeNone(page, 'What is your name?')

  await office.goto('/technicians')
  await press(office, 'Approve Tara Dunn')
  await see(office, the.text('Technician approved'))
  await seeNone(office, the.button('Approve Tara Dunn'))

  // Without a reload.
  await see(page, the.heading("Today's Schedule"))
  expect(await call(page.request, 'GET /api/jobs/technician')).toEqual([])
})

test('signing out ends the session, and going back shows nothing personal', async ({ page }) => {
  await signUp(page.request, 'customer')
  await page.goto('/notifications')
  await openPage(page, '/orders', 'Nothing booked')
  await press(page, 'Menu', the.menuItem('Sign Out'))
  await see(page, the.link('Get Started - Sign In'))
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  await page.goBack()
  await see(page, 'This page is for people who are signed in.')
})

test('a deep link with a query leads through sign-in and back', async ({ page }) => {
  const email = newEmail('deep-link')
  await signUp(page.request, 'customer', email)
  await page.request.get('/api/logout')
  await page.context().clearCookies()
  await page.goto('/booking?vehicleId=nonsense#here')
  await see(page, 'This page is for people who are signed in.')
  await enterEmailAndCode(page, email)
  await expect(page).toHaveURL(/\/booking\?vehicleId=nonsense#here$/)
  await see(page, the.heading('Book Service'))
})

test('the code step survives a reload, and leads back to the e-mail', async ({ page }) => {
  const [wrong, email] = [newEmail('typo'), newEmail('reload')]
  await page.goto('/sign-in')
  await fillIn(page, { 'E-mail': wrong }, 'Email me a code')
  await fillIn(page, { Code: '123' })
  await page.reload()
  await see(page, wrong)
  await expect(page.getByLabel('Code')).toHaveValue('')
  await press(page, 'Use another e-mail')
  await page.reload()
  await expect(page.getByLabel('E-mail')).toHaveValue(wrong)
  await fillIn(page, { 'E-mail': email }, 'Email me a code')
  await expect(page.getByLabel('Code')).toBeVisible()
  await page.reload()
  await enterCode(page, await mailedCode(page.request, email))
  await see(page, the.heading('Welcome! Choose Your Role'))
  expect(await page.evaluate(() => sessionStorage.getItem('kept visitor sign-in'))).toBe(null)
})

test('a new user reaches the linked page after choosing a role', async ({ page }) => {
  const email = newEmail('new-deep-link')
  await page.goto('/orders?tab=completed')
  await enterEmailAndCode(page, email)
  await press(page, "I'm a Customer")
  await see(page, the.heading('Your Orders'))
  await expect(page).toHaveURL(/\/orders\?tab=completed$/)
})

test('the demo continues to the linked or requested page', async ({ page }) => {
  const enter = (name: string) =>
    page.getByRole('complementary', { name: 'Demo' }).getByRole('button', { name }).click()
  await page.goto('/schedule')
  await enter('Admin')
  await see(page, the.title('Schedule'))
  await page.context().clearCookies()
  await page.goto('/sign-in?next=%2Forders%3Ftab%3Dchat')
  await enter('Customer')
  await expect(page).toHaveURL(/\/orders\?tab=chat$/)
  await page.goto('/sign-in?next=%2Fprofile')
  await expect(page).toHaveURL(/\/profile$/)
})

test('a session that expires under a page returns to it after sign-in', async ({ page }) => {
  const email = newEmail('ended')
  await signUp(page.request, 'customer', email)
  await openPage(page, '/orders', 'Nothing booked')
  await page.context().clearCookies()
  await page.reload()
  await enterEmailAndCode(page, email)
  await see(page, 'Nothing booked')
})

test('a missing page shows a message to every role, with status 404', async ({ page }) => {
  for (const role of [null, 'customer', 'admin'] as const) {
    if (role) await signInAs(page.request, role)
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await see(page, the.title('Page Not Found'))
    await seeNone(page.getByRole('main'), the.link('Sign In'))
  }
  await press(page.getByRole('main'), the.link('Go Home'))
  await expect(page).toHaveURL('/')
})

test("another role's page names its role", async ({ page }) => {
  const pages = {
    customer: {
      '/admin/booking': 'the office',
      '/payments': 'the office',
      '/job/1': 'technicians and the office',
      '/admin/jobs/1': 'the office',
      '/technicians/1': 'the office',
    },
    technician: {
      '/booking': 'customers and the office',
      '/admin/booking': 'the office',
      '/receipt/1': 'customers and the office',
    },
    admin: { '/orders': 'customers', '/vehicles/1': 'customers' },
  }
  for (const role of ['customer', 'technician', 'admin'] as const) {
    await signInAs(page.request, role)
    for (const [path, whom] of Object.entries(pages[role])) {
      expect((await page.goto(path))?.status()).toBe(200)
      const heading = page.getByRole('heading', { level: 1, name: `This page is for ${whom}.` })
      await expect(heading).toBeVisible()
    }
  }
  await press(page.getByRole('main'), the.link('Go Home'))
  await expect(page).toHaveURL('/')
})
