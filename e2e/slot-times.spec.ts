import { addDays, weekday } from '#shared/rules/calendar.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { expectSound } from './accessible.ts'
import { fillIn, holdToasts, openAs, press, see, seeToast } from './actions.ts'
import { call, openTimes } from './calls.ts'
import { expect, test } from './server.ts'
import { timeOf } from './steps.ts'
import { signUpWithCars } from './visits.ts'

const five = defaultSettings.slotTimes.times
const seven = '7:00 AM - 8:00 AM'

test('an owner changes the times from next Monday: this week is untouched, next week is booked at them', async ({
  page,
  newPage,
}) => {
  await holdToasts(page)
  const { today } = await call(page.request, 'GET /api/config')
  const monday = addDays(today, 8 - weekday(today))
  const sunday = addDays(monday, -1)
  const customer = await newPage()
  await signUpWithCars(customer.request, 'Camry')
  const offered = async () => {
    const open = await openTimes(customer.request)
    return {
      before: open.filter(({ date }) => date <= sunday),
      after: open.filter(({ date, time }) => date >= monday && time === seven),
    }
  }
  const { before } = await offered()
  await openAs(page, 'admin', '/admin/settings?tab=system#hours')
  try {
    const times = page.getByRole('region', { name: 'Times of a day' })
    await press(times, 'Change the times')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Counts from')).toHaveValue(monday)
    await press(dialog, 'Add a time')
    await fillIn(dialog, { 'Time 6, start': '07:00', 'Time 6, end': '08:30' })
    await press(dialog, 'Save')
    await see(dialog, 'This overlaps 7:00 AM – 8:30 AM.')
    await expectSound(page, { dark: true })
    await fillIn(dialog, { 'Time 6, end': '08:00' })
    await press(dialog, 'Save')
    await seeToast(page, 'Saved')
    await see(times, /^From .*: 7:00.AM/)
    const now = await offered()
    expect(now.before).toEqual(before)
    expect(now.after.length).toBeGreaterThan(0)

    await customer.goto('/booking')
    const dayOf = (date: string) => customer.locator(`input[type=radio][value="${date}"]`)
    await dayOf(now.after[0]?.date ?? '').check()
    await expect(timeOf(customer, seven)).toBeVisible()
    if (before[0]) {
      await dayOf(before[0].date).check()
      await expect(timeOf(customer, seven)).toHaveCount(0)
    }

    await press(times, /^Cancel: From/)
    await press(page.getByRole('dialog'), 'Cancel the change')
    await seeToast(page, 'Change cancelled')
    expect((await offered()).after).toEqual([])
    const { slotTimes } = await call(page.request, 'GET /api/config')
    expect(slotTimes.times).toEqual(five)
  } finally {
    await call(page.request, 'PUT /api/admin/settings', {
      body: { slotTimes: { from: monday, times: five } },
    })
  }
})
