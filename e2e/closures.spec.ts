import type { APIRequestContext } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { expectSound } from './accessible.ts'
import { fillIn, holdToasts, press, see, seeNone, the } from './actions.ts'
import { bookTime, signInAs, openTimes, signUp } from './calls.ts'
import { expect, test } from './server.ts'

const read = async <Answer>(office: APIRequestContext, path: string) =>
  (await (await office.get(path)).json()) as Answer

/** A day on which a new customer's three visits are the only ones. */
async function dayWithVisits(customer: APIRequestContext, office: APIRequestContext) {
  await signUp(customer, 'customer')
  const places = await openTimes(customer)
  for (const date of new Set(places.map((place) => place.date))) {
    const open = places.filter((place) => place.date === date)
    const visits = await read<Job[]>(office, `/api/admin/jobs?date=${date}`)
    if (open.length < 4 || visits.length > 0) continue
    for (const place of open.slice(0, 3)) await bookTime(customer, place)
    return date
  }
  throw new Error('Every day has visits')
}

test('a day is blocked after moving its visits, and reports a new one', async ({
  page,
  newPage,
}) => {
  await holdToasts(page)
  const customer = await newPage()
  await signInAs(page.request, 'admin')
  const date = await dayWithVisits(customer.request, page.request)
  await page.goto(`/schedule?date=${date}`)
  await press(page, 'Block Entire Day')
  const dialog = page.getByRole('dialog')
  const rows = dialog.getByRole('region', { name: 'Visits in this time' }).getByRole('listitem')
  await expect(rows.first()).toContainText(/Next available time: /)
  await expectSound(page, { dark: true })
  await expect(rows).toHaveCount(3)
  await press(dialog, 'Cancel')
  await see(page, the.button('Block Entire Day'))
  await press(page, 'Block Entire Day')
  await expect(rows).toHaveCount(3)

  // One by hand: the proposed time is preselected, and times of this day are not offered.
  await press(rows.first(), /^Move /)
  const move = page.getByRole('dialog', { name: 'Move this visit' })
  await press(move, /^Move to /)
  await expect(move).toBeHidden()
  await expect(rows).toHaveCount(2)
  await press(dialog, 'Move all to the proposed times')
  await expect(rows).toHaveCount(0)
  const jobs = await read<Job[]>(page.request, `/api/admin/jobs?date=${date}`)
  expect(jobs).toEqual([])

  // A customer books at this moment, and the dialog does not learn of it.
  let blocked = false
  await page.route('**/api/admin/block-range/visits*', (route) =>
    blocked ? route.continue() : route.abort(),
  )
  await page.route('**/api/admin/block-day', (route) => {
    blocked = true
    return route.continue()
  })
  const place = (await openTimes(customer.request)).find((one) => one.date === date)
  const late = place && (await bookTime(customer.request, place))
  await fillIn(dialog, { Reason: 'Company outing' }, 'Block Entire Day')
  await see(page, the.first(the.text('1 visit was just booked')))
  await press(page, the.first(the.button('Show')))
  await see(dialog, late?.number ?? '')
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const closures = page.getByRole('region', { name: 'Upcoming closures' })
  await see(closures, the.text('Company outing'))
  await press(page, 'Unblock Day')
  await press(dialog, 'Unblock Day')
  await see(page, the.first('Day schedule updated successfully'))
  await seeNone(closures, the.text('Company outing'))
})

test('a holiday of several days is closed, edited and reopened', async ({ page }) => {
  await signInAs(page.request, 'admin')
  const { today } = await read<{ today: string }>(page.request, '/api/config')
  const from = addDays(today, 40)
  await page.goto('/schedule')
  await press(page, 'Close days')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name/).fill('Winter break')
  await fillIn(dialog, { 'First day': from, 'Last day': addDays(from, -1) }, 'Block these times')
  await see(dialog, 'The last day is before the first one.')
  await fillIn(dialog, { 'Last day': addDays(from, 6) })
  await expectSound(page)
  await press(dialog, 'Block these times')
  await see(page, the.first('Days closed'))
  const closures = page.getByRole('region', { name: 'Upcoming closures' })
  await see(closures, the.text('Winter break'))
  await expectSound(page)

  await press(closures, /^More for Winter break/)
  await press(page, the.menuItem('Change'))
  await fillIn(dialog, { 'Whole days': false, '4:00 PM – 5:00 PM': true }, 'Save')
  const row = closures.getByRole('listitem').filter({ hasText: 'Winter break' })
  await see(row, '4:00 PM – 5:00 PM')

  await press(closures, /^More for Winter break/)
  await press(page, the.menuItem('Open again'))
  await press(dialog, 'Open again')
  await seeNone(closures, the.text('Winter break'))
})

test('one day of a closure is reopened, and undo closes it again', async ({ page }) => {
  await holdToasts(page)
  await signInAs(page.request, 'admin')
  const { today } = await read<{ today: string }>(page.request, '/api/config')
  const [from, to] = [addDays(today, 60), addDays(today, 62)]
  await page.goto('/schedule')
  const headers = { origin: new URL(page.url()).origin }
  const block = await page.request.post('/api/admin/block-range', {
    headers,
    data: { from, to, name: 'Trade fair', isBlocked: true },
  })
  expect(block.status()).toBe(200)
  await page.goto(`/schedule?date=${addDays(from, 1)}`)
  const row = page
    .getByRole('region', { name: 'Upcoming closures' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^More for Trade fair/ }) })
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('except')
  await press(page, 'Open days')
  const dialog = page.getByRole('dialog')
  await fillIn(dialog, { 'Whole days': false, '8:00 AM – 9:00 AM': true })
  await expect(dialog.getByRole('region', { name: 'Times that open' })).toContainText('Trade fair')
  await expectSound(page, { dark: true })
  await press(dialog, 'Open these times')
  await expect(row).toContainText(/except .*8:00 AM/)
  await press(page, 'Undo')
  await expect(row).not.toContainText('except')
  await see(page, the.first(the.text('Closed again')))
})
