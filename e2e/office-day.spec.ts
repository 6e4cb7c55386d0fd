import type { APIRequestContext, Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import type { Settings } from '#shared/rules/settings.ts'
import { expectAccessible } from './accessible.ts'
import { bookPlace, call, enterAs, homeAddress, newEmail, openPlaces, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'
import { beforeDawn, placeOfToday } from './today.ts'

test.use({ ...beforeDawn, viewport: { width: 1280, height: 900 } })

// A wait that times out before the test does reports its line.
test.use({ actionTimeout: 20_000 })

const dialogOf = (page: Page) => page.getByRole('dialog')
const cardOf = (page: Page, number: string) => page.getByRole('article').filter({ hasText: number })
const price = (page: Page) => page.getByRole('region', { name: 'Price' })

async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Assigns this page's visit to the first available technician. */
async function assign(page: Page, { number }: Job): Promise<void> {
  const choice = page.getByLabel(`Technician for ${number}`)
  const free = choice.locator('option:not([disabled]):not([value=""])').first()
  const name = (await free.textContent()) ?? ''
  await choice.selectOption(await free.getAttribute('value'))
  await expect(page.getByRole('region', { name: 'History' })).toContainText(name.trim())
}

/** The next day with four free times, and a new customer's visits at the first three. */
async function visitsOfTomorrow(customer: APIRequestContext) {
  await signUp(customer, 'customer')
  const { today } = await call(customer, 'GET /api/config')
  const days = Map.groupBy(await openPlaces(customer), (place) => place.date)
  const [date, places] = [...days].find(([day, open]) => day > today && open.length > 3) ?? ['', []]
  const visits: Job[] = []
  for (const place of places.slice(0, 3)) visits.push(await bookPlace(customer, place))
  return { date, visits }
}

const change = (office: APIRequestContext, body: Partial<Settings>) =>
  call(office, 'PUT /api/admin/settings', { body })

test('the office runs a whole business day: books, assigns, moves, takes a fee, refunds, answers, finds and closes', async ({
  page,
  request: customer,
}) => {
  test.setTimeout(180_000)
  await enterAs(page.request, 'admin')
  // A fee applies only to bookings made after it was set.
  await change(page.request, { cancelFeeCents: 2500, cancelFeeWithinHours: 720 })
  const { date, visits } = await visitsOfTomorrow(customer)
  const [cancelled, moved, done] = visits as [Job, Job, Job]
  // A visit can be marked as not done only on its day.
  const notDone = await bookPlace(customer, await placeOfToday(customer))
  for (const { id } of [cancelled, done])
    await call(customer, 'POST /api/payments/pre-authorize', {
      body: { jobId: id, sourceId: 'cnon:card-nonce-ok', amount: '129.99' },
    })
  const letter = { name: 'Petra Lund', email: newEmail('petra') }
  const subject = `Two vans ${process.pid}`
  await call(customer, 'POST /api/contact', {
    body: { ...letter, subject, message: 'Can you do both\non one morning?' },
  })

  // A new caller.
  const caller = newEmail('caller')
  const plate = `ODY ${process.pid % 10_000}`
  await page.goto('/')
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Quick Actions' }).getByText('Book').click()
  await page.getByRole('combobox', { name: 'Who is calling?' }).fill('Nora Caller')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('Phone').fill('737 555 0143')
  await page.getByLabel(/^E-mail/).fill(caller)
  for (const [label, value] of Object.entries({
    Make: 'Honda',
    Model: 'Odyssey',
    Year: '2019',
    'License plate': plate,
  }))
    await page.getByLabel(label).fill(value)
  await page.getByLabel('Date', { exact: true }).fill(date)
  const times = page.getByRole('group', { name: 'What time?' })
  await times.getByRole('radio', { disabled: false }).last().check()
  await page.getByLabel('Street address').fill(homeAddress)
  await expect(page.getByText('We come to 78701')).toBeVisible()
  await page.getByRole('button', { name: 'Create Booking' }).click()
  await expect(page.getByRole('heading', { name: "You're Booked!" })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the visit' }).click()
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
    .filter({ hasNotText: 'Nobody' })
  await free.first().focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(new RegExp(`^${number} is given to`)).first()).toBeVisible()
  for (const wanted of [number, moved.number]) {
    await cardOf(page, wanted).focus()
    const week = page.waitForResponse(/\/api\/admin\/schedule\?/)
    await page.keyboard.press('m')
    await week
    const place = dialog.locator('li button:not([aria-disabled="true"])').last()
    await place.focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(new RegExp(`^${wanted} moved to`)).first()).toBeVisible()
  }

  // One is cancelled late, for a fee.
  await page.goto(`/admin/jobs/${cancelled.id}`)
  await act(page, 'Cancel visit')
  await dialog.getByLabel(/^Fee/).fill('200')
  await dialog.getByLabel('Reason').fill('Called at seven in the morning')
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(dialog.getByText(/\$25\.00/).first()).toBeVisible()
  await dialog.getByLabel(/^Fee/).fill('25')
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('This visit was cancelled', { exact: true })).toBeVisible()
  await expect(price(page)).toContainText('$25.00')
  await expectAccessible(page)

  // One of today is started and could not be done.
  await page.goto(`/admin/jobs/${notDone.id}`)
  await assign(page, notDone)
  await act(page, 'Start Service')
  await dialog.getByRole('button', { name: 'Start Service' }).click()
  await expect(dialog).toHaveCount(0)
  await act(page, 'Could not be done…')
  await dialog.getByLabel('Reason').selectOption({ label: 'The car could not be reached' })
  await dialog.getByLabel(/What happened/).fill('The garage was locked')
  await dialog.getByRole('button', { name: 'End the visit' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('The garage was locked').first()).toBeVisible()
  await expectAccessible(page)

  // One is completed and charged, and partly refunded.
  const { id } = done
  await page.goto(`/admin/jobs/${id}`)
  await assign(page, done)
  for (const status of ['in_progress', 'completed'])
    await call(page.request, 'PATCH /api/jobs/{id}/status', { params: { id }, body: { status } })
  const payment = page.getByRole('region', { name: 'Payment' })
  await payment.getByRole('button', { name: /^Refund/ }).click()
  await dialog.getByLabel('Amount').fill('30')
  await dialog.getByLabel('Reason').selectOption('Customer Complaint')
  await dialog.getByRole('button', { name: 'Refund $30.00' }).click()
  await page.getByRole('button', { name: 'Yes, refund $30.00' }).click()
  await expect(page.getByText('Refunded $30.00', { exact: true })).toBeVisible()
  await expect(payment).toContainText('$99.99')
  // Otherwise the top bar half covers a link, which is then too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)

  // The day is closed once it has no visits.
  await page.goto(`/schedule?date=${date}`)
  await page.getByRole('button', { name: 'Block Entire Day' }).click()
  const touched = dialog.getByRole('region', { name: 'Visits in this time' })
  await expect(touched.getByRole('listitem').first()).toContainText(/Next free time: /)
  await dialog.getByRole('button', { name: 'Move all to the proposed times' }).click()
  await expect(touched.getByRole('listitem')).toHaveCount(0, { timeout: 30_000 })
  await dialog.getByLabel('Reason').fill('Truck at the workshop')
  await dialog.getByRole('button', { name: 'Block Entire Day' }).click()
  await expect(page.getByText('Day schedule updated successfully').first()).toBeVisible()
  expect((await openPlaces(customer)).some((place) => place.date === date)).toBe(false)
  await expectAccessible(page)

  // A customer's message is answered.
  await page.getByRole('link', { name: /^Messages, \d+ open$/ }).click()
  await page.getByText(subject).click()
  await dialog.getByLabel('Your answer').fill('Both, on Friday at eight.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Answer sent', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(subject)).toHaveCount(0)

  // The caller's car is found by its plate.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Name, phone/ })).toBeFocused()
  await page.keyboard.type(plate.toLowerCase())
  const car = page.getByRole('group', { name: 'Cars' }).getByRole('option')
  await expect(car.first()).toContainText('Honda')
  await expectAccessible(page)
  await car.first().click()
  await expect(title).toContainText('Odyssey')
  await expect(page.getByText(plate).first()).toBeVisible()
  await expectFits(page)

  await change(page.request, { cancelFeeCents: 0 })
  await call(page.request, 'POST /api/admin/block-day', { body: { date, isBlocked: false } })
})
