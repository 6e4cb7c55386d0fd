import type { Page } from '@playwright/test'
import {
  startTestSquare,
  type TestSquare,
} from '#server/adapters/cards/square/test-square/server.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { bookAsGuest, call, newEmail, openPlaces } from './calls.ts'
import { bookVisit, takeOnTechnician, workTipRefundClose } from './day-of-money.ts'
import { codeFor, expect, owner, signIn, test as inProduction } from './production.ts'
import { payByTestCard } from './steps.ts'

/** A business with an account at a local Square, which delivers webhooks to it. */
const test = inProduction.extend<{ square: TestSquare; deliverTo: { url: string } }>({
  deliverTo: async ({}, provide) => provide({ url: '' }),
  square: async ({ deliverTo }, provide) => {
    const square = await startTestSquare({
      send: async ({ body, headers }) => {
        await fetch(`${deliverTo.url}/api/payments/webhook`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        }).catch(() => undefined)
      },
    })
    await provide(square)
    await square.close()
  },
  more: async ({ square: { account } }, provide) =>
    provide({
      SQUARE_ACCESS_TOKEN: account.accessToken,
      SQUARE_APPLICATION_ID: account.applicationId,
      SQUARE_LOCATION_ID: account.locationId,
      SQUARE_WEBHOOK_SIGNATURE_KEY: account.signatureKey,
      SQUARE_ENVIRONMENT: account.environment,
      SQUARE_WEBHOOK_URL: account.webhookUrl,
      SQUARE_API_URL: account.apiUrl ?? '',
      SQUARE_SCRIPT_URL: account.scriptUrl ?? '',
    }),
})

const good = '4111 1111 1111 1111'
const sum = (cents: number) => ({ amount: cents, currency: 'USD' })

const policyOf = async (page: Page, path: string): Promise<string> =>
  (await page.request.get(path)).headers()['content-security-policy'] ?? ''

test('a visit is booked, held, raised, captured, tipped, partly refunded and closed through Square', async ({
  production,
  square,
  deliverTo,
  browser,
}) => {
  deliverTo.url = production.url
  const open = () => browser.newContext({ baseURL: production.url })
  const [theirs, office, van] = await Promise.all([open(), open(), open()])
  const page = await theirs.newPage()
  const admin = await office.newPage()
  await signIn(production, admin, owner)
  const technicianId = await takeOnTechnician(production, office.request, van.request)
  const id = await bookVisit(production, theirs.request)
  const origin = new URL(square.url).origin

  // Navigates within the app from a page that may not load Square's form to one that may.
  await page.goto('/orders')
  expect(await policyOf(page, '/orders')).not.toContain(origin)
  await page.getByRole('link', { name: 'Add a card' }).click()
  await expect(page).toHaveURL(new RegExp(`/pre-authorize/${id}$`))
  const hold = 'Hold $129.99 on this card'
  await expect(page.getByRole('button', { name: hold })).toBeEnabled()
  expect(await policyOf(page, `/payment/${id}`)).toContain(`script-src 'self' ${origin}`)
  await page.getByRole('button', { name: hold }).click()
  await expect(page.getByText('Credit card number is not valid', { exact: true })).toBeVisible()
  await payByTestCard(page, '4000 0000 0000 9995', hold)
  await expect(page.getByText(/There is not enough money on this card/)).toBeVisible()
  await payByTestCard(page, good, hold)
  await expect(page.getByText('Your card is set')).toBeVisible()
  await expect(page.getByText('Visa ending in 1111')).toBeVisible()
  const payments = () => [...square.records.payments.values()]
  expect(payments()).toMatchObject([{ status: 'APPROVED', total_money: sum(12_999) }])
  await expectAccessible(page)

  await workTipRefundClose(production, { id, technicianId, customer: page, office: admin })
  expect(payments().map(({ status, total_money }) => [status, total_money])).toEqual([
    ['COMPLETED', sum(14_098)],
    ['COMPLETED', sum(2_820)],
  ])

  square.records.dispute(payments()[0]?.id ?? '', 10_000)
  const problems = async () => {
    const params = { jobId: id }
    const { problems: all } = await call(office.request, 'GET /api/payments/{jobId}', { params })
    return all.map(({ text }) => text).join()
  }
  await expect.poll(problems).toContain('$100.00 is disputed')

  await admin.goto('/admin/system')
  await expect(admin.getByText('Ready', { exact: true })).toBeVisible()
  await expect(admin.getByText(/knows the location Test garage/)).toBeVisible()
  await admin.getByRole('button', { name: /Read again: A dispute changed/ }).click()
  await expect(admin.getByText('Read anew', { exact: true })).toBeVisible()
  await expectSound(admin)
  expect(production.log.join('')).not.toMatch(/4111 ?1111|cnon:/)
  await Promise.all([theirs, office, van].map((context) => context.close()))
})

test('wallets pay through Square: a closed sheet, a declined card, a hold, and Apple where the browser supports it', async ({
  production,
  square,
  deliverTo,
  browser,
}) => {
  deliverTo.url = production.url
  const context = await browser.newContext({ baseURL: production.url })
  const page = await context.newPage()
  const email = newEmail('guest').replace('example.com', 'visitor.test')
  const [place] = await openPlaces(context.request)
  const token = await bookAsGuest(context.request, email, () => codeFor(production, email), place)
  await page.goto(`/guest/${token}`)
  const google = page.getByRole('button', { name: 'Google Pay' })
  const apple = page.getByRole('button', { name: 'Apple Pay' })
  await expect(google).toBeVisible()
  await expect(apple).toHaveCount(0)
  const policy = await policyOf(page, `/guest/${token}`)
  expect(policy).toContain(`script-src 'self' ${new URL(square.url).origin} https://pay.google.com`)
  expect(await policyOf(page, '/orders')).not.toContain('google')
  const association = await page.request.get(
    '/.well-known/apple-developer-merchantid-domain-association',
  )
  expect(association.status()).toBe(404)

  const sheet = page.frameLocator('iframe[title="Sheet of google_pay"]')
  await google.click()
  await expect(sheet.getByText(/\$129\.99$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('iframe[title="Sheet of google_pay"]')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  square.settings.walletOutcome = 'declined'
  await google.click()
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText(/You can choose another one in Google Pay/)).toBeVisible()
  await expectAccessible(page)

  await page.addInitScript(() => Object.assign(window, { ApplePaySession: {} }))
  await page.reload()
  square.settings.walletOutcome = 'ok'
  await apple.click()
  await page
    .frameLocator('iframe[title="Sheet of apple_pay"]')
    .getByRole('button', { name: 'Pay', exact: true })
    .click()
  await expect(page.getByText('Apple Pay · Visa ending in 1111')).toBeVisible()
  const approved = [...square.records.payments.values()].filter(
    ({ status }) => status === 'APPROVED',
  )
  expect(approved).toMatchObject([{ total_money: sum(12_999) }])
  expect(production.log.join('')).not.toMatch(/cnon:/)
  await context.close()
})

test('a form that failed to load is loaded on request, and a guest pays on their own page', async ({
  production,
  square,
  deliverTo,
  browser,
}) => {
  deliverTo.url = production.url
  const context = await browser.newContext({ baseURL: production.url })
  const page = await context.newPage()
  const email = newEmail('guest').replace('example.com', 'visitor.test')
  const places = await openPlaces(context.request)
  const token = await bookAsGuest(
    context.request,
    email,
    () => codeFor(production, email),
    places[0],
  )
  square.settings.scriptDown = true
  await page.goto(`/guest/${token}`)
  await expect(page.getByText(/^Loading Error: Failed to load/)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^Loading Error: Failed to load/)).toBeVisible()
  square.settings.scriptDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await payByTestCard(page, good, /^Hold \$/)
  await expect(page.getByText('Visa ending in 1111')).toBeVisible()
  expect([...square.records.payments.values()]).toMatchObject([{ status: 'APPROVED' }])
  await context.close()
})
