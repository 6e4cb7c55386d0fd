import type { Page } from '@playwright/test'
import { expectAccessible, expectReadableColors } from './accessible.ts'
import { enterAs, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { mainHeading, nameOf, screensOf, sides, untilLoaded } from './screens.ts'
import { expect, test } from './server.ts'
import { watchProblems } from './watch.ts'

test.describe.configure({ mode: 'parallel' })

test.use({ serviceWorkers: 'allow' })

for (const side of sides)
  test(`every screen of the ${nameOf(side)} opens by its address, in order`, async ({
    page,
    request: other,
  }, { project }) => {
    // Some sides have thirty screens.
    test.slow()
    if (side) await enterAs(page.request, side)
    const problems = watchProblems(page)
    const titles = new Map<string, string>()
    for (const { path, shared } of await screensOf(page.request, side, other))
      await test.step(path, async () => {
        await page.goto(path)
        await untilLoaded(page)
        await expect.soft(mainHeading(page)).toHaveCount(1)
        await expectFits(page)
        // Looked at closely where people use it, and what everybody has once, as a visitor.
        if (project.name === (side === 'admin' ? 'desk' : 'phone') && (!shared || !side)) {
          await expectSkipLink(page)
          await expectVisibleFocus(page)
          await expectReadable(page)
        }
        const [title, heading] = await Promise.all([page.title(), mainHeading(page).innerText()])
        expect.soft(titles.get(title) ?? heading, title).toBe(heading)
        titles.set(title, heading)
        expect.soft(problems.splice(0)).toEqual([])
      })
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/')
  })

/** The first thing Tab reaches is the skip link, and the skip link leads to the content. */
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

/** Nothing that axe can find, with the whole page in view so that no bar covers a part of it. */
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

const stops = 10

/** What has the focus shows it, and lies in view. */
async function expectVisibleFocus(page: Page): Promise<void> {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(() => {
      const focused = document.activeElement
      // The browser's own controls come after the last of the page; a frame shows its own focus.
      if (!focused || focused === document.body || focused.tagName === 'IFRAME') return null
      const shows = (element: Element | null) =>
        element !== null && getComputedStyle(element).outlineStyle !== 'none'
      const { top, bottom } = focused.getBoundingClientRect()
      const inView = bottom > 0 && top < innerHeight
      const visible = shows(focused) || shows(focused.closest('label'))
      return visible && inView ? null : focused.outerHTML.slice(0, 200)
    })
    expect.soft(unseen, 'has the focus without showing it').toBeNull()
  }
}

test('a new customer finds the first step on every empty screen', async ({ page }) => {
  await signUp(page.request, 'customer')
  await page.goto('/')
  await expect(page.getByText('No vehicles yet')).toBeVisible()
  await expect(page.getByText('Your services appear here once you book one.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Your First Vehicle' })).toBeVisible()
  await page.goto('/orders')
  await expect(page.getByText('Nothing booked')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: /Completed/ }).click()
  await expect(page.getByText('No services yet')).toBeVisible()
  await page.goto('/booking')
  await expect(page.getByText('First, tell us about your car')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Enter it by hand' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add Vehicle' })).toBeVisible()
})
