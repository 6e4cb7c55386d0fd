import type { Page } from '@playwright/test'
import { formatSlot } from '#shared/texts/format.ts'
import { expectAccessible } from './accessible.ts'
import { call, enterAs, type Place } from './calls.ts'
import { answerOf, enterDemo, nextStep, payByTestCard, signInByCode } from './steps.ts'
import { expect, test } from './server.ts'
import { placesBeside } from './visits.ts'

// As in real use, with animations.
test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } })

// One visit from the first e-mail to the money in the ledger, each step done by the role it belongs to.
test('a customer books, the office assigns, a technician works, the money arrives', async ({
  page,
  request: technician,
}, { project }) => {
  const email = `ada-${project.name}@example.com`
  await signInByCode(page, email)

  await expect(page.getByRole('heading', { name: 'Welcome! Choose Your Role' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: "I'm a Customer" }).click()
  await expect(page.getByText('No vehicles yet')).toBeVisible()
  await expectAccessible(page)

  await addCarByVin(page)
  await enterAs(technician, 'technician')
  const visits = await call(technician, 'GET /api/jobs/technician')
  const { first } = await placesBeside(visits, page.request)
  const { id, number, date } = await book(page, first)

  await page.getByRole('link', { name: 'Hold $129.99 on a card' }).click()
  await expectAccessible(page)
  await payByTestCard(page, '4111 1111 1111 1111', 'Hold $129.99 on this card')
  await expect(page.getByText('$129.99 has been pre-authorized.')).toBeVisible()

  await enterDemo(page, 'admin')
  await assign(page, number, date, 'Marcus Reed')
  await enterDemo(page, 'technician')
  await work(page, id)

  await enterDemo(page, 'admin')
  await page.goto('/payments')
  const payment = page.getByRole('row', { name: new RegExp(number) })
  await expect(async () => {
    await page.reload()
    await expect(payment.getByText('Completed')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(payment.getByText('$140.98').first()).toBeVisible()
  await expectAccessible(page)
  const csv = await (await page.request.get('/api/payments/export')).text()
  expect(csv).toContain(number)
})

async function addCarByVin(page: Page): Promise<void> {
  await page.goto('/vehicle-lookup')
  await expectAccessible(page)
  await page.getByLabel('VIN', { exact: true }).fill('4T1BF1FK6CU012345')
  await page.getByRole('button', { name: 'Look Up VIN' }).click()
  await expect(page.getByRole('heading', { name: 'Vehicle Found!' })).toBeVisible()
  await expect(page.getByText('Camry', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('License plate').fill('ADA 1815')
  await page.getByRole('button', { name: 'Use This Vehicle for Booking' }).click()
}

/** Books the last slot of the first free day for the preselected car. */
async function book(
  page: Page,
  place: Place,
): Promise<{ id: string; number: string; date: string }> {
  await expect(answerOf(page, 'Which car?')).toContainText('2012 Toyota Camry')
  await page.locator(`[type=radio][value="${place.date}"]`).check()
  await page.getByRole('radio', { name: formatSlot(place.time) }).click()
  await page.getByLabel('Street address').fill('500 Congress Ave, Austin, TX 78701')
  await expectAccessible(page)
  await introduce(page)
  const answer = page.waitForResponse('**/api/bookings')
  await page.getByRole('button', { name: 'Submit Booking' }).click()
  await expect(page.getByRole('heading', { name: "You're Booked!" })).toBeVisible()
  await expectAccessible(page)
  const [job] = (await (await answer).json()) as {
    id: string
    number: string
    scheduledDate: string
  }[]
  if (!job) throw new Error('Nothing was booked')
  return { id: job.id, number: job.number, date: job.scheduledDate }
}

/** Enters the contact details that booking asks a new customer for; an invalid phone number is refused. */
async function introduce(page: Page): Promise<void> {
  await nextStep(page).click()
  const question = page.getByRole('group', {
    name: 'Who are we meeting, and how can we reach you?',
  })
  await question.getByLabel('Name').fill('Ada Lovelace')
  await question.getByLabel('Phone').fill('12')
  await nextStep(page).click()
  await expect(question.getByText('Please enter a phone number with its area code')).toBeVisible()
  await expectAccessible(page)
  await question.getByLabel('Phone').fill('512.555.0142')
}

async function assign(page: Page, number: string, date: string, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/schedule?date=${date}`)
  await page.getByRole('button', { name: `Assign or move ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Assign' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await expect(page.getByText(`${number} is given to ${name}`).first()).toBeVisible()
  // The top bar would half cover a button.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
}

/** All of a technician's steps of a visit; one extra of $10.99 makes the price $140.98. */
async function work(page: Page, id: string): Promise<void> {
  await expect(page.getByRole('heading', { name: "Today's Schedule" })).toBeVisible()
  await expectAccessible(page)
  await page.locator(`a[href="/job/${id}"]`).first().click()
  await page.getByRole('button', { name: 'Start Service' }).click()
  // The visit is not today's, so starting it needs confirmation.
  await page.getByRole('dialog').getByRole('button', { name: 'Start Service' }).click()
  await expect(page.getByText('In Progress').first()).toBeVisible()

  const steps = page.getByRole('checkbox')
  await expect(steps).toHaveCount(8)
  for (const step of await steps.all()) {
    await step.click()
    await expect(step).toBeChecked()
  }
  await expect(page.getByText('8 of 8 steps done').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('8 of 8 steps done').first()).toBeVisible()

  await page.getByLabel('Service type').selectOption('Additional oil quart, full synthetic')
  await page.getByRole('button', { name: 'Add extra' }).click()
  await expect(page.getByText('Extra service added successfully', { exact: true })).toBeVisible()
  await page.getByLabel('Technician notes').fill('Drain plug was tight.')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(page.getByText('Notes updated successfully', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  await expect(page.getByRole('dialog').getByText('$140.98')).toBeVisible()
  await page.getByRole('button', { name: 'Complete & charge' }).click()
  await expect(page.locator('#main').getByText('Service Completed', { exact: true })).toBeVisible()
  await expectAccessible(page)
}
