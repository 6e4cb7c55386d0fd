import { serverTimeHeader } from '#shared/rules/server-time.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { roles } from '#shared/rules/roles.ts'
import { chromiumLaunch } from '../scripts/chromium-switches.ts'
import { expectAccessible } from './accessible.ts'
import { openAs, openPage, press, see, the } from './actions.ts'
import { signInAs, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { nextStep } from './steps.ts'
import { bookOpenPlace } from './visits.ts'

const offer = (page: Page) => page.getByRole('complementary', { name: 'Install Fivequart' })
const button = (page: Page, name: string) => offer(page).getByRole('button', { name, exact: true })

/** Sends Chromium's install event with the given answer to the browser's own prompt. */
const sayInstallable = (page: Page, outcome: 'accepted' | 'dismissed' = 'accepted') =>
  page.evaluate((answer) => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = () => {
      document.body.dataset.asked = 'yes'
      return Promise.resolve()
    }
    dispatchEvent(
      Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome: answer }) }),
    )
  }, outcome)

const kept = (page: Page) =>
  page.evaluate(() => {
    const local = Object.entries(localStorage).filter(([key]) => /^pwa-|^install-/.test(key))
    return { ...Object.fromEntries(local), ...sessionStorage }
  })

const openHome = async (page: Page) => {
  await openPage(page, '/', the.heading('Ready for your next service?'))
}

test("the prompt comes after three seconds; a third 'Later' ends it for good", async ({ page }) => {
  await page.clock.install()
  await signInAs(page.request, 'customer')
  for (const count of [1, 2, 3]) {
    await openHome(page)
    await sayInstallable(page)
    await page.clock.fastForward(2000)
    await expect(offer(page)).toHaveCount(0)
    await page.clock.fastForward(1500)
    await expect(button(page, 'Install')).toBeVisible()
    if (count === 1) await expectAccessible(page)
    await button(page, 'Later').click()
    await expect(offer(page)).toHaveCount(0)
    const before = { 'pwa-dismiss-count': String(count) }
    expect(await kept(page)).toMatchObject(
      count < 3
        ? { ...before, 'pwa-prompt-dismissed': 'true' }
        : { ...before, 'pwa-prompt-dismissed-permanent': 'true' },
    )
    await openHome(page)
    await sayInstallable(page)
    await page.clock.fastForward(5000)
    await expect(offer(page)).toHaveCount(0)
    await page.evaluate(() => sessionStorage.clear())
  }
  await openHome(page)
  await sayInstallable(page)
  await page.clock.fastForward(60_000)
  await expect(offer(page)).toHaveCount(0)
})

test("'Install' asks the browser, even an early one, and is remembered", async ({ page }) => {
  // As early as a page can receive the event.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      const userChoice = Promise.resolve({ outcome: 'accepted' })
      const prompt = () => {
        document.body.dataset.asked = 'yes'
        return Promise.resolve()
      }
      dispatchEvent(Object.assign(event, { prompt, userChoice }))
      document.documentElement.dataset.held = String(event.defaultPrevented)
    }),
  )
  await page.clock.install()
  await signInAs(page.request, 'customer')
  await openHome(page)
  await expect(page.locator('html')).toHaveAttribute('data-held', 'true')
  await page.clock.fastForward(4000)
  await button(page, 'Install').click()
  await expect(page.locator('body')).toHaveAttribute('data-asked', 'yes')
  await expect(offer(page)).toHaveCount(0)
  expect(await kept(page)).toMatchObject({
    'pwa-installed': 'true',
    'pwa-prompt-dismissed-permanent': 'true',
    'install-banner-seen': 'true',
  })
})

test("an installation from the browser's menu is remembered too", async ({ page }) => {
  await page.clock.install()
  await openAs(page, 'admin', '/technicians')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await sayInstallable(page)
  await page.clock.fastForward(4000)
  await expect(offer(page)).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect(offer(page)).toHaveCount(0)
  expect(await kept(page)).toMatchObject({ 'pwa-installed': 'true' })
})

test("the top bar appears once; declining the browser counts as 'Later'", async ({ page }) => {
  await page.clock.install()
  await signInAs(page.request, 'customer')
  await openHome(page)
  await sayInstallable(page, 'dismissed')
  await page.clock.fastForward(4000)
  await button(page, 'Install').click()
  await expect(offer(page)).toHaveCount(0)
  expect(await kept(page)).toMatchObject({ 'pwa-dismiss-count': '1' })
  expect(await kept(page)).not.toHaveProperty('pwa-installed')
  await page.clock.fastForward(20_000)
  await expect(offer(page)).toHaveCount(0)
  await page.clock.fastForward(11_000)
  await expect(offer(page)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Dismiss').click()
  await expect(offer(page)).toHaveCount(0)
  expect(await kept(page)).toMatchObject({ 'install-banner-seen': 'true' })
  await openHome(page)
  await sayInstallable(page)
  await page.clock.fastForward(60_000)
  await expect(offer(page)).toHaveCount(0)
})

test('the prompt waits for an action at the bottom, the top bar does not', async ({ page }) => {
  await page.clock.install()
  await openAs(page, 'customer', '/booking')
  await expect(nextStep(page)).toBeVisible()
  await sayInstallable(page)
  await page.clock.fastForward(4000)
  await expect(page.locator('[data-install-prompt]')).toBeAttached()
  await expect(page.locator('[data-install-prompt]')).toBeHidden()
  await page.clock.fastForward(30_000)
  await expect(button(page, 'Dismiss')).toBeVisible()
  await press(page, the.first(the.link('Fivequart')))
  await expect(button(page, 'Later')).toBeVisible()
  await expect(button(page, 'Dismiss')).toBeHidden()
})

test('Safari on an iPhone gets manual instructions, once', async ({ newPage }) => {
  const page = await newPage('customer', {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
  await page.clock.install()
  await openHome(page)
  await page.clock.fastForward(31_000)
  await expect(offer(page)).toContainText('Share, then Add to Home Screen.')
  await expect(button(page, 'Install')).toHaveCount(0)
  await button(page, 'Dismiss').click()
  await openHome(page)
  await page.clock.fastForward(60_000)
  await expect(offer(page)).toHaveCount(0)
})

/** Opens a page whose sign-in check never answers, and lets five seconds pass. */
async function openSlowly(page: Page, stuck: string[] = ['/api/auth/user']): Promise<void> {
  await page.clock.install()
  for (const path of stuck) await page.route(`**${path}`, () => {}, { times: 1 })
  // The server did not include the answer in the page either.
  await page.route('/orders', async (route) => {
    const response = await route.fetch()
    const body = stuck.reduce(
      (html, path) => html.replace(`"GET ${path}"`, '"GET /nothing"'),
      await response.text(),
    )
    await route.fulfill({ response, body })
  })
  await openPage(page, '/orders', the.text('Loading'))
  await page.clock.fastForward(4000)
  await see(page, the.text('Loading'))
  await page.clock.fastForward(1500)
}

test('after five seconds of waiting a phone gets other ways forward', async ({ page }) => {
  await openSlowly(page)
  const heading = page.getByRole('heading', { level: 1, name: 'This is taking longer than usual' })
  await expect(heading).toBeVisible()
  await see(page, the.text('Fivequart'))
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/api/auth/login',
  )
  await expect(page.getByRole('link', { name: 'Quick Book (No Account Needed!)' })).toHaveAttribute(
    'href',
    '/guest-booking',
  )
  await expect(page.locator('a[href^="tel:"]')).toBeVisible()
  await expect(page.locator('a[href^="mailto:"]')).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Try again')
  await see(page, 'This page is for people who are signed in.')
})

test('without any data of the business the page still offers ways forward', async ({ page }) => {
  await openSlowly(page, ['/api/auth/user', '/api/config'])
  await see(page, the.text('Fivequart'))
  await expect(page.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact')
  await expect(page.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(0)
})

test('a wide screen keeps its splash, with a message that loading is slow', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await openSlowly(page)
  await see(page, 'Still loading. Your connection may be slow.')
  await expect(page.getByRole('link')).toHaveCount(0)
  await press(page, 'Try again')
  await see(page, 'This page is for people who are signed in.')
})

test("the manifest makes an app, with shortcuts in the browser's language", async ({ server }) => {
  const folder = await mkdtemp(join(tmpdir(), 'fivequart-installed-'))
  // A private window cannot install anything.
  const context = await chromium.launchPersistentContext(folder, {
    ...chromiumLaunch,
    baseURL: server.url,
    locale: 'es-US',
  })
  try {
    const page = await context.newPage()
    await openAs(page, 'customer', '/')
    const browser = await context.newCDPSession(page)
    const { data = '', errors } = await browser.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data)).toMatchObject({
      lang: 'es',
      shortcuts: [
        { name: 'Reservar un cambio de aceite', url: '/book' },
        { name: 'Hoy', url: '/dashboard' },
      ],
    })
    await expect
      .poll(async () => (await browser.send('Page.getInstallabilityErrors')).installabilityErrors)
      .toEqual([])
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test("the shortcuts open each role's booking page and home page", async ({ page }) => {
  const books = { customer: '/booking', technician: '/guest-booking', admin: '/booking' } as const
  for (const role of roles) {
    await openAs(page, role, '/book')
    await expect(page).toHaveURL(books[role])
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/')
  }
  await page.context().clearCookies()
  await page.goto('/book')
  await expect(page).toHaveURL('/guest-booking')
})

test('the icon counts unread notifications, until sign-out', async ({ page }) => {
  await page.addInitScript(() => {
    const show = (count: number) => {
      document.documentElement.dataset.icon = String(count)
      return Promise.resolve()
    }
    Object.assign(navigator, { setAppBadge: show, clearAppBadge: () => show(0) })
  })
  await signUp(page.request, 'customer')
  await bookOpenPlace(page.request)
  const icon = () => page.evaluate(() => Number(document.documentElement.dataset.icon))
  await page.goto('/')
  await expect.poll(icon).toBeGreaterThan(0)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName(`Notifications, ${await icon()} unread`)
  await press(page, 'Menu', the.menuItem('Sign Out'))
  await see(page, the.first(the.link('Sign In')))
  expect(await icon()).toBeNaN()
})

/** From here on the server has a newer app than the page. */
const deploy = (page: Page) =>
  page.route('**/index.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { [serverTimeHeader]: new Date().toISOString() },
      body: '<script src="/assets/index-new.js"></script>',
    }),
  )
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('a newer version is offered on return, and loaded only on a press', async ({ page }) => {
  await page.clock.install()
  // Reconnecting would check too.
  await page.routeWebSocket('**/ws', () => {})
  await openAs(page, 'admin', '/admin/settings?tab=system#hours')
  const field = page.getByLabel('Latest booking')
  await field.fill('61')
  const bar = page.getByText('A newer version of Fivequart is ready.')
  await deploy(page)
  await comeBack(page)
  await expect(bar).toHaveCount(0)
  await page.clock.fastForward(301_000)
  await comeBack(page)
  await expect(bar).toBeVisible()
  await expectAccessible(page)
  await expect(field).toHaveValue('61')
  await press(page, 'Update', 'Keep editing')
  await expect(field).toHaveValue('61')
  await press(page, 'Later')
  await expect(bar).toHaveCount(0)
})

test('without unsaved changes one press loads the newer version', async ({ page }) => {
  await page.clock.install()
  await signInAs(page.request, 'customer')
  await openHome(page)
  await page.evaluate(() => (document.documentElement.dataset.old = 'yes'))
  await deploy(page)
  await page.clock.fastForward(301_000)
  await comeBack(page)
  await press(page, 'Update')
  await expect(page.locator('html')).not.toHaveAttribute('data-old')
  await see(page, the.heading('Ready for your next service?'))
})
