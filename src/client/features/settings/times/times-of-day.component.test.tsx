import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aBusiness, aJob } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal, type Answers } from '#client/testing/test-server.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import type { SlotTimes } from '#shared/rules/slot-times.ts'
import { hoursToText } from '#shared/rules/weekly-hours.ts'
import { labelAt } from '#shared/rules/test-slots.ts'
import { TimesOfDay } from './times-of-day.tsx'

const [visits, put] = ['GET /api/admin/slot-times/visits', 'PUT /api/admin/settings'] as const
// A Monday.
const today = '2026-11-23'
const usual = defaultSettings.slotTimes
const early: SlotTimes = {
  from: '2026-12-07',
  times: [
    ['07:00', '08:00'],
    ['08:30', '09:30'],
  ],
}
const planned = { slotTimes: early, earlierSlotTimes: [usual] }
const job = aJob({ scheduledDate: '2026-12-01', scheduledTime: labelAt(1) })

async function show(part: object = {}, answers: Answers = {}) {
  const settings = { ...defaultSettings, version: 4, ...part }
  const { server } = await showPage(<TimesOfDay settings={settings} />, {
    business: { ...aBusiness(), today },
    answers: {
      'GET /api/admin/settings': settings,
      [visits]: { list: [], total: 0 },
      [put]: settings,
      ...answers,
    },
  })
  return server
}

const open = () => page.getByRole('button', { name: 'Change the times' }).click()
const save = page.getByRole('button', { name: 'Save' })
const field = (name: string) => page.getByLabelText(name, { exact: true })

test('six times from next Monday, typed in any order, are sent in order of the day', async () => {
  const server = await show()
  await open()
  await expect.element(page.getByText('All booked visits match these times.')).toBeVisible()
  await expect.element(save).toHaveAccessibleDescription('These are the times of that day already.')
  await page.getByRole('button', { name: 'Add a time' }).click()
  await expect.element(field('Time 6, start')).toHaveFocus()
  await expect.element(field('Time 6, start')).toHaveValue('17:30')
  await field('Time 6, start').fill('06:30')
  await field('Time 6, end').fill('07:30')
  await save.click()
  await expect.element(page.getByText('6 times a day from Mon, Nov 30, 2026')).toBeVisible()
  expect(server.asked(put).map(({ body, ifMatch }) => [body, ifMatch])).toEqual([
    [{ slotTimes: { from: '2026-11-30', times: [['06:30', '07:30'], ...usual.times] } }, '"4"'],
  ])
})

test('errors are at their fields, and the first one gets the focus', async () => {
  const server = await show()
  await open()
  await field('Time 2, start').fill('08:30')
  await field('Time 3, end').fill('12:30')
  await save.click()
  await expect
    .element(field('Time 2, start'))
    .toHaveAccessibleDescription('This overlaps 8:00 AM – 9:00 AM.')
  await expect.element(field('Time 2, start')).toHaveFocus()
  await expect
    .element(field('Time 3, end'))
    .toHaveAccessibleDescription('The end must be after the start, and before midnight.')
  await field('Counts from').fill('2026-11-22')
  await field('Time 2, start').fill('09:00')
  await expect.element(field('Time 2, start')).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Remove time 3' }).click()
  await save.click()
  await expect
    .element(field('Counts from'))
    .toHaveAccessibleDescription('Please choose today or a later day.')
  expect(server.asked(put)).toEqual([])
  await page.getByRole('button', { name: 'Use the usual five' }).click()
  await expect.element(field('Time 5, end')).toHaveValue('17:00')
})

test('a conflicting change is shown at the day, and overwritten by a second press', async () => {
  const message = 'Ada changed this to “7:00 AM – 8:00 AM” at 9:12 AM. Save again to replace it.'
  const server = await show(
    {},
    {
      [put]: refusal('conflict', message, {
        reason: 'changed',
        version: 5,
        fields: [{ path: 'slotTimes', message }],
      }),
    },
  )
  await open()
  await page.getByRole('button', { name: 'Remove time 5' }).click()
  await save.click()
  await expect.element(field('Counts from')).toHaveAccessibleDescription(message)
  await save.click()
  await expect.poll(() => server.asked(put).at(-1)?.ifMatch).toBe('"5"')
})

test('visits that will not match are listed, of many the first ones', async () => {
  await show({}, { [visits]: { list: [job], total: 1 } })
  await open()
  await expect
    .element(page.getByText('1 booked visit does not match these times. It keeps its own time:'))
    .toBeVisible()
  const visit = page.getByRole('listitem').filter({ hasText: /Tue, Dec 1, 8:00 AM – 9:00 AM/ })
  await expect
    .element(visit.getByRole('link', { name: job.number }))
    .toHaveAttribute('href', officePaths.officeVisit(job.id))
})

test('many are counted, and a failure can be retried', async () => {
  const server = await show({}, { [visits]: refusal('internal', 'Something broke.') })
  await open()
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect.element(retry).toBeVisible()
  server.answer({ [visits]: { list: [job], total: 230 } })
  await retry.click()
  await expect.element(page.getByText(/^230 booked visits do not match/)).toBeVisible()
  await expect.element(page.getByText('The first 1 are shown.')).toBeVisible()
})

test('leaving with typed times asks first', async () => {
  await show()
  await open()
  await page.getByRole('button', { name: 'Remove time 1' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Keep editing' })).toBeVisible()
})

test('a planned change is moved to another day, or cancelled by planning the previous times', async () => {
  const server = await show(planned)
  const words = /From Mon, Dec 7, 2026: 7:00.AM.–..8:00.AM.· 8:30.AM.–..9:30.AM/
  await expect.element(page.getByText(words)).toBeVisible()
  await page.getByRole('button', { name: /^Change: From Mon, Dec 7/ }).click()
  await field('Counts from').fill('2026-12-14')
  await save.click()
  await expect
    .poll(() => server.asked(put)[0]?.body)
    .toEqual({ slotTimes: { ...early, from: '2026-12-14', replaces: early.from } })
  server.answer({ [visits]: { list: [job], total: 1 } })
  await page.getByRole('button', { name: /^Cancel: From Mon, Dec 7/ }).click()
  await expect.element(page.getByText(/It keeps its own time/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect
    .poll(() => server.asked(put)[1]?.body)
    .toEqual({ slotTimes: { from: early.from, times: usual.times } })
})

test('half-day Saturdays from a day on are sent with the times, and cancelled with the previous hours', async () => {
  const server = await show()
  await open()
  const own = page.getByRole('switch', { name: /^Also change which days have them/ })
  await expect.element(own).toBeVisible()
  // Below the fold of the dialog.
  own.element().scrollIntoView()
  ;(own.element() as HTMLElement).click()
  await page.getByRole('checkbox', { name: 'Saturday, whole day' }).click()
  await page.getByRole('checkbox', { name: /^Saturday, 8:00/ }).click()
  await expect
    .element(page.getByText('Your pages show: Mon–Fri 8:00 AM – 5:00 PM, Sat 8:00 – 9:00 AM'))
    .toBeVisible()
  const half = defaultSettings.weeklyHours.map((own, day) => (day === 5 ? ['08:00'] : own))
  await expect
    .poll(() => server.asked(visits).at(-1)?.query)
    .toMatchObject({
      hours: hoursToText(half),
    })
  await save.click()
  const slotTimes = { from: '2026-11-30', times: usual.times }
  await expect.poll(() => server.asked(put)[0]?.body).toEqual({ slotTimes, weeklyHours: half })
})

test('planned hours are shown with their times, and cancelled with them', async () => {
  const half = defaultSettings.weeklyHours.map((own, day) => (day === 5 ? ['08:00'] : own))
  const slotTimes = { from: '2026-11-30', times: usual.times }
  const server = await show({
    slotTimes,
    weeklyHours: half,
    earlierSlotTimes: [{ ...usual, hours: defaultSettings.weeklyHours }],
  })
  await expect.element(page.getByText(/^From Mon, Nov 30.*Sat 8:00 – 9:00 AM/)).toBeVisible()
  await page.getByRole('button', { name: /^Cancel: From Mon, Nov 30/ }).click()
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect
    .poll(() => server.asked(put)[0]?.body)
    .toEqual({ slotTimes, weeklyHours: defaultSettings.weeklyHours })
})

test('times that have begun are not taken back, and an earlier change replaces a later one', async () => {
  const begun = { from: '2026-11-16', times: early.times }
  await show({ slotTimes: early, earlierSlotTimes: [usual, begun] })
  await expect
    .element(page.getByText(/^Since Mon, Nov 16, 2026\. Times that have begun/))
    .toBeVisible()
  await open()
  await page.getByRole('button', { name: 'Use the usual five' }).click()
  await expect
    .element(page.getByText('The change planned for Mon, Dec 7, 2026 will not happen then.'))
    .toBeVisible()
})
