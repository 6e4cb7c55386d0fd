import type { Page } from '@playwright/test'
import { addDays } from '#shared/rules/calendar.ts'
import { fillIn, openPage, press, see, seeIn, seeNone, the } from './actions.ts'
import { bookTime, call, openTimes, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { cardFrame, payByTestCard } from './steps.ts'
import { cancelVisit, dueOf } from './visits.ts'

const good = '4111 1111 1111 1111'
const holdButton = /^Hold \$\d+\.\d\d on this card$/

/** Opens the card page of a new customer's visit, at least this many days ahead. */
async function openHold(page: Page, daysAhead = 0): Promise<string> {
  await signUp(page.request, 'customer')
  const { today } = await call(page.request, 'GET /api/config')
  const places = await openTimes(page.request)
  const place = places.find(({ date }) => date >= addDays(today, daysAhead))
  if (!place) throw new Error(`Nothing is open in ${daysAhead} days`)
  const { id } = await bookTime(page.request, place)
  await page.goto(`/pre-authorize/${id}`)
  return id
}

test('a declined card is reported, and another one then works', async ({ page }) => {
  const jobId = await openHold(page)
  for (const [number, reason] of [
    ['4000 0000 0000 0002', 'Your bank declined this card. Please try another card.'],
    ['4000 0000 0000 0127', 'The security code does not match this card.'],
    ['4000 0000 0000 0069', 'This card has expired or its expiry date is wrong.'],
  ] as const) {
    await payByTestCard(page, number, holdButton)
    const banner = page.getByRole('alert').filter({ hasText: 'Pre-authorization failed.' })
    await seeIn(
      banner,
      'Pre-authorization failed. Please check your card information and try again.',
      reason,
    )
    expect(await dueOf(page.request, jobId)).toMatchObject({ heldAmount: null })
  }
  await payByTestCard(page, good, holdButton)
  await see(page, 'Your card is set', 'Visa ending in 1111')
  await page.reload()
  await see(page, 'Your card is set')
  expect(await dueOf(page.request, jobId)).toMatchObject({ state: 'held', heldAmount: '129.99' })
  await openPage(page, `/payment/${jobId}`, 'This amount is already held on your card.')
  await expect(page.locator('#card-container')).toHaveCount(0)
})

test('card fields report errors before anything is sent', async ({ page }) => {
  await openHold(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  const frame = cardFrame(page)
  await fillIn(frame, {
    'Card number': '4242 4242 4242 4242',
    Expiry: '01/20',
    'Security code': '1',
    'ZIP code': '787',
  })
  await see(frame, 'This card has expired.')
  await press(page, holdButton)
  await see(page, the.text('Payment Error'))
  for (const said of [
    'Real cards are refused here. Please use one of the practice cards below.',
    'This card has expired.',
    'Please enter the 3 or 4 digits on the card.',
    'Please enter the 5 digits of your ZIP code.',
  ])
    await see(frame, said)
  await expect(frame.getByLabel('Card number')).toBeFocused()
  expect(sent).toEqual([])
})

test('Enter in a card field presses the button', async ({ page }) => {
  const jobId = await openHold(page)
  const frame = cardFrame(page)
  await fillIn(frame, {
    'Card number': good,
    Expiry: '12/40',
    'Security code': '123',
    'ZIP code': '78701',
  })
  await frame.getByLabel('ZIP code').press('Enter')
  await see(page, 'Your card is set')
  expect(await dueOf(page.request, jobId)).toMatchObject({ state: 'held', heldAmount: '129.99' })
})

test('for a visit further ahead the card is saved, with a note', async ({ page }) => {
  const jobId = await openHold(page, 8)
  await see(page, /Your card is saved now; the amount is reserved/)
  await payByTestCard(page, good, /^Save this card for \$\d+\.\d\d$/)
  await see(page, the.text('Your card is saved'))
  await see(page, /will be reserved one to two days before the visit on/)
  expect(await dueOf(page.request, jobId)).toMatchObject({ state: 'card_saved', heldAmount: null })
})

test('broken links show a message', async ({ page, request: stranger }) => {
  await signUp(stranger, 'customer')
  const [place] = (await openTimes(stranger)).slice(-1)
  const foreign = place ? (await bookTime(stranger, place)).id : ''
  // Far enough ahead to be cancelled without a fee.
  const jobId = await openHold(page, 3)
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const [path, title] of [
    ['/pre-authorize/nonsense', 'Invalid Pre-Authorization Link'],
    ['/payment/nonsense', 'Invalid Payment Link'],
    [`/pre-authorize/${unknown}`, 'Job Not Found'],
    [`/payment/${unknown}`, 'Job Not Found'],
    [`/pre-authorize/${foreign}`, 'Job Not Found'],
  ] as const) {
    await openPage(page, path, the.title(title), the.link('Back to Dashboard'))
  }
  await cancelVisit(page.request, jobId)
  for (const path of [`/pre-authorize/${jobId}`, `/payment/${jobId}`]) {
    await openPage(page, path, 'This visit was cancelled')
    await expect(page.locator('#card-container')).toHaveCount(0)
  }
})

test('a double click holds once, with one token', async ({ page }) => {
  const jobId = await openHold(page)
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await fillCard(page)
  await page.getByRole('button', { name: holdButton }).dblclick()
  await see(page, 'Your card is set')
  await seeNone(page, /failed/)
  expect(posts).toEqual(['/simulator/tokens', '/api/payments/pre-authorize'])
  expect(await dueOf(page.request, jobId)).toMatchObject({ state: 'held', heldAmount: '129.99' })
})

async function fillCard(page: Page): Promise<void> {
  const frame = cardFrame(page)
  await fillIn(frame, {
    'Card number': good,
    Expiry: '12/30',
    'Security code': '987',
    'ZIP code': '78701',
  })
}

test('typed card data stays in its frame', async ({ page, server }) => {
  await openHold(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const frame = page.locator('#card-container iframe')
  await expect(frame).toBeVisible()
  expect(new URL((await frame.getAttribute('src')) ?? '', page.url()).origin).toBe(server.url)
  await fillCard(page)
  await expect(page.locator('main input:not([type=checkbox])')).toHaveCount(0)
  await press(page, holdButton)
  await see(page, 'Your card is set')
  expect(sent.some((one) => one.includes('/simulator/tokens'))).toBe(true)
  for (const one of sent) {
    expect(one).not.toMatch(/4111\D{0,3}1111\D{0,3}1111\D{0,3}1111/)
    expect(one).not.toMatch(/\b(987|78701)\b/)
  }
  const shown = await page.evaluate(() => document.documentElement.outerHTML)
  expect(shown).not.toMatch(/4111\D{0,3}1111\D{0,3}1111/)
})
