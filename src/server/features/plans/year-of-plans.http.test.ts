import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { now, travelTo } from '#server/base/clock.ts'
import { finishCoalescedCalls } from '#server/database/coalesce-calls.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { planPeriods } from '#server/database/tables/plans.ts'
import { waitlistOffers } from '#server/database/tables/waitlist.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { addDays, addMonths, daysBetween } from '#shared/rules/calendar.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { acceptPlanVisit } from './actions/answer-visit.ts'
import { pauseSubscription, resumeSubscription } from './actions/change-subscription.ts'
import { runPlans } from './actions/run-plans.ts'
import { customerForPlan } from './test-members.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({ maxVisitsPerVehiclePerDay: 0, slotCapacity: 4, uses: usesEverything })
})

const dayMs = 86_400_000
const watched = ['plan_periods', 'subscriptions', 'waitlist_offers', 'jobs', 'payment_accounts']

/** Makes every so many writes fail, wherever they are: the transaction they are in is lost, as if the process was killed. */
async function failEvery(writes: number): Promise<void> {
  await db().execute(
    sql.raw(`create or replace function fail_now_and_then() returns trigger language plpgsql as $$
    begin
      if nextval('writes_so_far') % ${writes} = 0 then raise exception 'killed'; end if;
      return coalesce(new, old);
    end $$`),
  )
}

async function withFailures(run: () => Promise<void>): Promise<void> {
  await db().execute(sql`create sequence writes_so_far`)
  await failEvery(11)
  for (const table of watched)
    await db().execute(
      sql.raw(`create trigger fails_now_and_then before insert or update on ${table}
        for each row execute function fail_now_and_then()`),
    )
  try {
    await run()
  } finally {
    for (const table of watched)
      await db().execute(sql.raw(`drop trigger fails_now_and_then on ${table}`))
    await db().execute(sql`drop function fail_now_and_then`)
    await db().execute(sql`drop sequence writes_so_far`)
  }
}

let killed = 0

/** Tries until it is not interrupted. */
async function untilDone(run: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 60; tries++)
    try {
      return void (await run())
    } catch {
      killed += 1
    }
  throw new Error('It never got through.')
}

async function memberSince(lastServiceOn: string, more: object = {}) {
  const customer = await customerForPlan(app, admin, { everyMonths: 1 })
  const { status, body } = await customer.join({ lastServiceOn, ...more })
  expect(status).toBe(201)
  await finishCoalescedCalls()
  return { ...customer, id: body.id as string }
}
type Member = Awaited<ReturnType<typeof memberSince>>

const periodsOf = ({ id }: Member) =>
  db()
    .select()
    .from(planPeriods)
    .where(eq(planPeriods.subscriptionId, id))
    .orderBy(planPeriods.number)
const visitsOf = ({ car }: Member) => db().select().from(jobs).where(eq(jobs.vehicleId, car.id))

const personOf = ({ user }: Member) => ({ id: user.id, role: 'customer' as const, active: true })

/** Accepts the member's proposal, if there is one; by the verbs, because a session does not last a year. */
async function answer(member: Member): Promise<void> {
  const open = (await periodsOf(member)).find(({ state }) => state === 'proposed')
  if (open) await acceptPlanVisit(personOf(member), open.id, {})
}

async function completeVisits(): Promise<void> {
  await db()
    .update(jobs)
    .set({ status: 'completed', completedAt: now() })
    .where(sql`service_date < ${businessToday()}::date and status in ('scheduled', 'assigned')`)
}

test('in 13 months with interruptions everywhere each service falls due, and is booked, exactly once', async () => {
  const accepts = await memberSince('2026-10-31')
  const automatic = await memberSince('2026-10-31', { autoBook: true })
  const silent = await memberSince('2026-10-31')
  const pauses = await memberSince('2026-10-31')
  await db().update(paymentCards).set({ expires: '2030-01' })
  await withFailures(async () => {
    for (let day = 0; day < 396; day += 2) {
      travelTo(new Date(monday.getTime() + day * dayMs))
      // Shifts the interruptions.
      await failEvery(8 + (day % 7))
      await untilDone(runPlans)
      await untilDone(() => answer(accepts))
      await untilDone(completeVisits)
      const who = personOf(pauses)
      if (day === 60) await untilDone(() => pauseSubscription(who, pauses.id, undefined))
      if (day === 130) await untilDone(() => resumeSubscription(who, pauses.id))
    }
  })
  expect(killed).toBeGreaterThan(40)

  for (const one of [accepts, automatic]) {
    const all = await periodsOf(one)
    expect(all.map(({ number }) => number)).toEqual(all.map((_, at) => at + 1))
    expect(all.slice(0, -1).every(({ state }) => state === 'done')).toBe(true)
    const visits = await visitsOf(one)
    const booked = all.flatMap(({ jobId }) => jobId ?? [])
    expect(visits.map(({ id }) => id).toSorted()).toEqual(booked.toSorted())
    expect(new Set(booked).size).toBe(booked.length)
    const dateOf = new Map(visits.map(({ id, serviceDate }) => [id, serviceDate]))
    const due = all.slice(1).map(({ dueOn }) => dueOn)
    // Each counts from the service before it.
    expect(due).toEqual(
      all.slice(0, -1).map(({ jobId }) => addMonths(dateOf.get(jobId ?? '') ?? '', 1)),
    )
    expect(booked.length).toBeGreaterThanOrEqual(12)
  }

  // Without a service they stay on the last day of the month, through both changes of the clock.
  const lapsed = await periodsOf(silent)
  const months = Array.from({ length: 14 }, (_, at) => addMonths('2026-10-31', at + 1))
  expect(lapsed.map(({ dueOn }) => dueOn)).toEqual(months.slice(0, lapsed.length))
  expect(lapsed.length).toBeGreaterThanOrEqual(13)
  expect(lapsed.slice(0, -1).every(({ state }) => state === 'lapsed')).toBe(true)

  // Paused from January 22 to April 2: nothing is proposed, and one service is due when resuming.
  const withPause = await periodsOf(pauses)
  const gaps = withPause
    .slice(1)
    .map(({ dueOn }, at) => daysBetween(withPause[at]?.dueOn ?? '', dueOn))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(28)
  expect(withPause.some(({ dueOn }) => dueOn > '2027-01-31' && dueOn < '2027-04-02')).toBe(false)
  expect(withPause.map(({ dueOn }) => dueOn)).toContain('2027-04-02')

  const held = await db().select().from(waitlistOffers)
  const open = held.filter(({ endedAt }) => endedAt === null)
  expect(new Set(open.map(({ planPeriodId }) => planPeriodId)).size).toBe(open.length)
}, 120_000)

test('tasks and answers at the same time book a service once', async () => {
  const one = await memberSince(addDays('2026-11-23', -25))
  const two = await memberSince(addDays('2026-11-23', -25), { autoBook: true })
  await Promise.all([runPlans(), runPlans(), runPlans(), runPlans()])
  expect(await db().$count(planPeriods)).toBe(2)
  expect(await visitsOf(two)).toHaveLength(1)
  const { body } = await one.call('GET /api/subscriptions')
  const params = { id: body[0].period.id as string }
  const [first, ...others] = await Promise.all([
    ...Array.from({ length: 6 }, () => one.call('POST /api/plan-visits/{id}/accept', { params })),
    runPlans().then(() => undefined),
    runPlans().then(() => undefined),
  ])
  const ids = [first, ...others].flatMap((answered) => answered?.body.jobId ?? [])
  expect(new Set(ids).size).toBe(1)
  expect(await visitsOf(one)).toHaveLength(1)
})

test('accepting, skipping and cancelling at the same time ends in one of them', async () => {
  for (let round = 0; round < 4; round++) {
    const one = await memberSince(addDays('2026-11-23', -25))
    await runPlans()
    const { body } = await one.call('GET /api/subscriptions')
    const params = { id: body[0].period.id as string }
    await Promise.all([
      one.call('POST /api/plan-visits/{id}/accept', { params }),
      one.call('POST /api/plan-visits/{id}/skip', { params }),
      one.call('POST /api/subscriptions/{id}/cancel', { params: { id: one.id } }),
      runPlans(),
    ])
    const [period] = await periodsOf(one)
    const alive = (await visitsOf(one)).filter(({ status }) => status !== 'cancelled')
    // The plan has ended, so no visit is left.
    expect([period?.state, alive.length]).toEqual(['skipped', 0])
    const held = await db()
      .select()
      .from(waitlistOffers)
      .where(eq(waitlistOffers.planPeriodId, params.id))
    expect(held.every(({ endedAt }) => endedAt !== null)).toBe(true)
  }
})
