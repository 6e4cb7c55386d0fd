import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { planConsents, subscriptions } from '#server/database/tables/plans.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { member, plansRun } from './test-members.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({ maxVisitsPerVehiclePerDay: 0, uses: usesEverything })
})

type Member = Awaited<ReturnType<typeof member>>
const change = ({ plan }: Member, body: object) =>
  admin.call('PATCH /api/admin/plans/{id}', { params: { id: plan.id }, body })
const offer = ({ plan }: Member) =>
  admin.call('POST /api/admin/plans/{id}/offer', { params: { id: plan.id } })
const agree = ({ call, id }: Member, seenTerms: string) =>
  call('POST /api/subscriptions/{id}/agree', { params: { id }, body: { seenTerms } })
const priceOf = async (one: Member) => {
  await plansRun()
  const { period } = await one.own()
  return (await one.call('GET /api/plan-visits/{id}', { params: { id: period.id } })).body.price
}

test('a price rise leaves members alone until they are told and agree', async () => {
  const one = await member(app, admin, 10, { keptPrice: '80.00', percent: null })
  expect(await priceOf(one)).toBe('80.00')
  expect((await change(one, { keptPrice: '95.00' })).body).toMatchObject({
    versionNumber: 2,
    members: 1,
    olderMembers: 1,
  })
  expect((await one.own()).newTerms).toBeNull()
  expect((await agree(one, 'anything')).status).toBe(409)
  expect(await priceOf(one)).toBe('80.00')

  expect((await offer(one)).body).toEqual({ told: 1 })
  expect((await offer(one)).body).toEqual({ told: 0 })
  expect((await notificationsShownTo(one.user))[0]?.title).toBe('New terms for Care')
  expect(await priceOf(one)).toBe('80.00')
  const { terms } = (await one.own()).newTerms
  expect(terms).toContain('$95.00 per visit')
  expect((await agree(one, 'Something else')).body.details.reason).toBe('terms')
  expect(await priceOf(one)).toBe('80.00')
  expect((await agree(one, terms)).body).toMatchObject({
    price: '$95.00 per visit',
    newTerms: null,
  })
  expect(await priceOf(one)).toBe('95.00')
  const consents = await db().select().from(planConsents).orderBy(planConsents.createdAt)
  expect(consents.map(({ kind }) => kind)).toEqual(['joined', 'new_version'])
  expect(consents[1]?.words).toBe(terms)
})

test('a kept price stays while the package gets dearer, and follows it down', async () => {
  const one = await member(app, admin, 10, { keptPrice: '80.00', percent: null })
  const cost = (basePriceCents: number) =>
    db()
      .update(servicePackages)
      .set({ basePriceCents })
      .where(eq(servicePackages.id, one.oilPackage.id))
  await cost(19_900)
  expect(await priceOf(one)).toBe('80.00')
  await cost(7000)
  expect(await priceOf(one)).toBe('70.00')
})

test('trial visits cost less, later ones the usual', async () => {
  const one = await member(app, admin, 10, {
    keptPrice: '80.00',
    percent: null,
    firstVisits: 1,
    firstPercent: 50,
  })
  expect(await priceOf(one)).toBe('64.99')
})

test('terms of a year are announced once, a month before they renew', async () => {
  const one = await member(app, admin, 60, { termMonths: 12 })
  const short = await member(app, admin, 60, { termMonths: 6 })
  const notices = async ({ user }: Member) => {
    const mails = await db()
      .select()
      .from(sentMessages)
      .where(eq(sentMessages.recipient, user.email ?? ''))
    return mails.filter(({ subject }) => subject.includes('renews on')).length
  }
  const onDay = async (date: string) => {
    travelTo(new Date(`${date}T16:00:00Z`))
    await plansRun()
    return [await notices(one), await notices(short)]
  }
  expect(await onDay('2027-10-23')).toEqual([0, 0])
  expect(await onDay('2027-10-24')).toEqual([1, 0])
  expect(await onDay('2027-11-10')).toEqual([1, 0])
  expect(await onDay('2027-11-23')).toEqual([1, 0])
  const terms = await db().select().from(subscriptions).orderBy(subscriptions.createdAt)
  expect(terms.map(({ termFrom }) => termFrom)).toEqual(['2027-11-23', '2027-11-23'])
  expect(await onDay('2028-10-24')).toEqual([2, 0])
})

test('a service that was not answered can be proposed again', async () => {
  const one = await member(app, admin, 14)
  await plansRun()
  travelTo(new Date('2026-12-01T15:00:00Z'))
  await plansRun()
  expect((await one.own()).mayPropose).toBe(true)
  const propose = () => one.call('POST /api/subscriptions/{id}/propose', { params: { id: one.id } })
  expect((await propose()).status).toBe(200)
  expect((await propose()).status).toBe(409)
  await plansRun()
  const { period, mayPropose } = await one.own()
  expect([period.state, period.number, mayPropose]).toEqual(['proposed', 1, false])
  expect((await one.act('skip', { dueOn: period.dueOn })).body.nextDue).toBe('2027-03-07')
})

test('the overview counts members, reasons and what is expected', async () => {
  await member(app, admin, 10)
  const two = await member(app, admin, 60, { keptPrice: '80.00', percent: null })
  const three = await member(app, admin, 60)
  await two.act('pause')
  await three.act('cancel', { reason: 'moved_away', words: 'We liked it.' })
  const { body } = await admin.call('GET /api/admin/plans/overview')
  expect(body).toMatchObject({
    active: 1,
    paused: 1,
    joined: 3,
    left: 1,
    reasons: [{ reason: 'Moved away', count: 1 }],
    words: ['We liked it.'],
  })
  expect(body.months).toEqual([
    { month: '2026-11-01', visits: 0, amount: '0.00' },
    { month: '2026-12-01', visits: 1, amount: '116.99' },
    { month: '2027-01-01', visits: 0, amount: '0.00' },
  ])
})
