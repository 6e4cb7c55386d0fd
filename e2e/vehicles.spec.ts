import type { Page, Route } from '@playwright/test'
import { nextService } from '#shared/rules/next-service.ts'
import { formatDay, formatMonth } from '#shared/texts/format.ts'
import { expectAccessible } from './accessible.ts'
import { addCar, bookPlace, call, enterAs, openPlaces, signUp } from './calls.ts'
import { withoutFirstAnswers } from './first-answers.ts'
import { expect, test } from './server.ts'
import { answerOf } from './steps.ts'

test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ page }) => signUp(page.request, 'customer'))

async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (description) await expect(toast.getByText(description, { exact: true })).toBeVisible()
}

const breaks = (route: Route) => route.fulfill({ status: 500, json: { message: 'It broke.' } })

async function fillForm(page: Page, model = 'Camry'): Promise<void> {
  await page.getByLabel('Make').fill('Toyota')
  await page.getByLabel('Model').fill(model)
  await page.getByLabel('Year').fill('2018')
  await page.getByLabel('License plate').fill('ABC 1234')
}

test('a car is added by hand, with suggestions, and free text is accepted', async ({ page }) => {
  await page.goto('/add-vehicle')
  await page.getByRole('button', { name: 'Save Vehicle' }).click()
  for (const sentence of [
    'Please enter vehicle make',
    'Please enter vehicle model',
    'Please enter vehicle year',
    'Please enter license plate',
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  await expectAccessible(page)

  const suggested = async (label: string) => {
    const list = await page.getByLabel(label).getAttribute('list')
    return page
      .locator(`[id="${list}"] option`)
      .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
  }
  await page.getByLabel('Make').fill('toyota')
  await expect.poll(() => suggested('Model')).toContain('Corolla')
  await page.getByLabel('Year').fill('2006')
  expect(await suggested('Model')).not.toContain('Corolla Cross')
  await page.getByLabel('Model').fill('Corolla Cross')
  expect(await suggested('Year')).toContain('2023')
  expect(await suggested('Year')).not.toContain('2006')

  await fillForm(page, 'Camry Hearse')
  await page.getByRole('button', { name: 'Save Vehicle' }).click()
  await expectToast(page, 'Vehicle Added', '2018 Toyota Camry Hearse')
  await expect(page).toHaveURL('/')
  await expect(
    page.getByRole('link', { name: '2018 Toyota Camry Hearse', exact: true }),
  ).toBeVisible()
})

test('a car that could not be added is reported in these words', async ({ page }) => {
  await page.route('**/api/vehicles', (route) =>
    route.request().method() === 'POST' ? breaks(route) : route.fallback(),
  )
  await page.goto('/add-vehicle')
  await fillForm(page)
  await page.getByRole('button', { name: 'Save Vehicle' }).click()
  await expectToast(page, 'Error', 'Failed to add vehicle. Please try again.')
  await expect(page.getByLabel('Make')).toHaveValue('Toyota')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/')
})

test('leaving a half-filled car form by link, back or reload asks for confirmation', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Add Your First Vehicle' }).click()
  await fillForm(page)
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  const keep = question.getByRole('button', { name: 'Keep editing' })
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expectAccessible(page)
  await keep.click()
  await page.goBack()
  await expect(question).toBeVisible()
  await expect(page).toHaveURL('/add-vehicle')
  await keep.click()
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload().catch(() => {})
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).accept()
  await reloading
  // Not discarded, so the reload keeps it.
  await expect(page.getByLabel('Make')).toHaveValue('Toyota')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/')
})

test('a car is deleted from its card; one that cannot be deleted says why', async ({ page }) => {
  const { id } = await addCar(page.request, 'Camry')
  const [place] = await openPlaces(page.request)
  if (!place) throw new Error('Nothing is free')
  await bookPlace(page.request, place)
  await page.goto('/')
  await page.getByRole('button', { name: 'Delete 2018 Toyota Camry' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText(
      'Are you sure you want to delete this vehicle? This will permanently remove 2018 Toyota Camry from your account.',
      { exact: true },
    ),
  ).toBeVisible()

  await page.route(`**/api/vehicles/${id}`, breaks)
  await dialog.getByRole('button', { name: 'Delete vehicle' }).click()
  await expectToast(page, 'Error', 'Failed to delete vehicle. Please try again.')
  await page.unroute(`**/api/vehicles/${id}`)

  await page.getByRole('button', { name: 'Delete 2018 Toyota Camry' }).first().click()
  await dialog.getByRole('button', { name: 'Delete vehicle' }).click()
  await expectToast(page, 'Vehicle deleted', 'Your vehicle has been removed successfully.')
  await expect(page.getByRole('button', { name: 'Delete 2018 Toyota Camry' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Delete 2018 Toyota Camry' }).click()
  await expect(
    dialog
      .getByText(
        'This vehicle has active service appointments. You cannot delete it until those services are completed.',
      )
      .first(),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete vehicle' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test("the server's reason against deleting is shown", async ({ page }) => {
  const { id } = await addCar(page.request)
  // This page gets no event that the car is gone.
  await page.routeWebSocket('**/ws', () => {})
  await page.goto(`/vehicles/${id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await call(page.request, 'DELETE /api/vehicles/{id}', { params: { id } })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete vehicle' }).click()
  await expectToast(page, 'Error', 'Vehicle not found.')
})

test('the finder asks for required fields, and reports what it found', async ({ page }) => {
  await page.goto('/vehicle-lookup')
  const look = page.getByRole('button', { name: 'Look Up VIN' })
  await look.click()
  await expectToast(page, 'VIN Required', 'Please enter a valid 17-character VIN number.')

  const vin = page.getByLabel('VIN', { exact: true })
  await vin.fill('1zzzzzzzzzzzzzzzzzzz')
  await expect(vin).toHaveValue('1ZZZZZZZZZZZZZZZZ')
  await page.route('**/api/vehicles/vin-lookup', (route) =>
    route.fulfill({ json: { success: false } }),
  )
  await look.click()
  await expectToast(
    page,
    'Vehicle Not Found',
    'Unable to find vehicle information. Please try manual entry.',
  )
  await page.unroute('**/api/vehicles/vin-lookup')
  await page.route('**/api/vehicles/vin-lookup', breaks)
  await look.click()
  await expectToast(page, 'Lookup Failed', 'VIN lookup failed')
  await page.unroute('**/api/vehicles/vin-lookup')
  await page.route('**/api/vehicles/vin-lookup', (route) =>
    route.fulfill({ status: 429, json: { message: 'Too many lookups.', code: 'too_many' } }),
  )
  await look.click()
  await expectToast(page, 'Lookup Failed', 'Too many lookups.')
  await page.unroute('**/api/vehicles/vin-lookup')

  await page.route('**/api/vehicles/vin-lookup', (route) => route.abort())
  await look.click()
  await expectToast(page, 'Lookup Failed', 'Something went wrong with the VIN lookup.')
  await page.unroute('**/api/vehicles/vin-lookup')

  // As pasted from a document: cleaned before it is cut.
  await vin.fill(' 4t1bf-1fk6cu 012345')
  await expect(vin).toHaveValue('4T1BF1FK6CU012345')
  await look.click()
  await expectToast(page, 'Vehicle Found!', '2012 Toyota Camry - Oil recommendations loaded.')
  await expectAccessible(page)
})

test('the plate tab warns, lists the 50 states and says when lookup is unavailable', async ({
  page,
}) => {
  await page.goto('/vehicle-lookup')
  await page.getByRole('tab', { name: 'License Plate' }).click()
  await expect(page.getByText('VIN lookup is recommended.')).toBeVisible()
  await expect(page.getByLabel('State').locator('option:not([disabled])')).toHaveCount(50)
  await expectAccessible(page)
  const look = page.getByRole('button', { name: 'Look Up Plate' })
  await page.getByLabel('License plate', { exact: true }).fill('abc123')
  await expect(page.getByLabel('License plate', { exact: true })).toHaveValue('ABC123')
  await look.click()
  await expectToast(page, 'Information Required', 'Please enter both license plate and state.')

  await page.getByLabel('State').selectOption('TX')
  await look.click()
  await expectToast(
    page,
    'Vehicle Not Found',
    'License plate lookup is not available yet. Please use VIN lookup or manual entry.',
  )
  await page.route('**/api/vehicles/plate-lookup', breaks)
  await look.click()
  await expectToast(page, 'Lookup Failed', 'License plate lookup failed')
})

test('a found car is saved in one tap, once, and links to a booking', async ({ page }) => {
  const find = async () => {
    await page.goto('/vehicle-lookup')
    await page.getByLabel('VIN', { exact: true }).fill('4T1BF1FK6CU012345')
    await page.getByRole('button', { name: 'Look Up VIN' }).click()
  }
  await find()
  await page.getByRole('button', { name: 'Save to my vehicles' }).click()
  await expect(page.getByText('Please enter license plate', { exact: true })).toBeVisible()
  await expect(page.getByLabel('License plate')).toBeFocused()
  await page.getByLabel('License plate').fill('FOUND 1')
  await page.getByRole('button', { name: 'Save to my vehicles' }).click()
  await expectToast(page, 'Vehicle Added', '2012 Toyota Camry')
  await expect(page.getByText('This car is already one of your vehicles.')).toBeFocused()
  await expectAccessible(page)

  await find()
  await page.getByRole('link', { name: 'Use This Vehicle for Booking' }).click()
  await expect(page).toHaveURL(/\/booking\?vehicleId=/)
  await expect(answerOf(page, 'Which car?')).toContainText('2012 Toyota Camry')
  expect(await call(page.request, 'GET /api/vehicles')).toHaveLength(1)
})

test('a found car that cannot be saved says so, and the plate stays', async ({ page }) => {
  await page.goto('/vehicle-lookup')
  await page.getByLabel('VIN', { exact: true }).fill('4T1BF1FK6CU012345')
  await page.getByRole('button', { name: 'Look Up VIN' }).click()
  await page.getByLabel('License plate').fill('FOUND 2')
  await page.route('**/api/vehicles', breaks)
  await page.getByRole('button', { name: 'Save to my vehicles' }).click()
  await expectToast(page, 'Error', 'Failed to add vehicle. Please try again.')
  await expect(page.getByLabel('License plate')).toHaveValue('FOUND 2')
})

test("a car's page: corrected, read, booked and deleted", async ({ page }) => {
  const { id, licensePlate } = await addCar(page.request)
  await page.goto('/')
  await expect(
    page.getByRole('link', { name: 'Book Service for 2018 Toyota Camry' }),
  ).toHaveAttribute('href', `/booking?vehicleId=${id}`)
  await page.getByRole('link', { name: 'View details of 2018 Toyota Camry' }).click()
  await expect(page).toHaveURL(`/vehicles/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: '2018 Toyota Camry' })).toBeVisible()
  await expect(page.getByText(licensePlate)).toBeVisible()
  await expect(page.getByText('No service with us yet')).toBeVisible()
  await expect(page.getByText(/We count from the first service with us/)).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByLabel('VIN').fill('4T1B11HK5JU50000')
  await dialog.getByRole('button', { name: 'Save Vehicle' }).click()
  await expect(dialog.getByText('Please enter a valid 17-character VIN number.')).toBeVisible()
  await dialog.getByLabel('VIN').fill('4T1B11HK5JU500000')
  await dialog.getByLabel('Year').fill('2012')
  await dialog.getByRole('button', { name: 'Save Vehicle' }).click()
  await expect(dialog.getByText(/This VIN belongs to a 2018 Toyota Camry/)).toBeVisible()
  await dialog.getByLabel('Year').fill('2018')
  await dialog.getByRole('button', { name: 'Save Vehicle' }).click()
  await expectToast(page, 'Vehicle updated', '2018 Toyota Camry')
  await expect(page.getByText('2.5L I4')).toBeVisible()
  await expect(page.getByText('4T1B11HK5JU500000')).toBeVisible()

  await page.getByRole('link', { name: 'Book Service' }).last().click()
  await expect(page).toHaveURL(`/booking?vehicleId=${id}`)
  await page.goto(`/vehicles/${id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete vehicle' }).click()
  await expectToast(page, 'Vehicle deleted')
  await expect(page).toHaveURL('/')
  await page.goto(`/vehicles/${id}`)
  await expect(page.getByText('Vehicle not found.')).toBeVisible()
  await page.goto('/vehicles/none')
  await expect(page.getByRole('heading', { name: 'Vehicle not found.' })).toBeVisible()
})

test('odometer readings are listed, charted from three on, and never decrease', async ({
  page,
}) => {
  const { id } = await addCar(page.request)
  await page.goto(`/vehicles/${id}`)
  const miles = page.getByLabel('Odometer', { exact: true })
  const add = async (shown: string, date?: string) => {
    await miles.fill(shown)
    if (date) await page.getByLabel('Date of reading').fill(date)
    await page.getByRole('button', { name: 'Add reading' }).click()
  }
  await add('many')
  await expect(
    page.getByText('Please enter the miles as a whole number, for example 45200'),
  ).toBeVisible()
  await add('45,200', '2026-03-01')
  await expectToast(page, 'Odometer reading saved', '45,200 mi')
  await expect(page.getByRole('listitem').filter({ hasText: 'Sun, Mar 1, 2026' })).toContainText(
    '45,200 mi',
  )
  await add('45100')
  await expect(
    page.getByText(
      'It already read 45,200 mi on Sun, Mar 1, 2026. Please check the miles and the date.',
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await add('46000', '2026-04-01')
  await expect(page.getByText('46,000 mi').first()).toBeVisible()
  const line = page.getByRole('img', { name: /^From/ })
  await expect(line).toHaveCount(0)
  await add('47000', '2026-05-01')
  await expect(line).toHaveAccessibleName('From 45,200 mi in Mar 2026 to 47,000 mi in May 2026')

  await add('1e5')
  await expect(
    page.getByText('Please enter the miles as a whole number, for example 45200'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Correct the reading of Fri, May 1, 2026' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Odometer').fill('46,500')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save reading' }).click()
  await expectToast(page, 'Odometer reading saved', '46,500 mi')
  await page.getByRole('button', { name: 'Correct the reading of Fri, May 1, 2026' }).click()
  await dialog.getByRole('button', { name: 'Remove reading' }).click()
  await dialog.getByRole('button', { name: 'Remove reading' }).click()
  await expectToast(page, 'Reading removed', 'Fri, May 1, 2026')
  await expect(line).toHaveCount(0)
})

test('a car without data says so', async ({ page }) => {
  const vehicle = await addCar(page.request)
  await withoutFirstAnswers(page)
  await page.route(`**/api/vehicles/${vehicle.id}`, (route) =>
    route.fulfill({ json: { ...vehicle, oilType: null, engine: null, trim: null, fuel: null } }),
  )
  await page.goto(`/vehicles/${vehicle.id}`)
  await expect(page.getByText('Vehicle Details Coming Soon', { exact: true })).toBeVisible()
  await page.unroute(`**/api/vehicles/${vehicle.id}`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Oil', exact: true })).toBeVisible()
  await expect(page.getByText('Vehicle Details Coming Soon')).toHaveCount(0)
})

test("a technician's measurement outweighs an estimate, but not known data", async ({ page }) => {
  const vehicle = await addCar(page.request)
  await withoutFirstAnswers(page)
  const show = async (confidence: string) => {
    const known = { ...vehicle, oilCapacity: 4.5, capacitySource: 'curated', confidence }
    await page.route(`**/api/vehicles/${vehicle.id}`, (route) =>
      route.fulfill({ json: { ...known, measuredQuarts: 4.8 } }),
    )
    await page.goto(`/vehicles/${vehicle.id}`)
    await expect(page.getByText(/Measured by your technician: 4\.8 qt\./)).toBeVisible()
  }
  await show('low')
  await expect(page.getByText('4.8 quarts', { exact: true })).toBeVisible()
  await show('high')
  await expect(page.getByText('4.5 quarts', { exact: true })).toBeVisible()
})

test('an electric car needs no oil', async ({ page }) => {
  const body = { make: 'Tesla', model: 'Model 3', year: '2019', licensePlate: 'VOLT 1' }
  const { id } = await call(page.request, 'POST /api/vehicles', { body })
  await page.goto(`/vehicles/${id}`)
  const words = "2019 Tesla Model 3 is fully electric and doesn't need an oil change."
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Next service' })).toHaveCount(0)
  await page.goto('/booking')
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Find it by VIN' })).toBeVisible()
  await addCar(page.request)
  await addCar(page.request, 'Corolla')
  await page.goto(`/booking?vehicleId=${id}`)
  const choice = page.getByRole('radio', { name: '2019 Tesla Model 3' })
  await expect(choice).toBeDisabled()
  await expect(choice).toHaveAccessibleDescription(words)
  await expect(choice).not.toBeChecked()
  await expectAccessible(page)
  await page.goto('/vehicle-lookup')
  await page.getByLabel('VIN', { exact: true }).fill('5YJ3E1EA7KF317000')
  await page.getByRole('button', { name: 'Look Up VIN' }).click()
  await expect(page.getByText('Good news: no oil to change')).toBeVisible()
  await expect(page.getByText('Vehicle Not Found')).toHaveCount(0)
})

test('a car with a history shows when it is due, and why', async ({ page }) => {
  await enterAs(page.request, 'customer')
  const { today } = await call(page.request, 'GET /api/config')
  const cars = await call(page.request, 'GET /api/vehicles')
  const car = cars.find(({ model }) => model === 'CR-V')
  if (!car) throw new Error('The demo customer has no CR-V')
  const next = nextService(car, today)
  if (next.state !== 'ahead') throw new Error('The demo car is due')
  const short = formatMonth(next.date, { short: true })
  await page.goto('/')
  await expect(page.getByText(`Due about ${short} or `)).toBeVisible()
  await page.goto(`/vehicles/${car.id}`)
  await expect(page.getByText(`About ${formatMonth(next.date)}`)).toBeVisible()
  const limit = formatDay(next.byDate, { year: true })
  await expect(page.getByText(`By ${limit} or at `)).toBeVisible()
  await expect(page.getByText(/You drive about [\d,]+0 mi a month\./)).toBeVisible()
  await expect(page.getByRole('meter', { name: 'Oil life' })).toHaveAttribute(
    'aria-valuenow',
    String(Math.round((1 - next.used) * 100)),
  )
  const jobs = await call(page.request, 'GET /api/vehicles/{id}/jobs', { params: { id: car.id } })
  const visits = page.getByRole('listitem').filter({ hasText: /FQ-\d+/ })
  await expect(visits).toHaveCount(jobs.length)
  await expect(visits.first()).toContainText(jobs[0]?.number ?? '')
  await visits.first().getByRole('link', { name: 'Receipt' }).click()
  await expect(page).toHaveURL(`/receipt/${jobs[0]?.id}`)
})
