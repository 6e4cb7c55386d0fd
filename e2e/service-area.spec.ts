import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillIn, openAs, openPage, press, see, seeNone, the } from './actions.ts'
import { call, homeAddress, mailedCode, newEmail } from './calls.ts'
import { expect, test } from './server.ts'
import { answerOf, freeTimes, nextStep } from './steps.ts'
import { assign, placesBeside, signUpWithCars } from './visits.ts'

const chicago = '2001 N Clark St, Chicago, IL 60614'
const outside =
  'Outside our usual area: this will be a request, and no time is held until we confirm it'

const address = (page: Page) => page.getByLabel('Street address')
const zipCode = (page: Page) => page.getByLabel('ZIP code')

test('the page shows whether we serve a ZIP code, without layout shift', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry')
  await page.goto('/booking')
  await answerOf(page, 'Where is the car?').click()
  const below = page.getByLabel(/How do we get to the car/)
  const top = async () => (await below.boundingBox())?.y
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await address(page).fill('12 Elm Street')
    await zipCode(page).fill('')
    await see(page, 'Add the ZIP code to see')
    const before = await top()
    await zipCode(page).fill('78701')
    await see(page, 'We come to 78701')
    await expect(page.getByLabel('City')).toHaveValue('Austin')
    await expect(page.getByLabel('State')).toHaveValue('TX')
    expect(await top()).toBe(before)
    await zipCode(page).fill('60614')
    await expect(page.locator('[aria-live=polite]', { hasText: outside })).toBeVisible()
    await expect(page.getByLabel('City')).toHaveValue('Chicago')
    expect(await top()).toBe(before)
  }
  await expectAccessible(page)
})

test('a visit outside the area is a request until confirmed', async ({ page, newPage }) => {
  const van = await newPage('technician')
  await signUpWithCars(page.request, 'Camry')
  const visits = await call(van.request, 'GET /api/jobs/technician')
  const { last: place } = await placesBeside(visits, page.request)
  await page.goto('/booking')
  await page.getByRole('group', { name: 'Which day?' }).locator(`[value="${place.date}"]`).check()
  await freeTimes(page)
    .and(page.locator(`[value="${place.time}"]`))
    .click()
  await address(page).fill(chicago)
  await page.getByLabel(/How do we get to the car/).fill('Gate 4711')
  await press(page, 'Submit Booking')
  await see(page, the.heading('Request received'), 'we confirm by phone or e-mail')
  await seeNone(page, the.link(/on a card/))
  await expectAccessible(page)
  const [job] = await call(page.request, 'GET /api/jobs/customer')
  await press(page, the.link('View orders'))
  const row = page.getByRole('listitem').filter({ hasText: job?.number })
  await see(row, the.text('Request'), 'To the car: Gate 4711')
  await seeNone(row, the.link('Add a card'))

  const office = await newPage()
  await openAs(office, 'admin', '/')
  const requests = office.getByRole('region', { name: 'Requests outside the area' })
  await expect(requests.getByRole('listitem').filter({ hasText: job?.number })).toContainText(
    chicago,
  )
  await press(requests, `Decline ${job?.number}`)
  await office.getByRole('button', { name: 'Decline', exact: true }).last().click()
  await see(office, 'Please give a reason for the cancellation.')
  await press(office, 'Keep it')
  await expectAccessible(office)
  await office.goto(`/schedule?date=${job?.scheduledDate}`)
  const visit = office.getByRole('article').filter({ hasText: job?.number })
  await see(visit, the.text('Request'))
  await expectAccessible(office)
  await openPage(office, `/admin/jobs/${job?.id}`, the.button(`Confirm ${job?.number}`))
  await office.goBack()
  await press(visit, `Confirm ${job?.number}`)
  // Chicago is too far to drive.
  await press(office.getByRole('dialog'), 'Plan it anyway')
  await see(office, the.first(the.text(`${job?.number} is confirmed`)))
  await see(visit, the.text('Scheduled'))
  await seeNone(visit, the.button(/^Confirm/))

  const id = job?.id ?? ''
  const { id: technicianId } = await call(van.request, 'GET /api/auth/user')
  await assign(office.request, id, technicianId)
  await openPage(van, `/job/${id}`, 'How to get to the car', 'Gate 4711')

  await page.reload()
  await see(row, the.text('Assigned'), the.link('Add a card'))
})

test('days with visits close by are marked', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry')
  await page.goto('/booking')
  const marked = page
    .getByRole('group', { name: 'Which day?' })
    .getByRole('radio', { name: /We're nearby this day/ })
  await expect(freeTimes(page).first()).toBeVisible()
  await expect(marked).toHaveCount(0)
  await answerOf(page, 'Where is the car?').click()
  await address(page).fill(homeAddress)
  await answerOf(page, 'Day and time').click()
  // The demo has visits around Austin in the coming days.
  await expect(marked.first()).toBeVisible()
  await marked.first().check()
  await see(page, "We're nearby this day")
  await answerOf(page, 'Where is the car?').click()
  await address(page).fill('85 Pike St, Seattle, WA 98101')
  await answerOf(page, 'Day and time').click()
  await expect(marked).toHaveCount(0)
})

test('a guest sees it too, and the form is restored after a reload', async ({ page }) => {
  const email = newEmail('far')
  await page.goto('/guest-booking')
  await fillIn(page, { VIN: '4T1BF1FK6CU012345' }, 'Look Up VIN')
  await see(page, 'Vehicle Found!')
  await fillIn(page, { 'License plate': 'FAR 1' })
  await nextStep(page).click()
  await page.getByRole('checkbox', { name: /Wiper blades/ }).check()
  await see(page, the.first('$169.98'))
  await nextStep(page).click()
  const time = await freeTimes(page).last().inputValue()
  await freeTimes(page).last().click()
  await address(page).fill(chicago)
  await see(page, outside)
  await page.getByLabel(/How do we get to the car/).fill('Gate 4711')
  await nextStep(page).click()
  await fillIn(page, { Name: 'Fay Far', 'E-mail': email, Phone: '(555) 010-7788' })
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Fay Far')
  await answerOf(page, 'Which car?').click()
  await expect(page.getByLabel('Model')).toHaveValue('Camry')
  await see(page, 'Vehicle Found!')
  await answerOf(page, 'Package').click()
  await expect(page.getByRole('checkbox', { name: /Wiper blades/ })).toBeChecked()
  await answerOf(page, 'Day and time').click()
  await expect(page.getByRole('radio', { checked: true }).nth(1)).toHaveValue(time)
  await press(page, 'Email me a code')
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.reload()
  await page.getByLabel('Code').fill(await mailedCode(page.request, email))
  await press(page, 'Submit Booking')
  await see(page, the.heading('Request received'), 'To the car: Gate 4711', the.first('$169.98'))
  await expectAccessible(page)
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('guest')
})
