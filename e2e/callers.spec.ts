import type { APIRequestContext, Page } from '@playwright/test'
import { officePaths } from '#shared/rules/office-paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { expectSound } from './accessible.ts'
import { fillIn, openAs, openPage, press, see, the } from './actions.ts'
import { bookTime, call, signInAs, newEmail, openTimes, type OpenTime, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { bookOpenPlace } from './visits.ts'

const who = (page: Page) => page.getByRole('combobox', { name: 'Who is calling?' })
const time = (page: Page) => page.getByRole('group', { name: 'What time?' })
const home = '500 Congress Ave, Austin, TX 78701'

test.beforeEach(async ({ page }) => {
  await signInAs(page.request, 'admin')
})

test('a new caller is booked by keyboard only, and gets mail', async ({ page }) => {
  const email = newEmail('caller')
  await page.goto('/booking')
  await who(page).focus()
  await page.keyboard.type('Zora Quill')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByLabel('Last name')).toHaveValue('Quill')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Phone')).toBeFocused()
  await page.keyboard.type('737 555 0177')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Make')).toBeFocused()
  for (const word of ['Honda', 'Civic', '2019', 'ZQ 7177']) {
    await page.keyboard.type(word)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Control+Enter')
  await see(page, 'Please select a time')
  await expectSound(page, { dark: true })
  await time(page).getByRole('radio', { disabled: false }).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Street address')).toBeFocused()
  await page.keyboard.insertText(home)
  await see(page, 'We come to 78701')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: "You're Booked!" })).toBeFocused()
  await see(page, `Zora Quill gets the confirmation by e-mail: ${email}`)
  await expectSound(page)
  await press(page, "Copy the customer's link")
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  expect(link).toContain('/guest/')
  await press(page, the.first(the.button('Close')), the.link('Open the visit'))
  await see(page, the.first('Zora Quill'))
})

test('a known caller books another car, but no Sunday', async ({ page, newPage }) => {
  const theirs = await newPage()
  const { email } = await signUp(theirs.request, 'customer')
  const first = await bookOpenPlace(theirs.request)
  await page.goto('/admin/booking')
  await who(page).fill(email ?? '')
  await who(page).press('Enter')
  await see(page, the.radio(vehicleName(first.vehicle)))
  await expect(page.getByLabel('Street address')).not.toHaveValue('')
  await press(page, the.radio('New car'))
  for (const [label, value] of [
    ['Make', 'Ford'],
    ['Model', 'Transit'],
    ['Year', '2020'],
    ['License plate', `VAN ${process.pid}`],
  ] as const)
    await fillIn(page, { [label]: value })
  await page.getByLabel('Date', { exact: true }).fill(await sundayAfter(page))
  await see(
    page,
    the.first('Invalid Service Day'),
    the.first(
      "Please select a date between Monday and Saturday. We don't provide service on Sundays.",
    ),
  )
  await press(page, the.link('Dashboard'), 'Keep editing')
  await expect(page.getByLabel('Model')).toHaveValue('Transit')
  await time(page).getByRole('radio', { disabled: false }).first().check()
  await press(page, 'Create Booking')
  await see(page, the.heading("You're Booked!"), '2020 Ford Transit')
})

async function sundayAfter(page: Page): Promise<string> {
  const days = await call(page.request, 'GET /api/availability')
  const sunday = days.find(({ date }) => new Date(`${date}T12:00:00Z`).getUTCDay() === 0)
  return sunday?.date ?? ''
}

/** Books until that place is full. */
async function fill(customer: APIRequestContext, { date, time }: OpenTime): Promise<void> {
  for (let left = 6; left > 0; left--) {
    const places = await openTimes(customer)
    if (!places.some((one) => one.date === date && one.time === time)) return
    await bookTime(customer, { date, time })
  }
}

test('a slot taken in the meantime is replaced, typed text stays', async ({ page, newPage }) => {
  const theirs = await newPage()
  const { email } = await signUp(theirs.request, 'customer')
  const places = await openTimes(theirs.request)
  const first = await bookTime(theirs.request, places[0] ?? { date: '', time: '8:00 AM - 9:00 AM' })
  const place = places.at(-1)
  if (!place) throw new Error('There is no place for a visit')
  const { customer, vehicleId } = first
  await openPage(
    page,
    officePaths.bookFor({ customerId: customer.id, vehicleId, ...place }),
    email ?? '',
  )
  await page.getByLabel(/^Admin Notes/).fill('Blue gate')
  await expect(time(page).getByRole('radio', { checked: true })).toBeVisible()
  // The page does not learn of it before it books.
  await page.route('**/api/availability*', (route) => route.abort())
  await signUp(theirs.request, 'customer')
  await fill(theirs.request, place)
  await press(page, 'Create Booking')
  const limit = page.getByRole('button', { name: 'Book anyway' })
  const lost = page.getByText('This time is no longer available. Please choose another one.')
  await expect(lost.first().or(limit)).toBeVisible()
  await expect(page.getByLabel(/^Admin Notes/)).toHaveValue('Blue gate')
  await time(page).getByRole('radio', { disabled: false }).first().check()
  await press(page, 'Create Booking')
  const booked = page.getByRole('heading', { name: "You're Booked!" })
  await expect(booked.or(limit)).toBeVisible()
  if (await limit.isVisible()) await limit.click()
  await expect(booked).toBeVisible()
})

test('a technician who opens the page sees who may use it', async ({ page }) => {
  await openAs(page, 'technician', '/admin/booking', 'This page is for the office.')
  await openPage(page, '/booking', 'This page is for customers and the office.')
})
