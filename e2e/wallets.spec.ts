import type { Page } from '@playwright/test'
import { expectAccessible, expectReadableColors, expectSound } from './accessible.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { bookPlace, call, enterAs, openPlaces, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { payByTestCard, payByWallet } from './steps.ts'
import { placesBeside } from './visits.ts'

test.use({ viewport: { width: 390, height: 844 } })

const dueOf = (page: Page, jobId: string) =>
  call(page.request, 'GET /api/payments/due/{jobId}', { params: { jobId } })

test('a visit is reserved with Google Pay, and Apple Pay pays the balance', async ({
  page,
  browser,
  server,
}) => {
  const technician = await browser.newContext({ baseURL: server.url })
  const office = await browser.newContext({ baseURL: server.url })
  await signUp(page.request, 'customer')
  const { id: technicianId } = await enterAs(technician.request, 'technician')
  await enterAs(office.request, 'admin')
  const visits = await call(technician.request, 'GET /api/jobs/technician')
  const { first } = await placesBeside(visits, page.request)
  const { id } = await bookPlace(page.request, first)
  const params = { id }
  await call(office.request, 'POST /api/jobs/{id}/assign', { params, body: { technicianId } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  await page.goto(`/pre-authorize/${id}`)
  const wallets = page.getByRole('group', { name: 'Hold $129.99 without typing a card' })
  await expect(wallets.getByRole('button')).toHaveText(['', 'Google Pay'])
  await expect(page.getByText(/The card is not kept/)).toBeVisible()

  // Closing the sheet changes nothing.
  await wallets.getByRole('button', { name: 'Google Pay' }).click()
  const sheet = page.getByRole('dialog', { name: 'Google Pay for practice' })
  await expect(sheet.getByText('$129.99', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(wallets.getByRole('button', { name: 'Google Pay' })).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await payByWallet(page, 'Google Pay', 'is declined')
  await expect(page.getByRole('alert').first()).toContainText(
    'Your bank declined this card. Please try another card. You can choose another one in Google Pay, or enter it below.',
  )
  await expectSound(page)
  await payByWallet(page, 'Google Pay', 'works, but a hold cannot be raised')
  await expect(page.getByText('Your card is set')).toBeVisible()
  await expect(page.getByText('Google Pay · Mastercard ending in 4444')).toBeVisible()
  expect(await dueOf(page, id)).toMatchObject({ state: 'held', heldAmount: '129.99' })

  const status = (to: 'in_progress' | 'completed') =>
    call(technician.request, 'PATCH /api/jobs/{id}/status', { params, body: { status: to } })
  await status('in_progress')
  await call(technician.request, 'POST /api/jobs/{id}/extras', {
    params,
    body: { serviceType: 'other', description: 'Wiper blades', unitPrice: '10.00' },
  })
  await status('completed')
  await expect(async () => {
    expect(await dueOf(page, id)).toMatchObject({ state: 'balance_due' })
  }).toPass()
  const { amount } = await dueOf(page, id)
  await page.goto(`/payment/${id}`)
  await expect(
    page.getByRole('group', { name: `Pay $${amount} without typing a card` }),
  ).toBeVisible()
  await payByWallet(page, 'Apple Pay')
  await expect(page.getByText(`Payment of $${amount} processed successfully`)).toBeVisible()
  await page.goto(`/receipt/${id}`)
  await expect(page.getByText('Charged to Google Pay · Mastercard ending in 4444')).toBeVisible()
  await expect(page.getByText('Charged to Apple Pay · Visa ending in 1111')).toBeVisible()
  expect(asked.every((origin) => origin === server.url)).toBe(true)
  await Promise.all([technician.close(), office.close()])
})

test('too far ahead for a hold no wallet is offered, with the reason', async ({ page }) => {
  await signUp(page.request, 'customer')
  const { today } = await call(page.request, 'GET /api/config')
  const places = await openPlaces(page.request)
  const place = places.find(({ date }) => date >= addDays(today, 8))
  if (!place) throw new Error('Nothing is open in 8 days')
  const { id } = await bookPlace(page.request, place)
  await page.goto(`/pre-authorize/${id}`)
  await expect(
    page.getByText(/^Apple Pay and Google Pay cannot reserve an amount this far ahead/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /Pay$/ })).toHaveCount(0)
  await expectAccessible(page)
  await payByTestCard(page, '4111 1111 1111 1111', /^Save this card for \$\d+\.\d\d$/)
  await expect(page.getByText('Your card is saved', { exact: true })).toBeVisible()
})
