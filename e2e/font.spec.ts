import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'

const ownFace = /\/assets\/public-sans-[\w-]+\.woff2$/

/** The typeface the browser actually draws for the selector, and whether the page loaded it. */
async function faceOf(page: Page, selector: string): Promise<string> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument')
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId })
  await browser.detach()
  return fonts
    .map((font) => `${font.familyName}${font.isCustomFont ? '' : ' of the system'}`)
    .join()
}

test('our own typeface is small, cached, and there before the first text', async ({ page }) => {
  const arrived = page.waitForResponse(ownFace)
  await page.goto('/sign-in')
  const face = await arrived
  expect((await face.body()).length).toBeLessThanOrEqual(21_000)
  expect(face.headers()).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  // The file is already compressed.
  expect(face.headers()).not.toHaveProperty('content-encoding')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await faceOf(page, 'h1')).toMatch(/^Public Sans( Thin)?$/)
  const linesWithout = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).lineHeight === 'normal')
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  )
  expect(linesWithout).toEqual([])
})

test('the landing page does not wait for the typeface, and nothing moves', async ({ page }) => {
  const released = Promise.withResolvers<void>()
  await page.route(ownFace, (route) => released.promise.then(() => route.continue()))
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.documentElement.dataset.moved = entry.name
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const asked = page.waitForRequest(ownFace)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  // Removes live parts, which would change the widths measured below; prerendered rows have none.
  await expect(page.locator('[data-next-days] li > span').first()).toBeVisible()
  await expect(page.locator('[data-prices] li').first()).toContainText('$')
  await asked
  const boxes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, p, a, li')].map((element) =>
        JSON.stringify(element.getBoundingClientRect()),
      ),
    )
  const before = await boxes()
  released.resolve()
  await page.evaluate(() => document.fonts.ready)
  expect(await boxes()).toEqual(before)
  await expect(page.locator('html')).not.toHaveAttribute('data-moved')
})
