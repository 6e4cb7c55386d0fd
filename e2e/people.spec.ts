import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, enterAs, mailedCode, newEmail, signUp } from './calls.ts'
import { expect, test } from './server.ts'

async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
}

test("a wrong code can be corrected, and another browser's code cannot be used", async ({
  page,
  browser,
  server,
}) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()

  const email = newEmail('careful')
  await askForCode(page, email)
  const code = await mailedCode(page.request, email)
  const wrong = code === '111111' ? '222222' : '111111'
  await enterCode(page, wrong)
  await expect(page.getByText('That code is not right.')).toBeVisible()

  const other = await browser.newContext({ baseURL: server.url })
  const otherPage = await other.newPage()
  await askForCode(otherPage, email)
  await enterCode(otherPage, code)
  await expect(otherPage.getByText('That code is not right.')).toBeVisible()
  await other.close()

  await enterCode(page, code)
  await expect(page.getByRole('heading', { name: 'Welcome! Choose Your Role' })).toBeVisible()
})

test('a technician waits for approval, then works without signing in again', async ({
  page,
  browser,
  server,
}) => {
  const email = newEmail('new-technician')
  await signUp(page.request, null, email)
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.add(pathname)
  })
  await page.goto('/job/00000000-0000-4000-8000-000000000000')
  await page.getByRole('button', { name: "I'm a Technician" }).click()
  const waiting = page.getByText('You are waiting for approval')
  await expect(waiting).toBeVisible()
  await page.goto('/job/00000000-0000-4000-8000-000000000000')
  await expect(waiting).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(waiting).toBeVisible()
  const own = ['/api/auth/set-role', '/api/auth/user', '/api/config', '/api/notifications']
  expect([...asked].filter((path) => !own.includes(path))).toEqual([])

  await expectAccessible(page)
  await page.getByLabel('First name').fill('Tara')
  await page.getByLabel('Last name').fill('Dunn')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Welcome, Tara. You are waiting for approval')).toBeVisible()
  await expect(page.getByText('What is your name?')).toHaveCount(0)

  const office = await browser.newContext({ baseURL: server.url })
  await enterAs(office.request, 'admin')
  const admin = await office.newPage()
  await admin.goto('/technicians')
  await admin.getByRole('button', { name: 'Approve Tara Dunn' }).click()
  await expect(admin.getByText('Technician approved', { exact: true })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Approve Tara Dunn' })).toHaveCount(0)
  await office.close()

  // Without a reload.
  await expect(page.getByRole('heading', { name: "Today's Schedule" })).toBeVisible()
  expect(await call(page.request, 'GET /api/jobs/technician')).toEqual([])
})

test('signing out ends the session, and going back shows nothing personal', async ({ page }) => {
  await signUp(page.request, 'customer')
  await page.goto('/notifications')
  await page.goto('/orders')
  await expect(page.getByText('Nothing booked')).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started - Sign In' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  await page.goBack()
  await expect(page.getByText('This page is for people who are signed in.')).toBeVisible()
})

test('a deep link with a query leads through sign-in and back', async ({ page }) => {
  const email = newEmail('deep-link')
  await signUp(page.request, 'customer', email)
  await page.request.get('/api/logout')
  await page.context().clearCookies()
  await page.goto('/booking?vehicleId=nonsense#here')
  await expect(page.getByText('This page is for people who are signed in.')).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await enterCode(page, await mailedCode(page.request, email))
  await expect(page).toHaveURL(/\/booking\?vehicleId=nonsense#here$/)
  await expect(page.getByRole('heading', { name: 'Book Service' })).toBeVisible()
})

test('the code step survives a reload, without the code, and leads back to the e-mail', async ({
  page,
}) => {
  const [wrong, email] = [newEmail('typo'), newEmail('reload')]
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(wrong)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill('123')
  await page.reload()
  await expect(page.getByText(wrong)).toBeVisible()
  await expect(page.getByLabel('Code')).toHaveValue('')
  await page.getByRole('button', { name: 'Use another e-mail' }).click()
  await page.reload()
  await expect(page.getByLabel('E-mail')).toHaveValue(wrong)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await page.reload()
  await enterCode(page, await mailedCode(page.request, email))
  await expect(page.getByRole('heading', { name: 'Welcome! Choose Your Role' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('kept visitor sign-in'))).toBe(null)
})

test('a new user reaches the linked page after choosing a role', async ({ page }) => {
  const email = newEmail('new-deep-link')
  await page.goto('/orders?tab=completed')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await enterCode(page, await mailedCode(page.request, email))
  await page.getByRole('button', { name: "I'm a Customer" }).click()
  await expect(page.getByRole('heading', { name: 'Your Orders' })).toBeVisible()
  await expect(page).toHaveURL(/\/orders\?tab=completed$/)
})

test('the demo continues to the linked page, and to the one requested on the sign-in page', async ({
  page,
}) => {
  const enter = (name: string) =>
    page.getByRole('complementary', { name: 'Demo' }).getByRole('button', { name }).click()
  await page.goto('/schedule')
  await enter('Admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/sign-in?next=%2Forders%3Ftab%3Dchat')
  await enter('Customer')
  await expect(page).toHaveURL(/\/orders\?tab=chat$/)
  await page.goto('/sign-in?next=%2Fprofile')
  await expect(page).toHaveURL(/\/profile$/)
})

test('a session that expires under a page asks to sign in, and returns to the page', async ({
  page,
}) => {
  const email = newEmail('ended')
  await signUp(page.request, 'customer', email)
  await page.goto('/orders')
  await expect(page.getByText('Nothing booked')).toBeVisible()
  await page.context().clearCookies()
  await page.reload()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await enterCode(page, await mailedCode(page.request, email))
  await expect(page.getByText('Nothing booked')).toBeVisible()
})

test('a missing page says so, to every role, with status 404', async ({ page }) => {
  for (const role of [null, 'customer', 'admin'] as const) {
    if (role) await enterAs(page.request, role)
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  }
  await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})

test("another role's page says which role it is for", async ({ page }) => {
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
    await enterAs(page.request, role)
    for (const [path, whom] of Object.entries(pages[role])) {
      expect((await page.goto(path))?.status()).toBe(200)
      const heading = page.getByRole('heading', { level: 1, name: `This page is for ${whom}.` })
      await expect(heading).toBeVisible()
    }
  }
  await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})
