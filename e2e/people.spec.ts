import type { Page } from '@playwright/test'
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

test('a wrong code can be corrected, a code of another browser cannot be used', async ({
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

  const office = await browser.newContext({ baseURL: server.url })
  await enterAs(office.request, 'admin')
  const admin = await office.newPage()
  await admin.goto('/technicians')
  await admin.getByRole('button', { name: `Approve ${email}` }).click()
  await expect(admin.getByText('Technician approved', { exact: true })).toBeVisible()
  await expect(admin.getByRole('button', { name: `Approve ${email}` })).toHaveCount(0)
  await office.close()

  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: "Today's Schedule" })).toBeVisible()
  expect(await call(page.request, 'GET /api/jobs/technician')).toEqual([])
})

test('who signs out is out, and going back shows nothing of theirs', async ({ page }) => {
  await signUp(page.request, 'customer')
  await page.goto('/orders')
  await expect(page.getByText('Nothing booked')).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started - Sign In' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  await page.goBack()
  await expect(page.getByText('This page is for people who are signed in.')).toBeVisible()
})

test('a link into the product leads through sign-in and back, with its question', async ({
  page,
}) => {
  const email = newEmail('deep-link')
  await signUp(page.request, 'customer', email)
  await page.request.get('/api/logout')
  await page.context().clearCookies()
  await page.goto('/booking?vehicleId=nonsense')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await enterCode(page, await mailedCode(page.request, email))
  await expect(page).toHaveURL(/\/booking\?vehicleId=nonsense$/)
  await expect(page.getByRole('heading', { name: 'Book Service' })).toBeVisible()
})

test('a page that nobody has says so, to everybody', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await enterAs(page.request, 'customer')
  for (const path of ['/no/such/page', '/payments', '/technicians']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click()
  await expect(page.getByRole('heading', { name: 'Ready for your next service?' })).toBeVisible()
})
