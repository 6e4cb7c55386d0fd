import { addDays } from '#shared/rules/calendar.ts'
import { expectAccessible, expectReadableColors, expectSound } from './accessible.ts'
import { openPage, press, see, seeNone, the } from './actions.ts'
import { bookTime, call, signInAs, openTimes, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { payByTestCard, payByWallet } from './steps.ts'
import { assign, dueOf, placesBeside, setStatus } from './visits.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('Google Pay reserves a visit, Apple Pay pays the balance', async ({
  page,
  server,
  newPage,
}) => {
  const technician = await newPage()
  const office = await newPage()
  await signUp(page.request, 'customer')
  const { id: technicianId } = await signInAs(technician.request, 'technician')
  await signInAs(office.request, 'admin')
  const visits = await call(technician.request, 'GET /api/jobs/technician')
  const { first } = await placesBeside(visits, page.request)
  const { id } = await bookTime(page.request, first)
  await assign(office.request, id, technicianId)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  await page.goto(`/pre-authorize/${id}`)
  const wallets = page.getByRole('group', { name: 'Hold $129.99 without typing a card' })
  await expect(wallets.getByRole('button')).toHaveText(['', 'Google Pay'])
  await see(page, /A wallet’s card is not kept/)

  // Closing the sheet changes nothing.
  await press(wallets, 'Google Pay')
  const sheet = page.getByRole('dialog', { name: 'Google Pay for practice' })
  await see(sheet, the.text('$129.99'))
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
  await see(page, 'Your card is set', 'Google Pay · Mastercard ending in 4444')
  expect(await dueOf(page.request, id)).toMatchObject({ state: 'held', heldAmount: '129.99' })

  const status = (to: 'in_progress' | 'completed') => setStatus(technician.request, id, to)
  await status('in_progress')
  await call(technician.request, 'POST /api/jobs/{id}/extras', {
    params: { id },
    body: { serviceType: 'other', description: 'Wiper blades', unitPrice: '10.00' },
  })
  await status('completed')
  await expect(async () => {
    expect(await dueOf(page.request, id)).toMatchObject({ state: 'balance_due' })
  }).toPass()
  const { amount } = await dueOf(page.request, id)
  await page.goto(`/payment/${id}`)
  await expect(
    page.getByRole('group', { name: `Pay $${amount} without typing a card` }),
  ).toBeVisible()
  await payByWallet(page, 'Apple Pay')
  await see(page, `Payment of $${amount} processed successfully`)
  await openPage(
    page,
    `/receipt/${id}`,
    'Charged to Google Pay · Mastercard ending in 4444',
    'Charged to Apple Pay · Visa ending in 1111',
  )
  expect(asked.every((origin) => origin === server.url)).toBe(true)
})

test('too far ahead for a hold no wallet is offered, with the reason', async ({ page }) => {
  await signUp(page.request, 'customer')
  const { today } = await call(page.request, 'GET /api/config')
  const places = await openTimes(page.request)
  const place = places.find(({ date }) => date >= addDays(today, 8))
  if (!place) throw new Error('Nothing is open in 8 days')
  const { id } = await bookTime(page.request, place)
  await openPage(
    page,
    `/pre-authorize/${id}`,
    /^Apple Pay and Google Pay cannot reserve an amount this far ahead/,
  )
  await seeNone(page, the.button(/Pay$/))
  await expectAccessible(page)
  await payByTestCard(page, '4111 1111 1111 1111', /^Save this card for \$\d+\.\d\d$/)
  await see(page, the.text('Your card is saved'))
})
