import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { planPeriods, subscriptions } from '#server/database/tables/plans.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { waitlistOffers } from '#server/database/tables/waitlist.ts'
import { monday, visitForm } from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { addDays, addMonths } from '#shared/rules/calendar.ts'
import { labelAt } from '#shared/rules/test-slots.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { member, plansRun } from './test-members.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({ maxVisitsPerVehiclePerDay: 0, slotCapacity: 1, uses: usesEverything })
})

type Member = Awaited<ReturnType<typeof member>>
const days = (count: number) => travelTo(new Date(monday.getTime() + count * 86_400_000))

/** The secret in the newest mail to a member. */
async function linkTo({ user }: Member): Promise<string> {
  const mails = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, user.email ?? ''))
    .orderBy(sentMessages.createdAt)
  const found = mails.map(({ body }) => /\/plan-visit\/([\w-]+)/.exec(body)?.[1])
  return found.findLast(Boolean) ?? ''
}

const show = async (id: string, person: Pick<TestPerson, 'call'> = app) =>
  person.call('GET /api/plan-visits/{id}', { params: { id } })
const accept = (id: string, body: object = {}, person: Pick<TestPerson, 'call'> = app) =>
  person.call('POST /api/plan-visits/{id}/accept', { params: { id }, body })
const skip = (id: string) => app.call('POST /api/plan-visits/{id}/skip', { params: { id } })

const periodOf = async ({ own }: Member) => (await own()).period
const visitsOf = ({ car }: Member) => db().select().from(jobs).where(eq(jobs.vehicleId, car.id))
const periods = () => db().select().from(planPeriods).orderBy(planPeriods.number)

async function statuses(date: string): Promise<string[]> {
  const { body } = await app.call('GET /api/availability', { query: { from: date, to: date } })
  return (body[0].slots as { status: string }[]).map(({ status }) => status)
}

describe('a proposal', () => {
  test('is made 14 days ahead at the usual time, holds its seat, and one tap books it at the price of the plan', async () => {
    const one = await member(app, admin, 20)
    await plansRun()
    expect(await linkTo(one)).toBe('')
    days(6)
    await plansRun()
    await plansRun()
    const secret = await linkTo(one)
    const { body } = await show(secret)
    expect(body).toMatchObject({
      state: 'proposed',
      held: { time: labelAt(2) },
      usualPrice: '129.99',
      price: '116.99',
    })
    expect(body.others.length).toBeGreaterThan(3)
    expect((await statuses(body.held.date))[1]).toBe('full')
    const accepted = await accept(secret, { seenPrice: body.price })
    expect(accepted.status).toBe(200)
    expect(await accept(secret)).toMatchObject({
      status: 200,
      body: { jobId: accepted.body.jobId },
    })
    await runDueTasks()
    const [job, ...others] = await visitsOf(one)
    expect(others).toEqual([])
    expect(job).toMatchObject({
      serviceDate: body.held.date,
      status: expect.stringMatching(/scheduled|assigned/),
    })
    const visit = await one.call('GET /api/jobs/{id}', { params: { id: job?.id ?? '' } })
    expect(visit.body).toMatchObject({ finalAmount: '116.99', paymentState: 'card_saved' })
    const lines = await one.call('GET /api/jobs/{id}/lines', { params: { id: job?.id ?? '' } })
    expect(lines.body.at(-1)).toMatchObject({
      kind: 'discount',
      description: 'Care discount',
      amount: '-13.00',
    })
    expect(await periodOf(one)).toMatchObject({ state: 'booked', visit: { id: job?.id } })
    await db()
      .update(jobs)
      .set({ status: 'completed', completedAt: now() })
      .where(eq(jobs.id, job?.id ?? ''))
    await plansRun()
    expect((await periods()).map(({ state }) => state)).toEqual(['done'])
    expect((await one.own()).nextDue).toBe(addMonths(body.held.date, 3))
  })

  test('can be moved to another time, which frees the held one', async () => {
    const one = await member(app, admin, 10)
    await plansRun()
    const secret = await linkTo(one)
    const { body } = await show(secret)
    const other = body.others.find(({ date }: { date: string }) => date !== body.held.date)
    expect((await accept(secret, { date: '2026-11-29', time: labelAt(2) })).status).toBe(400)
    expect((await show(secret)).body.state).toBe('proposed')
    expect((await accept(secret, other)).status).toBe(200)
    expect(await visitsOf(one)).toMatchObject([{ serviceDate: other.date }])
    expect((await statuses(body.held.date))[1]).toBe('open')
  })

  test('that is skipped frees its seat, and the next one comes an interval later', async () => {
    const one = await member(app, admin, 10)
    await plansRun()
    const secret = await linkTo(one)
    const { body } = await show(secret)
    expect((await skip(secret)).status).toBe(200)
    expect((await skip(secret)).status).toBe(200)
    expect((await accept(secret)).status).toBe(409)
    expect((await statuses(body.held.date))[1]).toBe('open')
    expect((await show(secret)).body).toMatchObject({ state: 'skipped', held: null, others: [] })
    expect((await one.own()).nextDue > addDays(one.dueOn, 80)).toBe(true)
  })

  test('lapses after 7 days, frees its seat, and the office sees it', async () => {
    const one = await member(app, admin, 14)
    await plansRun()
    const secret = await linkTo(one)
    const { body } = await show(secret)
    expect(body.held.until).toMatch(/^2026-11-30T15:00/)
    travelTo(new Date('2026-11-30T15:01:00Z'))
    // The deadline counts whether or not a task ran.
    expect((await accept(secret)).status).toBe(409)
    expect((await statuses(body.held.date))[1]).toBe('open')
    await plansRun()
    expect((await periods()).map(({ state, reason }) => [state, reason])).toEqual([
      ['lapsed', 'unanswered'],
    ])
    expect((await notificationsShownTo(one.user))[0]?.title).toBe(
      'A time is no longer held for you',
    )
    const { body: list } = await admin.call('GET /api/admin/plans/members', {
      query: { list: 'attention' },
    })
    expect(list).toMatchObject([{ id: one.id, missed: { reason: 'Not answered in time' } }])
  })

  test('is withdrawn while paused, and made again after resuming', async () => {
    const one = await member(app, admin, 10)
    await plansRun()
    const first = await show(await linkTo(one))
    expect((await one.act('pause', { until: '2026-12-07' })).status).toBe(200)
    await plansRun()
    expect((await statuses(first.body.held.date))[1]).toBe('open')
    expect((await accept(await linkTo(one))).status).toBe(409)
    days(14)
    await plansRun()
    const again = await show(await linkTo(one))
    expect(again.body).toMatchObject({ id: first.body.id, state: 'proposed' })
    expect(await db().$count(planPeriods)).toBe(1)
  })

  test('ends with the plan, and nothing is charged or booked afterwards', async () => {
    const one = await member(app, admin, 10)
    await plansRun()
    const secret = await linkTo(one)
    const { body } = await show(secret)
    expect((await one.act('cancel')).status).toBe(200)
    expect((await statuses(body.held.date))[1]).toBe('open')
    expect((await accept(secret)).status).toBe(409)
    days(200)
    await plansRun()
    expect(await visitsOf(one)).toEqual([])
    expect(await db().$count(planPeriods)).toBe(1)
  })

  test('booked visits are cancelled with the plan unless they are to stay', async () => {
    const one = await member(app, admin, 10)
    await plansRun()
    await accept(await linkTo(one))
    await runDueTasks()
    expect((await one.act('cancel')).status).toBe(200)
    await runDueTasks()
    const [job] = await visitsOf(one)
    expect(job?.status).toBe('cancelled')
    const { body } = await one.call('GET /api/jobs/{id}', { params: { id: job?.id ?? '' } })
    expect(body).toMatchObject({ finalAmount: '0.00' })

    const two = await member(app, admin, 10)
    await plansRun()
    await accept(await linkTo(two))
    expect((await two.act('cancel', { cancelVisit: false })).status).toBe(200)
    expect((await visitsOf(two))[0]?.status).not.toBe('cancelled')
  })

  test("is another person's secret: not found without it", async () => {
    const one = await member(app, admin, 10)
    await plansRun()
    const { id } = await periodOf(one)
    const other = await app.as('customer')
    for (const person of [app, other]) {
      expect((await show(id, person)).status).toBe(404)
      expect((await accept(id, {}, person)).status).toBe(404)
    }
    expect((await show(`${await linkTo(one)}x`)).status).toBe(404)
    expect((await show(id, one)).status).toBe(200)
    expect((await accept(id, { seenPrice: '1.00' }, one)).body.details.reason).toBe('price')
    expect(await visitsOf(one)).toEqual([])
  })
})

test('a card that expired after the proposal is asked for when accepting', async () => {
  const one = await member(app, admin, 10)
  await plansRun()
  await db().update(paymentCards).set({ expires: '2026-11' }).where(eq(paymentCards.id, one.cardId))
  const { body } = await accept((await periodOf(one)).id, {}, one)
  expect(body.path).toBe(`/pre-authorize/${body.jobId}`)
})

describe('what cannot be proposed is on the office’s list', () => {
  const attention = async () =>
    (await admin.call('GET /api/admin/plans/members', { query: { list: 'attention' } })).body.map(
      ({ period }: { period: { reason: string } }) => period.reason,
    )

  test('a card that is missing is asked for a week before, and the proposal follows', async () => {
    const one = await member(app, admin, 20)
    await db()
      .update(paymentCards)
      .set({ expires: '2026-11' })
      .where(eq(paymentCards.id, one.cardId))
    await plansRun()
    await plansRun()
    const asked = (await notificationsShownTo(one.user)).filter(
      ({ title }) => title === 'Please add a card',
    )
    expect(asked).toHaveLength(1)
    expect(await attention()).toEqual(['No valid card'])
    days(8)
    await plansRun()
    expect(await linkTo(one)).toBe('')
    await db()
      .update(paymentCards)
      .set({ expires: '2030-01' })
      .where(eq(paymentCards.id, one.cardId))
    await plansRun()
    expect(await linkTo(one)).not.toBe('')
    expect(await attention()).toEqual([])
  })

  test('no free time', async () => {
    for (let day = 1; day < 40; day++)
      await admin.call('POST /api/admin/block-day', {
        body: { date: addDays('2026-11-23', day), isBlocked: true },
      })
    await member(app, admin, 10)
    await plansRun()
    expect(await attention()).toEqual(['No free time that suits'])
    expect((await notificationsShownTo(admin.user))[0]?.title).toBe(
      'A service could not be proposed',
    )
  })

  test('the car has a visit already, whose service then counts', async () => {
    const one = await member(app, admin, 10)
    const booked = await one.call('POST /api/jobs', {
      body: visitForm(one.car.id, { servicePackageId: one.oilPackage.id }),
    })
    expect(booked.status).toBe(201)
    await plansRun()
    expect(await attention()).toEqual(['The car has another visit'])
    days(2)
    await db().update(jobs).set({ status: 'completed', completedAt: now() })
    await plansRun()
    expect((await periods()).map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'serviced'],
    ])
    expect((await one.own()).nextDue).toBe('2027-02-24')
  })
})

test('visits are booked without asking only by opt-in', async () => {
  const one = await member(app, admin, 10, { autoBook: true })
  await plansRun()
  await plansRun()
  expect(await visitsOf(one)).toHaveLength(1)
  expect(await db().$count(waitlistOffers)).toBe(0)
  expect((await periodOf(one)).state).toBe('booked')
})

test('a removed, sold or erased car ends its plan', async () => {
  const [removed, sold] = [await member(app, admin, 60), await member(app, admin, 60)]
  await removed.call('DELETE /api/vehicles/{id}', { params: { id: removed.car.id } })
  const buyer = await app.as('customer')
  await db().update(vehicles).set({ customerId: buyer.user.id }).where(eq(vehicles.id, sold.car.id))
  await plansRun()
  expect((await db().select().from(subscriptions)).map(({ endReason }) => endReason)).toEqual([
    'car_removed',
    'car_removed',
  ])
})

test('switched off, held times become available and nothing else changes', async () => {
  const one = await member(app, admin, 10)
  await plansRun()
  const { body } = await show(await linkTo(one))
  await changeSettings({ uses: { ...usesEverything, plans: false } })
  await plansRun()
  expect((await statuses(body.held.date))[1]).toBe('open')
  expect((await periods()).map(({ state }) => state)).toEqual(['due'])
})
