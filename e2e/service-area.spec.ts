import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addCar, call, enterAs, homeAddress, mailedCode, newEmail, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { answerOf, nextStep } from './steps.ts'
import { placesBeside } from './visits.ts'

const chicago = '2001 N Clark St, Chicago, IL 60614'
const outside =
  'Outside our usual area: this will be a request, and no time is held until we confirm it'

const address = (page: Page) => page.getByLabel('Street address')
const zipCode = (page: Page) => page.getByLabel('ZIP code')
const freeTimes = (page: Page) =>
  page.getByRole('group', { name: 'What time?' }).getByRole('radio').and(page.locator(':enabled'))

test('the page shows whether we serve a ZIP code as soon as it is typed, without layout shift', async ({
  page,
}) => {
  await signUp(page.request, 'customer')
  await addCar(page.request)
  await page.goto('/booking')
  await answerOf(page, 'Where is the car?').click()
  const below = page.getByLabel(/How do we get to the car/)
  const top = async () => (await below.boundingBox())?.y
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await address(page).fill('12 Elm Street')
    await zipCode(page).fill('')
    await expect(page.getByText('Add the ZIP code to see')).toBeVisible()
    const before = await top()
    await zipCode(page).fill('78701')
    await expect(page.getByText('We come to 78701')).toBeVisible()
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

test('a visit outside the area is a request until the office confirms it', async ({
  page,
  browser,
  server,
}) => {
  const van = await (await browser.newContext({ baseURL: server.url })).newPage()
  await enterAs(van.request, 'technician')
  await signUp(page.request, 'customer')
  await addCar(page.request)
  const visits = await call(van.request, 'GET /api/jobs/technician')
  const { last: place } = await placesBeside(visits, page.request)
  await page.goto('/booking')
  await page.getByRole('group', { name: 'Which day?' }).locator(`[value="${place.date}"]`).check()
  await freeTimes(page)
    .and(page.locator(`[value="${place.time}"]`))
    .click()
  await address(page).fill(chicago)
  await page.getByLabel(/How do we get to the car/).fill('Gate 4711')
  await page.getByRole('button', { name: 'Submit Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Request received' })).toBeVisible()
  await expect(page.getByText('we confirm by phone or e-mail')).toBeVisible()
  await expect(page.getByRole('link', { name: /on a card/ })).toHaveCount(0)
  await expectAccessible(page)
  const [job] = await call(page.request, 'GET /api/jobs/customer')
  await page.getByRole('link', { name: 'View orders' }).click()
  const row = page.getByRole('listitem').filter({ hasText: job?.number })
  await expect(row.getByText('Request', { exact: true })).toBeVisible()
  await expect(row.getByText('To the car: Gate 4711')).toBeVisible()
  await expect(row.getByRole('link', { name: 'Add a card' })).toHaveCount(0)

  const office = await (await browser.newContext({ baseURL: server.url })).newPage()
  await enterAs(office.request, 'admin')
  await office.goto('/')
  const requests = office.getByRole('region', { name: 'Requests outside the area' })
  await expect(requests.getByRole('listitem').filter({ hasText: job?.number })).toContainText(
    chicago,
  )
  await requests.getByRole('button', { name: `Decline ${job?.number}` }).click()
  await office.getByRole('button', { name: 'Decline', exact: true }).last().click()
  await expect(office.getByText('Please give a reason for the cancellation.')).toBeVisible()
  await office.getByRole('button', { name: 'Keep it' }).click()
  await expectAccessible(office)
  await office.goto(`/schedule?date=${job?.scheduledDate}`)
  const visit = office.getByRole('article').filter({ hasText: job?.number })
  await expect(visit.getByText('Request', { exact: true })).toBeVisible()
  await expectAccessible(office)
  await office.goto(`/admin/jobs/${job?.id}`)
  await expect(office.getByRole('button', { name: `Confirm ${job?.number}` })).toBeVisible()
  await office.goBack()
  await visit.getByRole('button', { name: `Confirm ${job?.number}` }).click()
  await expect(
    office.getByText(`${job?.number} is confirmed`, { exact: true }).first(),
  ).toBeVisible()
  await expect(visit.getByText('Scheduled', { exact: true })).toBeVisible()
  await expect(visit.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
  await office.context().close()

  const id = job?.id ?? ''
  await call(van.request, 'POST /api/jobs/{id}/claim', { params: { id } })
  await van.goto(`/job/${id}`)
  await expect(van.getByText('How to get to the car')).toBeVisible()
  await expect(van.getByText('Gate 4711')).toBeVisible()
  await van.context().close()

  await page.reload()
  await expect(row.getByText('Assigned', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: 'Add a card' })).toBeVisible()
})

test('days with visits close by are marked', async ({ page }) => {
  await signUp(page.request, 'customer')
  await addCar(page.request)
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
  await expect(page.getByText("We're nearby this day")).toBeVisible()
  await answerOf(page, 'Where is the car?').click()
  await address(page).fill('85 Pike St, Seattle, WA 98101')
  await answerOf(page, 'Day and time').click()
  await expect(marked).toHaveCount(0)
})

test('a guest is told too, and the form is restored after a reload', async ({ page }) => {
  const email = newEmail('far')
  await page.goto('/guest-booking')
  await page.getByLabel('VIN').fill('4T1BF1FK6CU012345')
  await page.getByRole('button', { name: 'Look Up VIN' }).click()
  await expect(page.getByText('Vehicle Found!')).toBeVisible()
  await page.getByLabel('License plate').fill('FAR 1')
  await nextStep(page).click()
  await page.getByRole('checkbox', { name: /Wiper blades/ }).check()
  await expect(page.getByText('$169.98').first()).toBeVisible()
  await nextStep(page).click()
  const time = await freeTimes(page).last().inputValue()
  await freeTimes(page).last().click()
  await address(page).fill(chicago)
  await expect(page.getByText(outside)).toBeVisible()
  await page.getByLabel(/How do we get to the car/).fill('Gate 4711')
  await nextStep(page).click()
  await page.getByLabel('Name').fill('Fay Far')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Phone').fill('(555) 010-7788')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Fay Far')
  await answerOf(page, 'Which car?').click()
  await expect(page.getByLabel('Model')).toHaveValue('Camry')
  await expect(page.getByText('Vehicle Found!')).toBeVisible()
  await answerOf(page, 'Package').click()
  await expect(page.getByRole('checkbox', { name: /Wiper blades/ })).toBeChecked()
  await answerOf(page, 'Day and time').click()
  await expect(page.getByRole('radio', { checked: true }).nth(1)).toHaveValue(time)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.reload()
  await page.getByLabel('Code').fill(await mailedCode(page.request, email))
  await page.getByRole('button', { name: 'Submit Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Request received' })).toBeVisible()
  await expect(page.getByText('To the car: Gate 4711')).toBeVisible()
  await expect(page.getByText('$169.98').first()).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('guest')
})
