import type { APIRequestContext } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { expectReadableColors, expectSound } from './accessible.ts'
import { bookPlace, enterAs, openPlaces, signUp } from './calls.ts'
import { expect, test } from './server.ts'

const read = async <Answer>(office: APIRequestContext, path: string) =>
  (await (await office.get(path)).json()) as Answer

/** A day with at least two free times, on which a new customer now has two visits. */
async function dayWithVisits(customer: APIRequestContext): Promise<string> {
  await signUp(customer, 'customer')
  const places = await openPlaces(customer)
  const date = places
    .map((place) => place.date)
    .find((day, at, all) => all.indexOf(day) === at && all.filter((one) => one === day).length > 2)
  for (const place of places.filter((one) => one.date === date).slice(0, 2))
    await bookPlace(customer, place)
  return date ?? ''
}

test('a day is blocked after its visits were moved, and a visit booked in between is reported', async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  const date = await dayWithVisits(customer.request)
  await enterAs(page.request, 'admin')
  await page.goto(`/schedule?date=${date}`)
  await page.getByRole('button', { name: 'Block Entire Day' }).click()
  const dialog = page.getByRole('dialog')
  const rows = dialog.getByRole('region', { name: 'Visits in this time' }).getByRole('listitem')
  await expect(rows.first()).toContainText(/Next free time: /)
  await expectSound(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  const before = await rows.count()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Block Entire Day' })).toBeVisible()
  await page.getByRole('button', { name: 'Block Entire Day' }).click()
  await expect(rows).toHaveCount(before)

  // One by hand: the proposed time is preselected, and times of this day are not offered.
  await rows
    .first()
    .getByRole('button', { name: /^Move / })
    .click()
  const move = page.getByRole('dialog', { name: 'Move this visit' })
  await move.getByRole('button', { name: /^Move to / }).click()
  await expect(move).toBeHidden()
  await expect(rows).toHaveCount(before - 1)
  if (before > 2)
    await dialog.getByRole('button', { name: 'Move all to the proposed times' }).click()
  else
    await rows
      .first()
      .getByRole('button', { name: /^Move / })
      .click()
  if (before <= 2) await move.getByRole('button', { name: /^Move to / }).click()
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
  const place = (await openPlaces(customer.request)).find((one) => one.date === date)
  const late = place && (await bookPlace(customer.request, place))
  await dialog.getByLabel('Reason').fill('Company outing')
  await dialog.getByRole('button', { name: 'Block Entire Day' }).click()
  await expect(page.getByText('1 visit was just booked', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Show' }).first().click()
  await expect(dialog.getByText(late?.number ?? '')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const closures = page.getByRole('region', { name: 'Coming closures' })
  await expect(closures.getByText('Company outing', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Unblock Day' }).click()
  await dialog.getByRole('button', { name: 'Unblock Day' }).click()
  await expect(page.getByText('Day schedule updated successfully').first()).toBeVisible()
  await expect(closures.getByText('Company outing', { exact: true })).toHaveCount(0)
  await customer.context().close()
})

test('a holiday of several days is closed, edited and reopened', async ({ page }) => {
  await enterAs(page.request, 'admin')
  const { today } = await read<{ today: string }>(page.request, '/api/config')
  const from = addDays(today, 40)
  await page.goto('/schedule')
  await page.getByRole('button', { name: 'Close days' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name/).fill('Winter break')
  await dialog.getByLabel('First day').fill(from)
  await dialog.getByLabel('Last day').fill(addDays(from, -1))
  await dialog.getByRole('button', { name: 'Block these times' }).click()
  await expect(dialog.getByText('The last day is before the first one.')).toBeVisible()
  await dialog.getByLabel('Last day').fill(addDays(from, 6))
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Block these times' }).click()
  await expect(page.getByText('Day schedule updated successfully').first()).toBeVisible()
  const closures = page.getByRole('region', { name: 'Coming closures' })
  await expect(closures.getByText('Winter break', { exact: true })).toBeVisible()
  await expectSound(page)

  await closures.getByRole('button', { name: /^More for Winter break/ }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await dialog.getByLabel('Whole days').uncheck()
  await dialog.getByLabel('4:00 PM – 5:00 PM').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = closures.getByRole('listitem').filter({ hasText: 'Winter break' })
  await expect(row.getByText('4:00 PM – 5:00 PM')).toBeVisible()

  await closures.getByRole('button', { name: /^More for Winter break/ }).click()
  await page.getByRole('menuitem', { name: 'Open again' }).click()
  await dialog.getByRole('button', { name: 'Open again' }).click()
  await expect(closures.getByText('Winter break', { exact: true })).toHaveCount(0)
})

test('one day of a closure is reopened, and undo closes it again', async ({ page }) => {
  await enterAs(page.request, 'admin')
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
    .getByRole('region', { name: 'Coming closures' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^More for Trade fair/ }) })
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('except')
  await page.getByRole('button', { name: 'Open days' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Whole days').uncheck()
  await dialog.getByLabel('8:00 AM – 9:00 AM').check()
  await expect(dialog.getByRole('region', { name: 'What is opened' })).toContainText('Trade fair')
  await expectSound(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await dialog.getByRole('button', { name: 'Open these times' }).click()
  await expect(row).toContainText(/except .*8:00 AM/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).not.toContainText('except')
  await expect(page.getByText('Closed again', { exact: true }).first()).toBeVisible()
})
