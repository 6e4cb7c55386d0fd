import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { finishCoalescedCalls } from '#server/database/coalesce-calls.ts'
import { db } from '#server/database/database.ts'
import { makePackage, makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { waitlistEntries, waitlistOffers } from '#server/database/tables/waitlist.ts'
import {
  customerWithCar,
  monday,
  tuesday,
  visitForm,
  wednesday,
} from '#server/features/booking/test-customer.ts'
import { guestOfVisit } from '#server/features/guests/test-guest.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'
import { offerFreedTimes } from './actions/offer-times.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({ maxVisitsPerVehiclePerDay: 0, slotCapacity: 1, uses: usesEverything })
})

const address = '12 Elm Street, Austin, TX 78701'
const minutesLater = (minutes: number) => travelTo(new Date(monday.getTime() + minutes * 60_000))

/** What background work does after a change, done now. A new offer is itself such a change, so nothing of it is left. */
async function offersMade(): Promise<void> {
  await finishCoalescedCalls()
  await offerFreedTimes()
  await finishCoalescedCalls()
}

type Booked = Awaited<ReturnType<typeof bookAt>>

async function bookAt(slot: number, scheduledDate: string = tuesday) {
  const customer = await customerWithCar(app)
  const { status, body } = await customer.call('POST /api/jobs', {
    body: { ...customer.form, scheduledDate, scheduledTime: labelAt(slot) },
  })
  expect(status).toBe(201)
  return { ...customer, job: body as { id: string; number: string } }
}

/** Fills a day, and returns who has its first time. */
async function fillTuesday(): Promise<Booked> {
  const first = await bookAt(1)
  for (const slot of [2, 3, 4, 5]) await bookAt(slot)
  return first
}

const cancel = ({ job, call }: Booked) =>
  call('POST /api/jobs/{id}/cancel', { params: { id: job.id }, body: {} })

const join = ({ call }: Pick<TestPerson, 'call'>, body: object) =>
  call('POST /api/waitlist', { body: { from: tuesday, to: wednesday, ...body } })

/** Somebody booked for Wednesday who wants to come on Tuesday. */
async function waitingWithVisit(slot: number) {
  const person = await bookAt(slot, wednesday)
  const { status, body } = await join(person, { jobId: person.job.id, to: tuesday })
  expect(status).toBe(201)
  return { ...person, entryId: body.id as string }
}

const ownOffer = async ({ call }: Pick<TestPerson, 'call'>) =>
  (await call('GET /api/waitlist')).body[0]?.offer

const accept = ({ call }: Pick<TestPerson, 'call'>, id: string, body: object = {}) =>
  call('POST /api/waitlist/offers/{id}/accept', { params: { id }, body })

const decline = ({ call }: Pick<TestPerson, 'call'>, id: string, body: object = {}) =>
  call('POST /api/waitlist/offers/{id}/decline', { params: { id }, body })

async function statuses(date = tuesday): Promise<string[]> {
  const { body } = await app.call('GET /api/availability', { query: { from: date, to: date } })
  return (body[0].slots as { status: string }[]).map(({ status }) => status)
}

const visitOf = async ({ call, job }: Booked) =>
  (await call('GET /api/jobs/{id}', { params: { id: job.id } })).body

const linkIn = async (email: string | null): Promise<string> => {
  const mails = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, email ?? ''))
  const found = mails.map(({ body }) => /\/waitlist\/([\w-]+)/.exec(body)?.[1])
  return found.findLast(Boolean) ?? ''
}

test('of three waiting customers the first gets the offer, and after the deadline the second', async () => {
  const first = await fillTuesday()
  const [ann, bob, cid] = [
    await waitingWithVisit(1),
    await waitingWithVisit(2),
    await waitingWithVisit(3),
  ]
  await offersMade()
  expect(await db().$count(waitlistOffers)).toBe(0)
  expect((await cancel(first)).status).toBe(200)
  await offersMade()
  expect(await statuses()).toEqual(['full', 'full', 'full', 'full', 'full'])
  const offer = await ownOffer(ann)
  expect(offer).toMatchObject({
    date: tuesday,
    time: labelAt(1),
    state: 'open',
    price: null,
    visit: { id: ann.job.id, date: wednesday, time: labelAt(1) },
    expiresAt: expect.stringMatching(/^2026-11-23T15:30:/),
  })
  expect([await ownOffer(bob), await ownOffer(cid)]).toEqual([null, null])
  expect((await notificationsShownTo(ann.user))[0]?.title).toBe('An earlier time is available')
  expect(JSON.stringify(await notificationsShownTo(bob.user))).not.toContain('earlier time')
  expect(await accept(bob, offer.id)).toMatchObject({
    status: 409,
    body: { message: 'This time is held for someone who waits longer. You stay on the waitlist.' },
  })

  minutesLater(31)
  // The deadline counts whether or not a task ran.
  expect(await statuses()).toEqual(['open', 'full', 'full', 'full', 'full'])
  const late = await accept(ann, offer.id)
  expect([late.status, late.body.message]).toEqual([
    409,
    'This offer has ended. The time is no longer held.',
  ])
  await offersMade()
  expect(await statuses()).toEqual(['full', 'full', 'full', 'full', 'full'])
  const next = await ownOffer(bob)
  expect(next).toMatchObject({ date: tuesday, time: labelAt(1), state: 'open' })
  expect((await accept(ann, next.id)).status).toBe(409)
  expect(await accept(bob, next.id)).toMatchObject({ status: 200, body: { jobId: bob.job.id } })
  expect(await visitOf(bob)).toMatchObject({
    id: bob.job.id,
    scheduledDate: tuesday,
    scheduledTime: labelAt(1),
  })
  // The second time on Wednesday, which Bob left, is free again.
  expect((await statuses(wednesday))[1]).toBe('open')
  const again = await accept(bob, next.id)
  expect([again.status, again.body.message]).toEqual([409, 'This time was already accepted.'])
  expect((await cid.call('GET /api/waitlist')).body).toHaveLength(1)
})

test('a held time answers 409 to a public booking and a move, and is not shown', async () => {
  const first = await fillTuesday()
  const other = await bookAt(5, wednesday)
  await waitingWithVisit(1)
  await cancel(first)
  await offersMade()
  const stranger = await customerWithCar(app)
  const booked = await stranger.call('POST /api/jobs', { body: stranger.form })
  expect([booked.status, booked.body.details.availability.slots[0].status]).toEqual([409, 'full'])
  const moved = await other.call('POST /api/jobs/{id}/reschedule', {
    params: { id: other.job.id },
    body: { scheduledDate: tuesday, scheduledTime: labelAt(1) },
  })
  expect(moved.status).toBe(409)
  const byOffice = await admin.call('POST /api/jobs', {
    body: { ...stranger.form, customerId: stranger.user.id },
  })
  expect(byOffice.status).toBe(409)
})

test.each(['number', 'technicians'] as const)(
  'of twenty acceptances and bookings at once one wins, with capacity by %s',
  async (slotCapacityMode) => {
    await makeUser({ role: 'technician' })
    await changeSettings({ slotCapacityMode })
    const first = await fillTuesday()
    const ann = await waitingWithVisit(1)
    const strangers = await Promise.all(Array.from({ length: 10 }, () => customerWithCar(app)))
    await cancel(first)
    await offersMade()
    const offer = await ownOffer(ann)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => accept(ann, offer.id)),
      ...strangers.map(({ call, form }) => call('POST /api/jobs', { body: form })),
    ])
    const won = answers.filter(({ status }) => status === 200 || status === 201)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    const there = await db().select().from(jobs).where(eq(jobs.serviceDate, tuesday))
    const alive = there.filter(({ status }) => status !== 'cancelled')
    expect(alive).toHaveLength(5)
    expect((await visitOf(ann)).scheduledDate).toBe(tuesday)
  },
)

test.each(['number', 'technicians'] as const)(
  'bookings while a time is being held never share its seat, with capacity by %s',
  async (slotCapacityMode) => {
    await makeUser({ role: 'technician' })
    await changeSettings({ slotCapacityMode })
    const first = await fillTuesday()
    await waitingWithVisit(1)
    const strangers = await Promise.all(Array.from({ length: 5 }, () => customerWithCar(app)))
    await cancel(first)
    const [, ...answers] = await Promise.all([
      offersMade(),
      ...strangers.map(({ call, form }) => call('POST /api/jobs', { body: form })),
    ])
    const booked = answers.filter(({ status }) => status === 201).length
    const open = (await db().select().from(waitlistOffers)).filter(({ endedAt }) => !endedAt)
    expect(booked + open.length).toBe(1)
  },
)

test.each(['number', 'technicians'] as const)(
  'an acceptance that is refused changes nothing, with capacity by %s',
  async (slotCapacityMode) => {
    await app.as('technician')
    await changeSettings({ slotCapacityMode })
    const first = await fillTuesday()
    const ann = await waitingWithVisit(1)
    await cancel(first)
    await offersMade()
    const offer = await ownOffer(ann)
    // Blocked without the background work that would end the offer.
    await db()
      .insert(blockedSlots)
      .values({ serviceDate: tuesday, slot: slotAt(1) })
    const refused = await accept(ann, offer.id)
    expect([refused.status, refused.body.details.availability.date]).toEqual([409, tuesday])
    expect(await ownOffer(ann)).toMatchObject({ id: offer.id, state: 'open' })
    expect((await visitOf(ann)).scheduledDate).toBe(wednesday)
    await db().delete(blockedSlots)
    expect((await accept(ann, offer.id)).status).toBe(200)
  },
)

test('declining passes the time on, and no one is offered it twice', async () => {
  const first = await fillTuesday()
  const [ann, bob] = [await waitingWithVisit(1), await waitingWithVisit(2)]
  await cancel(first)
  await offersMade()
  const offer = await ownOffer(ann)
  expect((await decline(ann, offer.id)).status).toBe(200)
  expect((await accept(ann, offer.id)).body.message).toBe(
    'This time was declined, so it is no longer held.',
  )
  await offersMade()
  const next = await ownOffer(bob)
  expect(next.time).toBe(labelAt(1))
  await decline(bob, next.id)
  await offersMade()
  expect((await statuses())[0]).toBe('open')
  expect([await ownOffer(ann), await ownOffer(bob)]).toEqual([null, null])
})

test('without a visit, accepting books one at the price shown', async () => {
  const first = await fillTuesday()
  const dee = await customerWithCar(app)
  const joined = await join(dee, { vehicleId: dee.car.id, serviceAddress: address, to: tuesday })
  expect(joined.status).toBe(201)
  await cancel(first)
  await offersMade()
  const offer = await ownOffer(dee)
  expect(offer).toMatchObject({ visit: null, price: '129.99', serviceAddress: address })
  const dearer = await accept(dee, offer.id, { seenPrice: '99.99' })
  expect([dearer.status, dearer.body.details.reason]).toEqual([409, 'price'])
  expect((await ownOffer(dee)).state).toBe('open')
  const { status, body } = await accept(dee, offer.id, { seenPrice: offer.price })
  expect([status, body.path]).toEqual([200, `/pre-authorize/${body.jobId}`])
  const { body: visits } = await dee.call('GET /api/jobs/customer')
  expect(visits).toMatchObject([
    { id: body.jobId, scheduledDate: tuesday, scheduledTime: labelAt(1), finalAmount: '129.99' },
  ])
  expect((await dee.call('GET /api/waitlist')).body).toEqual([])
})

test('a guest joins and answers by the visit’s link, and anyone by the link of the mail', async () => {
  const first = await fillTuesday()
  const gail = await bookAt(1, wednesday)
  const guest = await guestOfVisit(app, gail.job.id)
  const other = await bookAt(2, wednesday)
  expect((await join(guest, { jobId: other.job.id })).status).toBe(404)
  expect((await join(guest, { vehicleId: gail.car.id, serviceAddress: address })).status).toBe(404)
  expect((await join(guest, { jobId: gail.job.id })).status).toBe(201)
  await cancel(first)
  await offersMade()
  const offer = await ownOffer(guest)
  const stranger = await guestOfVisit(app, other.job.id)
  for (const person of [app, stranger, await app.as('customer'), await app.as('technician')])
    expect((await accept(person, offer.id)).status).toBe(404)
  const secret = await linkIn(gail.user.email)
  expect((await accept(app, `${secret.slice(0, -3)}abc`)).status).toBe(404)
  const seen = await app.call('GET /api/waitlist/offers/{id}', { params: { id: secret } })
  expect(seen.body).toMatchObject({ id: offer.id, state: 'open', time: labelAt(1) })
  expect((await accept(app, secret)).status).toBe(200)
  expect((await visitOf(gail)).scheduledDate).toBe(tuesday)
  expect((await accept(guest, offer.id)).status).toBe(409)
})

test('callers are added by the office, and reached by text without an e-mail address', async () => {
  const first = await fillTuesday()
  const caller = await customerWithCar(app)
  const { user } = await app.as(
    await makeUser({
      role: 'customer',
      email: null,
      phone: '+15125550142',
      smsNotifications: true,
    }),
  )
  await db().update(vehicles).set({ customerId: user.id }).where(eq(vehicles.id, caller.car.id))
  await changeSettings({ smsEnabled: true })
  const wanted = { vehicleId: caller.car.id, serviceAddress: address, to: tuesday }
  expect((await join(admin, wanted)).status).toBe(400)
  expect((await join(admin, { ...wanted, customerId: user.id })).status).toBe(201)
  const twice = await join(admin, { ...wanted, customerId: user.id })
  expect([twice.status, twice.body.details.reason]).toEqual([409, 'waiting'])
  await cancel(first)
  await offersMade()
  const [text] = await db().select().from(sentMessages).where(eq(sentMessages.channel, 'sms'))
  expect(text?.recipient).toBe('+15125550142')
  expect(text?.body).toMatch(/Tue, Nov 24, 8:00 AM.*held for you until 9:30 AM.*\/waitlist\//)
  const secret = /\/waitlist\/([\w-]+)/.exec(text?.body ?? '')?.[1] ?? ''
  const { status, body } = await accept(app, secret)
  expect([status, body.path]).toEqual([200, expect.stringMatching(/^\/guest\/.*#pay$/)])
})

test('a new caller and their car are added with the entry, or not at all', async () => {
  await makePackage()
  const wanted = {
    customer: { firstName: 'Zoe', lastName: 'Fox', phone: '(512) 555-0199' },
    vehicle: { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'ZOE 1' },
    serviceAddress: address,
  }
  const isKnown = async () =>
    (await admin.call('GET /api/admin/callers', { query: { q: 'Zoe Fox' } })).body.length > 0
  expect((await join(admin, { ...wanted, serviceAddress: '' })).status).toBe(400)
  const lacking = await join(admin, { ...wanted, vehicle: undefined })
  expect(lacking.body.details.fields).toMatchObject([{ path: 'vehicleId' }])
  const electric = { ...wanted.vehicle, make: 'Tesla', model: 'Model 3' }
  expect((await join(admin, { ...wanted, vehicle: electric })).status).toBe(400)
  expect(await isKnown()).toBe(false)
  expect(await join(admin, wanted)).toMatchObject({ status: 201 })
  expect(await isKnown()).toBe(true)
  expect((await admin.call('GET /api/admin/waitlist')).body).toMatchObject([
    { customer: { name: 'Zoe Fox' }, vehicle: '2018 Toyota Camry', jobId: null },
  ])
  const again = await join(admin, wanted)
  expect([again.status, again.body.details.reason]).toEqual([409, 'known_customer'])
  const twin = { ...wanted.vehicle, licensePlate: 'ZOE 2' }
  const other = await join(admin, { ...wanted, vehicle: twin, isSomebodyElse: true })
  expect(other.status).toBe(201)
  const customer = await app.as('customer')
  expect((await join(customer, wanted)).status).toBe(400)
})

test('the earliest time that can be booked cannot be earlier', async () => {
  const ann = await bookAt(1)
  for (const person of [ann, admin])
    expect((await join(person, { jobId: ann.job.id })).body.message).toBe(
      'This is the earliest time that can be booked.',
    )
  const bob = await bookAt(2)
  expect((await join(bob, { jobId: bob.job.id })).status).toBe(201)
})

describe('in quiet hours', () => {
  test('no offers are made, and times still free when they end are offered then', async () => {
    const first = await fillTuesday()
    const ann = await waitingWithVisit(1)
    // 10 PM in Chicago.
    travelTo(new Date('2026-11-24T04:00:00Z'))
    await changeSettings({ leadDays: 0 })
    await cancel(first)
    await offersMade()
    expect(await ownOffer(ann)).toBeNull()
    expect((await statuses())[0]).toBe('open')
    travelTo(new Date('2026-11-24T13:05:00Z'))
    await changeSettings({ waitlistOfferMinutes: 240 })
    await offersMade()
    // Held until the visit would start, at the latest.
    expect(await ownOffer(ann)).toMatchObject({
      time: labelAt(1),
      state: 'open',
      expiresAt: '2026-11-24T14:00:00.000Z',
    })
  })
})

describe('an offer ends', () => {
  let ann: Awaited<ReturnType<typeof waitingWithVisit>>
  let offer: { id: string }
  beforeEach(async () => {
    const first = await fillTuesday()
    ann = await waitingWithVisit(1)
    await cancel(first)
    await offersMade()
    offer = await ownOffer(ann)
  })
  const expectFree = async (status = 'open') => {
    await offersMade()
    expect((await statuses())[0]).toBe(status)
    expect([404, 409]).toContain((await accept(ann, offer.id)).status)
  }

  test('when its customer leaves', async () => {
    const left = await ann.call('DELETE /api/waitlist/{id}', { params: { id: ann.entryId } })
    expect(left.status).toBe(200)
    await expectFree()
  })

  test('when its visit is cancelled', async () => {
    await cancel(ann)
    const refused = await accept(ann, offer.id)
    expect(refused.status).toBe(409)
    await expectFree()
    expect((await ann.call('GET /api/waitlist')).body).toEqual([])
  })

  test('when its visit is moved', async () => {
    const moved = await ann.call('POST /api/jobs/{id}/reschedule', {
      params: { id: ann.job.id },
      body: { scheduledDate: wednesday, scheduledTime: labelAt(4) },
    })
    expect(moved.status).toBe(200)
    const refused = await accept(ann, offer.id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This time is no longer available.',
    ])
    await expectFree()
  })

  test('when its visit is started', async () => {
    await admin.call('PATCH /api/jobs/{id}/status', {
      params: { id: ann.job.id },
      body: { status: 'in_progress' },
    })
    expect((await accept(ann, offer.id)).status).toBe(409)
    await offersMade()
    expect((await ann.call('GET /api/waitlist')).body).toEqual([])
  })

  test('when its day is closed', async () => {
    const closed = await admin.call('POST /api/admin/block-range', {
      body: { isBlocked: true, from: tuesday, to: tuesday, name: 'Storm' },
    })
    expect(closed.status).toBe(200)
    const refused = await accept(ann, offer.id)
    expect(refused.status).toBe(409)
    await expectFree('blocked')
    const titles = (await notificationsShownTo(ann.user)).map(({ title }) => title)
    expect(titles).toContain('A time is no longer held for you')
    await admin.call('POST /api/admin/block-range', {
      body: { isBlocked: false, from: tuesday, to: tuesday },
    })
    await offersMade()
    expect((await ownOffer(ann)).id).not.toBe(offer.id)
  })

  test('when its customer is erased, without a trace of them', async () => {
    await cancel(ann)
    const erased = await admin.call('DELETE /api/admin/customers/{id}', {
      params: { id: ann.user.id },
    })
    expect(erased.status).toBe(200)
    expect(await db().$count(waitlistEntries)).toBe(0)
    await expectFree()
  })

  test('when the office takes it back, with a reason in the audit log', async () => {
    expect((await decline(admin, offer.id)).status).toBe(400)
    expect((await decline(admin, offer.id, { reason: 'Needed for a fleet' })).status).toBe(200)
    await expectFree()
    const { body } = await admin.call('GET /api/admin/audit')
    expect(body[0]).toMatchObject({
      title: 'Offer of the waitlist taken back',
      comment: 'Needed for a fleet',
      person: { id: ann.user.id },
    })
  })

  test('and stays with the customer who remains after a merge', async () => {
    const kept = await app.as('customer')
    const merged = await admin.call('POST /api/admin/customers/{id}/merge', {
      params: { id: kept.user.id },
      body: { customerId: ann.user.id },
    })
    expect(merged.status).toBe(200)
    // Their earlier sessions have ended.
    const accepted = await accept(await app.as(kept.user), offer.id)
    expect([accepted.status, accepted.body]).toEqual([
      200,
      expect.objectContaining({ jobId: ann.job.id }),
    ])
  })
})

test('an offer for a deleted car ends', async () => {
  const first = await fillTuesday()
  const dee = await customerWithCar(app)
  await join(dee, { vehicleId: dee.car.id, serviceAddress: address, to: tuesday })
  await cancel(first)
  await offersMade()
  const offer = await ownOffer(dee)
  await dee.call('DELETE /api/vehicles/{id}', { params: { id: dee.car.id } })
  expect((await accept(dee, offer.id)).status).toBe(409)
  await offersMade()
  expect((await accept(dee, offer.id)).status).toBe(409)
  expect((await statuses())[0]).toBe('open')
})

test('switched off, its calls answer 404, held times reopen, their customers are notified, and entries stay', async () => {
  const first = await fillTuesday()
  const [ann, guest] = [await waitingWithVisit(1), await waitingWithVisit(2)]
  await cancel(first)
  await offersMade()
  const offer = await ownOffer(ann)
  await admin.call('PUT /api/admin/settings', { body: { uses: { waitlist: false } } })
  expect((await app.call('GET /api/config')).body.uses).toMatchObject({ waitlist: false })
  const off = 'The waitlist is switched off. The office can switch it on in its settings.'
  const answers = [
    await join(guest, { jobId: guest.job.id, to: tuesday }),
    await ann.call('GET /api/waitlist'),
    await ann.call('DELETE /api/waitlist/{id}', { params: { id: ann.entryId } }),
    await accept(ann, offer.id),
    await decline(ann, offer.id),
    await app.call('GET /api/waitlist/offers/{id}', { params: { id: offer.id } }),
    await admin.call('GET /api/admin/waitlist'),
    await admin.call('PATCH /api/admin/waitlist/{id}', {
      params: { id: ann.entryId },
      body: { before: null, reason: 'Ill' },
    }),
  ]
  for (const { status, body } of answers) expect([status, body.message]).toEqual([404, off])
  await offersMade()
  expect((await statuses())[0]).toBe('open')
  const [told, ...before] = await notificationsShownTo(ann.user)
  expect(told).toMatchObject({
    title: 'A time is no longer held for you',
    message: 'Tuesday, November 24, 8:00 AM – 9:00 AM is open to everyone again.',
  })
  await offersMade()
  expect(await notificationsShownTo(ann.user)).toHaveLength(before.length + 1)
  await admin.call('PUT /api/admin/settings', { body: { uses: { waitlist: true } } })
  await offersMade()
  expect(await ownOffer(ann)).toMatchObject({ date: tuesday, time: labelAt(1) })
})

describe('what opens', () => {
  test('an unblocked time, an added technician and another setting are offered too', async () => {
    await fillTuesday()
    const ann = await waitingWithVisit(1)
    await admin.call('PUT /api/admin/settings', { body: { slotCapacity: 2 } })
    await offersMade()
    expect(await ownOffer(ann)).toMatchObject({ date: tuesday, time: labelAt(1) })
  })

  test('a time is offered to the first customer it suits, and only where it can be driven', async () => {
    await app.as('technician')
    await changeSettings({ slotCapacityMode: 'technicians' })
    const first = await fillTuesday()
    const far = await customerWithCar(app)
    const kyle = '100 Center Street, Kyle, TX 78640'
    await join(far, { vehicleId: far.car.id, serviceAddress: kyle, to: tuesday })
    const late = await customerWithCar(app)
    await join(late, {
      vehicleId: late.car.id,
      serviceAddress: address,
      to: tuesday,
      times: [labelAt(5)],
    })
    const near = await customerWithCar(app)
    await join(near, { vehicleId: near.car.id, serviceAddress: address, to: tuesday })
    await cancel(first)
    await offersMade()
    expect([await ownOffer(far), await ownOffer(late)]).toEqual([null, null])
    expect(await ownOffer(near)).toMatchObject({ time: labelAt(1) })
  })
})

test('an earlier time on the visit’s day that only the visit itself blocks is held, and the visit keeps its place', async () => {
  await app.as('technician')
  await changeSettings({ slotCapacityMode: 'technicians' })
  const long = await makePackage({ minutes: 100 })
  const first = await bookAt(1)
  const ann = await customerWithCar(app)
  const { body: job } = await ann.call('POST /api/jobs', {
    body: {
      ...ann.form,
      scheduledDate: tuesday,
      scheduledTime: labelAt(2),
      servicePackageId: long.id,
    },
  })
  expect(job.scheduledTime).toBe(labelAt(2))
  await join(ann, { jobId: job.id, to: tuesday })
  await cancel(first)
  await offersMade()
  const offer = await ownOffer(ann)
  expect(offer).toMatchObject({ date: tuesday, time: labelAt(1) })
  const answers = []
  for (const slot of [1, 2, 3]) {
    const { call, form } = await customerWithCar(app)
    const body = { ...form, scheduledDate: tuesday, scheduledTime: labelAt(slot) }
    answers.push((await call('POST /api/jobs', { body })).status)
  }
  // The visit may still stay, from 9:30 to 11:10.
  expect(answers).toEqual([409, 409, 201])
  expect((await decline(ann, offer.id)).status).toBe(200)
  const { body } = await admin.call('POST /api/admin/days/{date}/optimize', {
    params: { date: tuesday },
    body: { dryRun: true },
  })
  expect(body.unassigned).toEqual([])
})

describe('the office', () => {
  test('sees who waits, in order, with offers and outcome', async () => {
    const first = await fillTuesday()
    const [ann, bob] = [await waitingWithVisit(1), await waitingWithVisit(2)]
    await cancel(first)
    await offersMade()
    await decline(ann, (await ownOffer(ann)).id)
    await bob.call('DELETE /api/waitlist/{id}', { params: { id: bob.entryId } })
    const { body } = await admin.call('GET /api/admin/waitlist')
    expect(body).toMatchObject([
      {
        id: ann.entryId,
        customer: { id: ann.user.id },
        visit: { date: wednesday, time: labelAt(1) },
        outcome: null,
        offers: [{ date: tuesday, time: labelAt(1), state: 'declined' }],
      },
      { id: bob.entryId, outcome: 'left' },
    ])
    expect((await ann.call('GET /api/admin/waitlist')).status).toBe(403)
  })

  test('changes the order with a reason', async () => {
    const first = await fillTuesday()
    const [ann, bob, cid] = [
      await waitingWithVisit(1),
      await waitingWithVisit(2),
      await waitingWithVisit(3),
    ]
    const move = (id: string, before: string | null, reason?: string) =>
      admin.call('PATCH /api/admin/waitlist/{id}', { params: { id }, body: { before, reason } })
    const order = async () =>
      ((await admin.call('GET /api/admin/waitlist')).body as { id: string }[]).map(({ id }) => id)
    expect((await move(cid.entryId, ann.entryId)).status).toBe(400)
    expect((await move(cid.entryId, ann.entryId, 'Stranded')).status).toBe(200)
    expect(await order()).toEqual([cid.entryId, ann.entryId, bob.entryId])
    expect((await move(bob.entryId, ann.entryId, 'Sick child')).status).toBe(200)
    expect(await order()).toEqual([cid.entryId, bob.entryId, ann.entryId])
    expect((await move(cid.entryId, null, 'Can wait')).status).toBe(200)
    expect(await order()).toEqual([bob.entryId, ann.entryId, cid.entryId])
    expect((await move(cid.entryId, cid.entryId, 'Itself')).status).toBe(409)
    const { body } = await admin.call('GET /api/admin/audit')
    expect(body[0]).toMatchObject({ title: 'Waitlist reordered', comment: 'Can wait' })
    await cancel(first)
    await offersMade()
    expect(await ownOffer(bob)).not.toBeNull()
  })

  test('removes an entry with a reason', async () => {
    await fillTuesday()
    const ann = await waitingWithVisit(1)
    const params = { id: ann.entryId }
    expect((await admin.call('DELETE /api/waitlist/{id}', { params })).status).toBe(400)
    const removed = await admin.call('DELETE /api/waitlist/{id}', {
      params,
      body: { reason: 'Called off' },
    })
    expect(removed.status).toBe(200)
    expect((await ann.call('GET /api/waitlist')).body).toEqual([])
  })
})

describe('joining', () => {
  test('is refused twice, too often, or for another person’s visit or car', async () => {
    await fillTuesday()
    const ann = await waitingWithVisit(1)
    const twice = await join(ann, { jobId: ann.job.id })
    expect([twice.status, twice.body.details.reason]).toEqual([409, 'waiting'])
    const stranger = await customerWithCar(app)
    expect((await join(stranger, { jobId: ann.job.id })).status).toBe(404)
    expect((await join(stranger, { vehicleId: ann.car.id, serviceAddress: address })).status).toBe(
      404,
    )
    const leave = { params: { id: ann.entryId } }
    expect((await stranger.call('DELETE /api/waitlist/{id}', leave)).status).toBe(404)
    const another = await ann.call('POST /api/jobs', {
      body: visitForm(ann.car.id, {
        servicePackageId: ann.oilPackage.id,
        scheduledDate: wednesday,
        scheduledTime: labelAt(5),
      }),
    })
    const [first] = await db().select().from(waitlistEntries)
    if (!first) throw new Error('nobody waits')
    const { id: _id, jobId: _jobId, createdAt: _createdAt, ...more } = first
    await db()
      .insert(waitlistEntries)
      .values(Array.from({ length: 4 }, () => more))
    const full = await join(ann, { jobId: another.body.id })
    expect([full.status, full.body.details.reason]).toEqual([409, 'waitlist_full'])
  })

  test.each([
    ['reversed days', { from: wednesday, to: tuesday }],
    ['past days', { from: '2026-11-01', to: '2026-11-02' }],
    ['days far ahead', { from: '2027-11-01', to: '2027-11-02' }],
    ['an unknown address', { serviceAddress: 'Nowhere' }],
    ['an unknown time', { times: ['noon'] }],
    ['neither visit nor car', { vehicleId: undefined }],
  ])('with %s is refused', async (_, wrong) => {
    const dee = await customerWithCar(app)
    const body = { vehicleId: dee.car.id, serviceAddress: address, ...wrong }
    expect((await join(dee, body)).status).toBe(400)
  })

  test('needs name and phone, like a booking', async () => {
    const dee = await customerWithCar(app)
    const bare = await app.as(await makeUser({ role: 'customer', phone: '' }))
    await db().update(vehicles).set({ customerId: bare.user.id }).where(eq(vehicles.id, dee.car.id))
    const { status, body } = await join(bare, { vehicleId: dee.car.id, serviceAddress: address })
    expect([status, body.details.fields[0].path]).toEqual([400, 'phone'])
  })
})

test('missing three offers ends the entry', async () => {
  const first = await fillTuesday()
  const ann = await waitingWithVisit(1)
  await cancel(first)
  await offersMade()
  const [offer] = await db().select().from(waitlistOffers)
  if (!offer) throw new Error('no offer')
  const { id: _id, ...missed } = offer
  await db()
    .insert(waitlistOffers)
    .values(
      [2, 3].map((seat) => ({ ...missed, seat, endedAt: monday, outcome: 'expired' as const })),
    )
  minutesLater(31)
  await offersMade()
  expect((await ann.call('GET /api/waitlist')).body).toEqual([])
  expect((await statuses())[0]).toBe('open')
})

test('a new time that overlaps the visit’s own is offered, and accepting moves it there', async () => {
  const person = await bookAt(2)
  await join(person, { jobId: person.job.id, to: tuesday })
  await offersMade()
  await decline(person, (await ownOffer(person)).id)
  const slotTimes = { from: tuesday, times: [['09:00', '10:00']] }
  await admin.call('PUT /api/admin/settings', { body: { slotTimes } })
  await offersMade()
  const offer = await ownOffer(person)
  expect(offer).toMatchObject({ date: tuesday, time: '9:00 AM - 10:00 AM' })
  expect((await accept(person, offer.id)).status).toBe(200)
  const { body } = await person.call('GET /api/jobs/{id}', { params: { id: person.job.id } })
  expect(body).toMatchObject({ scheduledDate: tuesday, scheduledTime: '9:00 AM - 10:00 AM' })
})
