import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { weekday } from '#shared/rules/calendar.ts'
import { expectAccessible, expectReadableColors, expectSound } from './accessible.ts'
import { openAs, press, see, seeIn, seeNone, the } from './actions.ts'
import { bookTime, call, openTimes, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'
import { assign, blockSlot, reschedule } from './visits.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const [first, second, third] = [labelAt(1), labelAt(2), labelAt(3)]

/** A day without bookings, with visits of a new customer added in these slots. */
async function dayWith(customer: APIRequestContext, slots: number[]) {
  await signUp(customer, 'customer')
  const places = Map.groupBy(await openTimes(customer), ({ date }) => date)
  const free = [...places].filter(([, open]) => open.length === 5).map(([date]) => date)
  const date = free.at(-1 - used++) ?? ''
  const jobs: Job[] = []
  for (const slot of slots) jobs.push(await bookTime(customer, { date, time: labelAt(slot) }))
  return { date, jobs }
}
let used = 0

const desk = { viewport: { width: 1280, height: 900 } }

const technicianNamed = async (request: APIRequestContext, firstName: string) => {
  const all = await call(request, 'GET /api/admin/technicians')
  const found = all.find((one) => one.firstName === firstName)
  if (!found) throw new Error(`There is no ${firstName}`)
  return { id: found.id, name: `${found.firstName} ${found.lastName}` }
}

const cardOf = (page: Page, { number }: Job) =>
  page.getByRole('article').filter({ hasText: number })
const cell = (page: Page, who: string | null, slot: string) =>
  page.locator(`[data-cell="${who ?? ''}|${slot}"]`)

async function lift(page: Page, card: Locator, over: Locator): Promise<void> {
  const [from, to] = [await card.boundingBox(), await over.boundingBox()]
  if (!from || !to) throw new Error('It is not on the board')
  await page.mouse.move(from.x + 40, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 52, from.y + 20)
  await page.mouse.move(to.x + to.width / 2, to.y + Math.min(40, to.height / 2), { steps: 6 })
}

/** Collects the writes a page makes. */
function writesOf(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && /\/(reschedule|assign)$/.test(pathname))
      writes.push(pathname)
  })
  return writes
}

test('a dragged visit is one call, undone or refused', async ({ request, newPage }) => {
  const { date, jobs } = await dayWith(request, [1, 1, 3])
  const [a, b, c] = jobs as [Job, Job, Job]
  const page = await newPage('admin', desk)
  const other = await newPage('admin', desk)
  const luis = await technicianNamed(page.request, 'Luis')
  await Promise.all([page, other].map((one) => one.goto(`/schedule?date=${date}`)))
  const writes = writesOf(page)

  await lift(page, cardOf(page, a), cell(page, luis.id, second))
  await page.mouse.up()
  await see(cell(page, luis.id, second), the.link(a.number))
  await see(page, the.first(`${a.number} moved to 9:30 AM, ${luis.name}`))
  expect(writes).toEqual([`/api/jobs/${a.id}/reschedule`])
  await see(cell(other, luis.id, second), the.link(a.number))
  await expect(cardOf(page, a)).toBeFocused()

  await press(page, 'Undo')
  await see(cell(page, null, first), the.link(a.number))
  await see(cell(other, null, first), the.link(a.number))
  await see(page, the.first(`${a.number}: back to `))

  // A cell that cannot take the visit shows why, without asking the server.
  await lift(page, cardOf(page, c), cell(page, luis.id, third))
  await page.mouse.up()
  await see(cell(page, luis.id, third), the.link(c.number))
  await blockSlot(page.request, { date: date, time: second })
  await see(page, the.first('Training'))
  const before = writes.length
  await lift(page, cardOf(page, b), cell(page, luis.id, third))
  await expect(cell(page, luis.id, third)).toContainText('Has another visit at that time')
  await expect(cell(page, luis.id, second)).toContainText('Blocked')
  await expectReadableColors(page)
  await page.mouse.up()
  await see(page, the.first(`${b.number} stays where it is`))
  await lift(page, cardOf(page, b), cell(page, luis.id, labelAt(4)))
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await see(cell(page, null, first), the.link(b.number))
  await expect(page.locator('.drag-ghost')).toHaveCount(0)
  expect(writes).toHaveLength(before)
})

test('the second of two conflicting changes shows the first', async ({ request, newPage }) => {
  const { date, jobs } = await dayWith(request, [1])
  const [job] = jobs as [Job]
  const page = await newPage('admin', desk)
  // Without the socket, this page does not learn of other changes.
  await page.routeWebSocket('**/ws', () => {})
  await page.goto(`/schedule?date=${date}`)
  await see(cell(page, null, first), the.link(job.number))
  await reschedule(page.request, job.id, { date: date, time: third })
  await lift(page, cardOf(page, job), cell(page, null, second))
  await page.mouse.up()
  await see(page, the.first(/has moved this visit to .*1:00 PM/))
  await see(cell(page, null, third), the.link(job.number))
})

test('a visit is found, assigned, moved and opened by keyboard', async ({ request, newPage }) => {
  const { date, jobs } = await dayWith(request, [1, 3])
  const [a, b] = jobs as [Job, Job]
  const page = await newPage('admin', desk)
  const marcus = await technicianNamed(page.request, 'Marcus')
  await page.goto(`/schedule?date=${date}`)
  await expect(cardOf(page, a)).toBeVisible()
  const writes = writesOf(page)

  await page.getByRole('button', { name: 'Keys of the board' }).focus()
  await page.keyboard.press('Tab')
  await expect(cardOf(page, a)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(cardOf(page, b)).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type(a.number)
  await see(page, '1 found')
  await page.keyboard.press('Enter')
  await expect(cardOf(page, a)).toBeFocused()

  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: new RegExp(`^${marcus.name}`) }).focus()
  await page.keyboard.press('Enter')
  await see(cell(page, marcus.id, first), the.link(a.number))
  await expect(cardOf(page, a)).toBeFocused()

  // Alt carries the visit; releasing Alt drops it, once.
  await page.keyboard.down('Alt')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.up('Alt')
  await see(cell(page, marcus.id, labelAt(4)), the.link(a.number))
  await expect(cardOf(page, a)).toBeFocused()
  await expect
    .poll(() => writes)
    .toEqual([`/api/jobs/${a.id}/assign`, `/api/jobs/${a.id}/reschedule`])
  // Otherwise the announcement of one move would come after that of the next.
  await expect(page.getByText(`${a.number} moved to`).first()).toBeAttached()
  await page.keyboard.down('Alt')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await page.keyboard.up('Alt')
  await expect(page.getByText(`${a.number} was left where it was`)).toBeAttached()
  await see(cell(page, marcus.id, labelAt(4)), the.link(a.number))
  expect(writes).toHaveLength(2)

  await page.keyboard.press('m')
  await expectAccessible(page)
  await dialog
    .getByRole('button', { name: /5:00 PM$/ })
    .last()
    .focus()
  await page.keyboard.press('Escape')
  await expect(cardOf(page, a)).toBeFocused()
  // The list of shortcuts opens from any focus on the page.
  await page.getByRole('link', { name: 'Week', exact: true }).focus()
  await page.keyboard.press('?')
  await see(dialog, 'Open the visit')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await cardOf(page, a).focus()
  await page.keyboard.press('b')
  await see(dialog, the.heading(/^Block .*2:30 PM/))
  await page.keyboard.press('Escape')
  await cardOf(page, a).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/jobs/${a.id}`)
})

test('a long press drags a visit, a swipe scrolls', async ({ page, request }) => {
  const { date, jobs } = await dayWith(request, [1, 2])
  const [a] = jobs as [Job]
  await openAs(page, 'admin', `/schedule?date=${date}`)
  const card = cardOf(page, a)
  await card.scrollIntoViewIfNeeded()
  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    })
  const middle = async () => {
    const box = await card.boundingBox()
    if (!box) throw new Error('It is not on the board')
    return { x: box.x + 60, y: box.y + 20 }
  }
  const from = await middle()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const start = await scrolled()
  await finger('touchStart', from.x, from.y)
  for (let step = 1; step <= 8; step++) await finger('touchMove', from.x, from.y - step * 20)
  await finger('touchEnd')
  await expect.poll(scrolled).toBeGreaterThan(start + 40)
  await expect(page.locator('.drag-ghost')).toHaveCount(0)

  await card.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollBy(0, -100))
  const at = await middle()
  const sections = () =>
    page.$$eval('[data-row]', (rows) => rows.map((row) => row.getBoundingClientRect().height))
  const heights = await sections()
  const target = await page.locator(`[data-cell="*|${second}"]`).boundingBox()
  await finger('touchStart', at.x, at.y)
  await expect(page.locator('.drag-ghost')).toHaveCount(1)
  // A refusal is shown on top of the content, so that nothing moves under the finger.
  expect(await sections()).toEqual(heights)
  const held = await scrolled()
  const to = (target?.y ?? 0) + 30
  for (let step = 1; step <= 6; step++)
    await finger('touchMove', at.x, at.y + ((to - at.y) * step) / 6)
  expect(await scrolled()).toBe(held)
  await finger('touchEnd')
  await see(page.locator(`[data-cell="*|${second}"]`), the.link(a.number))
  await see(page, the.first(`${a.number} moved to 9:30 AM`))

  // The menu does the same without dragging.
  await press(
    page,
    'By technician',
    `Assign or move ${a.number}`,
    the.menuItem('Assign', { exact: true }),
  )
  await press(page.getByRole('dialog'), /^Dana/)
  const dana = page.getByRole('region', { name: 'Dana Whitfield' })
  await see(dana, the.link(a.number))
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectSound(page)
})

test('an empty cell opens its booking, a row its day sheet', async ({ request, newPage }) => {
  const { date, jobs } = await dayWith(request, [1])
  const [a] = jobs as [Job]
  const page = await newPage('admin', desk)
  const marcus = await technicianNamed(page.request, 'Marcus')
  const board = `/schedule?date=${date}`
  await page.goto(board)
  await cell(page, marcus.id, third).hover()
  await expectReadableColors(page)
  await press(cell(page, marcus.id, third), the.link(/book a visit/))
  await expect(page).toHaveURL(/\/admin\/booking\?/)
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(date)
  await expect(page.getByRole('radio', { name: '1:00 PM – 2:00 PM' })).toBeChecked()
  await expect(page.getByLabel('Technician')).toHaveValue(marcus.id)

  await page.goto(board)
  await cardOf(page, a).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: '9:30 AM – 10:30 AM' })).toBeChecked()
  await expect(page.getByLabel('Technician')).toHaveValue('')

  await page.goto(board)
  await press(page, the.link(`Day sheet of ${marcus.name}`))
  await expect(page).toHaveURL(`/schedule/day-sheet?date=${date}&technicianId=${marcus.id}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(board)
  await press(page, the.link(/^Book a visit at 2:30 PM/))
  await expect(page.getByRole('radio', { name: '2:30 PM – 3:30 PM' })).toBeChecked()
  await page.goto(board)
  await press(page, 'By technician')
  await see(page, the.link(`Day sheet of ${marcus.name}`))
  await press(page, the.link(`Book a visit for ${marcus.name}`))
  await expect(page.getByLabel('Technician')).toHaveValue(marcus.id)
})

test('a locked visit stays when the day is optimized, until the lock is removed', async ({
  request,
  newPage,
}) => {
  const { date, jobs } = await dayWith(request, [1, 2])
  const [a, b] = jobs as [Job, Job]
  const page = await newPage('admin', desk)
  const luis = await technicianNamed(page.request, 'Luis')
  const marcus = await technicianNamed(page.request, 'Marcus')
  await assign(page.request, a.id, luis.id)
  await assign(page.request, b.id, marcus.id)
  await page.goto(`/admin/jobs/${a.id}`)
  await press(page, 'Lock to its technician')
  await see(page, `Locked to ${luis.name} and its time`)
  await expectSound(page, { dark: true })
  await page.goto(`/admin/jobs/${b.id}`)
  await press(page, 'Lock to its technician')
  await see(page, `Locked to ${marcus.name} and its time`)

  await page.goto(`/schedule?date=${date}`)
  const dialog = page.getByRole('dialog')
  const optimize = () => press(page, 'Optimize day')
  await optimize()
  await see(dialog, 'Every visit of this day stays with its technician.')
  await see(dialog, the.heading('Visits that stay'))
  await expect(dialog.getByText('The office has locked it to its technician.')).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // A technician who drives to one of them cannot reach the other in time, at the same address.
  const removeLock = async (job: Job) => {
    await press(
      page,
      `Assign or move ${job.number}`,
      the.menuItem('Remove the lock', { exact: true }),
    )
    await see(page, the.first(`${job.number} is no longer locked`))
  }
  await removeLock(b)
  await optimize()
  await see(dialog, `${marcus.name} → ${luis.name}`)
  await expect(dialog.getByText('The office has locked it to its technician.')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await removeLock(a)
  await optimize()
  await see(dialog, the.button(/^Change 1 visit/))
  await seeNone(dialog, the.heading('Visits that stay'))
})

test("the week shows full days; a day's visits are assigned at once", async ({
  request,
  newPage,
}) => {
  const { date, jobs } = await dayWith(request, [1, 2])
  const page = await newPage('admin', desk)
  await blockSlot(page.request, { date: date, time: third })
  await page.goto(`/schedule?view=week&date=${date}`)
  const week = page.getByRole('table', { name: 'Week board' }).getByRole('row')
  await expect(week).toHaveCount(8)
  await expect(week.nth(1)).toContainText(/^Mon, /)
  const day = week.nth(weekday(date))
  await seeIn(day, '2 unassigned', 'Blocked: Training')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await expectFits(page)
  await day.getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Day board' })).toBeVisible()
  await expectAccessible(page)

  await press(page, 'Assign all')
  const dialog = page.getByRole('dialog')
  for (const { number } of jobs) await expect(dialog).toContainText(number)
  await expectAccessible(page)
  await press(dialog, 'Assign 2 visits')
  await expect(dialog.getByText('Assigned')).toHaveCount(2)
  await press(dialog, 'Done')
  await expect(page.getByRole('row', { name: /^Unassigned/ })).toContainText('0 visits')
  await expect(page.getByRole('region', { name: 'Map of the day' })).toContainText('1 visit')
})
