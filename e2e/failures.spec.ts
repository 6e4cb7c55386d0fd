import type { Role } from '#shared/rules/roles.ts'
import { fillIn, openAs, openPage, press, see, the } from './actions.ts'
import { call, signInAs, homeAddress } from './calls.ts'
import { refuseStorage } from './offline-day.ts'
import {
  mainHeading,
  nameOf,
  openLoaded,
  screensOf,
  sides,
  untilLoaded,
  withoutFirstAnswers,
} from './screens.ts'
import { expect, test } from './server.ts'
import { signUpWithCars } from './visits.ts'

test.describe.configure({ mode: 'parallel' })

for (const side of sides)
  test(`every screen of the ${nameOf(side)} retries a failed load`, async ({
    page,
    request: other,
  }) => {
    // Some sides have thirty screens.
    test.slow()
    if (side) await signInAs(page.request, side)
    // Visits stored on the device would replace failed loads.
    await refuseStorage(page)
    await withoutFirstAnswers(page)
    // Connecting would make the page retry failed loads.
    await page.routeWebSocket('**/ws', () => {})
    const screens = await screensOf(page.request, side, other)
    for (const { path } of screens.filter(({ shared }) => !shared || !side))
      await test.step(path, async () => {
        // Pending requests of the previous page do not count.
        await page.goto('about:blank')
        let failed = 0
        await page.route(data, (route) => {
          failed++
          return route.fulfill({
            status: 500,
            json: { message: 'Something broke.', code: 'internal' },
          })
        })
        await openLoaded(page, path)
        await expect.soft(mainHeading(page)).toHaveCount(1)
        const retry = page.getByRole('button', { name: /^(Try again|Refresh Page)$/i })
        if (failed > 0 && !withoutData(side).includes(path))
          await expect.soft(retry.first()).toBeVisible()
        await page.unroute(data)
        // At most one click per broken part.
        const broken = await retry.count()
        for (let clicks = 0; clicks < broken; clicks++) {
          const before = await retry.count()
          if (before === 0) break
          // A part that retries on its own removes its button.
          await retry
            .first()
            .click({ timeout: 3000 })
            .catch(() => {})
          await expect.poll(() => retry.count(), { intervals: [50] }).toBeLessThan(before)
        }
        await expect.soft(retry).toHaveCount(0)
        await untilLoaded(page)
      })
  })

// The logo is an image that another test may have set.
const data = /\/api\/(?!auth\/user|config|notifications|logo\/)/
// These load only extras: free times on the front page, suggestions of makes, the office's message count; or they test the
// server's reachability and report failures themselves.
const withoutData = (side: Role | null) =>
  side
    ? [
        '/add-vehicle',
        '/vehicle-lookup',
        '/system-test',
        ...(side === 'customer' ? [] : ['/notifications']),
        ...(side === 'admin' ? justCounted : []),
      ]
    : ['/', '/mobile-debug']
const justCounted = ['/profile']

test("a customer's home reports a failed load in these words", async ({ page }) => {
  await signInAs(page.request, 'customer')
  await withoutFirstAnswers(page)
  await page.route('**/api/vehicles', (route) => route.abort())
  await openPage(
    page,
    '/',
    the.text('Something went wrong'),
    the.text("We're having trouble loading your dashboard. Please try refreshing the page."),
  )
  await page.unroute('**/api/vehicles')
  await press(page, 'Refresh Page')
  await see(page, the.heading('Ready for your next service?'))
})

test('a booking that failed to send is sent once online', async ({ page, context }) => {
  await signUpWithCars(page.request, 'Camry')
  await page.goto('/booking')
  const free = (name: string) =>
    page.getByRole('group', { name }).getByRole('radio').and(page.locator(':enabled')).last()
  await free('Which day?').click()
  await free('What time?').click()
  await fillIn(page, { 'Street address': homeAddress })
  await context.setOffline(true)
  const submit = page.getByRole('button', { name: 'Submit Booking' })
  await submit.click()
  await see(page, the.text('Booking Failed'))
  await context.setOffline(false)
  await submit.click()
  await see(page, the.heading("You're Booked!"))
  expect(await call(page.request, 'GET /api/jobs/customer')).toHaveLength(1)
})

test('a dialog whose code failed to load shows a message and a way out', async ({
  page,
  context,
}) => {
  await openAs(page, 'admin', '/technicians')
  const add = page.getByRole('button', { name: 'Add Technician' })
  await expect(add).toBeVisible()
  await context.setOffline(true)
  await add.click()
  await see(page, /^No connection\./)
  // Online, and still missing: a newer version is deployed, and a reload loads it.
  await context.setOffline(false)
  await page.route(dialogCode, (route) => route.abort())
  await add.click()
  await see(page, 'This part of the page did not load.')
  await page.unroute(dialogCode)
  await press(page, 'Reload')
  await add.click()
  await expect(page.getByRole('dialog', { name: 'Add Technician' })).toBeVisible()
})

const dialogCode = /\/add-technician-dialog-/
