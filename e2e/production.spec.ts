import type { BrowserContext, Page } from '@playwright/test'
import { expectSound } from './accessible.ts'
import { bookAsGuest, call, newEmail } from './calls.ts'
import { codeFor, expect, mailsTo, owner, type Production, signIn, test } from './production.ts'

const madeUp = /555|\.example\b|30-minute service|insured|satisfaction|24 hours|make it right/i

/** All of a page's HTML, including its head and links. */
const saidBy = (page: Page) =>
  page.evaluate(() => document.documentElement.outerHTML.replace(/<style.*?<\/style>/gs, ''))

test('a business without details shows and mails nothing made up', async ({
  production,
  browser,
}) => {
  const { url, log } = production
  await expect.poll(() => log.join('')).toContain('set BUSINESS_PHONE and BUSINESS_EMAIL')
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  const token = await book(production, context)
  for (const path of [
    '/',
    '/contact',
    '/terms',
    '/privacy',
    '/sign-in',
    '/orders',
    '/profile',
    '/guest-booking',
    `/guest/${token}`,
    '/guest/nobody',
    '/no/such/page',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect.soft(await saidBy(page), path).not.toMatch(madeUp)
    expect
      .soft(await saidBy(page), path)
      .not.toMatch(/(tel|mailto):"|undefined|%(?![\dA-F]{2})\w+%/)
  }
  for (const path of ['/api/config', '/manifest.webmanifest', '/robots.txt'])
    expect.soft(await (await context.request.get(path)).text(), path).not.toMatch(madeUp)
  const robots = await context.request.get('/robots.txt')
  expect(await robots.text()).toBe('User-agent: *\nDisallow: /api/\n')
  await page.goto('/')
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    `${url}/share.png`,
  )
  const api = (await (await context.request.get('/api/openapi.json')).json()) as { info: object }
  expect(JSON.stringify(api.info)).not.toMatch(madeUp)

  await call(context.request, 'POST /api/contact', {
    body: { name: 'Olga', email: 'olga@visitor.test', subject: 'Hello', message: 'Do you come?' },
  })
  await signIn(production, page, owner)
  await expect(page.getByText('Do you come?')).toBeVisible()
  await expect(page.getByText('Customers cannot see how to reach you')).toBeVisible()
  await call(context.request, 'POST /api/contact', {
    body: { name: 'Olga', email: 'olga@visitor.test', subject: 'Again', message: 'And now?' },
  })
  await expect(() => expect(mailsTo(production, owner).join()).toContain('And now?')).toPass()
  for (const { to, data } of production.mails)
    expect.soft(data, `to ${to.join()}`).not.toMatch(madeUp)

  await page.getByRole('button', { name: 'Say it' }).click()
  await page.getByLabel('Phone').fill('(512) 363-0142')
  await page.getByLabel('E-mail').fill('hello@quick-oil.test')
  await page.getByLabel('Promises on the front page').fill('Oil for every engine')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Customers cannot see how to reach you')).toHaveCount(0)
  const visitor = await browser.newContext({ baseURL: url })
  const landing = await (await visitor.request.get('/')).text()
  for (const said of ['(512) 363-0142', 'Oil for every engine']) expect(landing).toContain(said)
  await visitor.close()
  await context.close()
})

test('without a card provider no card is asked for, and all roles read how to pay', async ({
  production,
  browser,
}) => {
  const { url } = production
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  const email = newEmail('payer').replace('example.com', 'visitor.test')
  const token = await bookAsGuest(context.request, email, () => codeFor(production, email))
  const later = 'You pay after the visit. Fivequart tells you how.'
  await expect(() => expect(mailsTo(production, email).join()).toContain(later)).toPass()
  expect(mailsTo(production, email).join()).not.toMatch(/pre-authorize|#pay/)
  const cards = /No card yet|Add a card|with this card|on a card|Configuration Error/
  await page.goto(`/guest/${token}`)
  await expect(page.getByText('Card payments are not available here')).toBeVisible()
  await expect(page.getByText(later)).toBeVisible()
  await expect(page.getByText(cards)).toHaveCount(0)

  await call(context.request, 'POST /api/auth/email-code', { body: { email } })
  const code = await codeFor(production, email)
  await call(context.request, 'POST /api/auth/email-code/verify', { body: { code } })
  const [job] = await call(context.request, 'GET /api/jobs/customer')
  await page.goto('/orders')
  await expect(page.getByText('You pay after the visit')).toBeVisible()
  await expect(page.getByText(cards)).toHaveCount(0)
  for (const path of [`/pre-authorize/${job?.id}`, `/payment/${job?.id}`]) {
    await page.goto(path)
    await expect(page.getByText('Card payments are not available here')).toBeVisible()
    await expect(page.getByText(later)).toBeVisible()
    await expect(page.getByText(cards)).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to the visit' }).click()
    await expect(page).toHaveURL(`${url}/orders?visit=${job?.id}`)
  }
  await context.close()
})

test('a new business is led through its first steps; skipped ones wait on the dashboard', async ({
  production,
  browser,
}) => {
  const { url } = production
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  const next = page.getByRole('button', { name: 'Save and continue' })
  const title = (words: string) =>
    expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible()
  await signIn(production, page, owner)
  await page.getByRole('link', { name: 'Set up your business' }).click()
  await title('1. How customers reach you')
  await page.getByLabel('Name of the business').fill('Quick Oil')
  await page.getByLabel('Phone').fill('(512) 363-0142')
  await page.getByLabel('E-mail').fill('hello@quick-oil.test')
  await next.click()
  await title('2. Days and time zone')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await title('3. Where you work')
  await page.getByLabel('ZIP code').fill('00000')
  await next.click()
  await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription(/We do not know where/)
  await page.getByLabel('ZIP code').fill('78701')
  await page.getByLabel('How far you drive from there').fill('12.5')
  await next.click()
  await title('4. What it costs')
  await expectSound(page)

  // Left halfway: setup continues with the missing steps, and the dashboard lists them.
  await page.goto('/')
  const waiting = page.getByRole('region', { name: 'Your business is not set up yet' })
  await expect(waiting.getByRole('link', { name: 'Days and time zone' })).toBeVisible()
  await expect(waiting.getByRole('link', { name: 'Where you work' })).toBeHidden()
  await page.getByRole('link', { name: 'Continue setup' }).click()
  await title('2. Days and time zone')
  await page.getByRole('checkbox', { name: 'Saturday, whole day' }).uncheck()
  await page.getByLabel('Time zone').selectOption('America/Denver')
  await next.click()
  await title('3. Where you work')
  await expect(page.getByText('Austin, 12.5 miles around')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'These prices are right' }).click()
  await title('5. Who does the work')
  await page.getByRole('link', { name: 'Back' }).click()
  await title('4. What it costs')
  await page.goBack()
  await page.getByLabel('First name').fill('Sam')
  await page.getByLabel('Last name').fill('Ortiz')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('sam@quick-oil.test')
  await next.click()
  await title('Ready for the first booking')
  await expectSound(page)
  expect(await call(context.request, 'GET /api/config')).toMatchObject({
    brandName: 'Quick Oil',
    timeZone: 'America/Denver',
    serviceDays: [1, 2, 3, 4, 5],
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Make the first booking' })).toBeVisible()
  // No stock has been entered, and none is made up.
  await expect(page.getByRole('region', { name: 'Low stock' })).toContainText('0 left')
  await context.close()
})

async function book(production: Production, { request }: BrowserContext): Promise<string> {
  const email = newEmail('guest').replace('example.com', 'visitor.test')
  const token = await bookAsGuest(request, email, () => codeFor(production, email))
  await expect(() =>
    expect(mailsTo(production, email).join()).toContain(`${production.url}/guest/${token}`),
  ).toPass()
  return token
}
