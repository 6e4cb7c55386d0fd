import type { APIRequestContext, Page } from '@playwright/test'
import { paths } from '#shared/rules/paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { expectSound } from './accessible.ts'
import { bookPlace, call, enterAs, newEmail, openPlaces, type Place, signUp } from './calls.ts'
import { expect, test } from './server.ts'

const who = (page: Page) => page.getByRole('combobox', { name: 'Who is calling?' })
const time = (page: Page) => page.getByRole('group', { name: 'What time?' })
const home = '500 Congress Ave, Austin, TX 78701'

test.beforeEach(async ({ page }) => {
  await enterAs(page.request, 'admin')
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
  await expect(page.getByText('Please select a time')).toBeVisible()
  await expectSound(page, { dark: true })
  await time(page).getByRole('radio', { disabled: false }).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Street address')).toBeFocused()
  await page.keyboard.insertText(home)
  await expect(page.getByText('We come to 78701')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: "You're Booked!" })).toBeFocused()
  await expect(page.getByText(`Zora Quill gets the confirmation by e-mail: ${email}`)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: "Copy the customer's link" }).click()
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  expect(link).toContain('/guest/')
  await page.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('link', { name: 'Open the visit' }).click()
  await expect(page.getByText('Zora Quill').first()).toBeVisible()
})

test('a known caller has another car, a Sunday is refused, and typed text is not lost by accident', async ({
  page,
  browser,
  baseURL,
}) => {
  const theirs = await browser.newContext({ baseURL: baseURL ?? '' })
  const { email } = await signUp(theirs.request, 'customer')
  const [place] = await openPlaces(theirs.request)
  if (!place) throw new Error('There is no place for a visit')
  const first = await bookPlace(theirs.request, place)
  await theirs.close()
  await page.goto('/admin/booking')
  await who(page).fill(email ?? '')
  await who(page).press('Enter')
  await expect(page.getByRole('radio', { name: vehicleName(first.vehicle) })).toBeVisible()
  await expect(page.getByLabel('Street address')).not.toHaveValue('')
  await page.getByRole('radio', { name: 'New car' }).click()
  for (const [label, value] of [
    ['Make', 'Ford'],
    ['Model', 'Transit'],
    ['Year', '2020'],
    ['License plate', `VAN ${process.pid}`],
  ] as const)
    await page.getByLabel(label).fill(value)
  await page.getByLabel('Date', { exact: true }).fill(await sundayAfter(page))
  await expect(page.getByText('Invalid Service Day').first()).toBeVisible()
  await expect(
    page
      .getByText(
        "Please select a date between Monday and Saturday. We don't provide service on Sundays.",
      )
      .first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Model')).toHaveValue('Transit')
  await time(page).getByRole('radio', { disabled: false }).first().check()
  await page.getByRole('button', { name: 'Create Booking' }).click()
  await expect(page.getByRole('heading', { name: "You're Booked!" })).toBeVisible()
  await expect(page.getByText('2020 Ford Transit')).toBeVisible()
})

async function sundayAfter(page: Page): Promise<string> {
  const days = await call(page.request, 'GET /api/availability')
  const sunday = days.find(({ date }) => new Date(`${date}T12:00:00Z`).getUTCDay() === 0)
  return sunday?.date ?? ''
}

/** Books until that place is full. */
async function fill(customer: APIRequestContext, { date, time }: Place): Promise<void> {
  for (let left = 6; left > 0; left--) {
    const places = await openPlaces(customer)
    if (!places.some((one) => one.date === date && one.time === time)) return
    await bookPlace(customer, { date, time })
  }
}

test('a slot taken in the meantime is replaced by another, and all typed text stays', async ({
  page,
  browser,
  baseURL,
}) => {
  const theirs = await browser.newContext({ baseURL: baseURL ?? '' })
  const { email } = await signUp(theirs.request, 'customer')
  const places = await openPlaces(theirs.request)
  const first = await bookPlace(
    theirs.request,
    places[0] ?? { date: '', time: '8:00 AM - 9:00 AM' },
  )
  const place = places.at(-1)
  if (!place) throw new Error('There is no place for a visit')
  const { customer, vehicleId } = first
  await page.goto(paths.bookFor({ customerId: customer.id, vehicleId, ...place }))
  await expect(page.getByText(email ?? '')).toBeVisible()
  await page.getByLabel(/^Admin Notes/).fill('Blue gate')
  await expect(time(page).getByRole('radio', { checked: true })).toBeVisible()
  // The page does not learn of it before it books.
  await page.route('**/api/availability*', (route) => route.abort())
  await signUp(theirs.request, 'customer')
  await fill(theirs.request, place)
  await theirs.close()
  await page.getByRole('button', { name: 'Create Booking' }).click()
  const limit = page.getByRole('button', { name: 'Book all the same' })
  const lost = page.getByText('This time is no longer available. Please choose another one.')
  await expect(lost.first().or(limit)).toBeVisible()
  await expect(page.getByLabel(/^Admin Notes/)).toHaveValue('Blue gate')
  await time(page).getByRole('radio', { disabled: false }).first().check()
  await page.getByRole('button', { name: 'Create Booking' }).click()
  const booked = page.getByRole('heading', { name: "You're Booked!" })
  await expect(booked.or(limit)).toBeVisible()
  if (await limit.isVisible()) await limit.click()
  await expect(booked).toBeVisible()
})

test('a technician who opens the page reads who may use it', async ({ page }) => {
  await enterAs(page.request, 'technician')
  await page.goto('/admin/booking')
  await expect(page.getByText('This page is for the office.')).toBeVisible()
  await page.goto('/booking')
  await expect(page.getByText('This page is for customers and the office.')).toBeVisible()
})
