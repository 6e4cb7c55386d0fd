import type { Page } from '@playwright/test'
import { expectAccessible, expectReadableColors } from './accessible.ts'
import { openPage, press, see, the } from './actions.ts'
import { signInAs, signUp } from './calls.ts'
import { expectFits, expectNothingWider } from './fits.ts'
import { unseenFocus } from './keyboard.ts'
import { mainHeading, nameOf, openLoaded, screensOf, sides } from './screens.ts'
import { expect, test } from './server.ts'
import { watchProblems } from './watch.ts'

test.describe.configure({ mode: 'parallel' })

test.use({ serviceWorkers: 'allow' })

for (const side of sides)
  test(`every screen of the ${nameOf(side)} opens soundly`, async ({ page, request: other }, {
    project,
  }) => {
    // Some sides have thirty screens.
    test.slow()
    if (side) await signInAs(page.request, side)
    const problems = watchProblems(page)
    const titles = new Map<string, string>()
    for (const { path, shared } of await screensOf(page.request, side, other))
      await test.step(path, async () => {
        await openLoaded(page, path)
        await expect.soft(mainHeading(page)).toHaveCount(1)
        await expectFits(page)
        if (project.name === 'desk' && (!shared || !side)) await expectFitsZoomed(page)
        // Checked in detail on the device each role uses; shared screens once, as a visitor.
        if (project.name === (side === 'admin' ? 'desk' : 'phone') && (!shared || !side)) {
          await expectSkipLink(page)
          await expectVisibleFocus(page, 10)
          await expectReadable(page)
        }
        const [title, heading] = await Promise.all([page.title(), mainHeading(page).innerText()])
        expect.soft(title).toMatch(/^[^·].* · Fivequart$/)
        expect.soft(titles.get(title) ?? heading, title).toBe(heading)
        titles.set(title, heading)
        expect.soft(problems.splice(0)).toEqual([])
      })
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/')
  })

/** The first Tab stop is the skip link, which leads to the content. */
async function expectSkipLink(page: Page): Promise<void> {
  const skip = page.getByRole('link', { name: 'Skip to content' })
  const first = await page.evaluate(() => {
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    return document.querySelector(focusable)?.textContent.trim()
  })
  expect.soft(first).toBe('Skip to content')
  await skip.focus()
  await expect.soft(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.waitForURL(/#main$/)
}

/** Expects no axe findings, with the whole page in view so that no bar covers a part of it. */
async function expectReadable(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('The page has no size')
  const height = await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return document.documentElement.scrollHeight
  })
  await page.setViewportSize({ width: size.width, height })
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await page.setViewportSize(size)
}

/** Expects every focused element to show its focus, and to be in view. */
async function expectVisibleFocus(page: Page, stops: number, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press(key)
    expect.soft(await unseenFocus(page)).toBeNull()
  }
}

/** Expects a desk of 1280 × 720 at 200 % without cut or covered content, and with room left to read. */
async function expectFitsZoomed(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('The page has no size')
  await page.setViewportSize({ width: 640, height: 360 })
  await expectNothingWider(page, 'at 200 %')
  expect.soft(await page.evaluate(coveredHeight), 'covered by bars').toBeLessThan(360 / 4)
  await expectVisibleFocus(page, 6)
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expectVisibleFocus(page, 6, 'Shift+Tab')
  await page.setViewportSize(size)
}

/** The height covered by fixed bars after scrolling, in pixels. */
function coveredHeight(): number {
  scrollTo({ top: 200, behavior: 'instant' })
  const stays = (element: Element | null): boolean =>
    element !== null &&
    (['fixed', 'sticky'].includes(getComputedStyle(element).position) ||
      stays(element.parentElement))
  const rows = Array.from({ length: innerHeight / 2 }, (_, n) => n * 2)
  const covered = rows.filter((y) => stays(document.elementFromPoint(innerWidth / 2, y))).length * 2
  scrollTo({ top: 0, behavior: 'instant' })
  return covered
}

test('a new customer reads the first step on every empty screen', async ({ page }) => {
  await signUp(page.request, 'customer')
  await page.goto('/')
  await see(page, 'No vehicles yet', 'Your services appear here once you book one.')
  await see(page, the.link('Add Your First Vehicle'))
  await openPage(page, '/orders', 'Nothing booked')
  await expectAccessible(page)
  await press(page, the.tab(/Completed/))
  await see(page, 'No services yet')
  await openPage(page, '/booking', 'First, tell us about your car')
  await expectAccessible(page)
  await press(page, the.link('Enter it by hand'))
  await see(page, the.title('Add Vehicle'))
})
