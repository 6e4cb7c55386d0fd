import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { db, queryRows } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle, type UserRow } from '#server/database/test-factories.ts'
import { daysOff } from '#server/database/tables/schedule.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import {
  customerWithCar,
  monday,
  tuesday,
  wednesday,
} from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({ slotCapacityMode: 'technicians', slotCapacity: 9 })
})

const statusesOf = async (date: string) => {
  const { body } = await app.call('GET /api/availability', { query: { from: date, to: date } })
  return body[0].slots.map(({ status }: { status: string }) => status)
}
const book = async (slot = 1, scheduledDate = tuesday) => {
  const { call, form } = await customerWithCar(app)
  const body = { ...form, scheduledDate, scheduledTime: labelAt(slot) }
  return call('POST /api/jobs', { body })
}
const away = (technician: UserRow, from: string, to = from) =>
  admin.call('POST /api/admin/technicians/{id}/days-off', {
    params: { id: technician.id },
    body: { from, to },
  })

test('a slot takes as many visits as technicians work then, effective at once', async () => {
  expect(await statusesOf(tuesday)).toEqual(Array.from({ length: 5 }, () => 'full'))
  expect((await book()).status).toBe(409)
  const add = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }
  await admin.call('POST /api/admin/technicians', { body: add })
  expect(await statusesOf(tuesday)).toEqual(Array.from({ length: 5 }, () => 'open'))
  const mornings = { from: '08:00', to: '12:00' }
  const week = [mornings, mornings, mornings, mornings, mornings, null, null]
  const part = await makeUser({ role: 'technician', workingHours: week })
  await makeUser({ role: 'technician', approvedAt: null })
  expect([(await book()).status, (await book()).status, (await book()).status]).toEqual([
    201, 201, 409,
  ])
  expect([(await book(3)).status, (await book(3)).status]).toEqual([201, 409])
  expect(await statusesOf(tuesday)).toEqual(['full', 'open', 'full', 'open', 'open'])
  await away(part, wednesday)
  expect((await book(1, wednesday)).status).toBe(201)
  expect(await statusesOf(wednesday)).toEqual(['full', 'open', 'open', 'open', 'open'])
  await changeSettings({ slotCapacityMode: 'number' })
  expect((await book(1, wednesday)).status).toBe(201)
})

test('without a working technician no time is offered or taken, for customers, guests and the office', async () => {
  const { body: days } = await app.call('GET /api/availability')
  expect(days.some((day: { open: boolean }) => day.open)).toBe(false)
  const customer = await app.as('customer')
  const job = await makeJob({ customerId: customer.user.id, serviceDate: tuesday, slot: slotAt(1) })
  const move = {
    params: { id: job.id },
    body: { scheduledDate: wednesday, scheduledTime: labelAt(1) },
  }
  for (const who of [customer, admin]) {
    const answer = await who.call('POST /api/jobs/{id}/reschedule', move)
    expect([answer.status, answer.body.details.availability.open]).toEqual([409, false])
  }
  const refused = await book()
  expect(refused.body.message).toContain('This time is no longer available.')
})

test('a later day off removes nothing, and the office sees the day over capacity', async () => {
  const [ann] = [await makeUser({ role: 'technician' }), await makeUser({ role: 'technician' })]
  for (let n = 0; n < 2; n++) expect((await book()).status).toBe(201)
  expect((await away(ann, tuesday)).status).toBe(201)
  expect(await db().$count(jobs)).toBe(2)
  const query = { from: tuesday, to: tuesday }
  const { body } = await admin.call('GET /api/admin/schedule', { query })
  expect(body[0].slots[0]).toMatchObject({ capacity: 1, booked: 2, status: 'full' })
  expect(body[0].slots[1]).toMatchObject({ capacity: 1, booked: 0, status: 'open' })
})

test('moves and confirmations need seats too', async () => {
  const ann = await makeUser({ role: 'technician' })
  const customer = await app.as('customer')
  const mine = { customerId: customer.user.id, serviceDate: tuesday }
  const job = await makeJob({ ...mine, slot: slotAt(1) })
  const move = (scheduledDate: string) =>
    customer.call('POST /api/jobs/{id}/reschedule', {
      params: { id: job.id },
      body: { scheduledDate, scheduledTime: labelAt(2) },
    })
  const request = await makeJob({ ...mine, slot: slotAt(2), seat: null, needsConfirmation: true })
  const confirm = () => admin.call('POST /api/jobs/{id}/confirm', { params: { id: request.id } })
  await away(ann, tuesday)
  expect([(await move(tuesday)).status, (await confirm()).status]).toEqual([409, 409])
  expect((await move(wednesday)).status).toBe(200)
  await makeUser({ role: 'technician' })
  expect((await confirm()).status).toBe(200)
})

test('concurrent bookings never exceed the working technicians', async () => {
  await changeSettings({ autoAssign: true })
  for (let n = 0; n < 3; n++) await makeUser({ role: 'technician' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => book()))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(201), count(409)]).toEqual([3, 3])
  const assigned = answers.flatMap(({ body }) => body.technicianId ?? [])
  expect(new Set(assigned).size).toBe(assigned.length)
})

type Step =
  | { do: 'book'; slot: number; office: boolean }
  | { do: 'off' | 'back'; who: number }
  | { do: 'assign' | 'move'; visit: number; who: number; slot: number }

const slot = fc.integer({ min: 1, max: 2 })
const who = fc.integer({ min: 0, max: 2 })
const visit = fc.integer({ min: 0, max: 5 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('book' as const), slot, office: fc.boolean() }),
    fc.record({ do: fc.constantFrom('off' as const, 'back' as const), who }),
    fc.record({ do: fc.constantFrom('assign' as const, 'move' as const), visit, who, slot }),
  ),
  { minLength: 4, maxLength: 12 },
)

const fullTests = process.env.FIVEQUART_TESTS === 'full'

test('under any actions, no technician is double-booked or absent, and no missing seat is taken', async () => {
  await changeSettings({ autoAssign: true })
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      await queryRows({ name: 'clear', text: 'truncate jobs, days_off, payment_accounts cascade' })
      await queryRows({ name: 'no-users', text: `delete from users where role = 'technician'` })
      const technicians = [0, 1, 2].map(() => makeUser({ role: 'technician' }))
      const crew = await Promise.all(technicians)
      const customer = await app.as('customer')
      const visits: string[] = []
      for (const step of todo) {
        const before = await taken()
        await take(step, crew, customer, visits)
        const after = await taken()
        const off = (await db().select().from(daysOff)).length
        for (const [at, count] of Object.entries(after)) {
          if (count > (before[at] ?? 0)) expect(count).toBeLessThanOrEqual(crew.length - off)
        }
        const wrong = await queryRows({
          name: 'away-or-twice',
          text: `select 1 from jobs j join days_off d on d.technician_id = j.technician_id
            and j.service_date between d.from_date and d.to_date where j.status <> 'cancelled'
            union all select 1 from jobs where technician_id is not null and status <> 'cancelled'
            group by technician_id, service_date, slot having count(*) > 1`,
        })
        expect(wrong).toEqual([])
      }
    }),
    { numRuns: fullTests ? 60 : 6 },
  )
}, 120_000)

/** Taken seats per slot. */
async function taken(): Promise<Record<string, number>> {
  const rows = await queryRows<{ at: string; count: number }>({
    name: 'taken-in-test',
    text: `select service_date || '/' || slot as at, count(*)::int as count from jobs
      where status <> 'cancelled' and seat is not null group by service_date, slot`,
  })
  return Object.fromEntries(rows.map(({ at, count }) => [at, count]))
}

async function take(
  step: Step,
  crew: UserRow[],
  customer: TestPerson,
  visits: string[],
): Promise<void> {
  const at = (number: number) => ({ scheduledDate: tuesday, scheduledTime: labelAt(number) })
  const technician = 'who' in step ? crew[step.who] : undefined
  if (step.do === 'book') {
    const car = await makeVehicle(customer.user.id)
    const { form } = await customerWithCar(app)
    const body = { ...form, ...at(step.slot), vehicleId: car.id }
    const asked = step.office
      ? await admin.call('POST /api/jobs', { body: { ...body, customerId: customer.user.id } })
      : await customer.call('POST /api/jobs', { body })
    if (asked.status === 201) visits.push(asked.body.id)
  } else if (step.do === 'off' && technician) {
    const list = await db().select().from(jobs)
    const mine = list.filter(({ technicianId }) => technicianId === technician.id)
    await admin.call('POST /api/admin/technicians/{id}/days-off', {
      params: { id: technician.id },
      body: {
        from: tuesday,
        to: tuesday,
        visits: mine.map(({ id }) => ({ id, technicianId: null })),
      },
    })
  } else if (step.do === 'back' && technician) {
    const [off] = (await db().select().from(daysOff)).filter(
      (one) => one.technicianId === technician.id,
    )
    if (off)
      await admin.call('DELETE /api/admin/technicians/{id}/days-off/{dayOffId}', {
        params: { id: technician.id, dayOffId: off.id },
      })
  } else if ('visit' in step && technician && visits[step.visit]) {
    const params = { id: visits[step.visit] ?? '' }
    if (step.do === 'assign')
      await admin.call('POST /api/jobs/{id}/assign', {
        params,
        body: { technicianId: technician.id },
      })
    else await customer.call('POST /api/jobs/{id}/reschedule', { params, body: at(step.slot) })
  }
}
