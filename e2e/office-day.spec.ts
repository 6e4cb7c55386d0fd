import type { APIRequestContext, Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { expectAccessible } from './accessible.ts'
import { fillIn, press, see, seeNone, the } from './actions.ts'
import { bookTime, call, signInAs, homeAddress, newEmail, openTimes, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'
import {
  beforeDawn,
  changeSettings,
  complete,
  holdCard,
  openTimeToday,
  writeToOffice,
} from './visits.ts'

test.use({ ...beforeDawn, viewport: { width: 1280, height: 900 } })

// A wait that times out before the test does reports its line.
test.use({ actionTimeout: 20_000 })

const dialogOf = (page: Page) => page.getByRole('dialog')
const cardOf = (page: Page, number: string) => page.getByRole('article').filter({ hasText: number })
const price = (page: Page) => page.getByRole('region', { name: 'Price' })

async function act(page: Page, name: string): Promise<void> {
  await press(page, 'Actions', the.menuItem(name))
}

/** Assigns this page's visit to the first available technician. */
async function assign(page: Page, { number }: Job): Promise<void> {
  const choice = page.getByLabel(`Technician for ${number}`)
  const free = choice.locator('option:not([disabled]):not([value=""])').first()
  const name = (await free.textContent()) ?? ''
  await choice.selectOption(await free.getAttribute('value'))
  await press(page, `Give ${number} to ${name.trim()}`)
  await expect(page.getByRole('region', { name: 'History' })).toContainText(name.trim())
}

/** The next day with four free times, and a new customer's visits at the first three. */
async function visitsOfTomorrow(customer: APIRequestContext) {
  await signUp(customer, 'customer')
  const { today } = await call(customer, 'GET /api/config')
  const days = Map.groupBy(await openTimes(customer), (place) => place.date)
  const [date, places] = [...days].find(([day, open]) => day > today && open.length > 3) ?? ['', []]
  const visits: Job[] = []
  for (const place of places.slice(0, 3)) visits.push(await bookTime(customer, place))
  return { date, visits }
}

test('the office runs a whole business day', async ({ page, request: customer }) => {
  test.setTimeout(180_000)
  await signInAs(page.request, 'admin')
  // A fee applies only to bookings made after it was set.
  await changeSettings(page.request, { cancelFeeCents: 2500, cancelFeeWithinHours: 720 })
  const { date, visits } = await visitsOfTomorrow(customer)
  const [cancelled, moved, done] = visits as [Job, Job, Job]
  // A visit can be marked as not done only on its day.
  const notDone = await bookTime(customer, await openTimeToday(customer))
  for (const { id } of [cancelled, done]) await holdCard(customer, id)
  const subject = `Two vans ${process.pid}`
  await writeToOffice(customer, 'Petra Lund', subject, 'Can you do both\non one morning?')

  // A new caller.
  const caller = newEmail('caller')
  const plate = `ODY ${process.pid % 10_000}`
  await page.goto('/')
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Quick Actions' }).getByText('Book').click()
  await page.getByRole('combobox', { name: 'Who is calling?' }).fill('Nora Caller')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('First name')).toBeFocused()
  await fillIn(page, { Phone: '737 555 0143' })
  await page.getByLabel(/^E-mail/).fill(caller)
  await fillIn(page, { Make: 'Honda', Model: 'Odyssey', Year: '2019', 'License plate': plate })
  await page.getByLabel('Date', { exact: true }).fill(date)
  const times = page.getByRole('group', { name: 'What time?' })
  await times.getByRole('radio', { disabled: false }).last().check()
  await fillIn(page, { 'Street address': homeAddress })
  await see(page, 'We come to 78701')
  await press(page, 'Create Booking')
  await see(page, the.heading("You're Booked!"))
  await expectAccessible(page)
  await press(page, the.link('Open the visit'))
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toContainText('Odyssey')
  const number = /FQ-\d+/.exec((await title.textContent()) ?? '')?.[0] ?? ''

  // On that day's board it is assigned and moved by keyboard only.
  await page.goto(`/schedule?date=${date}`)
  await expectAccessible(page)
  await cardOf(page, number).focus()
  await page.keyboard.press('a')
  const dialog = dialogOf(page)
  const free = dialog
    .locator('li button:not([aria-disabled="true"])')
    .filter({ hasNotText: 'No one' })
  await free.first().focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await see(page, the.first(new RegExp(`^${number} is given to`)))
  for (const wanted of [number, moved.number]) {
    await cardOf(page, wanted).focus()
    const week = page.waitForResponse(/\/api\/admin\/schedule\?/)
    await page.keyboard.press('m')
    await week
    const place = dialog.locator('li button:not([aria-disabled="true"])').last()
    await place.focus()
    await page.keyboard.press('Enter')
    // The second would be at the first one's address and time.
    if (wanted === moved.number) {
      await see(dialog, 'Another visit is at this address at that time')
      await dialog.getByRole('button', { name: /anyway$/ }).focus()
      await page.keyboard.press('Enter')
    }
    await expect(dialog).toHaveCount(0)
    await see(page, the.first(new RegExp(`^${wanted} moved to`)))
  }

  // One is cancelled late, for a fee.
  await page.goto(`/admin/jobs/${cancelled.id}`)
  await act(page, 'Cancel visit')
  await dialog.getByLabel(/^Fee/).fill('200')
  await fillIn(dialog, { Reason: 'Called at seven in the morning' }, 'Cancel visit')
  await see(dialog, the.first(/\$25\.00/))
  await dialog.getByLabel(/^Fee/).fill('25')
  await press(dialog, 'Cancel visit')
  await press(page, 'Yes, charge $25.00')
  await expect(dialog).toHaveCount(0)
  await see(page, the.text('This visit was cancelled'))
  await expect(price(page)).toContainText('$25.00')
  await expectAccessible(page)

  // One of today is started and could not be done.
  await page.goto(`/admin/jobs/${notDone.id}`)
  await assign(page, notDone)
  await act(page, 'Start Service')
  await press(dialog, 'Start Service')
  await expect(dialog).toHaveCount(0)
  await act(page, 'Could not be done…')
  await fillIn(dialog, { Reason: { label: 'The car could not be reached' } })
  await dialog.getByLabel(/What happened/).fill('The garage was locked')
  await press(dialog, 'End the visit')
  await expect(dialog).toHaveCount(0)
  await see(page, the.first('The garage was locked'))
  await expectAccessible(page)

  // One is completed and charged, and partly refunded.
  const { id } = done
  await page.goto(`/admin/jobs/${id}`)
  await assign(page, done)
  await complete(page.request, id)
  const payment = page.getByRole('region', { name: 'Payment' })
  await press(payment, /^Refund/)
  await fillIn(dialog, { Amount: '30', Reason: 'Customer Complaint' }, 'Refund $30.00')
  await press(page, 'Yes, refund $30.00')
  await see(page, the.text('Refunded $30.00'))
  await expect(payment).toContainText('$99.99')
  // Otherwise the top bar half covers a link, which is then too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)

  // The day is closed once it has no visits.
  await page.goto(`/schedule?date=${date}`)
  await press(page, 'Block Entire Day')
  const touched = dialog.getByRole('region', { name: 'Visits in this time' })
  await expect(touched.getByRole('listitem').first()).toContainText(/Next available time: /)
  await press(dialog, 'Move all to the proposed times')
  await expect(touched.getByRole('listitem')).toHaveCount(0, { timeout: 30_000 })
  await fillIn(dialog, { Reason: 'Truck at the workshop' }, 'Block Entire Day')
  await see(page, the.first('Day schedule updated successfully'))
  expect((await openTimes(customer)).some((place) => place.date === date)).toBe(false)
  await expectAccessible(page)

  // A customer's message is answered.
  await press(page, the.link(/^Messages, \d+ open$/))
  await page.getByText(subject).click()
  await fillIn(dialog, { 'Your answer': 'Both, on Friday at eight.' }, 'Send answer')
  await see(page, the.first(the.text('Answer sent')))
  await seeNone(page, subject)

  // The caller's car is found by its plate.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Name, phone/ })).toBeFocused()
  await page.keyboard.type(plate.toLowerCase())
  const car = page.getByRole('group', { name: 'Cars' }).getByRole('option')
  await expect(car.first()).toContainText('Honda')
  await expectAccessible(page)
  await car.first().click()
  await expect(title).toContainText('Odyssey')
  await see(page, the.first(plate))
  await expectFits(page)

  await changeSettings(page.request, { cancelFeeCents: 0 })
  await call(page.request, 'POST /api/admin/block-day', { body: { date, isBlocked: false } })
})
