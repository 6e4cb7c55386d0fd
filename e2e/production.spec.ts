import type { Page } from '@playwright/test'
import { expectSound } from './accessible.ts'
import { fillIn, openPage, press, see, seeNone, the } from './actions.ts'
import { bookAsGuest, call, newEmail } from './calls.ts'
import {
  codeFor,
  expect,
  hire,
  mailsTo,
  owner,
  type Production,
  signIn,
  test,
} from './production.ts'
import { writeToOffice } from './visits.ts'

const madeUp = /555|\.example\b|30-minute service|insured|satisfaction|24 hours|make it right/i

/** All of a page's HTML, including its head and links. */
const saidBy = (page: Page) =>
  page.evaluate(() => document.documentElement.outerHTML.replace(/<style.*?<\/style>/gs, ''))

test('a business without details shows nothing made up', async ({ production, newPage, page }) => {
  const { url, log } = production
  await expect.poll(() => log.join('')).toContain('set BUSINESS_PHONE and BUSINESS_EMAIL')
  const office = await newPage()
  await hire(production, office)
  const token = await book(production, page)
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
    expect.soft(await (await page.request.get(path)).text(), path).not.toMatch(madeUp)
  const robots = await page.request.get('/robots.txt')
  expect(await robots.text()).toBe('User-agent: *\nDisallow: /api/\n')
  await page.goto('/')
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    `${url}/share.png`,
  )
  const api = (await (await page.request.get('/api/openapi.json')).json()) as { info: object }
  expect(JSON.stringify(api.info)).not.toMatch(madeUp)

  await writeToOffice(page.request, 'Olga', 'Hello', 'Do you come?')
  await office.goto('/')
  await see(office, 'Do you come?', 'Customers cannot see how to reach you')
  await writeToOffice(page.request, 'Olga', 'Again', 'And now?')
  await expect(() => expect(mailsTo(production, owner).join()).toContain('And now?')).toPass()
  for (const { to, data } of production.mails)
    expect.soft(data, `to ${to.join()}`).not.toMatch(madeUp)

  await press(office, 'Add contact details')
  await fillIn(
    office,
    {
      Phone: '(512) 363-0142',
      'E-mail': 'hello@quick-oil.test',
      'Promises on the front page': 'Oil for every engine',
    },
    'Save',
  )
  await seeNone(office, 'Customers cannot see how to reach you')
  const visitor = await newPage()
  const landing = await (await visitor.request.get('/')).text()
  for (const said of ['(512) 363-0142', 'Oil for every engine']) expect(landing).toContain(said)
})

test('without a card provider all roles read how to pay', async ({ production, newPage, page }) => {
  await hire(production, await newPage())
  const email = newEmail('payer').replace('example.com', 'visitor.test')
  const token = await bookAsGuest(page.request, email, () => codeFor(production, email))
  const later = 'You pay after the visit. Fivequart tells you how.'
  await expect(() => expect(mailsTo(production, email).join()).toContain(later)).toPass()
  expect(mailsTo(production, email).join()).not.toMatch(/pre-authorize|#pay/)
  const cards = /No card yet|Add a card|with this card|on a card|Configuration Error/
  await openPage(page, `/guest/${token}`, 'Card payments are not available here', later)
  await seeNone(page, cards)

  await call(page.request, 'POST /api/auth/email-code', { body: { email } })
  const code = await codeFor(production, email)
  await call(page.request, 'POST /api/auth/email-code/verify', { body: { code } })
  const [job] = await call(page.request, 'GET /api/jobs/customer')
  await openPage(page, '/orders', 'You pay after the visit')
  await seeNone(page, cards)
  for (const path of [`/pre-authorize/${job?.id}`, `/payment/${job?.id}`]) {
    await openPage(page, path, 'Card payments are not available here', later)
    await seeNone(page, cards)
    await press(page, the.link('Back to the visit'))
    await expect(page).toHaveURL(`${production.url}/orders?visit=${job?.id}`)
  }
})

test('a new business is led through its first steps', async ({ production, page }) => {
  const next = page.getByRole('button', { name: 'Save and continue' })
  const title = (words: string) =>
    expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible()
  await signIn(production, page, owner)
  await press(page, the.link('Set up your business'))
  await title('1. How customers reach you')
  await fillIn(page, {
    'Name of the business': 'Quick Oil',
    Phone: '(512) 363-0142',
    'E-mail': 'hello@quick-oil.test',
  })
  await next.click()
  await title('2. Days and time zone')
  await press(page, 'Skip for now')
  await title('3. Where you work')
  await fillIn(page, { 'ZIP code': '00000' })
  await next.click()
  await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription(/We do not know where/)
  await fillIn(page, { 'ZIP code': '78701', 'How far you drive from there': '12.5' })
  await next.click()
  await title('4. What it costs')
  await expectSound(page)

  // Left halfway: setup continues with the missing steps, and the dashboard lists them.
  await page.goto('/')
  const waiting = page.getByRole('region', { name: 'Your business is not set up yet' })
  await see(waiting, the.link('Days and time zone'))
  await expect(waiting.getByRole('link', { name: 'Where you work' })).toBeHidden()
  await press(page, the.link('Continue setup'))
  await title('2. Days and time zone')
  await page.getByRole('checkbox', { name: 'Saturday, whole day' }).uncheck()
  await fillIn(page, { 'Time zone': 'America/Denver' })
  await next.click()
  await title('3. Where you work')
  await see(page, 'Austin, 12.5 miles around')
  await press(page, 'Continue', 'These prices are right')
  await title('5. Sales tax')
  await press(page, 'We charge no sales tax')
  await title('6. How customers pay')
  await page.getByRole('switch', { name: 'Cash', exact: true }).click()
  await next.click()
  await title('7. Who does the work')
  await press(page, the.link('Back'))
  await title('6. How customers pay')
  await page.goBack()
  await fillIn(page, { 'First name': 'Sam', 'Last name': 'Ortiz' })
  await page.getByRole('textbox', { name: 'E-mail' }).fill('sam@quick-oil.test')
  await next.click()
  await title('8. Stock')
  await press(page, 'We don’t track stock')
  await title('9. Customers you already have')
  await press(page, 'Skip for now')
  await title('10. What you use')
  await next.click()
  await title('Almost there')
  // The first booking does not need a list of customers, so nothing waits.
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible()
  await expect(waiting).toBeHidden()
  await press(page, the.link('Continue setup'), 'We start without a list')
  await press(page, 'Save and continue')
  await title('Ready for the first booking')
  await expectSound(page)
  expect(await call(page.request, 'GET /api/config')).toMatchObject({
    brandName: 'Quick Oil',
    timeZone: 'America/Denver',
    serviceDays: [1, 2, 3, 4, 5],
  })
  await openPage(page, '/', the.link('Make the first booking'))
  // Stock that no one has counted is not low.
  await expect(page.getByRole('region', { name: 'Low stock' })).toBeHidden()
})

async function book(production: Production, { request }: Page): Promise<string> {
  const email = newEmail('guest').replace('example.com', 'visitor.test')
  const token = await bookAsGuest(request, email, () => codeFor(production, email))
  await expect(() =>
    expect(mailsTo(production, email).join()).toContain(`${production.url}/guest/${token}`),
  ).toPass()
  return token
}
