import type { Page } from '@playwright/test'
import { roles } from '#shared/rules/roles.ts'
import { things } from '#shared/rules/things.ts'
import { press, see, seeNone, the } from './actions.ts'
import { addCar, call, signInAs, signUp } from './calls.ts'
import { mainHeading, openLoaded, screensOf } from './screens.ts'
import { expect, test } from './server.ts'

test.describe.configure({ mode: 'parallel' })

const reads = /\/api\//

/** Makes all further reads fail; the list collects their paths. */
async function failReads(page: Page): Promise<string[]> {
  const failed: string[] = []
  await page.route(reads, (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    failed.push(new URL(route.request().url()).pathname)
    return route.fulfill({ status: 500, json: { message: 'Something broke.', code: 'internal' } })
  })
  return failed
}

/** Returns a function that sends over the open page's socket, once the server has accepted it. */
async function speakFor(page: Page): Promise<(news: object) => Promise<void>> {
  let say: ((text: string) => void) | undefined
  await page.routeWebSocket(/\/ws$/, (browser) => {
    say = undefined
    browser.connectToServer().onMessage((text) => {
      browser.send(text)
      say = (news) => browser.send(news)
    })
  })
  return async (news) => {
    await expect.poll(() => say !== undefined).toBe(true)
    say?.(JSON.stringify(news))
  }
}

for (const role of roles)
  test(`a failed refetch changes no screen of the ${role}`, async ({ page, request: other }) => {
    await signInAs(page.request, role)
    const speak = await speakFor(page)
    const retry = page.getByRole('button', { name: /^(Try again|Refresh Page)$/ })
    // Beside the shown messages, which may not be the latest.
    const behind = page.getByText('The messages could not be loaded.')
    for (const { path } of await screensOf(page.request, role, other))
      await test.step(path, async () => {
        await openLoaded(page, path)
        const heading = await mainHeading(page).first().innerText()
        const failed = await failReads(page)
        await speak({ type: 'changed', things, jobId: null })
        await expect.poll(() => failed.length).toBeGreaterThan(0)
        // Gives failures time to render.
        await page.waitForTimeout(100)
        await expect.soft(mainHeading(page).first()).toHaveText(heading)
        // Counted together, because the notice may come after the first look.
        await expect.poll(async () => (await retry.count()) - (await behind.count())).toBe(0)
        await page.unroute(reads)
      })
  })

test('so does a write whose effect cannot be loaded', async ({ page }) => {
  await signUp(page.request, 'customer')
  const { id } = await addCar(page.request)
  await page.goto(`/vehicles/${id}`)
  const name = page.getByRole('heading', { name: '2018 Toyota Camry' })
  await expect(name).toBeVisible()
  const note = async (miles: string) => {
    await page.getByLabel('Odometer', { exact: true }).fill(miles)
    await press(page, 'Add reading')
    await see(page, the.first('Odometer reading saved'))
  }
  const failed = await failReads(page)
  await note('41000')
  await expect.poll(() => failed).toContain(`/api/vehicles/${id}/odometer`)
  await page.waitForTimeout(100)
  await expect(name).toBeVisible()
  await seeNone(page, the.button('Try again'))
  await page.unroute(reads)
  await call(page.request, 'POST /api/vehicles/{id}/odometer', {
    params: { id },
    body: { date: '2025-01-02', miles: 30_000 },
  })
  await note('41500')
  await see(page, the.first('30,000'))
})
