import { enterAs } from './calls.ts'
import { mainHeading, nameOf, screensOf, sides, untilLoaded } from './screens.ts'
import type { Role } from '#shared/rules/roles.ts'
import { expect, test } from './server.ts'

test.describe.configure({ mode: 'parallel' })

// The worker would answer from its cache where a test makes a request fail.
test.use({ serviceWorkers: 'block' })

for (const side of sides)
  test(`every screen of the ${nameOf(side)} says when it could not load, and loads again`, async ({
    page,
    request: other,
  }) => {
    if (side) await enterAs(page.request, side)
    const screens = await screensOf(page.request, side, other)
    for (const { path } of screens.filter(({ shared }) => !shared || !side))
      await test.step(path, async () => {
        let failed = 0
        await page.route(data, (route) => {
          failed++
          return route.fulfill({ status: 500, json: { message: 'Something broke.' } })
        })
        await page.goto(path)
        await untilLoaded(page)
        await expect.soft(mainHeading(page)).toHaveCount(1)
        const retry = page.getByRole('button', { name: /^(Try again|Refresh Page)$/ })
        if (failed > 0 && !withoutData(side).includes(path))
          await expect.soft(retry.first()).toBeVisible()
        await page.unroute(data)
        const broken = await retry.count()
        let clicks = 0
        await expect(async () => {
          if ((await retry.count()) > 0) {
            await retry.first().click({ timeout: 1000 })
            clicks++
          }
          expect(await retry.count()).toBe(0)
        }).toPass()
        expect.soft(clicks, 'one click for each part').toBeLessThanOrEqual(broken)
        await untilLoaded(page)
      })
  })

const data = /\/api\/(?!auth\/user|config|notifications)/
// What they load is a help only: free times on the front page, suggestions of makes.
const withoutData = (side: Role | null) => (side ? ['/add-vehicle', '/vehicle-lookup'] : ['/'])

test('the home of a customer says in these words that it could not load', async ({ page }) => {
  await enterAs(page.request, 'customer')
  await page.route('**/api/vehicles', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText('Something went wrong', { exact: true })).toBeVisible()
  await expect(
    page.getByText("We're having trouble loading your dashboard. Please try refreshing the page.", {
      exact: true,
    }),
  ).toBeVisible()
  await page.unroute('**/api/vehicles')
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { name: 'Ready for your next service?' })).toBeVisible()
})
