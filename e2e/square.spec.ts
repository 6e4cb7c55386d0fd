import type { Page } from '@playwright/test'
import {
  startTestSquare,
  type TestSquare,
} from '#server/adapters/cards/square/test-square/server.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { openPage, press, see, the } from './actions.ts'
import { bookAsGuest, call, newEmail, openTimes } from './calls.ts'
import { bookVisit, takeOnTechnician, workTipRefundClose } from './day-of-money.ts'
import { codeFor, expect, hire, owner, signIn, test as inProduction } from './production.ts'
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

test('Square pays a visit from the hold to the close', async ({
  production,
  square,
  deliverTo,
  newPage,
  page,
}) => {
  deliverTo.url = production.url
  const [admin, van] = [await newPage(), await newPage()]
  await signIn(production, admin, owner)
  const technicianId = await takeOnTechnician(production, admin.request, van.request)
  const id = await bookVisit(production, page.request)
  const origin = new URL(square.url).origin

  // Navigates within the app from a page that may not load Square's form to one that may.
  await page.goto('/orders')
  expect(await policyOf(page, '/orders')).not.toContain(origin)
  await press(page, the.link('Add a card'))
  await expect(page).toHaveURL(new RegExp(`/pre-authorize/${id}$`))
  const hold = 'Hold $129.99 on this card'
  await expect(page.getByRole('button', { name: hold })).toBeEnabled()
  expect(await policyOf(page, `/payment/${id}`)).toContain(`script-src 'self' ${origin}`)
  await press(page, hold)
  await see(page, the.text('Credit card number is not valid'))
  await payByTestCard(page, '4000 0000 0000 9995', hold)
  await see(page, /There is not enough money on this card/)
  await payByTestCard(page, good, hold)
  await see(page, 'Your card is set', 'Visa ending in 1111')
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
    const { problems: all } = await call(admin.request, 'GET /api/payments/{jobId}', { params })
    return all.map(({ text }) => text).join()
  }
  await expect.poll(problems).toContain('$100.00 is disputed')

  await openPage(admin, '/admin/system', the.text('Ready'), /has the location Test garage/)
  await press(admin, /Read again: A dispute changed/)
  await see(admin, the.text('Refreshed'))
  await expectSound(admin)
  expect(production.log.join('')).not.toMatch(/4111 ?1111|cnon:/)
})

test('wallets pay through Square', async ({ production, square, deliverTo, newPage, page }) => {
  deliverTo.url = production.url
  await hire(production, await newPage())
  const email = newEmail('guest').replace('example.com', 'visitor.test')
  const [place] = await openTimes(page.request)
  const token = await bookAsGuest(page.request, email, () => codeFor(production, email), place)
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
  await see(sheet, /\$129\.99$/)
  await press(sheet, 'Close')
  await expect(page.locator('iframe[title="Sheet of google_pay"]')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  square.settings.walletOutcome = 'declined'
  await google.click()
  await press(sheet, the.button('Pay', { exact: true }))
  await see(page, /You can choose another one in Google Pay/)
  await expectAccessible(page)

  await page.addInitScript(() => Object.assign(window, { ApplePaySession: {} }))
  await page.reload()
  square.settings.walletOutcome = 'ok'
  await apple.click()
  await press(
    page.frameLocator('iframe[title="Sheet of apple_pay"]'),
    the.button('Pay', { exact: true }),
  )
  await see(page, 'Apple Pay · Visa ending in 1111')
  const approved = [...square.records.payments.values()].filter(
    ({ status }) => status === 'APPROVED',
  )
  expect(approved).toMatchObject([{ total_money: sum(12_999) }])
  expect(production.log.join('')).not.toMatch(/cnon:/)
})

test("a guest's card form that failed to load is loaded on request", async ({
  production,
  square,
  deliverTo,
  newPage,
  page,
}) => {
  deliverTo.url = production.url
  await hire(production, await newPage())
  const email = newEmail('guest').replace('example.com', 'visitor.test')
  const places = await openTimes(page.request)
  const token = await bookAsGuest(page.request, email, () => codeFor(production, email), places[0])
  square.settings.scriptDown = true
  await openPage(page, `/guest/${token}`, /^Loading Error: Failed to load/)
  await press(page, 'Try again')
  await see(page, /^Loading Error: Failed to load/)
  square.settings.scriptDown = false
  await press(page, 'Try again')
  await payByTestCard(page, good, /^Hold \$/)
  await see(page, 'Visa ending in 1111')
  expect([...square.records.payments.values()]).toMatchObject([{ status: 'APPROVED' }])
})
