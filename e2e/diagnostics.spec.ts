import type { Page } from '@playwright/test'
import { auditedRoutes, shownRoute } from '#client/features/diagnostics/audit/audited-routes.ts'
import type { Role } from '#shared/rules/roles.ts'
import { expectAccessible } from './accessible.ts'
import { fillIn, openAs, openPage, press, see, seeIn, the } from './actions.ts'
import { signInAs } from './calls.ts'
import { nameOf } from './screens.ts'
import { expect, test } from './server.ts'
import { downloadFrom } from './steps.ts'

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
const countOf = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).locator('xpath=following-sibling::p[1]')

async function runTests(page: Page, button: string): Promise<void> {
  await press(page, button)
  await see(page, the.button('Running Tests...'))
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0, {
    timeout: 240_000,
  })
}

const sides: [Role | null, number][] = [
  [null, 4],
  ['customer', 2],
  ['admin', 2],
]
for (const [side, untested] of sides)
  test(`the full diagnostic of the ${nameOf(side)} has no failures`, async ({ page }) => {
    if (side) await signInAs(page.request, side)
    await page.goto('/diagnostics')
    // Its socket has connected by now.
    await page.waitForTimeout(1_000)
    await runTests(page, 'Run Full Diagnostic')
    await expect(countOf(page, 'Failing')).toHaveText('0')
    await expect(countOf(page, 'Warnings')).toHaveText('0')
    await expect(countOf(page, 'Passing')).toHaveText(String(11 - untested))
    await expect(countOf(page, 'Total Tests')).toHaveText('11')
    await see(page, the.text(`${untested} untested`))
    const admin = row(page, 'Admin Routes')
    await expect(admin).toContainText(side === 'admin' ? 'Passed' : 'Untested')
    await expect(admin.getByRole('link')).toHaveAttribute('href', '/admin/customers')
    await expectAccessible(page)
    await press(page, the.tab('Admin Tools'))
    await expect(page.getByText('Background tasks')).toHaveCount(side === 'admin' ? 1 : 0)
  })

test('a visitor reaches the system verification by signing in', async ({ page }) => {
  await openPage(page, '/system-test', the.title('Sign in'))
  await openAs(page, 'admin', '/system-test')
  await runTests(page, 'Run All Tests')
  await expect(countOf(page, 'Failing')).toHaveText('0')
  await expect(countOf(page, 'Passing')).toHaveText('10')
  await expectAccessible(page)
})

test('the site audit finds every route, and reports a missing one', async ({ page }) => {
  test.slow()
  await signInAs(page.request, 'customer')
  const asked: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'HEAD') asked.push(Date.now())
  })
  // Answers any path, as a server of a single-page app does.
  await page.route('**/no-page-of-the-app', async (route) => {
    const shell = await page.request.get('/index.html')
    await route.fulfill({ status: 200, contentType: 'text/html', body: await shell.text() })
  })
  await page.goto('/site-audit')
  for (const path of ['/no-such-page', '/no-page-of-the-app']) {
    await fillIn(page, { 'Also test this path': path }, 'Add')
  }
  await fillIn(page, { 'Also test this path': '/api/logout' }, 'Add')
  await see(page, /Enter the path of a page/)
  await runTests(page, 'Test All Routes')
  await expect(row(page, '/no-such-page')).toContainText('the server has no page there (404)')
  await expect(row(page, '/no-page-of-the-app')).toContainText('the app has no page there')
  await expect(countOf(page, 'Broken')).toHaveText('2')
  await expect(countOf(page, 'Working')).toHaveText('12')
  await expect(countOf(page, 'Untested')).toHaveText('8')
  await expect(countOf(page, 'Total Routes')).toHaveText(String(auditedRoutes.length + 2))
  for (const route of auditedRoutes) await expect(row(page, shownRoute(route))).toBeVisible()
  await expect(row(page, '/admin/settings')).toContainText('This page is for the office.')
  await expect(row(page, '/vehicles/{id}')).toContainText('Working')
  // Tests start at least half a second apart.
  const pauses = asked.slice(1).map((at, i) => at - (asked[i] ?? 0))
  expect(asked).toHaveLength(auditedRoutes.length + 2)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(450)
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectAccessible(page)
})

test('the link verification follows links, and reports a broken one', async ({ page }) => {
  await page.route('**/contact', async (route) => {
    if (route.request().method() === 'HEAD') return route.continue()
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('href="/terms"', 'href="/terms-of-old"')
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/link-verification')
  await runTests(page, 'Check All Links')
  await seeIn(row(page, '/terms-of-old'), 'Linked on /contact.', 'Broken')
  await expect(row(page, '/privacy')).toContainText('Working')
  await expect(countOf(page, 'Broken')).toHaveText('1')
})

test('an audit is cancelled, and its results are saved without personal ids', async ({ page }) => {
  await openAs(page, 'customer', '/site-audit')
  await press(page, 'Test All Routes')
  await expect(row(page, '/guest-booking')).toContainText('Working')
  await press(page, the.button('Cancel', { exact: true }))
  await expect(row(page, '/job/{id}')).toContainText('Cancelled before its turn.')
  const { name, bytes } = await downloadFrom(page, () => press(page, 'Save results'))
  expect(name).toMatch(/^site-audit-\d{4}-\d\d-\d\d\.txt$/)
  const text = bytes.toString()
  expect(text).toContain('Working\t/guest-booking\tShows “Quick Book”.')
  expect(text).toContain('Untested\t/vehicles/{id}\tCancelled before its turn.')
})

test('mobile debug works while the server cannot identify the user', async ({ page }) => {
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  // Nor is it in the page.
  await page.route('**/guest-booking', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script[^>]* id="answers"[^]*?<\/script>/, '')
    await route.fulfill({ response, body })
  })
  await page.goto('/guest-booking')
  await press(page, the.link('Check this device'))
  await see(page, the.title('Mobile Debug'))
  await expect(row(page, 'Backend API Health')).toContainText('API not responding')
  await expect(row(page, 'User Authentication')).toContainText('Auth endpoint unreachable')
  await see(page, the.first('390 × 844 px'))
  await expectAccessible(page)
})
