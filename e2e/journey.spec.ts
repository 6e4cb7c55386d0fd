import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillIn, press, see, the } from './actions.ts'
import { call, signInAs, type OpenTime } from './calls.ts'
import { expect, test } from './server.ts'
import { answerOf, enterDemo, nextStep, payByTestCard, signInByCode, timeOf } from './steps.ts'
import { placesBeside } from './visits.ts'

// As in real use, with animations.
test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } })

// One visit from the first e-mail to the money in the ledger, each step done by the role it belongs to.
test('a visit from its booking to the money', async ({ page, request: technician }, {
  project,
}) => {
  // Three roles and a dozen checked screens.
  test.slow()
  const email = `ada-${project.name}@example.com`
  await signInByCode(page, email)

  await see(page, the.heading('Welcome! Choose Your Role'))
  await expectAccessible(page)
  await press(page, "I'm a Customer")
  await see(page, 'No vehicles yet')
  await expectAccessible(page)

  await addCarByVin(page)
  await signInAs(technician, 'technician')
  const visits = await call(technician, 'GET /api/jobs/technician')
  const { first } = await placesBeside(visits, page.request)
  const { id, number, date } = await book(page, first)

  await press(page, the.link('Hold $129.99 on a card'))
  await expectAccessible(page)
  await payByTestCard(page, '4111 1111 1111 1111', 'Hold $129.99 on this card')
  await see(page, '$129.99 has been pre-authorized.')

  await enterDemo(page, 'admin')
  await assign(page, number, date, 'Marcus Reed')
  await enterDemo(page, 'technician')
  await work(page, id)

  await enterDemo(page, 'admin')
  await expect(async () => {
    const payments = await call(page.request, 'GET /api/payments')
    expect(payments.find(({ jobId }) => jobId === id)?.status).toBe('completed')
  }).toPass()
  await page.goto('/payments')
  const payment = page.getByRole('row', { name: new RegExp(number) })
  await see(payment, the.text('Completed'), the.first('$140.98'))
  await expectAccessible(page)
  const csv = await (await page.request.get('/api/payments/export')).text()
  expect(csv).toContain(number)
})

async function addCarByVin(page: Page): Promise<void> {
  await page.goto('/vehicle-lookup')
  await expectAccessible(page)
  await page.getByLabel('VIN', { exact: true }).fill('4T1BF1FK6CU012345')
  await press(page, 'Look Up VIN')
  await see(page, the.heading('Vehicle Found!'), the.text('Camry'))
  await expectAccessible(page)
  await fillIn(page, { 'License plate': 'ADA 1815' }, 'Use This Vehicle for Booking')
}

/** Books the last slot of the first free day for the preselected car. */
async function book(
  page: Page,
  place: OpenTime,
): Promise<{ id: string; number: string; date: string }> {
  await expect(answerOf(page, 'Which car?')).toContainText('2012 Toyota Camry')
  await page.locator(`[type=radio][value="${place.date}"]`).check()
  await timeOf(page, place.time).click()
  await fillIn(page, { 'Street address': '500 Congress Ave, Austin, TX 78701' })
  await expectAccessible(page)
  await introduce(page)
  const answer = page.waitForResponse('**/api/bookings')
  await press(page, 'Submit Booking')
  await see(page, the.heading("You're Booked!"))
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
  await fillIn(question, { Name: 'Ada Lovelace', Phone: '12' })
  await nextStep(page).click()
  await see(question, 'Please enter a phone number with its area code')
  await expectAccessible(page)
  await fillIn(question, { Phone: '512.555.0142' })
}

async function assign(page: Page, number: string, date: string, name: string): Promise<void> {
  await see(page, the.heading('Dashboard'))
  await expectAccessible(page)
  await page.goto(`/schedule?date=${date}`)
  await press(page, `Assign or move ${number}`, the.menuItem('Assign', { exact: true }))
  await press(page.getByRole('dialog'), new RegExp(`^${name}`))
  await see(page, the.first(`${number} is given to ${name}`))
  // The top bar would half cover a button.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
}

/** All of a technician's steps of a visit; one extra of $10.99 makes the price $140.98. */
async function work(page: Page, id: string): Promise<void> {
  await see(page, the.heading("Today's Schedule"))
  await expectAccessible(page)
  await page.locator(`a[href="/job/${id}"]`).first().click()
  await press(page, 'Start Service')
  // The visit is not today's, so starting it needs confirmation.
  await press(page.getByRole('dialog'), 'Start Service')
  await see(page, the.first('In Progress'))

  const steps = page.getByRole('checkbox')
  await expect(steps).toHaveCount(8)
  for (const step of await steps.all()) {
    await step.click()
    await expect(step).toBeChecked()
  }
  await see(page, the.first('8 of 8 steps done'))
  await page.reload()
  await see(page, the.first('8 of 8 steps done'))

  await fillIn(page, { 'Service type': 'Additional oil quart, full synthetic' }, 'Add extra')
  await see(page, the.text('Extra service added successfully'))
  await fillIn(page, { 'Technician notes': 'Drain plug was tight.' }, 'Save Notes')
  await see(page, the.text('Notes updated successfully'))
  await expectAccessible(page)

  await press(page, 'Complete Service & Charge Customer')
  await see(page.getByRole('dialog'), '$140.98')
  await press(page, 'Complete & charge')
  await see(page.locator('#main'), the.text('Service Completed'))
  await expectAccessible(page)
}
