import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeAddon, makePackage, makeVehicle } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { planConsents, subscriptions } from '#server/database/tables/plans.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { address, addPlan, customerForPlan, member } from './test-members.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({ maxVisitsPerVehiclePerDay: 0, uses: usesEverything })
})

const plansOf = async () => (await admin.call('GET /api/admin/plans')).body
const membersOf = async (list = 'all') =>
  (await admin.call('GET /api/admin/plans/members', { query: { list } })).body

test('a plan is added, changed in a new version, and refused with the field named', async () => {
  const oil = await makePackage()
  const addon = await makeAddon()
  const plan = await addPlan(admin, oil.id, { everyMiles: 5000, addonIds: [addon.id], percent: 10 })
  expect(await plansOf()).toMatchObject([
    {
      interval: 'Every 6 months or 5,000 miles, whichever comes first',
      versionNumber: 1,
      members: 0,
    },
  ])
  const change = (body: object, version = plan.version) =>
    admin.call('PATCH /api/admin/plans/{id}', {
      params: { id: plan.id },
      body,
      headers: { 'if-match': `"${version}"` },
    })
  expect((await change({ description: 'For busy people' })).body).toMatchObject({
    versionNumber: 1,
    version: 2,
  })
  expect((await change({ keptPrice: '99.00' }, 1)).status).toBe(409)
  expect((await change({ keptPrice: '99.00' }, 2)).body).toMatchObject({
    versionNumber: 2,
    keptPrice: '99.00',
    percent: null,
    price: '$99.00 per visit',
  })
  const { body } = await admin.call('GET /api/admin/plans/{id}', { params: { id: plan.id } })
  expect(body.history).toHaveLength(3)

  const add = (more: object) =>
    admin.call('POST /api/admin/plans', {
      body: { name: 'Bad', servicePackageId: oil.id, everyMonths: 6, ...more },
    })
  for (const [field, bad] of Object.entries({
    everyMonths: { everyMonths: 0 },
    everyMiles: { everyMiles: 3 },
    percent: { percent: 10, keptPrice: '10' },
    firstPercent: { firstVisits: 2 },
    keptPrice: { keptPrice: '-1' },
    name: { name: '' },
  })) {
    const refused = await add(bad)
    expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, field])
  }
  expect((await add({ servicePackageId: plan.id })).status).toBe(400)
  expect((await add({ addonIds: [plan.id] })).status).toBe(400)
  expect(await plansOf()).toHaveLength(1)
})

test('a customer joins with the terms stored word for word, once per car', async () => {
  const customer = await customerForPlan(app, admin, { keptPrice: '99.00', percent: null })
  const offered = await customer.call('GET /api/plans', { query: { vehicleId: customer.car.id } })
  const [{ terms }] = offered.body
  expect(terms).toContain('Price: $99.00 per visit')
  expect((await customer.join({ seenTerms: 'Something else' })).body.details).toMatchObject({
    reason: 'terms',
    terms,
  })
  const joined = await customer.join({ seenTerms: terms })
  expect([joined.status, joined.body.state]).toEqual([201, 'active'])
  expect((await customer.join()).body.details.reason).toBe('joined')
  const [consent] = await db().select().from(planConsents)
  expect(consent).toMatchObject({ words: terms, kind: 'joined', network: '127.0.0.1' })
  const mails = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, customer.user.email ?? ''))
  expect(mails.map(({ body }) => body).join()).toContain(terms)
  expect(await membersOf()).toHaveLength(1)
})

test('joining refuses bad input with the field named, and changes nothing', async () => {
  const customer = await customerForPlan(app, admin)
  const stranger = await customerForPlan(app, admin)
  const { id: electric } = await makeVehicle(customer.user.id, { fuel: 'Electric', engine: null })
  const { id: diesel } = await makeVehicle(customer.user.id, { fuel: 'Diesel' })
  const cases: [object, number, string?][] = [
    [{ vehicleId: stranger.car.id }, 404],
    [{ planId: stranger.car.id }, 404],
    [{ cardId: stranger.cardId }, 404],
    [{ vehicleId: electric }, 400, 'vehicleId'],
    [{ vehicleId: diesel }, 400, 'planId'],
    [{ serviceAddress: undefined }, 400, 'serviceAddress'],
    [{ serviceAddress: '12 Elm Street, Austin, TX 00000' }, 400, 'serviceAddress'],
    [{ lastServiceOn: '2027-01-01' }, 400, 'lastServiceOn'],
    [{ lastServiceOn: '2026-02-30' }, 400, 'lastServiceOn'],
    [{ time: 'noon' }, 400, 'time'],
  ]
  for (const [bad, status, field] of cases) {
    const refused = await customer.join(bad)
    expect([refused.status, refused.body.details?.fields?.[0].path]).toEqual([status, field])
  }
  await admin.call('PATCH /api/admin/plans/{id}', {
    params: { id: customer.plan.id },
    body: { isActive: false },
  })
  expect((await customer.join()).status).toBe(400)
  expect(await db().$count(subscriptions)).toBe(0)
})

test('pause, resume, skip and cancel take one call each, and repeats change nothing', async () => {
  const { act, own, dueOn } = await member(app, admin, 60)
  expect((await act('skip', { dueOn })).body.nextDue > dueOn).toBe(true)
  // A double click skips one service.
  expect((await act('skip', { dueOn })).status).toBe(409)
  expect((await act('pause', { until: '2026-11-23' })).status).toBe(400)
  expect((await act('pause', { until: '2027-02-01' })).body).toMatchObject({
    state: 'paused',
    pausedUntil: '2027-02-01',
    nextDue: null,
  })
  expect((await act('skip')).status).toBe(409)
  expect((await act('resume')).body.state).toBe('active')
  expect((await act('resume')).body.state).toBe('active')
  expect((await act('cancel', { reason: 'sold_car' })).status).toBe(200)
  expect((await act('cancel')).status).toBe(200)
  expect((await act('resume')).status).toBe(409)
  expect(await own()).toBeUndefined()
  expect(await membersOf('ended')).toMatchObject([{ endReason: 'Sold the car' }])
})

test('a car may join again after its plan ended', async () => {
  const customer = await customerForPlan(app, admin)
  const { body } = await customer.join()
  await customer.call('POST /api/subscriptions/{id}/cancel', { params: { id: body.id } })
  expect((await customer.join()).status).toBe(201)
})

test("another customer's plan is not found, and only the customer chooses card and automatic booking", async () => {
  const one = await member(app, admin, 60)
  const other = await app.as('customer')
  for (const what of ['pause', 'resume', 'skip', 'cancel'])
    expect(
      (await other.call(`POST /api/subscriptions/{id}/${what}`, { params: { id: one.id } })).status,
    ).toBe(404)
  const change = (person: Pick<TestPerson, 'call'>, body: object) =>
    person.call('PATCH /api/subscriptions/{id}', { params: { id: one.id }, body })
  expect((await change(other, { autoBook: true })).status).toBe(404)
  expect((await change(admin, { autoBook: true })).status).toBe(409)
  expect((await change(admin, { serviceAddress: address })).status).toBe(200)
  expect((await change(one, { autoBook: true })).body.autoBook).toBe(true)
  expect((await db().select().from(planConsents)).map(({ kind }) => kind)).toEqual([
    'joined',
    'changed',
  ])
})

test('members are exported, and everything is gone while plans are switched off', async () => {
  await member(app, admin, 60)
  const { text } = await admin.call('GET /api/admin/plans/members/export')
  expect(text).toContain('Care')
  await changeSettings({ uses: { ...usesEverything, plans: false } })
  expect((await admin.call('GET /api/admin/plans')).status).toBe(404)
})
