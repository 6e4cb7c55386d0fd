import type { APIRequestContext, Page } from '@playwright/test'
import { formatSlot } from '#shared/texts/format.ts'
import { expectSound } from './accessible.ts'
import {
  fillIn,
  holdToasts,
  openAs,
  openPage,
  press,
  see,
  seeIn,
  seeToast,
  the,
} from './actions.ts'
import { addCar, bookTime, call, openTimes, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'
import { timeOf } from './steps.ts'
import { cancelVisit, anOpenTime } from './visits.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const houston = '77002'

test.beforeEach(({ page }) => holdToasts(page))
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const bookIn = async (customer: APIRequestContext, zip: string) => {
  const serviceAddress = `500 Main Street, Houston, TX ${zip}`
  return bookTime(customer, await anOpenTime(customer, -1, serviceAddress), { serviceAddress })
}

test('a core spot is added, counts for a booking, and is removed', async ({
  page,
  request: customer,
}) => {
  await signUp(customer, 'customer')
  expect(await bookIn(customer, houston)).toMatchObject({ needsConfirmation: true })
  await openAs(page, 'admin', '/admin/settings')
  await expect(page.getByRole('tab', { name: 'Core Spots' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('img', { name: /Map of your core spots/ })).toBeVisible()
  await expectSound(page)

  await press(page, 'Add core spot')
  const dialog = page.getByRole('dialog', { name: 'Add core spot' })
  await fillIn(dialog, { Name: 'Houston', Address: houston })
  await dialog.getByLabel('Address').press('Tab')
  await expect(dialog.getByLabel('Latitude')).toHaveValue(/^29\.7/)
  await see(dialog, /ZIP codes · \d+ customers? · /)
  await fillIn(dialog, { Latitude: '129' }, 'Add core spot')
  await expect(dialog.getByLabel('Latitude')).toHaveAccessibleDescription(
    'Please enter a latitude from -90 to 90',
  )
  await expectSound(page)
  await press(dialog, 'Find the coordinates')
  await expect(dialog.getByLabel('Latitude')).toHaveValue(/^29\.7/)
  await press(dialog, 'Add core spot')
  await seeToast(page, 'Core spot added')
  expect(await bookIn(customer, houston)).toMatchObject({ needsConfirmation: false })

  await press(page, 'Delete Houston')
  const question = page.getByRole('dialog', { name: 'Delete Houston?' })
  await seeIn(question, /ZIP codes would be outside/, 'and 1 upcoming visit')
  await press(question, 'Delete core spot')
  await seeToast(page, 'Core spot deleted')
  await expect(page.getByRole('button', { name: 'Delete Houston' })).toBeHidden()
  expect(await bookIn(customer, houston)).toMatchObject({ needsConfirmation: true })
})

test('changed service days reach customers, and are reverted', async ({ page, newPage }) => {
  await openAs(page, 'admin', '/admin/settings')
  await fillIn(page, { 'Find a setting': 'service days' }, the.link('Service days and times'))
  const hours = card(page, 'Days and hours')
  await expect(hours).toBeVisible()
  await expectSound(page, { dark: true })
  const save = hours.getByRole('button', { name: 'Save: Days and hours' })
  for (const day of ['Monday', 'Wednesday', 'Friday'])
    await hours.getByRole('checkbox', { name: `${day}, whole day` }).uncheck()
  await fillIn(hours, { 'Latest booking': '400' })
  await save.click()
  await expect(hours.getByLabel('Latest booking')).toHaveAccessibleDescription(
    'Please enter a whole number from 7 to 365.',
  )
  await fillIn(hours, { 'Latest booking': '60' })

  // An open page updates without a reload.
  const visitor = await newPage()
  await save.click()
  await seeToast(page, 'Saved')
  await see(hours, /^Changed by /)
  const open = new Set((await openTimes(visitor.request)).map(({ date }) => weekday(date)))
  expect(open).toEqual(new Set(['Tue', 'Thu', 'Sat']))
  await openPage(visitor, '/contact', the.first('Tuesday, Thursday, Saturday'))

  await press(page, the.tab('Changes'))
  const change = page.getByRole('listitem').filter({ hasText: 'Latest booking: 90 → 60' }).first()
  await expect(change).toContainText(
    'Service days and times: Monday to Saturday → Tuesday, Thursday, Saturday',
  )
  await expectSound(page, { dark: true })
  await press(change, /^Undo:/)
  await press(page.getByRole('dialog'), 'Undo')
  await seeToast(page, 'Change undone')
  await see(page, the.first('Undone'))
  expect(await call(page.request, 'GET /api/config')).toMatchObject({
    serviceDays: [1, 2, 3, 4, 5, 6],
  })
})

test('a shorter Saturday reaches open booking pages at once', async ({ page, newPage }) => {
  const visitor = await newPage()
  await signUp(visitor.request, 'customer')
  const afternoon = (await openTimes(visitor.request)).findLast(
    ({ date, time }) => weekday(date) === 'Sat' && time === labelAt(4),
  )!
  const visit = await bookTime(visitor.request, afternoon)
  await addCar(visitor.request, 'Corolla')
  await visitor.goto('/booking')
  await press(visitor, the.radio('Toyota Corolla'))
  await visitor.locator(`input[type=radio][value="${afternoon.date}"]`).check()
  const times = visitor.getByRole('group', { name: 'What time?' }).getByRole('radio')
  await expect(times).toHaveCount(5)

  await openAs(page, 'admin', '/admin/settings?tab=system#hours')
  const hours = card(page, 'Days and hours')
  const box = (time: number) =>
    hours.getByRole('checkbox', { name: `Saturday, ${formatSlot(labelAt(time))}` })
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
  await see(hours, 'Mon–Fri 8:00 AM – 5:00 PM, Sat 8:00 – 10:30 AM')
  const row = hours
    .getByRole('region', { name: 'Visits in this time' })
    .getByRole('listitem')
    .filter({ hasText: visit.number })
  await expect(row).toContainText(/Next available time: /)
  await expectSound(page, { dark: true })
  await press(row, `Move ${visit.number}`)
  const move = page.getByRole('dialog', { name: 'Move this visit' })
  await expect(timeOf(move, labelAt(1))).toBeVisible()
  await press(move, 'Keep it')
  await press(hours, 'Save: Days and hours')
  await seeToast(page, 'Saved')

  // The open page updates without a reload.
  await expect(times).toHaveCount(2)
  await openPage(visitor, '/contact', 'Saturday, 8:00 – 10:30 AM')
  const stranger = await newPage()
  await openPage(stranger, '/contact', 'Saturday, 8:00 – 10:30 AM')
  await expectFits(stranger)
  await openPage(stranger, '/', the.first('Open Mon–Fri 8:00 AM – 5:00 PM, Sat 8:00 – 10:30 AM'))
  await expectFits(stranger)
  await page.goto('/')
  const closed = page.getByRole('region', { name: 'Visits at closed times' })
  await expect(closed).toBeVisible()
  // On a busy Saturday it is one of many.
  const more = page.getByRole('button', { name: /^Show \d+ more: Visits at closed times/ })
  if (await more.isVisible()) await more.click()
  await see(closed, visit.number)

  await page.goto('/admin/settings?tab=changes')
  const change = page.getByRole('listitem').filter({ hasText: 'Sat 8:00 – 10:30 AM' }).first()
  await expect(change).toContainText(
    'Service days and times: Monday to Saturday → Mon–Fri 8:00 AM – 5:00 PM, Sat 8:00 – 10:30 AM',
  )
  await press(change, /^Undo:/)
  await press(page.getByRole('dialog'), 'Undo')
  await seeToast(page, 'Change undone')
})

const weekday = (date: string) =>
  new Date(`${date}T00:00Z`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })

test('a custom message is previewed, checked and mailed', async ({ page, request: customer }) => {
  const { email } = await signUp(customer, 'customer')
  const visit = await bookIn(customer, '77002')
  await openAs(page, 'admin', '/admin/settings?tab=messages')
  await press(page, 'Edit Visit cancelled, e-mail')
  const dialog = page.getByRole('dialog', { name: 'Visit cancelled, e-mail' })
  const preview = dialog.getByRole('region', { name: 'Preview' })
  const words = dialog.getByLabel('Words')
  await expect(preview).toContainText(/Your visit FQ-\d+ on .* is cancelled\./)
  await fillIn(dialog, { Subject: 'Bye {customer}' })
  await words.fill('Come back, {custmer}!')
  await press(dialog, 'Save')
  await expect(words).toHaveAccessibleDescription('There is no placeholder {custmer}.')
  await words.fill('Come back, {customer}!')
  await expect(words).toHaveAccessibleDescription(/^Please keep \{details\}/)
  await words.fill('Come back, {customer}!\n\n{details}')
  await expect(preview).toContainText('Come back, ')
  await expectSound(page, { dark: true })
  await press(dialog, 'Mail it to me')
  await expect(dialog.getByRole('button', { name: 'Mail it to me' })).not.toHaveAttribute(
    'aria-busy',
    'true',
  )
  await press(dialog, 'Save')
  await expect(dialog).toBeHidden()
  await see(page, 'Your words')

  await cancelVisit(customer, visit.id, 'Sold the car')
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

  await press(page, 'Edit Visit cancelled, e-mail')
  await press(dialog, 'Restore the built-in text', 'Save')
  await expect(page.getByText('Your words')).toBeHidden()
  await press(page, the.tab('Changes'))
  await see(page, /Visit cancelled, e-mail: built-in words →/)
})
