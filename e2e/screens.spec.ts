import type { APIRequestContext, Page } from '@playwright/test'
import { routes } from '#client/routes.tsx'
import { routesFor } from '#client/app/routing.ts'
import { type Role, roles } from '#shared/rules/roles.ts'
import { expectAccessible } from './accessible.ts'
import { bookAsGuest, call, enterAs, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { watchProblems } from './watch.ts'

test.describe.configure({ mode: 'parallel' })

// Colours on their way to others would fail any check of contrast.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const sides = [null, ...roles] as const
const nameOf = (side: Role | null) => side ?? 'visitor'

for (const side of sides)
  test(`every screen of a ${nameOf(side)} opens by its address, in order`, async ({
    page,
    request: other,
  }) => {
    if (side) await enterAs(page.request, side)
    const problems = watchProblems(page)
    const titles = new Map<string, string>()
    for (const { path, shared } of await screensOf(page.request, side, other))
      await test.step(path, async () => {
        await page.goto(path)
        await untilLoaded(page)
        await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expectFits(page)
        // What everybody has is looked at closely once, as a visitor.
        if (!shared || !side) {
          await expectSkipLink(page)
          await expectVisibleFocus(page)
          await expectReadable(page)
        }
        const title = await page.title()
        expect.soft(titles.get(title), title).toBeUndefined()
        titles.set(title, path)
        expect.soft(problems.splice(0)).toEqual([])
      })
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/')
  })

type Screen = { path: string; shared: boolean }

/** The screens of the route table, with something real in the place of every parameter. */
async function screensOf(
  request: APIRequestContext,
  side: Role | null,
  other: APIRequestContext,
): Promise<Screen[]> {
  const token = await bookAsGuest(other)
  const jobs = side ? await jobsOf(request, other, side) : []
  const [open, done] = (['assigned', 'completed'] as const).map(
    (status) => jobs.find((job) => job.status === status)?.id,
  )
  return routesFor(routes, side)
    .filter(({ path }) => path !== '/dashboard')
    .map(({ path, audience }) => {
      const id = path.startsWith('/receipt/') ? done : open
      const filled = path.replace(/:(id|jobId)\b/, id ?? '').replace(':token', token)
      if (/:|\/$|\/\//.test(filled.slice(1)))
        throw new Error(`Nobody knows what to open for ${path}`)
      return { path: filled, shared: audience.includes('everyone') }
    })
}

/** A technician's own visits; those of the demo's customer for everybody else. */
async function jobsOf(request: APIRequestContext, other: APIRequestContext, role: Role) {
  if (role === 'technician') return call(request, 'GET /api/jobs/technician')
  await enterAs(other, 'customer')
  return call(other, 'GET /api/jobs/customer')
}

async function untilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  const card = page.locator('#card-container iframe')
  if ((await card.count()) > 0) await expect(card).toBeVisible()
}

/** Nothing scrolls sideways, on the narrowest of phones either. */
async function expectFits(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('The page has no size')
  for (const width of size.width > 400 ? [size.width] : [size.width, 360]) {
    await page.setViewportSize({ width, height: size.height })
    const wider = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    await expect.poll(wider, `sideways at ${width}`).toBe(0)
  }
  await page.setViewportSize(size)
}

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
  await expect.soft(page).toHaveURL(/#main$/)
}

/** Nothing that axe can find in light or dark, with the whole page in view so that no bar covers a part of it. */
async function expectReadable(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('The page has no size')
  const height = await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return document.documentElement.scrollHeight
  })
  await page.setViewportSize({ width: size.width, height })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
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

test.describe('when the server fails', () => {
  // The worker would answer from its cache where a test makes a request fail.
  test.use({ serviceWorkers: 'block' })

  for (const side of sides)
    test(`every screen of a ${nameOf(side)} says when it could not load, and loads again`, async ({
      page,
      request: other,
    }, { project }) => {
      test.skip(project.name !== 'phone', 'the same at every width')
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
          await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          const retry = page.getByRole('button', { name: /^(Try again|Refresh Page)$/ })
          if (failed > 0 && !withoutData(side).includes(path))
            await expect.soft(retry.first()).toBeVisible()
          await expectAccessible(page)
          await page.unroute(data)
          for (const button of await retry.all()) await button.click()
          await expect.soft(retry).toHaveCount(0)
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
      page.getByText(
        "We're having trouble loading your dashboard. Please try refreshing the page.",
        {
          exact: true,
        },
      ),
    ).toBeVisible()
    await page.unroute('**/api/vehicles')
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    await expect(page.getByRole('heading', { name: 'Ready for your next service?' })).toBeVisible()
  })
})

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
