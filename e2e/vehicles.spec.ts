import type { Page, Route } from '@playwright/test'
import { nextService } from '#shared/rules/next-service.ts'
import { formatDay, formatMonth } from '#shared/texts/format.ts'
import { expectAccessible } from './accessible.ts'
import { expectOff, fillIn, openPage, press, see, seeNone, the } from './actions.ts'
import { addCar, call, signInAs, signUp } from './calls.ts'
import { withoutFirstAnswers } from './screens.ts'
import { expect, test } from './server.ts'
import { answerOf } from './steps.ts'
import { bookOpenPlace } from './visits.ts'

test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ page }) => signUp(page.request, 'customer'))

async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  await see(toast, the.text(title))
  if (description) await see(toast, the.text(description))
}

const breaks = (route: Route) => route.fulfill({ status: 500, json: { message: 'It broke.' } })

async function fillForm(page: Page, model = 'Camry'): Promise<void> {
  await fillIn(page, { Make: 'Toyota', Model: model, Year: '2018', 'License plate': 'ABC 1234' })
}

test('a car is added by hand, with suggestions, and free text is accepted', async ({ page }) => {
  await page.goto('/add-vehicle')
  await press(page, 'Save Vehicle')
  for (const missing of ['vehicle make', 'vehicle model', 'vehicle year', 'license plate'])
    await see(page, the.text(`Please enter ${missing}`))
  await expectAccessible(page)

  const suggested = async (label: string) => {
    const list = await page.getByLabel(label).getAttribute('list')
    return page
      .locator(`[id="${list}"] option`)
      .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
  }
  await fillIn(page, { Make: 'toyota' })
  await expect.poll(() => suggested('Model')).toContain('Corolla')
  await fillIn(page, { Year: '2006' })
  expect(await suggested('Model')).not.toContain('Corolla Cross')
  await fillIn(page, { Model: 'Corolla Cross' })
  expect(await suggested('Year')).toContain('2023')
  expect(await suggested('Year')).not.toContain('2006')

  await fillForm(page, 'Camry Hearse')
  await press(page, 'Save Vehicle')
  await expectToast(page, 'Vehicle Added', '2018 Toyota Camry Hearse')
  await expect(page).toHaveURL('/')
  await see(page, the.link('2018 Toyota Camry Hearse', { exact: true }))
})

test('a car that could not be added is reported in these words', async ({ page }) => {
  await page.route('**/api/vehicles', (route) =>
    route.request().method() === 'POST' ? breaks(route) : route.fallback(),
  )
  await page.goto('/add-vehicle')
  await fillForm(page)
  await press(page, 'Save Vehicle')
  await expectToast(page, 'Error', 'Failed to add vehicle. Please try again.')
  await expect(page.getByLabel('Make')).toHaveValue('Toyota')
  await press(page, the.link('Cancel'), 'Discard changes')
  await expect(page).toHaveURL('/')
})

test('leaving a half-filled car form asks for confirmation', async ({ page }) => {
  await page.goto('/')
  await press(page, the.link('Add Your First Vehicle'))
  await fillForm(page)
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  const keep = question.getByRole('button', { name: 'Keep editing' })
  await press(page.getByRole('main'), the.link('Home'))
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
  await press(question, 'Discard changes')
  await expect(page).toHaveURL('/')
})

test('a car is deleted from its card; one that cannot be deleted shows why', async ({ page }) => {
  const { id } = await addCar(page.request, 'Camry')
  await bookOpenPlace(page.request)
  await page.goto('/')
  await press(page, the.first(the.button('Delete 2018 Toyota Camry')))
  const dialog = page.getByRole('dialog')
  await see(
    dialog,
    the.text(
      'Are you sure you want to delete this vehicle? This will permanently remove 2018 Toyota Camry from your account.',
    ),
  )

  await page.route(`**/api/vehicles/${id}`, breaks)
  await press(dialog, 'Delete vehicle')
  await expectToast(page, 'Error', 'Failed to delete vehicle. Please try again.')
  await page.unroute(`**/api/vehicles/${id}`)

  await press(page, the.first(the.button('Delete 2018 Toyota Camry')))
  await press(dialog, 'Delete vehicle')
  await expectToast(page, 'Vehicle deleted', 'Your vehicle has been removed successfully.')
  await expect(page.getByRole('button', { name: 'Delete 2018 Toyota Camry' })).toHaveCount(1)

  await press(page, 'Delete 2018 Toyota Camry')
  await see(
    dialog,
    the.first(
      'This vehicle has active service appointments. You cannot delete it until those services are completed.',
    ),
  )
  await expectOff(dialog.getByRole('button', { name: 'Delete vehicle' }))
})

test("the server's reason against deleting is shown", async ({ page }) => {
  const { id } = await addCar(page.request)
  // This page gets no event that the car is gone.
  await page.routeWebSocket('**/ws', () => {})
  await page.goto(`/vehicles/${id}`)
  await press(page, the.button('Delete', { exact: true }))
  await call(page.request, 'DELETE /api/vehicles/{id}', { params: { id } })
  await press(page.getByRole('dialog'), 'Delete vehicle')
  await expectToast(page, 'Error', 'Vehicle not found.')
})

test('the finder asks for required fields, and shows its result', async ({ page }) => {
  await page.goto('/vehicle-lookup')
  const look = page.getByRole('button', { name: 'Look Up VIN' })
  await look.click()
  await expectToast(page, 'VIN Required', 'Please enter a valid 17-character VIN number.')

  const vin = page.getByLabel('VIN', { exact: true })
  await vin.fill('1zzzzzzzzzzzzzzzzzzz')
  // Characters too many stay, so that they can be corrected.
  await expect(vin).toHaveValue('1ZZZZZZZZZZZZZZZZZZZ')
  const tooMany = { status: 429, json: { message: 'Too many lookups.', code: 'too_many' } }
  const nothing = 'Unable to find vehicle information. Please try manual entry.'
  for (const [answer, title, words] of [
    [(route: Route) => route.fulfill({ json: { success: false } }), 'Vehicle Not Found', nothing],
    [breaks, 'Lookup Failed', 'VIN lookup failed'],
    [(route: Route) => route.fulfill(tooMany), 'Lookup Failed', 'Too many lookups.'],
    [(route: Route) => route.abort(), 'Lookup Failed', 'Something went wrong with the VIN lookup.'],
  ] as const) {
    await page.route('**/api/vehicles/vin-lookup', answer)
    await look.click()
    await expectToast(page, title, words)
    await page.unroute('**/api/vehicles/vin-lookup')
  }

  // As pasted from a document: cleaned before it is cut.
  await vin.fill(' 4t1bf-1fk6cu 012345')
  await expect(vin).toHaveValue('4T1BF1FK6CU012345')
  await look.click()
  await expectToast(page, 'Vehicle Found!', '2012 Toyota Camry - Oil recommendations loaded.')
  await expectAccessible(page)
})

test('the plate tab lists 50 states, and shows when lookup is unavailable', async ({ page }) => {
  await page.goto('/vehicle-lookup')
  await press(page, the.tab('License Plate'))
  await see(page, 'VIN lookup is recommended.')
  await expect(page.getByLabel('State').locator('option:not([disabled])')).toHaveCount(50)
  await expectAccessible(page)
  const look = page.getByRole('button', { name: 'Look Up Plate' })
  await page.getByLabel('License plate', { exact: true }).fill('abc123')
  await expect(page.getByLabel('License plate', { exact: true })).toHaveValue('ABC123')
  await look.click()
  await expectToast(page, 'Information Required', 'Please enter both license plate and state.')

  await fillIn(page, { State: 'TX' })
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
    await press(page, 'Look Up VIN')
  }
  await find()
  await press(page, 'Save to my vehicles')
  await see(page, the.text('Please enter license plate'))
  await expect(page.getByLabel('License plate')).toBeFocused()
  await fillIn(page, { 'License plate': 'FOUND 1' }, 'Save to my vehicles')
  await expectToast(page, 'Vehicle Added', '2012 Toyota Camry')
  await expect(page.getByText('This car is already one of your vehicles.')).toBeFocused()
  await expectAccessible(page)

  await find()
  await press(page, the.link('Use This Vehicle for Booking'))
  await expect(page).toHaveURL(/\/booking\?vehicleId=/)
  await expect(answerOf(page, 'Which car?')).toContainText('2012 Toyota Camry')
  expect(await call(page.request, 'GET /api/vehicles')).toHaveLength(1)
})

test('if a found car cannot be saved, a message is shown and the plate stays', async ({ page }) => {
  await page.goto('/vehicle-lookup')
  await page.getByLabel('VIN', { exact: true }).fill('4T1BF1FK6CU012345')
  await press(page, 'Look Up VIN')
  await fillIn(page, { 'License plate': 'FOUND 2' })
  await page.route('**/api/vehicles', breaks)
  await press(page, 'Save to my vehicles')
  await expectToast(page, 'Error', 'Failed to add vehicle. Please try again.')
  await expect(page.getByLabel('License plate')).toHaveValue('FOUND 2')
})

test("a car's page: corrected, read, booked and deleted", async ({ page }) => {
  const { id, licensePlate } = await addCar(page.request)
  await page.goto('/')
  await expect(
    page.getByRole('link', { name: 'Book Service for 2018 Toyota Camry' }),
  ).toHaveAttribute('href', `/booking?vehicleId=${id}`)
  await press(page, the.link('View details of 2018 Toyota Camry'))
  await expect(page).toHaveURL(`/vehicles/${id}`)
  await see(page, the.title('2018 Toyota Camry'), licensePlate, 'No service with us yet')
  await see(page, /We count from the first service with us/)

  await press(page, 'Edit')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await fillIn(dialog, { VIN: '4T1B11HK5JU50000' }, 'Save Vehicle')
  await see(dialog, 'Please enter a valid 17-character VIN number.')
  await fillIn(dialog, { VIN: '4T1B11HK5JU500000', Year: '2012' }, 'Save Vehicle')
  await see(dialog, /This VIN belongs to a 2018 Toyota Camry/)
  await fillIn(dialog, { Year: '2018' }, 'Save Vehicle')
  await expectToast(page, 'Vehicle updated', '2018 Toyota Camry')
  await see(page, '2.5L I4', '4T1B11HK5JU500000')

  await page.getByRole('link', { name: 'Book Service' }).last().click()
  await expect(page).toHaveURL(`/booking?vehicleId=${id}`)
  await page.goto(`/vehicles/${id}`)
  await press(page, the.button('Delete', { exact: true }))
  await press(dialog, 'Delete vehicle')
  await expectToast(page, 'Vehicle deleted')
  await expect(page).toHaveURL('/')
  await openPage(page, `/vehicles/${id}`, 'Vehicle not found.')
  await openPage(page, '/vehicles/none', the.heading('Vehicle not found.'))
})

test('odometer readings are listed, charted, and never decrease', async ({ page }) => {
  const { id } = await addCar(page.request)
  await page.goto(`/vehicles/${id}`)
  const miles = page.getByLabel('Odometer', { exact: true })
  const add = async (shown: string, date?: string) => {
    await miles.fill(shown)
    if (date) await fillIn(page, { 'Date of reading': date })
    await press(page, 'Add reading')
  }
  await add('many')
  await see(page, 'Please enter the miles as a whole number, for example 45200')
  await add('45,200', '2026-03-01')
  await expectToast(page, 'Odometer reading saved', '45,200 mi')
  await expect(page.getByRole('listitem').filter({ hasText: 'Sun, Mar 1, 2026' })).toContainText(
    '45,200 mi',
  )
  await add('45100')
  await see(
    page,
    'It already read 45,200 mi on Sun, Mar 1, 2026. Please check the miles and the date.',
  )
  await expectAccessible(page)
  await add('46000', '2026-04-01')
  await see(page, the.first('46,000 mi'))
  const line = page.getByRole('img', { name: /^From/ })
  await expect(line).toHaveCount(0)
  await add('47000', '2026-05-01')
  await expect(line).toHaveAccessibleName('From 45,200 mi in Mar 2026 to 47,000 mi in May 2026')

  await add('1e5')
  await see(page, 'Please enter the miles as a whole number, for example 45200')
  await press(page, 'Correct the reading of Fri, May 1, 2026')
  const dialog = page.getByRole('dialog')
  await fillIn(dialog, { Odometer: '46,500' })
  await expectAccessible(page)
  await press(dialog, 'Save reading')
  await expectToast(page, 'Odometer reading saved', '46,500 mi')
  await press(page, 'Correct the reading of Fri, May 1, 2026')
  await press(dialog, 'Remove reading', 'Remove reading')
  await expectToast(page, 'Reading removed', 'Fri, May 1, 2026')
  await expect(line).toHaveCount(0)
})

test('a car without data shows a message', async ({ page }) => {
  const vehicle = await addCar(page.request)
  await withoutFirstAnswers(page)
  await page.route(`**/api/vehicles/${vehicle.id}`, (route) =>
    route.fulfill({ json: { ...vehicle, oilType: null, engine: null, trim: null, fuel: null } }),
  )
  await openPage(page, `/vehicles/${vehicle.id}`, the.text('Vehicle Details Coming Soon'))
  await page.unroute(`**/api/vehicles/${vehicle.id}`)
  await page.reload()
  await see(page, the.heading('Oil', { exact: true }))
  await seeNone(page, 'Vehicle Details Coming Soon')
})

test("a technician's measurement outweighs an estimate, but not known data", async ({ page }) => {
  const vehicle = await addCar(page.request)
  await withoutFirstAnswers(page)
  const show = async (confidence: string) => {
    const known = { ...vehicle, oilCapacity: 4.5, capacitySource: 'curated', confidence }
    await page.route(`**/api/vehicles/${vehicle.id}`, (route) =>
      route.fulfill({ json: { ...known, measuredQuarts: 4.8 } }),
    )
    await openPage(page, `/vehicles/${vehicle.id}`, /Measured by your technician: 4\.8 qt\./)
  }
  await show('low')
  await see(page, the.text('4.8 quarts'))
  await show('high')
  await see(page, the.text('4.5 quarts'))
})

test('an electric car needs no oil', async ({ page }) => {
  const body = { make: 'Tesla', model: 'Model 3', year: '2019', licensePlate: 'VOLT 1' }
  const { id } = await call(page.request, 'POST /api/vehicles', { body })
  await page.goto(`/vehicles/${id}`)
  const words = "2019 Tesla Model 3 is fully electric and doesn't need an oil change."
  await see(page, words)
  await seeNone(page, the.heading('Next service'))
  await openPage(page, '/booking', words, the.link('Find it by VIN'))
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
  await press(page, 'Look Up VIN')
  await see(page, 'Good news: no oil to change')
  await seeNone(page, 'Vehicle Not Found')
})

test('a car with a history shows when it is due, and why', async ({ page }) => {
  await signInAs(page.request, 'customer')
  const { today } = await call(page.request, 'GET /api/config')
  const cars = await call(page.request, 'GET /api/vehicles')
  const car = cars.find(({ model }) => model === 'CR-V')
  if (!car) throw new Error('The demo customer has no CR-V')
  // A plan would name its own date.
  for (const { id, vehicleId } of await call(page.request, 'GET /api/subscriptions'))
    if (vehicleId === car.id)
      await call(page.request, 'POST /api/subscriptions/{id}/cancel', { params: { id }, body: {} })
  const next = nextService(car, today)
  if (next.state !== 'ahead') throw new Error('The demo car is due')
  const short = formatMonth(next.date, { short: true })
  await openPage(page, '/', `Due about ${short} or `)
  await openPage(page, `/vehicles/${car.id}`, `About ${formatMonth(next.date)}`)
  const limit = formatDay(next.byDate, { year: true })
  await see(page, /The car then reaches [\d,]+0 mi\./, /You drive about [\d,]+0 mi a month\./)
  // One date only: the miles come first.
  await expect(page.getByText(limit)).toHaveCount(0)
  await expect(page.getByRole('meter', { name: 'Oil life' })).toHaveAttribute(
    'aria-valuenow',
    String(Math.round((1 - next.used) * 100)),
  )
  const jobs = await call(page.request, 'GET /api/vehicles/{id}/jobs', { params: { id: car.id } })
  const visits = page.getByRole('listitem').filter({ hasText: /FQ-\d+/ })
  await expect(visits).toHaveCount(jobs.length)
  await expect(visits.first()).toContainText(jobs[0]?.number ?? '')
  await press(visits.first(), the.link('Receipt'))
  await expect(page).toHaveURL(`/receipt/${jobs[0]?.id}`)
})
