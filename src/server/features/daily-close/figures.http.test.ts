import { businessToday } from '#server/base/business-time.ts'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { dayCloses } from '#server/database/tables/daily-close.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import {
  bookVisit,
  changeAndSettle,
  paidVisit,
  preAuthorize,
} from '#server/features/payments/test-visits.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { dateRange } from '#shared/rules/calendar.ts'
import { addFigures, noFigures } from '#shared/rules/daily-close.ts'
import { businessDayOf } from './business-day.ts'
import { figuresBetween } from './queries/figures.ts'
import { book, readDay, travel } from './test-days.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

// Wednesday, 10:00 in Chicago.
const at = new Date('2026-11-18T16:00:00Z')
const day = '2026-11-18'
const app = useTestApp({ at })
let admin: TestPerson
let customer: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  customer = await app.as('customer')
})

const nothing = {
  captured: '0.00',
  refunded: '0.00',
  net: '0.00',
  tips: '0.00',
  tax: '0.00',
  heldBack: '0.00',
  chargedBack: '0.00',
  cash: '0.00',
  check: '0.00',
  terminal: '0.00',
  transfer: '0.00',
  other: '0.00',
  cancelFees: '0.00',
  notDoneFees: '0.00',
  pending: '0.00',
}

test('an empty day has only zeros', async () => {
  expect(await readDay(admin, day)).toMatchObject({
    date: day,
    hours: 24,
    state: 'running',
    total: nothing,
    technicians: [],
    accounts: [],
    entries: 0,
    takesCards: true,
    compared: null,
    problems: [],
    signOffs: [],
    changed: false,
  })
  expect((await readDay(admin, '2026-11-19')).state).toBe('ahead')
  expect((await readDay(admin, '2026-11-17')).state).toBe('over')
  const { body } = await admin.call('GET /api/admin/close')
  expect(body.date).toBe(day)
})

test('holds, captures, refunds and pending amounts by technician', async () => {
  const technicians = [await app.as('technician'), await app.as('technician')] as const
  const [one, other] = technicians.map(({ user }) => user.id)
  const held = await bookVisit(customer, { inHours: 2, technicianId: one ?? '' })
  await preAuthorize(customer, { jobId: held })
  const paid = await bookVisit(customer, { inHours: 4, technicianId: other ?? '' })
  await preAuthorize(customer, { jobId: paid })
  await changeAndSettle(paid, { status: 'completed', serviceDate: day })
  await changeAndSettle(held, { serviceDate: day })
  await admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId: paid },
    body: { amount: '29.99', reason: 'customer_complaint' },
  })
  const close = await readDay(admin, day)
  expect(close.total).toEqual({
    ...nothing,
    captured: '129.99',
    refunded: '29.99',
    net: '100.00',
    pending: '129.99',
  })
  expect(close.technicians).toHaveLength(2)
  expect(close.technicians.find(({ id }) => id === one)).toMatchObject({
    captured: '0.00',
    pending: '129.99',
  })
  expect(close.technicians.find(({ id }) => id === other)).toMatchObject({
    net: '100.00',
    pending: '0.00',
  })
  expect(close.accounts).toContainEqual({ account: 'cash', debit: '129.99', credit: '29.99' })
  expect(sumOf(close.accounts.map(({ debit }) => debit))).toBe(
    sumOf(close.accounts.map(({ credit }) => credit)),
  )
  expect(close.days.at(-1)).toEqual({ date: day, net: '100.00' })
})

const sumOf = (amounts: readonly string[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)

test('a refund belongs to the day it was made', async () => {
  const jobId = await paidVisit(customer)
  travel(24 * 60)
  await admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount: '129.99', reason: 'customer_complaint' },
  })
  expect((await readDay(admin, day)).total).toMatchObject({ captured: '129.99', refunded: '0.00' })
  expect((await readDay(admin, '2026-11-19')).total).toMatchObject({
    captured: '0.00',
    refunded: '129.99',
    net: '-129.99',
  })
})

test('tips, tax and fees are separate, and unknown accounts show their name', async () => {
  const cancelled = await makeJob({ status: 'cancelled' })
  const notDone = await makeJob({ status: 'cancelled', outcome: 'not_done' })
  await book([
    { debit: 'cash', credit: 'tips_payable', cents: 1500, at },
    { debit: 'tips_payable', credit: 'cash', cents: 500, at },
    { debit: 'tax_billed', credit: 'tax_payable', cents: 810, at },
    { jobId: cancelled.id, debit: 'receivable', credit: 'revenue', cents: 2500, at },
    { jobId: notDone.id, debit: 'receivable', credit: 'revenue', cents: 4000, at },
    { debit: 'gift_cards', credit: 'revenue', cents: 77, at },
  ])
  const close = await readDay(admin, day)
  expect(close.total).toEqual({
    ...nothing,
    tips: '10.00',
    tax: '8.10',
    cancelFees: '25.00',
    notDoneFees: '40.00',
  })
  // The chart of the days before counts no tips either.
  expect(close.days.at(-1)).toEqual({ date: day, net: '0.00' })
  expect(close.accounts).toContainEqual({ account: 'gift_cards', debit: '0.77', credit: '0.00' })
})

test.each([
  // Clocks went back at 2:00 on November 1, and go forward on March 14.
  ['2026-11-01', 25, '2026-11-01T05:00:00Z', '2026-11-02T05:59:59.999Z'],
  ['2027-03-14', 23, '2027-03-14T06:00:00Z', '2027-03-15T04:59:59.999Z'],
])('%s has %i hours', async (date, hours, first, last) => {
  const moments = [first, last].map((moment) => new Date(moment))
  await book(
    moments.flatMap((moment) => [
      { debit: 'cash', credit: 'receivable', cents: 100, at: moment },
      {
        debit: 'cash',
        credit: 'receivable',
        cents: 10_000,
        at: new Date(moment.getTime() + (moment === moments[0] ? -1 : 1)),
      },
    ]),
  )
  expect(await readDay(admin, date)).toMatchObject({ hours, total: { captured: '2.00' } })
})

test('technicians add up to the total, and days to their range', async () => {
  const technicians = [await app.as('technician'), await app.as('technician')]
  const jobs = [
    await makeJob({ status: 'completed', technicianId: technicians[0]?.user.id ?? null }),
    await makeJob({ status: 'cancelled', technicianId: technicians[1]?.user.id ?? null }),
    await makeJob({ status: 'cancelled', outcome: 'not_done' }),
  ]
  const [first, last] = ['2026-10-30', '2026-11-03']
  const begin = businessDayOf(first).from.getTime()
  const end = businessDayOf(last).to.getTime()
  const accounts = ['cash', 'receivable', 'revenue', 'tips_payable', 'tax_payable', 'reserved']
  const entries = fc
    .array(
      fc.record({
        jobId: fc.constantFrom(...jobs.map(({ id }) => id)),
        pair: fc
          .tuple(fc.constantFrom(...accounts), fc.constantFrom(...accounts))
          .filter(([debit, credit]) => debit !== credit),
        cents: fc.integer({ min: 1, max: 99_999_99 }),
        at: fc.integer({ min: begin, max: end - 1 }),
      }),
      { minLength: 60, maxLength: 60 },
    )
    .map((all) =>
      all.map(({ pair: [debit, credit], at: moment, ...entry }) => ({
        ...entry,
        debit,
        credit,
        at: new Date(moment),
      })),
    )
  await book(fc.sample(entries, 5).flat())
  const span = await figuresBetween(new Date(begin), new Date(end))
  expect(span.entries).toBe(300)
  const days = await Promise.all(
    dateRange(first, last)
      .map(businessDayOf)
      .map(({ from, to }) => figuresBetween(from, to)),
  )
  expect(days.map(({ total }) => total).reduce(addFigures, noFigures)).toEqual(span.total)
  for (const one of [span, ...days]) {
    expect(one.technicians.map(({ figures }) => figures).reduce(addFigures, noFigures)).toEqual(
      one.total,
    )
    const moved = one.accounts.reduce((sum, { debit, credit }) => sum + debit - credit, 0)
    expect(moved).toBe(0)
  }
})

test('the ledger as a file: every entry once, with both accounts, in business time', async () => {
  const technician = await app.as('technician')
  const { id: jobId, number } = await makeJob({ technicianId: technician.user.id })
  const moments = ['2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z', '2026-11-02T06:00:00Z']
  await book([
    ...moments.map((moment, i) => ({
      jobId,
      debit: 'cash',
      credit: 'receivable',
      cents: 100 + i,
      at: new Date(moment),
    })),
    { debit: 'receivable', credit: 'cash', cents: 7, at: new Date(moments[0] ?? ''), memo: '=1+1' },
  ])
  const file = async (query: Record<string, string>) => {
    const answer = await admin.call('GET /api/admin/close/export', { query })
    expect(answer.status).toBe(200)
    return answer.text.replace('\uFEFF', '').trim().split('\r\n')
  }
  const [header, ...lines] = await file({ from: '2026-11-01' })
  expect(header).toBe(
    'Date,Time,Entry,Visit,Account debited,Account credited,Amount (USD),Description,Technician,Instant (UTC)',
  )
  expect(lines).toHaveLength(3)
  const cells = lines
    .map((line) => line.split(','))
    .toSorted((a, b) => ((a[6] ?? '') < (b[6] ?? '') ? -1 : 1))
  const name = `${technician.user.firstName} ${technician.user.lastName}`
  expect(cells[0]).toMatchObject(
    [
      '2026-11-01',
      '01:30',
      /./,
      '',
      'Due from customers',
      'Card money',
      '0.07',
      "'=1+1",
      '',
      '2026-11-01T06:30:00.000Z',
    ].map((cell) => (cell instanceof RegExp ? expect.stringMatching(cell) : cell)),
  )
  expect(cells[1]?.slice(3)).toEqual([
    `FQ-${number}`,
    'Card money',
    'Due from customers',
    '1.00',
    'Card charged',
    name,
    '2026-11-01T06:30:00.000Z',
  ])
  // The repeated hour is distinguished by its instant.
  expect(cells[2]?.slice(0, 2)).toEqual(['2026-11-01', '01:30'])
  expect(await file({ from: '2026-11-01', to: '2026-11-02' })).toHaveLength(5)
  expect(await file({ from: '2026-11-03' })).toHaveLength(1)
  const wrong = await admin.call('GET /api/admin/close/export', {
    query: { from: '2026-11-02', to: '2026-11-01' },
  })
  expect(wrong.status).toBe(400)
})

test('a long file is cut into pages without losing or repeating an entry', async () => {
  const moments = [0, 1, 2].map((second) => new Date(at.getTime() + second * 1000))
  for (const moment of moments)
    await book(
      Array.from({ length: 1500 }, () => ({
        debit: 'cash',
        credit: 'receivable',
        cents: 100,
        at: moment,
      })),
    )
  const { text } = await admin.call('GET /api/admin/close/export', { query: { from: day } })
  const ids = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[2])
  expect(ids).toHaveLength(4500)
  expect(new Set(ids).size).toBe(4500)
})

test('a day that is not over is signed off early only on purpose, with the counted cash', async () => {
  const jobId = await bookVisit(customer)
  const receivedOn = businessToday()
  await admin.call(`POST /api/payments/${jobId}/record`, {
    body: { amount: '60.00', method: 'cash', receivedOn },
  })
  const { entries } = await readDay(admin, day)
  const signOff = (more: object) =>
    admin.call('POST /api/admin/close', { body: { date: day, entries, ...more } })
  for (const more of [{}, { early: false }])
    expect(await signOff(more)).toMatchObject({
      status: 409,
      body: { details: { reason: 'running' } },
    })
  expect((await readDay(admin, day)).signOffs).toEqual([])
  expect((await signOff({ early: true, countedCash: '-1' })).status).toBe(400)
  expect((await signOff({ early: true, countedCash: '55.50' })).status).toBe(201)
  expect((await readDay(admin, day)).signOffs).toMatchObject([
    { countedCash: '55.50', figures: { cash: '60.00', net: '60.00' } },
  ])
})

/** Cash received for a visit, by default a new one today. */
async function receive(
  amount: string,
  { receivedOn = businessToday(), of }: { receivedOn?: string; of?: string } = {},
): Promise<string> {
  const jobId = of ?? (await bookVisit(customer))
  const { status } = await admin.call(`POST /api/payments/${jobId}/record`, {
    body: { amount, method: 'cash', receivedOn },
  })
  expect(status).toBe(200)
  return jobId
}

const drawerOn = async (date: string) => (await readDay(admin, date)).drawer

async function count(date: string, countedCash: string, more: object = {}) {
  const { entries } = await readDay(admin, date)
  return admin.call('POST /api/admin/close', {
    body: { date, entries, early: true, countedCash, ...more },
  })
}

const [second, third, fourth] = ['2026-11-19', '2026-11-20', '2026-11-21'] as const

test('the drawer is carried across days, and a first count has no difference', async () => {
  await receive('60.00')
  expect(await drawerOn(day)).toEqual({ opening: null, received: '60.00', expected: null })
  // With 100.00 of change.
  expect((await count(day, '160.00', { takenCash: '160.01' })).status).toBe(400)
  expect((await count(day, '160.00', { takenCash: '10.00' })).status).toBe(201)
  expect((await readDay(admin, day)).signOffs).toMatchObject([
    { countedCash: '160.00', drawer: { expected: null, taken: '10.00', left: '150.00' } },
  ])
  travel(24 * 60)
  await receive('40.00')
  expect(await drawerOn(second)).toEqual({
    opening: { amount: '150.00', day },
    received: '40.00',
    expected: '190.00',
  })
  // A day without a count.
  travel(24 * 60)
  await receive('25.00')
  expect(await drawerOn(third)).toMatchObject({ received: '65.00', expected: '215.00' })
  expect((await count(third, '210.00')).status).toBe(201)
  expect((await readDay(admin, third)).signOffs).toMatchObject([
    { drawer: { expected: '215.00', taken: '0.00', left: '210.00' } },
  ])
  travel(24 * 60)
  // The difference was named once and is not carried on.
  expect(await drawerOn(fourth)).toEqual({
    opening: { amount: '210.00', day: third },
    received: '0.00',
    expected: '210.00',
  })
  const { text } = await admin.call('GET /api/admin/close/drawer', {
    query: { from: day, to: fourth },
  })
  const lines = text.trim().split('\r\n').slice(1)
  expect(lines.map((line: string) => line.split(',').slice(0, 6).join(','))).toEqual([
    `${day},,160.00,,10.00,150.00`,
    `${third},215.00,210.00,-5.00,0.00,210.00`,
  ])
})

test('cash after an early count, recorded late, taken back or given back is in the next one', async () => {
  const jobId = await receive('60.00')
  await count(day, '60.00')
  travel(60)
  const other = await receive('5.00')
  expect(await drawerOn(day)).toMatchObject({ opening: { amount: '60.00', day }, received: '5.00' })
  travel(24 * 60)
  // Received yesterday, after the count, and recorded today.
  await receive('7.00', { receivedOn: day, of: other })
  expect(await drawerOn(second)).toMatchObject({ received: '12.00', expected: '72.00' })
  const { body } = await admin.call('GET /api/payments/{jobId}', { params: { jobId } })
  const takenBack = await admin.call('DELETE /api/payments/{jobId}/record/{id}', {
    params: { jobId, id: body.recorded[0].id },
    body: { reason: 'It was a check' },
  })
  expect(takenBack.status).toBe(200)
  expect(await drawerOn(second)).toMatchObject({ received: '-48.00', expected: '12.00' })
  // The day before ends as it was.
  expect(await drawerOn(day)).toMatchObject({ received: '12.00' })
  expect((await count(second, '12.00')).status).toBe(201)
  expect((await readDay(admin, second)).signOffs[0]?.drawer?.expected).toBe('12.00')
})

test('earlier counts of only the day’s cash carry nothing over', async () => {
  await receive('60.00')
  await count(day, '60.00')
  await db().update(dayCloses).set({ takenCashCents: null })
  travel(24 * 60)
  expect(await drawerOn(second)).toEqual({ opening: null, received: '0.00', expected: null })
  expect((await readDay(admin, day)).signOffs).toMatchObject([
    { countedCash: '60.00', drawer: null },
  ])
})

test('signing off freezes the figures and reports later changes', async () => {
  await paidVisit(customer)
  const { entries } = await readDay(admin, day)
  const signOff = (seen: number, date = day) =>
    admin.call('POST /api/admin/close', { body: { date, entries: seen, early: true } })
  expect(await signOff(entries - 1)).toMatchObject({
    status: 409,
    body: { details: { reason: 'booked_meanwhile' } },
  })
  const other = await app.as('admin')
  const both = await Promise.all([
    signOff(entries),
    other.call('POST /api/admin/close', { body: { date: day, entries, early: true } }),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const signed = await readDay(admin, day)
  expect(signed).toMatchObject({
    changed: false,
    signOffs: [{ figures: { captured: '129.99' }, entries, openDifferences: null }],
  })
  // Another booking on the same day.
  await paidVisit(customer)
  const reopened = await readDay(admin, day)
  expect(reopened).toMatchObject({
    changed: true,
    total: { captured: '259.98' },
    signOffs: [{ figures: { captured: '129.99' } }],
  })
  expect((await signOff(reopened.entries)).status).toBe(201)
  expect((await readDay(admin, day)).signOffs).toHaveLength(2)
  expect((await readDay(admin, day)).changed).toBe(false)
  expect((await signOff(0, '2026-11-19')).status).toBe(409)
  expect((await signOff(0, '2026-11-17')).status).toBe(409)
  const { body } = await admin.call('GET /api/admin/audit', { query: { about: 'money' } })
  expect(body.map(({ title }: { title: string }) => title)).toContain('Day signed off')
})

test("a late cancellation's fee counts as a fee and as charged", async () => {
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 24 })
  const jobId = await bookVisit(customer, { inHours: 5 })
  await preAuthorize(customer, { jobId })
  const cancelled = await admin.call('POST /api/jobs/{id}/cancel', {
    params: { id: jobId },
    body: { reason: 'Nobody answers the phone', fee: '25.00' },
  })
  expect(cancelled.status).toBe(200)
  await runDueTasks()
  expect((await readDay(admin, day)).total).toEqual({
    ...nothing,
    captured: '25.00',
    net: '25.00',
    cancelFees: '25.00',
  })
})

test('visits in progress and past unfinished ones count as unfinished', async () => {
  const startsAt = (hour: number) => new Date(`${day}T${hour}:00:00Z`)
  // Now is 16:00 UTC.
  const visits = [
    { status: 'in_progress', slot: slotAt(1), startsAt: startsAt(14) },
    { status: 'assigned', slot: slotAt(2), startsAt: startsAt(15) },
    { status: 'completed', slot: slotAt(3), startsAt: startsAt(15) },
    { status: 'in_progress', slot: slotAt(4), startsAt: startsAt(20) },
    { status: 'assigned', slot: slotAt(5), startsAt: startsAt(22) },
    { status: 'cancelled', slot: slotAt(1), startsAt: startsAt(14) },
  ] as const
  for (const visit of visits) await makeJob({ ...visit, serviceDate: day })
  expect(await readDay(admin, day)).toMatchObject({ unfinished: 3 })
})
