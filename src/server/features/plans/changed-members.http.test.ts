import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { planConsents, planPeriods, subscriptions } from '#server/database/tables/plans.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { waitlistOffers } from '#server/database/tables/waitlist.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { purgeConsents } from './actions/purge-consents.ts'
import { member, plansRun } from './test-members.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({ maxVisitsPerVehiclePerDay: 0, uses: usesEverything })
})

const stored = () => db().select().from(subscriptions).orderBy(subscriptions.createdAt)

test('merged customers keep one plan per car, with its proposal', async () => {
  const [kept, gone] = [await member(app, admin, 10), await member(app, admin, 10)]
  const other = await member(app, admin, 60)
  for (const { car } of [kept, gone])
    await db().update(vehicles).set({ vin: '4T1B11HK5JU123456' }).where(eq(vehicles.id, car.id))
  await plansRun()
  const merge = (customerId: string) =>
    admin.call('POST /api/admin/customers/{id}/merge', {
      params: { id: kept.user.id },
      body: { customerId },
    })
  expect((await merge(gone.user.id)).status).toBe(200)
  expect((await merge(other.user.id)).status).toBe(200)
  const all = await stored()
  expect(new Set(all.map(({ customerId }) => customerId))).toEqual(new Set([kept.user.id]))
  expect(all.map(({ id, endReason }) => [id, endReason])).toEqual([
    [kept.id, null],
    [gone.id, 'merged'],
    [other.id, null],
  ])
  const open = (await db().select().from(waitlistOffers)).filter(({ endedAt }) => !endedAt)
  expect(open).toHaveLength(1)
  await plansRun()
  const { body } = await admin.call('GET /api/admin/plans/members', { query: { list: 'active' } })
  expect(
    body.map(({ id, period }: { id: string; period: unknown }) => [id, Boolean(period)]),
  ).toEqual([
    [kept.id, true],
    [other.id, false],
  ])
})

test('an erased customer’s plan ends, and only what they agreed to stays', async () => {
  const one = await member(app, admin, 10)
  await plansRun()
  const erased = await admin.call('DELETE /api/admin/customers/{id}', {
    params: { id: one.user.id },
  })
  expect(erased.status).toBe(200)
  expect(await stored()).toMatchObject([
    { state: 'ended', endReason: 'erased', serviceAddress: '', cardId: null, endWords: '' },
  ])
  expect((await db().select().from(planPeriods)).map(({ state }) => state)).toEqual(['skipped'])
  expect((await db().select().from(waitlistOffers)).every(({ endedAt }) => endedAt)).toBe(true)
  const [consent] = await db().select().from(planConsents)
  expect(consent?.words).toContain('Care for your')
  await plansRun()
  const { body } = await admin.call('GET /api/admin/plans/members', { query: { list: 'ended' } })
  expect(body).toMatchObject([{ customer: { name: '' }, endReason: 'Account deleted' }])
})

test('what was agreed to is kept for three years, and a year past the end', async () => {
  const one = await member(app, admin, 60)
  const keptOn = async (date: string) => {
    travelTo(new Date(`${date}T15:00:00Z`))
    await purgeConsents()
    return db().$count(planConsents)
  }
  expect(await keptOn('2030-11-23')).toBe(1)
  await db().update(subscriptions).set({ state: 'ended', endedAt: new Date(), endReason: 'other' })
  await db()
    .update(subscriptions)
    .set({ endedAt: new Date('2029-06-01T15:00:00Z') })
  expect(await keptOn('2029-11-30')).toBe(1)
  expect(await keptOn('2030-06-02')).toBe(0)
  expect(one.id).toBeTruthy()
})

test('a customer’s own data include their plans and what they agreed to', async () => {
  const one = await member(app, admin, 60)
  const { body } = await one.call('GET /api/account/data')
  expect(body.plans).toMatchObject([
    {
      plan: 'Care',
      state: 'active',
      agreed: [{ words: expect.stringContaining('Care for your') }],
    },
  ])
})
