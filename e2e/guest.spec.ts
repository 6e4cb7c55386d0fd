import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatDay } from '#shared/texts/format.ts'
import { expectAccessible } from './accessible.ts'
import { fillIn, openAs, openPage, press, see, seeNone, the } from './actions.ts'
import {
  bookAsGuest,
  call,
  signInAs,
  mailedCode,
  openTimes,
  type OpenTime,
  visitOf,
} from './calls.ts'
import { expect, test } from './server.ts'
import { answerOf, nextStep, payByTestCard, timeOf } from './steps.ts'
import { blockSlot } from './visits.ts'

test('a guest books, pays and cancels by the mailed link', async ({ page, newPage, office }, {
  project,
}) => {
  const email = `gail-${project.name}@example.com`
  const [first, second] = await twoTimes(page)
  await page.goto('/')
  await press(page, the.link('Quick Book (No Account Needed!)'))
  await see(page, the.heading('Quick Book'))
  await expectAccessible(page)

  await answerAll(page, email, first)
  await press(page, 'Email me a code')
  await fillIn(page, { Code: '12345' }, 'Submit Booking')
  await see(page, 'Enter the six digits from the e-mail')
  await expectAccessible(page)

  // The time is taken while the guest types the code.
  await blockSlot(office.request, first)
  await page.getByLabel('Code').fill(await mailedCode(page.request, email))
  await press(page, 'Submit Booking')
  await see(page.locator('form'), 'This time is no longer available. Please choose another one.')
  await expect(answerOf(page, 'Where is the car?')).toContainText('500 Congress Ave, Austin, TX')
  await expect(answerOf(page, 'Which car?')).toContainText('GST 1')
  await expect(slotOf(page, first)).toBeDisabled()
  await expectAccessible(page)
  await slotOf(page, second).click()
  await press(page, 'Submit Booking')

  await see(page, the.heading("You're Booked!"))
  await expectAccessible(page)
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)

  const link = await mailedLink(page, email)
  const other = await newPage()
  await openPage(other, link, the.heading('Your visit'))
  await payByTestCard(other, '4111 1111 1111 1111', 'Hold $129.99 on this card')
  await see(other, '$129.99 has been pre-authorized.')
  await expectAccessible(other)

  const download = other.waitForEvent('download')
  await press(other, 'Add to calendar')
  expect((await download).suggestedFilename()).toMatch(/^visit-FQ-\d+\.ics$/)
  const calendar = await readFile(await (await download).path(), 'utf8')
  expect(calendar).toContain('LOCATION:500 Congress Ave')
  await expectAccessible(other)

  await press(other, 'Cancel visit')
  await see(other, '$129.99 reserved on your card is released')
  await press(other.getByRole('dialog'), 'Cancel visit')
  await see(other.locator('#main'), the.text('Cancelled'))
  await seeNone(other, the.button('Cancel visit'))
})

test('a guest reads and pays the price adjusted by the office', async ({ page, request }) => {
  const token = await bookAsGuest(page.request)
  const job = await visitOf(page.request, token)
  await signInAs(request, 'admin')
  await call(request, 'PATCH /api/payments/{jobId}/adjust', {
    params: { jobId: job.id },
    body: { amount: 100, reason: 'discount_applied' },
  })
  await openPage(page, `/guest/${token}`, the.text('$100.00'), the.button('$100.00'))
  await seeNone(page, '$129.99')
})

test('an invalid link shows what to do and nothing else', async ({ page }) => {
  await openPage(page, `/guest/${'A'.repeat(43)}`, 'This link does not open a visit')
  await expectAccessible(page)
})

test('a message from the contact page reaches the admin as plain text', async ({ page }, {
  project,
}) => {
  const subject = `<b>Round Rock</b> ${project.name}`
  await page.goto('/contact')
  await expectAccessible(page)
  await press(page, 'Send message')
  await see(page, 'Please enter your name')
  await expect(page.getByLabel('Name')).toBeFocused()
  await see(page, 'Please enter a message')
  await expectAccessible(page)

  await fillIn(
    page,
    {
      Name: 'Olga <i>Open</i>',
      'E-mail': `olga-${project.name}@example.com`,
      Subject: subject,
      Message: 'Do you come here?',
    },
    'Send message',
  )
  await see(page, 'Message Sent!', the.text("We'll get back to you within 24 hours"))
  await expectAccessible(page)
  await page.getByText('Do I need an account?').click()
  await see(page, 'Quick Book confirms your visit')

  await openAs(page, 'admin', '/')
  const message = page.getByRole('listitem').filter({ hasText: subject })
  await see(message, 'Olga <i>Open</i>')
  await expectAccessible(page)
  await press(message, 'Mark as done')
  await expect(message).toHaveCount(0)
})

test('a signed-in user finds their name in the form and gets a toast of thanks', async ({ page }, {
  project,
}) => {
  await openAs(page, 'customer', '/contact')
  await expect(page.getByLabel('E-mail')).toHaveValue(/@/)
  await fillIn(
    page,
    { Subject: `Rebooking ${project.name}`, Message: 'Same car, same place.' },
    'Send message',
  )
  const thanks = page.getByText('Message Sent!', { exact: true }).filter({ visible: true })
  await expect(thanks.first()).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('')
})

const slotOf = (page: Page, { time }: OpenTime) => timeOf(page, time)

test('continuing before the page has loaded also goes to the missing field', async ({ page }) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/check-guest-*', (route) => released.promise.then(() => route.continue()))
  await page.goto('/guest-booking')
  await nextStep(page).click()
  await expect(page.getByLabel('Make')).toBeFocused()
  await see(page, the.first('Please fill this in'))
  released.resolve()
  await see(page, 'Please enter vehicle make')
  await expect(page.getByLabel('Make')).toBeFocused()
})

/** Two times of the first day that has two free. */
async function twoTimes(page: Page): Promise<[OpenTime, OpenTime]> {
  const all = await openTimes(page.request)
  // The first day may be within the hours in which cancelling costs a fee.
  const places = all.filter(({ date }) => date !== all[0]?.date)
  const at = places.findIndex(({ date }, n) => date === places[n + 1]?.date)
  const [first, second] = places.slice(at)
  if (at === -1 || !first || !second) throw new Error('There is no day with two free times')
  return [first, second]
}

/** Answers each question in turn, after first trying to continue without an answer. */
async function answerAll(page: Page, email: string, place: OpenTime): Promise<void> {
  await nextStep(page).click()
  await see(page, 'Please enter vehicle make')
  await expect(page.getByLabel('Make')).toBeFocused()
  await expectAccessible(page)
  await fillIn(page, { VIN: '4T1BF1FK6CU012345' }, 'Look Up VIN')
  await see(page, 'Vehicle Found!')
  await expect(page.getByLabel('Model')).toHaveValue('Camry')
  await fillIn(page, { 'License plate': 'GST 1' })
  await nextStep(page).click()

  await expect(page.getByRole('radio', { name: /^Full Synthetic/ })).toBeFocused()
  await expectAccessible(page)
  await nextStep(page).click()

  await page
    .getByRole('radio', { name: new RegExp(`^${formatDay(place.date, { long: true })}\\b`) })
    .check()
  await expect(slotOf(page, place)).toBeVisible()
  await nextStep(page).click()
  await see(page, 'Please select a time')
  await slotOf(page, place).click()

  await expect(page.getByLabel('Street address')).toBeFocused()
  await nextStep(page).click()
  await see(page, 'Please enter service address')
  await fillIn(page, { 'Street address': '500 Congress Ave, Austin, TX 78701' })
  await nextStep(page).click()

  await expect(page.getByLabel('Name')).toBeFocused()
  await nextStep(page).click()
  await see(page, 'Invalid email address')
  await expectAccessible(page)
  await fillIn(page, { Name: 'Gail Guest', 'E-mail': email, Phone: '(555) 010-7788' })
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
