import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db, notify } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import type { Day } from '#shared/contract/booking.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { invalidateAvailability } from '#server/reads/availability-cache.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { customerWithCar, monday, sunday, tuesday } from './test-customer.ts'
import { slotAt, slotLabels } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
beforeEach(async () => {
  invalidateAvailability()
})

async function daysOf(query: Record<string, string> = {}): Promise<Day[]> {
  const answer = await app.call('GET /api/availability', { query })
  expect(answer.status).toBe(200)
  return answer.body
}
const statuses = async (date: string) =>
  (await daysOf({ from: date, to: date }))[0]?.slots.map((slot) => slot.status)
const all = (status: string) => slotLabels.map(() => status)

test('anyone sees 31 days from the first bookable one, with five slots each in order', async () => {
  const days = await daysOf()
  expect(days).toHaveLength(31)
  expect(days[0]).toEqual({
    date: tuesday,
    open: true,
    slots: slotLabels.map((timeSlot) => ({ timeSlot, status: 'open' })),
  })
  expect(days.at(-1)?.date).toBe(addDays(tuesday, 30))
})

test('Sundays and days beyond the horizon are closed, and today is past with one lead day', async () => {
  expect(await statuses(sunday)).toEqual(all('closed'))
  expect(await statuses('2026-11-23')).toEqual(all('past'))
  expect(await statuses('2027-02-20')).toEqual(all('open'))
  expect(await statuses('2027-02-22')).toEqual(all('closed'))
  expect((await daysOf({ from: sunday, to: sunday }))[0]?.open).toBe(false)
})

test('without lead days a slot becomes past when it starts, without any write', async () => {
  await changeSettings({ leadDays: 0 })
  expect(await statuses('2026-11-23')).toEqual(['past', 'open', 'open', 'open', 'open'])
  travelTo(new Date('2026-11-23T15:29:59.500Z'))
  expect(await statuses('2026-11-23')).toEqual(['past', 'open', 'open', 'open', 'open'])
  travelTo(new Date('2026-11-23T15:30:00Z'))
  expect(await statuses('2026-11-23')).toEqual(['past', 'past', 'open', 'open', 'open'])
  travelTo(new Date('2026-11-23T22:00:00Z'))
  expect((await daysOf())[0]?.date).toBe(tuesday)
})

test('the window moves at midnight of the business, not of the server', async () => {
  travelTo(new Date('2026-11-24T05:59:59Z'))
  expect((await daysOf())[0]?.date).toBe(tuesday)
  travelTo(new Date('2026-11-24T06:00:00Z'))
  expect((await daysOf())[0]?.date).toBe('2026-11-25')
})

test('shows blocked and full slots', async () => {
  await db()
    .insert(blockedSlots)
    .values({ serviceDate: tuesday, slot: slotAt(2) })
  await makeJob({ serviceDate: tuesday, slot: slotAt(3) })
  await makeJob({ serviceDate: tuesday, slot: slotAt(4), status: 'completed' })
  await makeJob({ serviceDate: tuesday, slot: slotAt(5), status: 'cancelled' })
  expect(await statuses(tuesday)).toEqual(['open', 'blocked', 'full', 'full', 'open'])
})

test('a slot is full when all its seats are booked', async () => {
  await makeJob({ serviceDate: tuesday, slot: slotAt(1) })
  await changeSettings({ slotCapacity: 2 })
  expect((await statuses(tuesday))?.[0]).toBe('open')
  await makeJob({ serviceDate: tuesday, slot: slotAt(1), seat: 2 })
  slotsChanged(tuesday)
  expect((await statuses(tuesday))?.[0]).toBe('full')
})

test('a booking, a cancellation and a new setting take effect at once', async () => {
  const { call, form } = await customerWithCar(app)
  expect((await statuses(tuesday))?.[0]).toBe('open')
  const { body: job } = await call('POST /api/jobs', { body: form })
  expect((await statuses(tuesday))?.[0]).toBe('full')
  await call('POST /api/jobs/{id}/cancel', { params: { id: job.id }, body: {} })
  expect((await statuses(tuesday))?.[0]).toBe('open')
  await changeSettings({ serviceDays: [6] })
  expect(await statuses(tuesday)).toEqual(all('closed'))
})

test("another process's booking shows as soon as it is announced", async () => {
  expect((await statuses(tuesday))?.[0]).toBe('open')
  await makeJob({ serviceDate: tuesday, slot: slotAt(1) })
  // The clock stands still, so only the announcement can invalidate the answer.
  await notify('slots', tuesday)
  await expect.poll(async () => (await statuses(tuesday))?.[0]).toBe('full')
})

test('a range too wide, reversed or malformed is refused', async () => {
  const ask = async (query: Record<string, string>) =>
    (await app.call('GET /api/availability', { query })).status
  expect(await ask({ from: tuesday, to: addDays(tuesday, 99) })).toBe(200)
  expect(await ask({ from: tuesday, to: addDays(tuesday, 100) })).toBe(400)
  expect(await ask({ from: tuesday, to: '2026-11-23' })).toBe(400)
  expect(await ask({ from: '2026-02-30' })).toBe(400)
  expect(await ask({ until: tuesday })).toBe(400)
})

test('slots are named by their labels', async () => {
  const [day] = await daysOf({ from: tuesday, to: tuesday })
  expect(day?.slots.map((slot) => slot.timeSlot)).toEqual(slotLabels)
})
