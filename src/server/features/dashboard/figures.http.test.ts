import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterEach, expect, test } from 'vitest'
import { startFromSettings } from '#server/base/current-settings.ts'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import {
  type JobRow,
  makeJob,
  makePackage,
  makeUser,
  makeVehicle,
} from '#server/database/test-factories.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { recordOfferedSeats } from '#server/features/booking/actions/record-offered-seats.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import type { Utilization } from '#shared/contract/admin.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { standardSlots, startOf } from '#shared/rules/slots.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
afterEach(() => startFromSettings({}))

const wallOf = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDateTime()
const instantOf = (wall: Temporal.PlainDateTime, zone: string) =>
  new Date(wall.toZonedDateTime(zone).epochMilliseconds)

const zones = ['America/Chicago', 'Asia/Kolkata', 'Pacific/Apia']
/** Around ends of months and years and clock changes: United States, and Samoa while it had them. */
const edges = [
  '2026-11-01',
  '2026-11-18',
  '2026-03-08',
  '2026-03-31',
  '2026-02-28',
  '2028-02-29',
  '2026-12-31',
  '2027-01-01',
  '2020-09-27',
  '2021-04-04',
]
const nowIn = fc.record({
  zone: fc.constantFrom(...zones),
  edge: fc.constantFrom(...edges),
  days: fc.integer({ min: -1, max: 8 }),
  // Clocks never change between five in the morning and midnight.
  minute: fc.integer({ min: 300, max: 1439 }),
})
type Now = typeof nowIn extends fc.Arbitrary<infer T> ? T : never
const wallNow = ({ edge, days, minute }: Now) =>
  Temporal.PlainDate.from(edge)
    .add({ days })
    .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })

test('revenue of the current week and month, and of the same part of the previous ones, equals adding it up', async () => {
  const office = await makeUser({ role: 'admin' })
  const entry = fc.record({
    hoursAgo: fc.integer({ min: 0, max: 24 * 66 }),
    minute: fc.integer({ min: 0, max: 59 }),
    cents: fc.integer({ min: 1, max: 50_000 }),
    way: fc.constantFrom('in', 'out', 'billed'),
  })
  await fc.assert(
    fc.asyncProperty(nowIn, fc.array(entry, { maxLength: 60 }), async (when, entries) => {
      const { zone } = when
      startFromSettings({ timeZone: zone })
      const wall = wallNow(when)
      const at = instantOf(wall, zone)
      travelTo(at)
      await db().execute(sql`truncate ${ledgerEntries}`)
      const job = '00000000-0000-4000-8000-000000000001'
      const moves = entries.map(({ hoursAgo, minute, cents, way }, n) => ({
        at: new Date(at.getTime() - (hoursAgo * 60 + minute + 1) * 60_000),
        jobId: job,
        ref: `${n}`,
        cents,
        memo: '',
        debit: way === 'in' ? ('cash' as const) : ('receivable' as const),
        credit:
          way === 'in'
            ? ('receivable' as const)
            : way === 'out'
              ? ('cash' as const)
              : ('revenue' as const),
      }))
      // A repeated hour is on both sides of the clock change.
      const twice = (one: Date) =>
        [-1, 1].some((h) =>
          wallOf(new Date(one.getTime() + h * 3_600_000), zone).equals(wallOf(one, zone)),
        )
      const told = moves.filter((move) => !twice(move.at))
      if (told.length > 0) await db().insert(ledgerEntries).values(told)

      const sum = (from: Temporal.PlainDate, until: Temporal.PlainDateTime) =>
        decimalFromCents(
          told
            .filter(({ at: moved }) => {
              const shown = wallOf(moved, zone)
              return (
                Temporal.PlainDate.compare(shown.toPlainDate(), from) >= 0 &&
                Temporal.PlainDateTime.compare(shown, until) < 0
              )
            })
            .reduce(
              (total, { cents, debit, credit }) =>
                total + (debit === 'cash' ? cents : credit === 'cash' ? -cents : 0),
              0,
            ),
        )
      const today = wall.toPlainDate()
      const week = today.subtract({ days: today.dayOfWeek - 1 })
      const month = today.with({ day: 1 })
      const before = month.subtract({ months: 1 })
      const admin = await app.as(office)
      const { body } = await admin.call('GET /api/dashboard/stats')
      expect(body).toMatchObject({
        todayRevenue: sum(today, wall),
        weekRevenue: {
          value: sum(week, wall),
          previous: sum(week.subtract({ days: 7 }), wall.subtract({ days: 7 })),
        },
        monthRevenue: {
          value: sum(month, wall),
          previous: sum(
            before,
            today.day > before.daysInMonth
              ? month.toPlainDateTime()
              : wall.with({ month: before.month, year: before.year }),
          ),
        },
      })
    }),
    { numRuns: 40 },
  )
})

/** Sunday, before the week under test. */
const storeSeatsBefore = () => {
  travelTo(new Date('2026-11-15T18:00:00Z'))
  return recordOfferedSeats()
}

test('seats of this week and the next are the booked and bookable ones', async () => {
  await storeSeatsBefore()
  travelTo(new Date('2026-11-18T18:00:00Z'))
  const admin = await app.as('admin')
  startFromSettings({ slotCapacity: 2 })
  await makeJob({ serviceDate: '2026-11-16', slot: slotAt(1), status: 'completed' })
  await makeJob({ serviceDate: '2026-11-16', slot: slotAt(1), seat: 2 })
  await makeJob({ serviceDate: '2026-11-16', slot: slotAt(2), seat: 1, status: 'cancelled' })
  await makeJob({ serviceDate: '2026-11-17', slot: slotAt(3), seat: null, needsConfirmation: true })
  await makeJob({ serviceDate: '2026-11-22', slot: slotAt(3) })
  await makeJob({ serviceDate: '2026-11-29', slot: slotAt(5) })
  await makeJob({ serviceDate: '2026-11-30', slot: slotAt(5) })
  for (const slot of [1, 2])
    await db()
      .insert(blockedSlots)
      .values({ serviceDate: '2026-11-16', slot: slotAt(slot) })
  const { body } = await admin.call('GET /api/dashboard/utilization')
  expect(body.days).toHaveLength(14)
  expect(body.days).toEqual(
    expect.arrayContaining([
      // Blocked after two bookings; plus a whole slot.
      { date: '2026-11-16', booked: 2, seats: 8 },
      { date: '2026-11-17', booked: 0, seats: 10 },
      // Sundays are closed, but someone works anyway.
      { date: '2026-11-22', booked: 1, seats: 1 },
      { date: '2026-11-29', booked: 1, seats: 1 },
    ]),
  )
})

test('seats of days that have begun stay frozen, whatever changes later', async () => {
  startFromSettings({ slotCapacity: 2 })
  await storeSeatsBefore()
  const admin = await app.as('admin')
  const seats = async () => {
    const { body } = await admin.call('GET /api/dashboard/utilization')
    return (body as Utilization).days.map((day) => day.seats)
  }
  // On Monday slot after slot begins; on Tuesday nothing runs; on Wednesday two processes catch up.
  travelTo(new Date('2026-11-16T14:30:00Z'))
  await recordOfferedSeats()
  travelTo(new Date('2026-11-17T01:00:00Z'))
  await recordOfferedSeats()
  travelTo(new Date('2026-11-18T18:00:00Z'))
  await Promise.all([recordOfferedSeats(), recordOfferedSeats(), recordOfferedSeats()])
  await makeJob({ serviceDate: '2026-11-16', slot: slotAt(1), status: 'completed' })
  const closed = [10, 10, 10, 10, 10, 10, 0]
  expect(await seats()).toEqual([...closed, ...closed])

  await changeSettings({ slotCapacity: 7, serviceDays: [1, 3, 4] })
  await db()
    .insert(blockedSlots)
    .values({ serviceDate: '2026-11-17', slot: slotAt(1) })
  const begun = standardSlots.filter((slot) => startOf(slot) <= '12:00').length
  const today = begun * 2 + (standardSlots.length - begun) * 7
  const after = [10, 10, today, 35, 0, 0, 0, 35, 0, 35, 35, 0, 0, 0]
  expect(await seats()).toEqual(after)

  await changeSettings({ slotCapacityMode: 'technicians' })
  await recordOfferedSeats()
  expect((await seats()).slice(0, 3)).toEqual([10, 10, begun * 2])
})

test('days before the first known one have no figures', async () => {
  travelTo(new Date('2026-11-18T18:00:00Z'))
  startFromSettings({ slotCapacity: 1 })
  const admin = await app.as('admin')
  const read = async () =>
    ((await admin.call('GET /api/dashboard/utilization')).body as Utilization).days
  const nothing = [null, null, 5, 5, 5, 5, 0]
  expect((await read()).slice(0, 7).map(({ seats }) => seats)).toEqual(nothing)
  await recordOfferedSeats()
  travelTo(new Date('2026-11-19T18:00:00Z'))
  await recordOfferedSeats()
  expect((await read()).slice(0, 7).map(({ seats }) => seats)).toEqual(nothing)
})

test('in capacity mode technicians, working technicians are counted', async () => {
  travelTo(new Date('2026-11-18T18:00:00Z'))
  const admin = await app.as('admin')
  startFromSettings({ slotCapacityMode: 'technicians' })
  for (let n = 0; n < 3; n++) await makeUser({ role: 'technician' })
  await makeUser({ role: 'technician', approvedAt: null })
  const { body } = await admin.call('GET /api/dashboard/utilization')
  expect(body.days).toContainEqual({ date: '2026-11-19', booked: 0, seats: 15 })
})

test('the share of returning customers equals reading their visits one by one', async () => {
  const office = await makeUser({ role: 'admin' })
  const people = await Promise.all(Array.from({ length: 4 }, () => makeUser()))
  const cars = await Promise.all(people.map(({ id }) => makeVehicle(id)))
  const { id: servicePackageId } = await makePackage()
  const visit = fc.record({
    who: fc.integer({ min: 0, max: 3 }),
    doneDaysAgo: fc.integer({ min: 0, max: 430 }),
    hour: fc.integer({ min: 0, max: 23 }),
    bookedDaysBefore: fc.integer({ min: 0, max: 60 }),
    status: fc.constantFrom('completed', 'completed', 'cancelled', 'scheduled'),
  })
  await fc.assert(
    fc.asyncProperty(nowIn, fc.array(visit, { maxLength: 14 }), async (when, visits) => {
      const { zone } = when
      startFromSettings({ timeZone: zone })
      const wall = wallNow(when)
      const at = instantOf(wall, zone)
      travelTo(at)
      await db().delete(paymentAccounts)
      await db().delete(jobs)
      const rows: JobRow[] = []
      for (const [n, one] of visits.entries()) {
        const doneAt = new Date(at.getTime() - one.doneDaysAgo * 86_400_000 - one.hour * 3_600_000)
        rows.push(
          await makeJob({
            customerId: people[one.who]?.id ?? '',
            vehicleId: cars[one.who]?.id ?? '',
            servicePackageId,
            seat: n + 1,
            status: one.status as 'completed',
            completedAt: one.status === 'completed' ? doneAt : null,
            createdAt: new Date(doneAt.getTime() - one.bookedDaysBefore * 86_400_000),
          }),
        )
      }
      const day = (instant: Date) => wallOf(instant, zone).toPlainDate()
      const from = wall.toPlainDate().subtract({ months: 12 })
      const end = wall.toPlainDate().subtract({ months: 6 })
      const inWindow = rows.filter(
        ({ completedAt }) =>
          completedAt &&
          Temporal.PlainDate.compare(day(completedAt), from) >= 0 &&
          Temporal.PlainDate.compare(day(completedAt), end) < 0,
      )
      const customers = [...new Set(inWindow.map(({ customerId }) => customerId))]
      const rebooked = customers.filter((id) => {
        const first = Math.min(
          ...inWindow.flatMap((row) =>
            row.customerId === id && row.completedAt ? [row.completedAt.getTime()] : [],
          ),
        )
        const last = day(new Date(first)).add({ months: 6 })
        return rows.some(
          ({ customerId, status, createdAt }) =>
            customerId === id &&
            status !== 'cancelled' &&
            createdAt.getTime() > first &&
            Temporal.PlainDate.compare(day(createdAt), last) <= 0,
        )
      })
      const admin = await app.as(office)
      const { body } = await admin.call('GET /api/dashboard/rebooking')
      expect(body).toEqual({
        from: from.toString(),
        to: end.subtract({ days: 1 }).toString(),
        customers: customers.length,
        rebooked: rebooked.length,
      })
    }),
    { numRuns: 25 },
  )
})

test.each([null, 'customer', 'technician'] as const)('%s cannot see it', async (role) => {
  const person = await app.as(role)
  for (const route of ['GET /api/dashboard/utilization', 'GET /api/dashboard/rebooking'])
    expect((await person.call(route)).status).toBe(403)
})
