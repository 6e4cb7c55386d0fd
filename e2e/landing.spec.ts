import { expectAccessible } from './accessible.ts'
import { openPage, press, see, the } from './actions.ts'
import { call, openTimes } from './calls.ts'
import { expect, test } from './server.ts'

test.use({ serviceWorkers: 'allow' })

for (const width of [320, 390, 1280])
  test(`today's times and prices load without layout shift, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const released = Promise.withResolvers<void>()
    await page.route(/\/api\/(availability|service-packages)$/, async (route) => {
      await released.promise
      await route.continue()
    })
    await page.goto('/')
    await page.evaluate(() => document.fonts.ready)
    const tops = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('h2:not([hidden] h2)')].map((heading) =>
          Math.round(heading.getBoundingClientRect().top),
        ),
      )
    const before = await tops()
    released.resolve()
    await expect(page.locator('[data-next-days] li > span').first()).toBeVisible()
    await expect(page.locator('[data-prices] li').first()).toContainText('$')
    const after = await tops()
    // Reviews come after all of them.
    const moved = before.map((top, at) => Math.abs(top - (after[at] ?? NaN)))
    expect(Math.max(...moved)).toBeLessThanOrEqual(1)
  })

test('the landing page shows live availability with 15 kB of script at most', async ({ page }) => {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  await page.goto('/')
  const days = page.locator('[data-next-days] li')
  const places = await openTimes(page.request)
  const free = places.filter(({ date }) => date === places[0]?.date)
  await expect(days.first()).toContainText(
    free.map(({ time }) => time.replace(/ - .*/, '')).join(' · '),
  )
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(sizes.length).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(15_000)
})

test('the landing page shows whether we serve a ZIP code', async ({ page }) => {
  await page.goto('/')
  const field = page.getByLabel('Do you serve my area?')
  const check = page.getByRole('button', { name: 'Check', exact: true })
  const answer = page.locator('[data-zip-answer]')
  await field.fill('7870')
  await expect(answer).toHaveText('')
  await check.click()
  await expect(answer).toHaveText('A ZIP code has five digits')
  await expect(field).toBeFocused()
  await field.pressSequentially('4')
  await expect(answer).toContainText('Yes, we come to 78704.')
  for (const pasted of [' 78704 ', '78704-1234', '787041234', '７８７０４', '\u200b78704']) {
    await field.fill('')
    await expect(answer).toHaveText('')
    await field.fill(pasted)
    await expect(answer).toContainText('Yes, we come to 78704.')
  }
  await field.fill('10001')
  await expect(answer).toContainText('10001 is outside our usual area.')
  await field.fill('00000')
  await expect(answer).toContainText('We do not know where 00000 is.')
  await page.route('**/api/service-area*', (route) => route.abort())
  await check.click()
  await expect(answer).toHaveText('This could not be checked. Please try again.')
  await page.unroute('**/api/service-area*')
  await field.fill('78704')
  await press(answer, the.link('Book a visit'))
  await expect(page).toHaveURL(/\/guest-booking$/)
})

test('the landing page shows no times until it knows them', async ({ page }) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/api/availability*', async (route) => {
    await released.promise
    await route.fulfill({ status: 503, json: {} })
  })
  await page.goto('/')
  const days = page.locator('[data-next-days]')
  await expect(days).toBeVisible()
  await expect(days).toHaveText('')
  released.resolve()
  await expect(days).toHaveText('You see the available times when you book.')
})

test('without free times the landing page shows how to reach us', async ({ page }) => {
  const status = 'full'
  await page.route('**/api/availability*', (route) =>
    route.fulfill({
      json: [
        { date: '2026-05-05', open: false, slots: [{ timeSlot: '8:00 AM - 9:00 AM', status }] },
      ],
    }),
  )
  await page.goto('/')
  const days = page.locator('[data-next-days] li')
  await expect(days).toHaveCount(1)
  await expect(days).toContainText('There are no times available at the moment.')
  await press(days, the.link('Contact us'))
  await see(page, the.title('Contact'))
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page shows its content and links', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { brandName, supportEmail } = await call(page.request, 'GET /api/config')
    await see(page, the.first(brandName))
    for (const [name, heading] of [
      ['Terms', 'Terms of service'],
      ['Privacy', 'Privacy'],
      ['Contact', 'Contact'],
    ] as const) {
      await press(page, the.link(name, { exact: true }))
      await see(page, the.title(heading))
      await page.goto('/')
    }
    await openPage(page, '/contact', the.link(supportEmail))
    await page.goto('/')
    await press(page, the.link('Get Started - Sign In'))
    await expect(page).toHaveURL(/\/sign-in$/)
    const words = page.locator('noscript p')
    await expect(words.first()).toBeVisible()
    await expect(words.first()).toContainText('This page needs JavaScript')
    await words.first().locator('a').click()
    await see(page, the.title('Contact'))
  })
})

test('robots are kept out of the demo, and a shared link has its picture', async ({ page }) => {
  const robots = await page.request.get('/robots.txt')
  expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n')
  await page.goto('/contact')
  const meta = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content')
  expect(await meta('title')).toBe('Contact · Fivequart')
  const picture = await page.request.get((await meta('image')) ?? '')
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
})

test('the landing page ends with reviews and the technicians', async ({ page }) => {
  await page.goto('/')
  const said = page.locator('section', {
    has: page.getByRole('heading', { name: 'What customers say' }),
  })
  await expect(said.getByRole('listitem')).toHaveCount(3)
  await expect(said.getByRole('img', { name: /of 5 stars$/ }).first()).toBeVisible()
  await expect(said.getByRole('listitem').first()).toContainText(/ [A-Z]\.$/)
  const team = page.locator('section', {
    has: page.getByRole('heading', { name: 'Meet your technicians' }),
  })
  await expect(team.getByRole('listitem').first()).toContainText('Marcus')
  await expectAccessible(page)
})

test('a business without reviews claims none', async ({ page }) => {
  await page.route('**/api/front-page', (route) =>
    route.fulfill({ json: { reviews: [], technicians: [] } }),
  )
  await page.goto('/')
  await expect(page.locator('[data-prices] li').first()).toContainText('$')
  await expect(page.getByRole('heading', { name: 'What customers say' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Meet your technicians' })).toBeHidden()
})
