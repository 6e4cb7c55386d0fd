import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatSlot } from '#shared/texts/format.ts'
import { addCar, bookPlace, call, enterAs, homeAddress, openPlaces, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { answerOf, nextStep } from './steps.ts'
import { placesBeside } from './visits.ts'

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Booking' })
const slotOf = (page: Page, time: SlotLabel) => page.getByRole('radio', { name: formatSlot(time) })
const dayOf = (page: Page, date: string) => page.locator(`input[type=radio][value="${date}"]`)
const carOf = (page: Page, model: string) => page.getByRole('radio', { name: `Toyota ${model}` })
const booked = (page: Page) => page.getByRole('heading', { name: "You're Booked!" })

test('a returning customer books in three taps', async ({ page }) => {
  await enterAs(page.request, 'customer')
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
  await page.getByRole('radio', { name: car && vehicleName(car) }).click()
  await expect(answerOf(page, 'Package')).toContainText('Full Synthetic')
  await page.getByRole('radio', { name: formatSlot(first.time) }).click()
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  await expect(page.getByText(last?.serviceAddress ?? '-')).toBeVisible()
})

test('the page after submitting is never blank, even when its scripts load slowly', async ({
  page,
}) => {
  await signUp(page.request, 'customer')
  await addCar(page.request)
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\/assets\/(booked|pre-authorize)-/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto('/booking')
  await lateDay(page).check()
  await firstFree(page).click()
  await page.getByLabel('Street address').fill(homeAddress)
  await submit(page).click()
  const main = page.getByRole('main')
  await expect(main.getByText('Booking Created!')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Your Orders' })).toBeVisible()
  const [job] = await call(page.request, 'GET /api/jobs/customer')
  await page.evaluate((path) => history.pushState(null, '', path), `/pre-authorize/${job?.id}`)
  await expect(main.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

const firstFree = (page: Page): Locator =>
  page
    .getByRole('group', { name: 'What time?' })
    .getByRole('radio')
    .and(page.locator(':enabled'))
    .first()

/** The last day shown at first; other tests use the next ones. */
const lateDay = (page: Page): Locator =>
  page
    .getByRole('group', { name: 'Which day?' })
    .getByRole('radio')
    .and(page.locator(':enabled'))
    .last()

test('a slot taken by another customer is lost, and nothing else is', async ({
  page,
  request: rival,
}) => {
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  await addCar(page.request, 'Corolla')
  await signUp(rival, 'customer')
  const [place, another] = await twoPlacesOfOneDay(rival)
  await page.goto('/booking')
  await carOf(page, 'Corolla').click()
  await dayOf(page, place.date).check()
  await slotOf(page, place.time).click()
  await page.getByLabel('Street address').fill(homeAddress)
  await page.getByLabel(/How do we get to the car/).fill('Blue gate')

  await takeWholly(rival, place)
  await submit(page).click()
  await expect(page.getByText('Booking Failed', { exact: true })).toBeVisible()
  await expect(slotOf(page, place.time)).toBeDisabled()
  await expect(slotOf(page, place.time)).toHaveAccessibleDescription('Taken')
  await expect(slotOf(page, place.time)).not.toBeChecked()
  // The lasting message, not the toast, which disappears.
  await expect(
    page.locator('form').getByText('This time is no longer available. Please choose another one.'),
  ).toBeVisible()
  await expect(answerOf(page, 'Which car?')).toContainText('Corolla')
  await expect(dayOf(page, place.date)).toBeChecked()
  await expect(answerOf(page, 'Where is the car?')).toContainText(homeAddress)
  await expect(answerOf(page, 'Where is the car?')).toContainText('Blue gate')

  await slotOf(page, another.time).click()
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  expect(await call(page.request, 'GET /api/jobs/customer')).toMatchObject([
    { scheduledDate: place.date, scheduledTime: another.time, accessNotes: 'Blue gate' },
  ])
})

/** Two open times on the last day shown at first; no other test here books that late. */
async function twoPlacesOfOneDay(request: APIRequestContext) {
  const places = await openPlaces(request)
  const days = [...new Set(places.map(({ date }) => date))]
  const date = days[20]
  const [place, another] = places.filter((each) => each.date === date)
  if (!place || !another) throw new Error('There is no day with two open times')
  return [place, another] as const
}

/** Books until that place is full. */
async function takeWholly(request: APIRequestContext, place: { date: string; time: SlotLabel }) {
  const isOpen = async () =>
    (await openPlaces(request)).some(({ date, time }) => date === place.date && time === place.time)
  while (await isOpen()) await bookPlace(request, place)
}

test('two cars are booked in one go, a slot each', async ({ page }) => {
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  await addCar(page.request, 'Corolla')
  await page.goto('/booking')
  await carOf(page, 'Camry').click()
  const first = await firstFree(page).inputValue()
  await firstFree(page).click()
  await page.getByRole('button', { name: 'Another car at this address' }).click()
  await expect(carOf(page, 'Camry')).toBeDisabled()
  await carOf(page, 'Corolla').click()
  const sameTime = slotOf(page, first as SlotLabel)
  await expect(sameTime).toHaveAccessibleDescription('Your other car')
  await firstFree(page).click()
  await page.getByLabel('Street address').fill(homeAddress)
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  await expect(page.getByText(/2018 Toyota Camry/)).toBeVisible()
  await expect(page.getByText(/2018 Toyota Corolla/)).toBeVisible()
  const jobs = await call(page.request, 'GET /api/jobs/customer')
  expect(new Set(jobs.map((job) => job.scheduledDate + job.scheduledTime)).size).toBe(2)
})

test('a link preselects its car', async ({ page }) => {
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  const corolla = await addCar(page.request, 'Corolla')
  await page.goto(`/booking?vehicleId=${corolla.id}`)
  await answerOf(page, 'Which car?').click()
  await expect(carOf(page, 'Corolla')).toBeChecked()
  await page.goto('/booking?vehicleId=nonsense')
  await expect(carOf(page, 'Camry')).not.toBeChecked()
  await expect(carOf(page, 'Corolla')).not.toBeChecked()
})

test('missing answers are reported in page order, one at a time', async ({ page }) => {
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  await addCar(page.request, 'Corolla')
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
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  await page.goto('/booking')
  await firstFree(page).click()
  await page.getByLabel('Street address').fill(homeAddress)
  await submit(page).dblclick()
  await expect(booked(page)).toBeVisible()
  expect(await call(page.request, 'GET /api/jobs/customer')).toHaveLength(1)
})

test('a Sunday is shown and cannot be selected', async ({ page }) => {
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
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
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  await page.goto('/')
  await page.getByRole('link', { name: 'Book Premium Oil Change' }).click()
  await firstFree(page).click()
  await page.getByLabel('Street address').fill(homeAddress)
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  await page.getByRole('link', { name: 'View orders' }).click()
  await expect(page.getByRole('heading', { name: 'Your Orders' })).toBeVisible()
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
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  await addCar(page.request, 'Corolla')
  await page.goto('/booking')
  await carOf(page, 'Camry').click()
  await page.getByRole('button', { name: 'Add something to the visit' }).click()
  await page.getByRole('checkbox', { name: /Wiper blades/ }).check()
  await page.getByRole('checkbox', { name: /Battery test/ }).check()
  await expect(page.getByText('Total for your 2018 Toyota Camry')).toContainText('$184.97')
  await page.getByRole('checkbox', { name: /Battery test/ }).uncheck()
  await expect(page.getByText('Total for your 2018 Toyota Camry')).toContainText('$169.98')
  await nextStep(page).click()
  await lateDay(page).check()
  await firstFree(page).click()
  await page.getByRole('button', { name: 'Another car at this address' }).click()
  await carOf(page, 'Corolla').click()
  await lateDay(page).check()
  await firstFree(page).click()
  const bar = page.locator('form > div').last()
  await expect(bar).toContainText('$299.97')
  await page.getByLabel('Street address').fill(homeAddress)
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
  const places = (await openPlaces(page.request)).slice(-9)
  const book = async (serviceAddress: string, at: number, accessNotes = '') => {
    const { id } = await addCar(page.request)
    const place = places[at]
    await call(page.request, 'POST /api/jobs', {
      body: {
        vehicleId: id,
        scheduledDate: place?.date,
        scheduledTime: place?.time,
        serviceAddress,
        accessNotes,
      },
    })
  }
  await book('12 Elm St, Austin, TX 78701', 0, 'Gate 47')
  await book(homeAddress, 4)
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

test('the filled-in form survives a reload, and is cleared by booking and by signing out', async ({
  page,
}) => {
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  await addCar(page.request, 'Corolla')
  await page.goto('/booking')
  const address = page.getByLabel('Street address')
  const days = page.getByRole('group', { name: 'Which day?' }).getByRole('radio')
  await carOf(page, 'Corolla').click()
  await page.getByRole('button', { name: 'Show later days' }).click()
  await expect(days).toHaveCount(62)
  await days.and(page.locator(':enabled')).last().check()
  const time = page.getByRole('group', { name: 'What time?' }).getByRole('radio', { checked: true })
  const chosen = await firstFree(page).inputValue()
  const date = await days.and(page.locator(':checked')).inputValue()
  await firstFree(page).click()
  await page.getByRole('button', { name: 'Add something to the visit' }).click()
  await page.getByRole('checkbox', { name: /Wiper blades/ }).check()
  await nextStep(page).click()
  await address.fill('77 Sunset Blvd, Austin, TX 78704')
  await page.getByRole('button', { name: 'Add a note for the technician' }).click()
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
  await page.getByRole('link', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started - Sign In' })).toBeVisible()
  expect(await kept()).not.toContain('booking')
})

test('returning to the page shows current availability', async ({ page, request: rival }) => {
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  await signUp(rival, 'customer')
  const [place] = await twoPlacesOfOneDay(rival)
  await page.goto('/booking')
  await dayOf(page, place.date).check()
  await slotOf(page, place.time).click()
  await takeWholly(rival, place)
  await answerOf(page, 'Day and time').click()
  await expect(slotOf(page, place.time)).toBeChecked()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(slotOf(page, place.time)).toBeDisabled()
  await expect(slotOf(page, place.time)).not.toBeChecked()
})

test('a failing server is reported in the fixed words', async ({ page }) => {
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  await page.goto('/booking')
  await lateDay(page).check()
  await firstFree(page).click()
  await page.getByLabel('Street address').fill(homeAddress)
  await page.route('**/api/bookings', (route) =>
    route.fulfill({ status: 500, json: { message: 'deadlock in pg_catalog', code: 'internal' } }),
  )
  await submit(page).click()
  await expect(page.getByText('Booking Failed', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Please try again or contact support.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText(/pg_catalog/)).toHaveCount(0)
  await page.unroute('**/api/bookings')
  await submit(page).click()
  await expect(booked(page)).toBeVisible()
  await expect(page.getByText('Booking Created!', { exact: true }).first()).toBeVisible()
})
