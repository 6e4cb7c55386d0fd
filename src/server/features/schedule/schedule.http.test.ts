import { expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { addDays, type LocalDate, weekday } from '#shared/rules/calendar.ts'
import { slotAt, slotLabels } from '#shared/rules/test-slots.ts'
import { monday } from '#server/features/booking/test-customer.ts'

const app = useTestApp({ at: monday })

const [, secondSlot] = slotLabels

/** A service day within the horizon. */
function openDay(): LocalDate {
  const date = addDays(businessToday(), 3)
  return weekday(date) === 7 ? addDays(date, 1) : date
}

const blockedNow = (body: { isBlocked: boolean }[]) => body.map((slot) => slot.isBlocked)

test('a slot is blocked with its reason and unblocked, both safe to repeat', async () => {
  const admin = await app.as('admin')
  const date = openDay()
  const block = { date, timeSlot: secondSlot, isBlocked: true, reason: ' Workshop ' }
  await admin.call('POST /api/admin/block-slot', { body: block })
  const { body } = await admin.call('POST /api/admin/block-slot', { body: block })
  expect(body[1]).toEqual({
    date,
    timeSlot: secondSlot,
    isBlocked: true,
    blockedReason: 'Workshop',
  })
  expect(blockedNow(body)).toEqual([false, true, false, false, false])
  const shown = await admin.call('GET /api/admin/blocked-slots', { query: { date } })
  expect(shown.body).toEqual(body)
  const byPath = await admin.call('GET /api/admin/blocked-slots/{date}', { params: { date } })
  expect(byPath.body).toEqual(body)

  const open = { date, timeSlot: secondSlot, isBlocked: false }
  await admin.call('POST /api/admin/block-slot', { body: open })
  const again = await admin.call('POST /api/admin/block-slot', { body: open })
  expect(blockedNow(again.body)).toEqual([false, false, false, false, false])
})

test.each([null, '', '   ', undefined])('%j is no reason for a block', async (reason) => {
  const admin = await app.as('admin')
  const date = openDay()
  const block = { date, timeSlot: secondSlot, isBlocked: true, reason }
  const { status, body } = await admin.call('POST /api/admin/block-slot', { body: block })
  expect({ status, said: body[1].blockedReason }).toEqual({ status: 200, said: '' })
  const day = await admin.call('POST /api/admin/block-day', {
    body: { date, isBlocked: true, reason },
  })
  expect(day.body[0].blockedReason).toBe('')
})

test('a blocked day closes for customers at once, and its bookings stay', async () => {
  const admin = await app.as('admin')
  const date = openDay()
  const job = await makeJob({ serviceDate: date, slot: slotAt(2) })
  const availability = async () => {
    const answer = await app.call('GET /api/availability', { query: { from: date, to: date } })
    return answer.body[0].slots.map((slot: { status: string }) => slot.status)
  }
  expect(await availability()).toEqual(['open', 'full', 'open', 'open', 'open'])
  const body = { date, isBlocked: true, reason: 'Holiday' }
  await admin.call('POST /api/admin/block-slot', {
    body: { date, timeSlot: secondSlot, isBlocked: true, reason: 'Workshop' },
  })
  const blocked = await admin.call('POST /api/admin/block-day', { body })
  expect(blockedNow(blocked.body)).toEqual([true, true, true, true, true])
  expect(new Set(await availability())).toEqual(new Set(['blocked']))
  expect(await db().select().from(jobs)).toMatchObject([{ id: job.id, status: 'scheduled' }])

  await admin.call('POST /api/admin/block-day', { body: { date, isBlocked: false } })
  expect(await availability()).toEqual(['open', 'full', 'open', 'open', 'open'])
})

test('a past date cannot be changed, today can', async () => {
  const admin = await app.as('admin')
  const block = (date: LocalDate) =>
    admin.call('POST /api/admin/block-day', { body: { date, isBlocked: true } })
  expect((await block(addDays(businessToday(), -1))).status).toBe(400)
  expect(await db().select().from(blockedSlots)).toEqual([])
  expect((await block(businessToday())).status).toBe(200)
})
