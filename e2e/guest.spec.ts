import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { formatDay, formatSlot } from '#shared/texts/format.ts'
import { bookAsGuest, call, enterAs, mailedCode, openPlaces, type Place, visitOf } from './calls.ts'
import { expect, test } from './server.ts'
import { answerOf, nextStep, payByTestCard } from './steps.ts'

test('a guest books, holds the amount and cancels by the mailed link', async ({
  page,
  browser,
  server,
}, { project }) => {
  const email = `gail-${project.name}@example.com`
  const [first, second] = await twoTimes(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Quick Book (No Account Needed!)' }).click()
  await expect(page.getByRole('heading', { name: 'Quick Book' })).toBeVisible()
  await expectAccessible(page)

  await fillIn(page, email, first)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill('12345')
  await page.getByRole('button', { name: 'Submit Booking' }).click()
  await expect(page.getByText('Enter the six digits from the e-mail')).toBeVisible()
  await expectAccessible(page)

  // The time is taken while the guest types the code.
  await block(first, browser, server.url)
  await page.getByLabel('Code').fill(await mailedCode(page.request, email))
  await page.getByRole('button', { name: 'Submit Booking' }).click()
  await expect(
    page.locator('form').getByText('This time is no longer available. Please choose another one.'),
  ).toBeVisible()
  await expect(answerOf(page, 'Where is the car?')).toContainText('500 Congress Ave, Austin, TX')
  await expect(answerOf(page, 'Which car?')).toContainText('GST 1')
  await expect(slotOf(page, first)).toBeDisabled()
  await expectAccessible(page)
  await slotOf(page, second).click()
  await page.getByRole('button', { name: 'Submit Booking' }).click()

  await expect(page.getByRole('heading', { name: "You're Booked!" })).toBeVisible()
  await expectAccessible(page)
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)

  const link = await mailedLink(page, email)
  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Your visit' })).toBeVisible()
  await payByTestCard(other, '4111 1111 1111 1111', 'Hold $129.99 on this card')
  await expect(other.getByText('$129.99 has been pre-authorized.')).toBeVisible()
  await expectAccessible(other)

  await other.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(other.getByText('$129.99 reserved on your card is released')).toBeVisible()
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel visit' }).click()
  await expect(other.locator('#main').getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Cancel visit' })).toHaveCount(0)
  await other.context().close()
})

test('a guest reads and pays the price adjusted by the office', async ({ page, request }) => {
  const token = await bookAsGuest(page.request)
  const job = await visitOf(page.request, token)
  await enterAs(request, 'admin')
  await call(request, 'PATCH /api/payments/{jobId}/adjust', {
    params: { jobId: job.id },
    body: { amount: 100, reason: 'discount_applied' },
  })
  await page.goto(`/guest/${token}`)
  await expect(page.getByText('$100.00', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '$100.00' })).toBeVisible()
  await expect(page.getByText('$129.99')).toHaveCount(0)
})

test('an invalid link says what to do and nothing else', async ({ page }) => {
  await page.goto(`/guest/${'A'.repeat(43)}`)
  await expect(page.getByText('This link does not open a visit')).toBeVisible()
  await expectAccessible(page)
})

test('a message from the contact page reaches the admin as plain text', async ({ page }, {
  project,
}) => {
  const subject = `<b>Round Rock</b> ${project.name}`
  await page.goto('/contact')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByText('Please enter a message')).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Name').fill('Olga <i>Open</i>')
  await page.getByLabel('E-mail').fill(`olga-${project.name}@example.com`)
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message').fill('Do you come here?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message Sent!')).toBeVisible()
  await expect(
    page.getByText("We'll get back to you within 24 hours", { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByText('Do I need an account?').click()
  await expect(page.getByText('Quick Book confirms your visit')).toBeVisible()

  await enterAs(page.request, 'admin')
  await page.goto('/')
  const message = page.getByRole('listitem').filter({ hasText: subject })
  await expect(message.getByText('Olga <i>Open</i>')).toBeVisible()
  await expectAccessible(page)
  await message.getByRole('button', { name: 'Mark as done' }).click()
  await expect(message).toHaveCount(0)
})

test('a signed-in user finds their name in the form and gets a toast of thanks', async ({ page }, {
  project,
}) => {
  await enterAs(page.request, 'customer')
  await page.goto('/contact')
  await expect(page.getByLabel('E-mail')).toHaveValue(/@/)
  await page.getByLabel('Subject').fill(`Rebooking ${project.name}`)
  await page.getByLabel('Message').fill('Same car, same place.')
  await page.getByRole('button', { name: 'Send message' }).click()
  const thanks = page.getByText('Message Sent!', { exact: true }).filter({ visible: true })
  await expect(thanks.first()).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('')
})

const slotOf = (page: Page, { time }: Place) => page.getByRole('radio', { name: formatSlot(time) })

test('continuing before the page has loaded also leads to what is missing', async ({ page }) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/check-guest-*', (route) => released.promise.then(() => route.continue()))
  await page.goto('/guest-booking')
  await nextStep(page).click()
  await expect(page.getByLabel('Make')).toBeFocused()
  await expect(page.getByText('Please fill this in').first()).toBeVisible()
  released.resolve()
  await expect(page.getByText('Please enter vehicle make')).toBeVisible()
  await expect(page.getByLabel('Make')).toBeFocused()
})

/** Two times of the first day that has two free. */
async function twoTimes(page: Page): Promise<[Place, Place]> {
  const places = await openPlaces(page.request)
  const at = places.findIndex(({ date }, n) => date === places[n + 1]?.date)
  const [first, second] = places.slice(at)
  if (at === -1 || !first || !second) throw new Error('There is no day with two free times')
  return [first, second]
}

/** Answers each question in turn, after first trying to continue without an answer. */
async function fillIn(page: Page, email: string, place: Place): Promise<void> {
  await nextStep(page).click()
  await expect(page.getByText('Please enter vehicle make')).toBeVisible()
  await expect(page.getByLabel('Make')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('VIN').fill('4T1BF1FK6CU012345')
  await page.getByRole('button', { name: 'Look Up VIN' }).click()
  await expect(page.getByText('Vehicle Found!')).toBeVisible()
  await expect(page.getByLabel('Model')).toHaveValue('Camry')
  await page.getByLabel('License plate').fill('GST 1')
  await nextStep(page).click()

  await expect(page.getByRole('radio', { name: /^Full Synthetic/ })).toBeFocused()
  await expectAccessible(page)
  await nextStep(page).click()

  await page
    .getByRole('radio', { name: new RegExp(`^${formatDay(place.date, { long: true })}\\b`) })
    .check()
  await expect(slotOf(page, place)).toBeVisible()
  await nextStep(page).click()
  await expect(page.getByText('Please select a time')).toBeVisible()
  await slotOf(page, place).click()

  await expect(page.getByLabel('Street address')).toBeFocused()
  await nextStep(page).click()
  await expect(page.getByText('Please enter service address')).toBeVisible()
  await page.getByLabel('Street address').fill('500 Congress Ave, Austin, TX 78701')
  await nextStep(page).click()

  await expect(page.getByLabel('Name')).toBeFocused()
  await nextStep(page).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Gail Guest')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Phone').fill('(555) 010-7788')
}

/** The office blocks this time. */
async function block({ date, time }: Place, browser: Browser, baseURL: string): Promise<void> {
  const office = await browser.newContext({ baseURL })
  await enterAs(office.request, 'admin')
  await call(office.request, 'POST /api/admin/block-slot', {
    body: { date, timeSlot: time, isBlocked: true, reason: 'Training' },
  })
  await office.close()
}

/** The link in the booking's single confirmation mail. */
async function mailedLink(page: Page, email: string): Promise<string> {
  let links: string[] = []
  await expect(async () => {
    const mails = await call(page.request, 'GET /api/demo/outbox')
    links = mails
      .filter(({ recipient }) => recipient === email)
      .flatMap(({ body }) => /http\S+\/guest\/\S+/.exec(body)?.[0] ?? [])
    expect(links).toHaveLength(1)
  }).toPass()
  return links[0] ?? ''
}
