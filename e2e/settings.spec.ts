import type { APIRequestContext, Page } from '@playwright/test'
import { expectReadableColors, expectSound } from './accessible.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { formatSlot } from '#shared/texts/format.ts'
import { addCar, bookPlace, call, enterAs, openPlaces, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'
import { holdToasts } from './toasts.ts'

const houston = '77002'

test.beforeEach(({ page }) => holdToasts(page))
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

async function bookIn(customer: APIRequestContext, zip: string) {
  const { id: vehicleId } = await addCar(customer)
  const place = (await openPlaces(customer)).at(-1)
  return call(customer, 'POST /api/jobs', {
    body: {
      vehicleId,
      scheduledDate: place?.date,
      scheduledTime: place?.time,
      serviceAddress: `500 Main Street, Houston, TX ${zip}`,
    },
  })
}

const expectToast = (page: Page, title: string) =>
  expect(page.getByRole('region', { name: /^Notifications/ }).getByText(title)).toBeVisible()

test('a core spot is added by its ZIP code, counts for a booking, and is removed', async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = (await browser.newContext({ baseURL: baseURL ?? '' })).request
  await signUp(customer, 'customer')
  expect(await bookIn(customer, houston)).toMatchObject({ needsConfirmation: true })
  await enterAs(page.request, 'admin')
  await page.goto('/admin/settings')
  await expect(page.getByRole('tab', { name: 'Core Spots' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('img', { name: /Map of your core spots/ })).toBeVisible()
  await expectSound(page)

  await page.getByRole('button', { name: 'Add core spot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add core spot' })
  await dialog.getByLabel('Name').fill('Houston')
  await dialog.getByLabel('Address').fill(houston)
  await dialog.getByLabel('Address').press('Tab')
  await expect(dialog.getByLabel('Latitude')).toHaveValue(/^29\.7/)
  await expect(dialog.getByText(/ZIP codes · \d+ customers? · /)).toBeVisible()
  await dialog.getByLabel('Latitude').fill('129')
  await dialog.getByRole('button', { name: 'Add core spot' }).click()
  await expect(dialog.getByLabel('Latitude')).toHaveAccessibleDescription(
    'Please enter a latitude from -90 to 90',
  )
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Find the coordinates' }).click()
  await expect(dialog.getByLabel('Latitude')).toHaveValue(/^29\.7/)
  await dialog.getByRole('button', { name: 'Add core spot' }).click()
  await expectToast(page, 'Core spot added')
  expect(await bookIn(customer, houston)).toMatchObject({ needsConfirmation: false })

  await page.getByRole('button', { name: 'Delete Houston' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Houston?' })
  await expect(question).toContainText(/ZIP codes are outside then/)
  await expect(question).toContainText('and 1 visit ahead')
  await question.getByRole('button', { name: 'Delete core spot' }).click()
  await expectToast(page, 'Core spot deleted')
  await expect(page.getByRole('button', { name: 'Delete Houston' })).toBeHidden()
  expect(await bookIn(customer, houston)).toMatchObject({ needsConfirmation: true })
})

test('changed service days reach customers who book, and are reverted', async ({
  page,
  browser,
  baseURL,
}) => {
  await enterAs(page.request, 'admin')
  await page.goto('/admin/settings')
  await page.getByLabel('Find a setting').fill('service days')
  await page.getByRole('link', { name: 'Service days and times' }).click()
  const hours = card(page, 'Days and hours')
  await expect(hours).toBeVisible()
  await expectSound(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  const save = hours.getByRole('button', { name: 'Save: Days and hours' })
  for (const day of ['Monday', 'Wednesday', 'Friday'])
    await hours.getByRole('checkbox', { name: `${day}, whole day` }).uncheck()
  await hours.getByLabel('Latest booking').fill('400')
  await save.click()
  await expect(hours.getByLabel('Latest booking')).toHaveAccessibleDescription(
    'Please enter a whole number from 7 to 365.',
  )
  await hours.getByLabel('Latest booking').fill('60')

  // An open page updates without a reload.
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await save.click()
  await expectToast(page, 'Saved')
  await expect(hours.getByText(/^Changed by /)).toBeVisible()
  const open = new Set((await openPlaces(visitor.request)).map(({ date }) => weekday(date)))
  expect(open).toEqual(new Set(['Tue', 'Thu', 'Sat']))
  await visitor.goto('/contact')
  await expect(visitor.getByText('Tuesday, Thursday, Saturday').first()).toBeVisible()

  await page.getByRole('tab', { name: 'Changes' }).click()
  const change = page.getByRole('listitem').filter({ hasText: 'Latest booking: 90 → 60' }).first()
  await expect(change).toContainText(
    'Service days and times: Monday to Saturday → Tuesday, Thursday, Saturday',
  )
  await expectSound(page)
  await change.getByRole('button', { name: /^Take back/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expectToast(page, 'Taken back')
  await expect(page.getByText('Was taken back').first()).toBeVisible()
  expect(await call(page.request, 'GET /api/config')).toMatchObject({
    serviceDays: [1, 2, 3, 4, 5, 6],
  })
})

test('a shorter Saturday is saved after reviewing its visits, and reaches open booking pages at once', async ({
  page,
  browser,
  baseURL,
}) => {
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await signUp(visitor.request, 'customer')
  const afternoon = (await openPlaces(visitor.request)).findLast(
    ({ date, time }) => weekday(date) === 'Sat' && time === slotLabel(4),
  )!
  const visit = await bookPlace(visitor.request, afternoon)
  await addCar(visitor.request, 'Corolla')
  await visitor.goto('/booking')
  await visitor.getByRole('radio', { name: 'Toyota Corolla' }).click()
  await visitor.locator(`input[type=radio][value="${afternoon.date}"]`).check()
  const times = visitor.getByRole('group', { name: 'What time?' }).getByRole('radio')
  await expect(times).toHaveCount(5)

  await enterAs(page.request, 'admin')
  await page.goto('/admin/settings?tab=system#hours')
  const hours = card(page, 'Days and hours')
  const box = (time: number) =>
    hours.getByRole('checkbox', { name: `Saturday, ${formatSlot(slotLabel(time))}` })
  const wholeDay = hours.getByRole('checkbox', { name: 'Saturday, whole day' })
  await wholeDay.focus()
  await page.keyboard.press('ArrowRight')
  await expect(box(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  for (const time of [3, 4, 5]) {
    await expect(box(time)).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
  }
  await expect(wholeDay).toHaveJSProperty('indeterminate', true)
  await expect(hours.getByText('Mon–Fri 8:00 AM – 5:00 PM, Sat 8:00 – 10:30 AM')).toBeVisible()
  const row = hours
    .getByRole('region', { name: 'Visits in this time' })
    .getByRole('listitem')
    .filter({ hasText: visit.number })
  await expect(row).toContainText(/Next free time: /)
  await expectSound(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await row.getByRole('button', { name: `Move ${visit.number}` }).click()
  const move = page.getByRole('dialog', { name: 'Move this visit' })
  await expect(move.getByRole('radio', { name: formatSlot(slotLabel(1)) })).toBeVisible()
  await move.getByRole('button', { name: 'Keep it' }).click()
  await hours.getByRole('button', { name: 'Save: Days and hours' }).click()
  await expectToast(page, 'Saved')

  // The open page updates without a reload.
  await expect(times).toHaveCount(2)
  await visitor.goto('/contact')
  await expect(visitor.getByText('Saturday, 8:00 – 10:30 AM')).toBeVisible()
  const stranger = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await stranger.goto('/contact')
  await expect(stranger.getByText('Saturday, 8:00 – 10:30 AM')).toBeVisible()
  await expectFits(stranger)
  await stranger.goto('/')
  await expect(
    stranger.getByText('Open Mon–Fri 8:00 AM – 5:00 PM, Sat 8:00 – 10:30 AM').first(),
  ).toBeVisible()
  await expectFits(stranger)
  await page.goto('/')
  const closed = page.getByRole('region', { name: 'Visits at closed times' })
  await expect(closed).toBeVisible()
  // On a busy Saturday it is one of many.
  const more = page.getByRole('button', { name: /^Show \d+ more: Visits at closed times/ })
  if (await more.isVisible()) await more.click()
  await expect(closed.getByText(visit.number)).toBeVisible()

  await page.goto('/admin/settings?tab=changes')
  const change = page.getByRole('listitem').filter({ hasText: 'Sat 8:00 – 10:30 AM' }).first()
  await expect(change).toContainText(
    'Service days and times: Monday to Saturday → Mon–Fri 8:00 AM – 5:00 PM, Sat 8:00 – 10:30 AM',
  )
  await change.getByRole('button', { name: /^Take back/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expectToast(page, 'Taken back')
})

const weekday = (date: string) =>
  new Date(`${date}T00:00Z`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })

test('a custom message is previewed with a real visit, refused where invalid, and mailed', async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = (await browser.newContext({ baseURL: baseURL ?? '' })).request
  const { email } = await signUp(customer, 'customer')
  const visit = await bookIn(customer, '77002')
  await enterAs(page.request, 'admin')
  await page.goto('/admin/settings?tab=messages')
  await page.getByRole('button', { name: 'Edit Visit cancelled, e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Visit cancelled, e-mail' })
  const preview = dialog.getByRole('region', { name: 'Preview' })
  const words = dialog.getByLabel('Words')
  await expect(preview).toContainText(/Your visit FQ-\d+ on .* is cancelled\./)
  await dialog.getByLabel('Subject').fill('Bye {customer}')
  await words.fill('Come back, {custmer}!')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(words).toHaveAccessibleDescription('There is no placeholder {custmer}.')
  await words.fill('Come back, {customer}!')
  await expect(words).toHaveAccessibleDescription(/^Please keep \{details\}/)
  await words.fill('Come back, {customer}!\n\n{details}')
  await expect(preview).toContainText('Come back, ')
  await expectSound(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await dialog.getByRole('button', { name: 'Mail it to me' }).click()
  await expect(dialog.getByRole('button', { name: 'Mail it to me' })).not.toHaveAttribute(
    'aria-busy',
    'true',
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Your words')).toBeVisible()

  await call(customer, 'POST /api/jobs/{id}/cancel', {
    params: { id: visit.id },
    body: { reason: 'Sold the car' },
  })
  await expect(async () => {
    const sent = await call(page.request, 'GET /api/demo/outbox')
    const mail = sent.find(
      ({ recipient, subject }) => recipient === email && /Bye Pat/.test(subject ?? ''),
    )
    expect(mail?.body).toContain('Come back, Pat!')
    expect(mail?.body).toContain('is cancelled')
    expect(
      sent.some(({ recipient, body }) => recipient !== email && body.includes('Come back, ')),
    ).toBe(true)
  }).toPass()

  await page.getByRole('button', { name: 'Edit Visit cancelled, e-mail' }).click()
  await dialog.getByRole('button', { name: 'Restore the built-in text' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your words')).toBeHidden()
  await page.getByRole('tab', { name: 'Changes' }).click()
  await expect(page.getByText(/Visit cancelled, e-mail: built-in words →/)).toBeVisible()
})
