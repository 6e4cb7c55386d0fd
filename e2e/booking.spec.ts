import type { APIRequestContext, Page } from '@playwright/test'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { fillIn, press, see, seeIn, seeNone, the } from './actions.ts'
import { addCar, bookTime, call, signInAs, homeAddress, openTimes, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { answerOf, freeDays, freeTimes, nextStep, timeOf } from './steps.ts'
import { placesBeside, signUpWithCars } from './visits.ts'

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Booking' })
const dayOf = (page: Page, date: string) => page.locator(`input[type=radio][value="${date}"]`)
const carOf = (page: Page, model: string) => page.getByRole('radio', { name: `Toyota ${model}` })
async function bookFirstFree(page: Page): Promise<void> {
  await firstFree(page).click()
  await fillIn(page, { 'Street address': homeAddress })
  await submit(page).click()
}
const booked = (page: Page) => page.getByRole('heading', { name: "You're Booked!" })

test('a returning customer books in three taps', async ({ page }) => {
  await signInAs(page.request, 'customer')
  const visits = await call(page.request, 'GET /api/jobs/customer')
  const [last] = visits
  const { first } = await placesBeside(visits, page.request)
  const cars = await call(page.request, 'GET /api/vehicles')
  // A car can have one visit a day.
  const car = cars.find(({ id }) =>
    visits.every((visit) => visit.vehicleId !== id || visit.scheduledDate !== first.date),
  )
  await page.goto('/booking')
  await expect(answerOf(page, 'Where is the car?')).toContainText(last?.serviceAddress ?? '-')
  await press(page, the.radio(car ? vehicleName(car) : ''))
  await expect(answerOf(page, 'Package')).toContainText('Full Synthetic')
  await timeOf(page, first.time).click()
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  await see(page, last?.serviceAddress ?? '-')
})

test('the page after submitting is never blank, however slow its scripts', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry')
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\/assets\/(booked|pre-authorize)-/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto('/booking')
  await lateDay(page).check()
  await bookFirstFree(page)
  const main = page.getByRole('main')
  await see(main, 'Booking Created!', the.link('Your Orders'))
  const [job] = await call(page.request, 'GET /api/jobs/customer')
  await page.evaluate((path) => history.pushState(null, '', path), `/pre-authorize/${job?.id}`)
  await expect(main.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

const firstFree = (page: Page) => freeTimes(page).first()

/** The last day shown at first; other tests use the next ones. */
const lateDay = (page: Page) => freeDays(page).last()

test('a taken slot is lost, and nothing else', async ({ page, request: rival }) => {
  await signUpWithCars(page.request, 'Camry', 'Corolla')
  await signUp(rival, 'customer')
  const [place, another] = await twoPlacesOfOneDay(rival)
  await page.goto('/booking')
  await carOf(page, 'Corolla').click()
  await dayOf(page, place.date).check()
  await timeOf(page, place.time).click()
  await fillIn(page, { 'Street address': homeAddress })
  await page.getByLabel(/How do we get to the car/).fill('Blue gate')

  await takeWholly(rival, place)
  await submit(page).click()
  await see(page, the.text('Booking Failed'))
  await expect(timeOf(page, place.time)).toBeDisabled()
  await expect(timeOf(page, place.time)).toHaveAccessibleDescription('Taken')
  await expect(timeOf(page, place.time)).not.toBeChecked()
  // The lasting message, not the toast, which disappears.
  await see(page.locator('form'), 'This time is no longer available. Please choose another one.')
  await expect(answerOf(page, 'Which car?')).toContainText('Corolla')
  await expect(dayOf(page, place.date)).toBeChecked()
  await seeIn(answerOf(page, 'Where is the car?'), homeAddress, 'Blue gate')

  await timeOf(page, another.time).click()
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  expect(await call(page.request, 'GET /api/jobs/customer')).toMatchObject([
    { scheduledDate: place.date, scheduledTime: another.time, accessNotes: 'Blue gate' },
  ])
})

/** Two open times on the last day shown at first; no other test here books that late. */
async function twoPlacesOfOneDay(request: APIRequestContext) {
  const places = await openTimes(request)
  const days = [...new Set(places.map(({ date }) => date))]
  const date = days[20]
  const [place, another] = places.filter((each) => each.date === date)
  if (!place || !another) throw new Error('There is no day with two open times')
  return [place, another] as const
}

/** Books until that place is full. */
async function takeWholly(request: APIRequestContext, place: { date: string; time: SlotLabel }) {
  const isOpen = async () =>
    (await openTimes(request)).some(({ date, time }) => date === place.date && time === place.time)
  while (await isOpen()) await bookTime(request, place)
}

test('two cars are booked in one go, a slot each', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry', 'Corolla')
  await page.goto('/booking')
  await carOf(page, 'Camry').click()
  const first = await firstFree(page).inputValue()
  await firstFree(page).click()
  await press(page, 'Another car at this address')
  await expect(carOf(page, 'Camry')).toBeDisabled()
  await carOf(page, 'Corolla').click()
  const sameTime = timeOf(page, first)
  await expect(sameTime).toHaveAccessibleDescription('Your other car')
  await firstFree(page).click()
  await fillIn(page, { 'Street address': homeAddress })
  const agreed = page.getByText(/I agree to the total of/)
  await expect(agreed).toHaveText([/^2018 Camry: .*\$/, /^2018 Corolla: .*\$/])
  const words = await agreed.allTextContents()
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  await see(page, /2018 Toyota Camry/, /2018 Toyota Corolla/)
  const jobs = await call(page.request, 'GET /api/jobs/customer')
  expect(new Set(jobs.map((job) => job.scheduledDate + job.scheduledTime)).size).toBe(2)
  for (const { id, vehicle } of jobs) {
    const [frozen] = await call(page.request, 'GET /api/jobs/{id}/approvals', { params: { id } })
    expect(words).toContain(`2018 ${vehicle.model}: ${frozen?.words}`)
  }
})

test('a link preselects its car', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry')
  const corolla = await addCar(page.request, 'Corolla')
  await page.goto(`/booking?vehicleId=${corolla.id}`)
  await answerOf(page, 'Which car?').click()
  await expect(carOf(page, 'Corolla')).toBeChecked()
  await page.goto('/booking?vehicleId=nonsense')
  await expect(carOf(page, 'Camry')).not.toBeChecked()
  await expect(carOf(page, 'Corolla')).not.toBeChecked()
})

test('missing answers are reported in page order, one at a time', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry', 'Corolla')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/bookings')) sent++
  })
  await page.goto('/booking')
  const says = async (only: string) => {
    await nextStep(page).click()
    await expect(page.getByText(/^Please (select|enter)/)).toHaveText([only])
  }
  await says('Please select a vehicle')
  await carOf(page, 'Camry').click()
  await expect(firstFree(page)).toBeVisible()
  await says('Please select a time')
  await firstFree(page).click()
  await expect(page.getByLabel('Street address')).toBeVisible()
  await says('Please enter service address')
  expect(sent).toBe(0)
})

test('a double click books once', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry')
  await page.goto('/booking')
  await firstFree(page).click()
  await fillIn(page, { 'Street address': homeAddress })
  await submit(page).dblclick()
  await expect(booked(page)).toBeVisible()
  expect(await call(page.request, 'GET /api/jobs/customer')).toHaveLength(1)
})

test('a Sunday is shown and cannot be selected', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry')
  await page.goto('/booking')
  const sundays = page.getByRole('radio', { name: /^Sunday/ })
  await expect(sundays.first()).toBeDisabled()
  for (const sunday of await sundays.all()) {
    await expect(sunday).toBeDisabled()
    await expect(sunday).toHaveAccessibleName(/Closed/)
  }
  await expect(
    page.getByRole('group', { name: 'Which day?' }).getByRole('radio', { checked: true }),
  ).not.toHaveAccessibleName(/Sunday/)
})

test('going back after booking shows an empty form, and does not book again', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry')
  await page.goto('/')
  await press(page, the.link('Book Premium Oil Change'))
  await bookFirstFree(page)
  await expect(booked(page)).toBeVisible()
  await press(page, the.link('View orders'))
  await see(page, the.heading('Your Orders'))
  await page.goBack()
  await expect(submit(page)).toBeVisible()
  await expect(answerOf(page, 'Where is the car?')).toContainText(homeAddress)
  await page.reload()
  await expect(submit(page)).toBeVisible()
  await expect(
    page.getByRole('group', { name: 'What time?' }).getByRole('radio', { checked: true }),
  ).toHaveCount(0)
  expect(await call(page.request, 'GET /api/jobs/customer')).toHaveLength(1)
})

test('add-ons are priced per car and in total, and booked with their car', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry', 'Corolla')
  await page.goto('/booking')
  await carOf(page, 'Camry').click()
  await press(page, 'Add something to the visit')
  await page.getByRole('checkbox', { name: /Wiper blades/ }).check()
  await page.getByRole('checkbox', { name: /Battery test/ }).check()
  await expect(page.getByText('Total for your 2018 Toyota Camry')).toContainText('$184.97')
  await page.getByRole('checkbox', { name: /Battery test/ }).uncheck()
  await expect(page.getByText('Total for your 2018 Toyota Camry')).toContainText('$169.98')
  await nextStep(page).click()
  await lateDay(page).check()
  await firstFree(page).click()
  await press(page, 'Another car at this address')
  await carOf(page, 'Corolla').click()
  await lateDay(page).check()
  await firstFree(page).click()
  const bar = page.locator('form > div').last()
  await expect(bar).toContainText('$299.97')
  await fillIn(page, { 'Street address': homeAddress })
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  const jobs = await call(page.request, 'GET /api/jobs/customer')
  expect(
    jobs.map(({ vehicle, addons, finalAmount }) => [
      vehicle.model,
      addons.map(({ name }) => name).join(),
      finalAmount,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['Camry', 'Wiper blades, front pair', '169.98'],
      ['Corolla', '', '129.99'],
    ]),
  )
})

test('earlier addresses are one tap away, with their access instructions', async ({ page }) => {
  await signUp(page.request, 'customer')
  const places = (await openTimes(page.request)).slice(-9)
  const [first, second] = [places[0]!, places[4]!]
  const earlierVisit = { serviceAddress: '12 Elm St, Austin, TX 78701', accessNotes: 'Gate 47' }
  await bookTime(page.request, first, earlierVisit)
  await bookTime(page.request, second)
  await page.goto('/booking')
  const address = page.getByLabel('Street address')
  const access = page.getByLabel(/How do we get to the car/)
  await answerOf(page, 'Where is the car?').click()
  await expect(address).toHaveValue('500 Congress Ave')
  await expect(access).toHaveValue('')
  const earlier = page.getByRole('group', { name: 'Earlier addresses' }).getByRole('button')
  await expect(earlier).toHaveText([homeAddress, '12 Elm St, Austin, TX 78701'])
  await expect(earlier.first()).toHaveAttribute('aria-pressed', 'true')
  await earlier.last().click()
  await expect(address).toHaveValue('12 Elm St')
  await expect(page.getByLabel('ZIP code')).toHaveValue('78701')
  await expect(access).toHaveValue('Gate 47')
})

test('the filled-in form survives a reload until booked or signed out', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry', 'Corolla')
  await page.goto('/booking')
  const address = page.getByLabel('Street address')
  const days = page.getByRole('group', { name: 'Which day?' }).getByRole('radio')
  await carOf(page, 'Corolla').click()
  await press(page, 'Show later days')
  await expect(days).toHaveCount(62)
  await days.and(page.locator(':enabled')).last().check()
  const time = page.getByRole('group', { name: 'What time?' }).getByRole('radio', { checked: true })
  const chosen = await firstFree(page).inputValue()
  const date = await days.and(page.locator(':checked')).inputValue()
  await firstFree(page).click()
  await press(page, 'Add something to the visit')
  await page.getByRole('checkbox', { name: /Wiper blades/ }).check()
  await nextStep(page).click()
  await address.fill('77 Sunset Blvd, Austin, TX 78704')
  await press(page, 'Add a note for the technician')
  await page.getByLabel(/Anything the technician should know/).fill('Squeaky brakes')
  await page.reload()
  await expect(address).toHaveValue('77 Sunset Blvd')
  await expect(page.getByLabel('City')).toHaveValue('Austin')
  await expect(page.getByLabel(/Anything the technician should know/)).toHaveValue('Squeaky brakes')
  await answerOf(page, 'Which car?').click()
  await expect(carOf(page, 'Corolla')).toBeChecked()
  await answerOf(page, 'Day and time').click()
  await expect(dayOf(page, date)).toBeChecked()
  await expect(time).toHaveValue(chosen)
  await answerOf(page, 'Package').click()
  await expect(page.getByRole('checkbox', { name: /Wiper blades/ })).toBeChecked()
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).join())
  expect(await kept()).toContain('booking')
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  expect(await kept()).not.toContain('booking')

  await page.goto('/booking')
  await answerOf(page, 'Where is the car?').click()
  await address.fill('1 Secret Way, Austin, TX 78704')
  await expect.poll(kept).toContain('booking')
  await page.goto('/profile')
  await press(page, the.link('Sign Out'))
  await see(page, the.link('Get Started - Sign In'))
  expect(await kept()).not.toContain('booking')
})

test('returning to the page shows current availability', async ({ page, request: rival }) => {
  await signUpWithCars(page.request, 'Camry')
  await signUp(rival, 'customer')
  const [place] = await twoPlacesOfOneDay(rival)
  await page.goto('/booking')
  await dayOf(page, place.date).check()
  await timeOf(page, place.time).click()
  await takeWholly(rival, place)
  await answerOf(page, 'Day and time').click()
  await expect(timeOf(page, place.time)).toBeChecked()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(timeOf(page, place.time)).toBeDisabled()
  await expect(timeOf(page, place.time)).not.toBeChecked()
})

test('a failing server is reported in the fixed words', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry')
  await page.goto('/booking')
  await lateDay(page).check()
  await firstFree(page).click()
  await fillIn(page, { 'Street address': homeAddress })
  await page.route('**/api/bookings', (route) =>
    route.fulfill({ status: 500, json: { message: 'deadlock in pg_catalog', code: 'internal' } }),
  )
  await submit(page).click()
  await see(page, the.text('Booking Failed'), the.text('Please try again or contact support.'))
  await seeNone(page, /pg_catalog/)
  await page.unroute('**/api/bookings')
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  await see(page, the.first(the.text('Booking Created!')))
})
