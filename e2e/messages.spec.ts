import type { Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { fillIn, holdToasts, openAs, openPage, press, see, the } from './actions.ts'
import { call, signUp } from './calls.ts'
import { expect } from './server.ts'
import { payByTestCard } from './steps.ts'
import { assignedVisit, bookOpenPlace, complete, jobOf, test } from './visits.ts'

test.beforeEach(({ page }) => holdToasts(page))

async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = page.locator('.toast[data-state="open"]')
  await see(toast, the.text(title))
  if (description) await see(toast, the.text(description))
  await press(toast, 'Close')
  await expect(toast).toHaveCount(0)
}

/** Makes the next write to that address fail. */
const failNext = (page: Page, url: string, status = 403, message = 'Something broke.') =>
  page.route(url, (route) => route.fulfill({ status, json: { message, code: 'forbidden' } }), {
    times: 1,
  })

const pressExactly = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

test('choosing a role shows its outcome', async ({ page }) => {
  await signUp(page.request, null)
  await page.goto('/orders')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(
    '**/api/auth/set-role',
    async (route) => {
      await answered
      await route.fulfill({ status: 500, json: { message: 'Something broke.', code: 'internal' } })
    },
    { times: 1 },
  )
  await pressExactly(page, "I'm a Customer")
  await see(page, the.button('Setting Up...'))
  answer()
  await expectToast(page, 'Error', 'Failed to set role. Please try again.')
  await pressExactly(page, "I'm a Customer")
  await expectToast(
    page,
    'Role Set Successfully',
    'Welcome to Fivequart! Your account is now ready.',
  )
  await expect(page).toHaveURL('/')
})

test('a technician reads the outcome of each change, word for word', async ({ page, job }) => {
  await openPage(page, '/job/00000000-0000-4000-8000-000000000000', the.text('Job not found'))
  await page.goto(`/job/${job.id}`)

  const notes = page.getByLabel('Technician notes')
  await notes.fill('A belt is worn')
  await failNext(page, '**/api/jobs/*/notes')
  await pressExactly(page, 'Save Notes')
  await expectToast(page, 'Error', 'Failed to update notes. Please try again.')
  await expect(notes).toHaveValue('A belt is worn')
  await pressExactly(page, 'Save Notes')
  await expectToast(page, 'Success', 'Notes updated successfully')

  await fillIn(page, { 'Service type': { label: 'Additional oil quart, full synthetic' } })
  await failNext(page, '**/api/jobs/*/extras')
  await pressExactly(page, 'Add extra')
  await expectToast(page, 'Error', 'Failed to add extra service. Please try again.')
  await pressExactly(page, 'Add extra')
  await expectToast(page, 'Success', 'Extra service added successfully')

  const addon = page.getByLabel('Add-on from the catalog')
  await addon.selectOption({ index: 1 })
  const name = (await addon.locator('option:checked').innerText()).split(' · ')[0]
  await failNext(page, '**/api/jobs/*/addons', 409, 'This visit is already completed.')
  await pressExactly(page, 'Add')
  await expectToast(page, 'Failed to Add Service', 'This visit is already completed.')
  await pressExactly(page, 'Add')
  await expectToast(page, 'Add-on Added', name)

  await startVisit(page, () => failNext(page, '**/api/jobs/*/status'))
  await expectToast(page, 'Update Failed', 'Failed to update job status. Please try again.')
  await startVisit(page)
  await pressExactly(page, 'Complete Service & Charge Customer')
  await pressExactly(page, 'Complete & charge')
  await expectToast(
    page,
    'Service Completed',
    `The job is completed and the payment of ${await finalAmount(page, job)} will be processed.`,
  )
})

async function startVisit(page: Page, before?: () => Promise<unknown>): Promise<void> {
  await pressExactly(page, 'Start Service')
  await before?.()
  await press(page.getByRole('dialog'), 'Start Service')
}

async function finalAmount(page: Page, job: Job): Promise<string> {
  const { finalAmount: amount } = await jobOf(page.request, job.id)
  return `$${amount}`
}

test('a technician whose session expired loses nothing', async ({ page, job }) => {
  const path = `/job/${job.id}`
  const words = /Unauthorized\s*You are logged out\. Logging in again\.\.\./
  const told = await rememberToasts(page)
  await page.goto(path)
  for (const [url, change] of [
    ['**/api/jobs/*/addons', addFirstAddon],
    ['**/api/jobs/*/status', (on: Page) => startVisit(on)],
  ] as const) {
    await failNext(page, url, 401, 'Please sign in.')
    told.length = 0
    const signIn = page.waitForRequest('**/api/login?*')
    const back = page.waitForEvent('load')
    await change(page)
    expect((await signIn).url()).toContain(`/api/login?next=${encodeURIComponent(path)}`)
    await expect.poll(() => told).toContainEqual(expect.stringMatching(words))
    await back
    await expect(page).toHaveURL(path)
  }
  await see(page, the.button('Complete Service & Charge Customer'))
  await expect(async () => {
    const kept = await jobOf(page.request, job.id)
    expect(kept.status).toBe('in_progress')
    expect(kept.addons).toHaveLength(1)
  }).toPass()
})

/** Collects toast texts from the next page on; the page navigates half a second after showing them, too soon for a locator. */
async function rememberToasts(page: Page): Promise<string[]> {
  const told: string[] = []
  await page.exposeFunction('rememberToast', (words: string) => void told.push(words))
  await page.addInitScript(() => {
    const { rememberToast } = globalThis as unknown as { rememberToast: (words: string) => void }
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll<HTMLElement>('.toast'))
        rememberToast(toast.innerText)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return told
}

async function addFirstAddon(page: Page): Promise<void> {
  await fillIn(page, { 'Add-on from the catalog': { index: 1 } })
  await pressExactly(page, 'Add')
}

const cardScript = '**/simulator/card.js'

/** Replaces the provider's script; `card` overrides what its card form does. */
const serveCard = (page: Page, card = '') =>
  page.route(cardScript, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.Square = { payments: () => ({ card: async () => ({
        attach: async () => {},
        tokenize: async () => ({ status: 'OK', token: 'cnon:test' }),
        destroy: async () => {},
        addEventListener() {},
        ${card}
      }) }) }`,
    }),
  )

const holdButton = /^Hold \$\d+\.\d\d on this card$/

test('a failing card form names the failed step', async ({ page }) => {
  // Connecting would make the page retry failed loads.
  await page.routeWebSocket('**/ws', () => {})
  await signUp(page.request, 'customer')
  const { id } = await bookOpenPlace(page.request)
  const path = `/pre-authorize/${id}`
  const said = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true })

  await failNext(page, '**/api/payments/config', 503)
  await page.goto(path)
  await expect(said('Configuration Error: Failed to load payment configuration')).toBeVisible()
  await page.route(cardScript, (route) => route.abort())
  await pressExactly(page, 'Try again')
  await expect(
    said("Loading Error: Failed to load the card provider's payment system"),
  ).toBeVisible()
  await page.unroute(cardScript)
  await serveCard(page, "attach: () => Promise.reject(new Error('No')),")
  await pressExactly(page, 'Try again')
  await expect(said('Initialization Error: Failed to initialize payment form')).toBeVisible()

  const hold = page.getByRole('button', { name: holdButton })
  await expect(hold).toHaveAccessibleDescription('Payment form not ready')
  await hold.evaluate((button: HTMLButtonElement) => button.form?.requestSubmit())
  await expectToast(page, 'Payment Error', 'Payment form not ready')

  await page.unroute(cardScript)
  await serveCard(page, "tokenize: async () => ({ status: 'ERROR' }),")
  await page.goto(path)
  await pressExactly(page, holdButton)
  await expectToast(page, 'Payment Error', 'Card tokenization failed')

  await page.unroute(cardScript)
  await serveCard(page)
  await page.goto(path)
  await failNext(page, '**/api/payments/pre-authorize', 400, 'The bank says no.')
  await pressExactly(page, holdButton)
  const banner = page.getByRole('alert')
  await see(banner, the.text('Pre-Authorization Failed'))
  await expect(banner).toContainText(
    'Pre-authorization failed. Please check your card information and try again. The bank says no.',
  )
})

test('a failed payment shows an error, a successful one its amount', async ({
  page,
  request: technician,
}) => {
  const { id } = await assignedVisit(page.request, technician)
  await complete(technician, id)
  await serveCard(page)
  await page.goto(`/payment/${id}`)
  const banner = page.getByRole('alert')
  for (const [message, reason] of [
    ['The bank says no.', 'The bank says no.'],
    ['', 'An error occurred while processing your payment'],
  ] as const) {
    await failNext(page, '**/api/payments/process', 400, message)
    await pressExactly(page, /^Pay \$\d+\.\d\d with this card$/)
    await see(banner, the.text('Payment Failed'))
    await expect(banner).toContainText(
      `Payment failed. Please check your card information and try again. ${reason}`,
    )
  }
  await page.unroute(cardScript)
  await page.reload()
  await payByTestCard(page, '4111 1111 1111 1111', /^Pay \$\d+\.\d\d with this card$/)
  await see(page, 'Payment of $129.99 processed successfully')
})

test('a crashed page offers a reload', async ({ page }) => {
  await openAs(page, 'customer', '/')
  await page.route('**/assets/orders-*.js*', (route) => route.abort())
  await press(page, the.link('View All Services'))
  await see(page, the.title('Something went wrong'))
  await page.unroute('**/assets/orders-*.js*')
  await pressExactly(page, 'Reload')
  await see(page, the.title('Your Orders'))
})

test('a notification that cannot be marked as read stays unread, silently', async ({ page }) => {
  await signUp(page.request, 'customer')
  await bookOpenPlace(page.request)
  const news = () => call(page.request, 'GET /api/notifications')
  await expect.poll(async () => (await news()).map(({ type }) => type)).toEqual(['job_booked'])
  await page.goto('/')
  await failNext(page, '**/api/notifications/*/read', 500)
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/read'))
  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' })
  await bell.click()
  await press(page.getByRole('dialog'), the.first(the.button('(unread)')))
  expect((await refused).status()).toBe(500)
  await expect(bell).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('a missing page shows where to go', async ({ page }) => {
  await page.goto('/contact')
  await page.goto('/no/such/page')
  const main = page.getByRole('main')
  for (const words of [
    '404',
    'Page Not Found',
    "The page you're looking for doesn't exist or has been moved.",
  ])
    await see(main, the.text(words))
  const { supportEmail } = await call(page.request, 'GET /api/config')
  await expect(main.getByRole('link', { name: supportEmail })).toHaveAttribute(
    'href',
    `mailto:${supportEmail}`,
  )
  await expect(main.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  await press(main, 'Go Back')
  await expect(page).toHaveURL('/contact')
})

test('the bar has the links of each role', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const [role, links] of [
    // In the demo a driver of a company.
    ['customer', ['Book Service', 'Orders', 'Company']],
    ['technician', []],
    ['admin', ['Payments', 'Schedule', 'Technicians', 'Products', 'Customers']],
  ] as const) {
    await openAs(page, role, '/', the.button(/^Notifications/))
    await expect(bar.getByRole('link')).toHaveText([...links])
    await expect(bar.getByText('Technician', { exact: true })).toHaveCount(
      role === 'technician' ? 1 : 0,
    )
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'customer', '/')
  await pressExactly(page, 'Menu')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Book Service',
    'Orders',
    'Company',
    'Notifications',
    'Profile',
    'Sign Out',
  ])
})
