import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, or } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newToken } from '#server/base/tokens.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { db } from '#server/database/database.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { guestLinks } from '#server/database/tables/credentials.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { users } from '#server/database/tables/users.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { monday, tuesday } from '#server/features/booking/test-customer.ts'
import { tokenOf } from '#server/features/payments/test-visits.ts'
import { calls, databaseContent, paramsFor, unknownId } from '#server/http/test-contract.ts'
import { startTestApp, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { guestLinkHeader, linkDays } from '#shared/rules/guest-links.ts'
import { guestOfVisit, withLink } from './test-guest.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })

const forGuests = calls.filter(({ endpoint }) => endpoint.allow.includes('guest'))
const ofOneVisit = forGuests.filter(({ path }) => /\/jobs\/\{id\}|\{jobId\}/.test(path))
const dead = { message: 'This link has expired or is incomplete.', code: 'not_found' }

const secret = 'Zebulon'

let own: string
let guest: Awaited<ReturnType<typeof guestOfVisit>>
let customer: TestPerson
/** Ids of another visit of the same customer, of a stranger's visit, and of everything that belongs to them. */
let foreign: { jobs: string[]; all: string[]; car: string; card: string; extra: string }

beforeEach(async () => {
  await changeSettings({ uses: usesEverything })
  customer = await app.as('customer')
  own = (await makeJob({ customerId: customer.user.id })).id
  guest = await guestOfVisit(app, own)
  const stranger = await makeUser({ role: 'customer', firstName: secret })
  const planted = [await plant(customer.user.id), await plant(stranger.id)]
  const [first] = planted
  if (!first) throw new Error('Nothing was planted')
  foreign = {
    ...first,
    jobs: planted.map(({ job }) => job),
    all: [customer.user.id, stranger.id, ...planted.flatMap((each) => Object.values(each))],
  }
})

/** A completed visit with a secret word in every field that can hold one. */
async function plant(customerId: string) {
  const technician = await makeUser({ role: 'technician' })
  const car = (await makeVehicle(customerId, { licensePlate: secret, model: secret })).id
  const serviceAddress = `1 ${secret} Lane, Austin, TX 78701`
  const notes = { accessNotes: secret, customerNotes: secret, technicianNotes: secret }
  const job = await makeJob({
    customerId,
    vehicleId: car,
    technicianId: technician.id,
    status: 'completed',
    completedAt: monday,
    serviceAddress,
    ...notes,
  })
  const of = { jobId: job.id }
  const [photo] = await db()
    .insert(jobPhotos)
    .values({ ...of, moment: 'before', width: 1, height: 1, bytes: 1 })
    .returning()
  const estimateId = randomUUID()
  const [extra] = await db()
    .insert(jobLines)
    .values({
      ...of,
      source: 'extra',
      kind: 'labor',
      serviceType: 'other',
      description: secret,
      quantity: 1,
      unitCents: 100,
      totalCents: 100,
      approval: 'waiting',
      estimateId,
    })
    .returning()
  const [entry] = await db()
    .insert(conversationEntries)
    .values({
      ...of,
      type: 'message',
      direction: 'outbound',
      fromUserId: technician.id,
      toUserId: customerId,
      message: secret,
    })
    .returning()
  const [card] = await db()
    .insert(paymentCards)
    .values({
      userId: customerId,
      networkCardId: `card of ${job.id}`,
      networkCustomerId: customerId,
      consentVersion: '1',
      consentAt: monday,
      brand: secret,
      last4: '4242',
      keptAt: monday,
    })
    .returning()
  if (!photo || !extra || !entry || !card) throw new Error('Not planted')
  return { job: job.id, car, photo: photo.id, extra: estimateId, entry: entry.id, card: card.id }
}

/** Bodies that would be accepted for the guest's own visit, so that only the wrong visit can be the reason for refusal. */
const bodyOf = (route: string, jobId: string): object | undefined => {
  const card = { sourceId: 'one-token', amount: '129.99' }
  const bodies: Record<string, object> = {
    'PATCH /api/jobs/{id}': { accessNotes: 'Mine now' },
    'POST /api/jobs/{id}/cancel': {},
    'POST /api/jobs/{id}/reschedule': {
      scheduledDate: tuesday,
      scheduledTime: labelAt(3),
    },
    'POST /api/estimates/{id}/answer': {
      approved: [unknownId],
      method: 'link',
      person: secret,
    },
    'POST /api/jobs/{id}/send-message': { message: 'Hello' },
    'PATCH /api/jobs/{id}/communications/read': { upTo: unknownId },
    'POST /api/jobs/{id}/review': { rating: 1 },
    'POST /api/jobs/{id}/tip': { amount: '5.00' },
    'POST /api/payments/process': { ...card, jobId },
    'POST /api/payments/pre-authorize': { ...card, jobId },
  }
  return bodies[route]
}

test('a link cannot change or reveal another visit', async () => {
  const before = await databaseContent()
  const aboutOne = [...ofOneVisit, ...forGuests.filter(({ path }) => /payments\/pr/.test(path))]
  expect(aboutOne.length).toBeGreaterThan(18)
  for (const jobId of foreign.jobs)
    for (const each of aboutOne) {
      const params = paramsFor(each, jobId)
      const answer = await guest.call(each.route, { params, body: bodyOf(each.route, jobId) })
      expect([each.route, answer.status, answer.body?.message]).toEqual([
        each.route,
        404,
        'Job not found.',
      ])
    }
  expect(await databaseContent()).toEqual(before)
})

test('no foreign id reveals anything', async () => {
  const before = await databaseContent()
  for (const id of foreign.all)
    for (const each of forGuests) {
      const asked = {
        params: paramsFor(each, id),
        query: { jobId: id, customerId: id, vehicleId: id },
      }
      for (const input of [{ params: asked.params }, each.method === 'GET' ? asked : undefined]) {
        if (!input) continue
        const { text } = await guest.call(each.route, input)
        expect([each.route, id, text.includes(secret)]).toEqual([each.route, id, false])
      }
    }
  expect(await databaseContent()).toEqual(before)
})

test('an estimate of another visit is not found', async () => {
  const params = { id: foreign.extra }
  const body = { approved: [foreign.extra], method: 'link', person: secret }
  const answer = await guest.call('POST /api/estimates/{id}/answer', { params, body })
  expect(answer.status).toBe(404)
})

test("the list contains only the link's visit, on one page", async () => {
  for (const query of [{}, { limit: '1' }, { limit: '200' }] as Record<string, string>[]) {
    const { body, headers } = await guest.call('GET /api/jobs/customer', { query })
    expect(body.map(({ id }: { id: string }) => id)).toEqual([own])
    expect(headers).not.toHaveProperty('x-next-cursor')
    if (query['limit']) expect(headers['x-total-count']).toBe('1')
  }
  const { headers } = await customer.call('GET /api/jobs/customer', { query: { limit: '1' } })
  const cursor = String(headers['x-next-cursor'])
  expect((await guest.call('GET /api/jobs/customer', { query: { cursor } })).body).toEqual([])
})

test("the customer's saved cards are neither listed, charged nor added to", async () => {
  expect((await guest.call('GET /api/payments/cards')).status).toBe(404)
  const amount = '129.99'
  for (const call of ['process', 'pre-authorize']) {
    const body = { jobId: own, cardId: foreign.card, amount }
    const { status, body: refusal } = await guest.call(`POST /api/payments/${call}`, { body })
    expect([status, refusal.message]).toEqual([
      404,
      'This card is not among your cards anymore. Please choose another one.',
    ])
  }
  const wanted = or(isNotNull(paymentCards.keptAt), eq(paymentCards.toKeep, true))
  const kept = () =>
    db().$count(paymentCards, and(eq(paymentCards.userId, customer.user.id), wanted))
  const before = await kept()
  const body = { jobId: own, sourceId: await tokenOf('ok'), saveForLater: true, amount }
  expect((await guest.call('POST /api/payments/pre-authorize', { body })).status).toBe(200)
  expect(await kept()).toBe(before)
})

test('a guest may not decide what customers may not', async () => {
  const params = { id: own }
  const edit = (body: object) => guest.call('PATCH /api/jobs/{id}', { params, body })
  expect((await edit({ vehicleId: foreign.car })).status).toBe(403)
  expect((await edit({ discount: '129.99', reason: 'Mine' })).status).toBe(403)
  const fee = { params, body: { fee: '0.00' } }
  expect((await guest.call('POST /api/jobs/{id}/cancel', fee)).status).toBe(400)
  const sent = { scheduledDate: tuesday, scheduledTime: labelAt(3), technicianId: null }
  const move = { params, body: sent }
  expect((await guest.call('POST /api/jobs/{id}/reschedule', move)).status).toBe(403)
})

test('the link takes precedence over any session, and neither creates, extends nor ends one', async () => {
  const admin = await app.as('admin')
  const asBoth = withLink(admin, guest.token)
  const { body, headers } = await asBoth.call('GET /api/jobs/customer')
  expect(body.map(({ id }: { id: string }) => id)).toEqual([own])
  expect(headers).not.toHaveProperty('set-cookie')
  for (const each of calls) {
    const answer = await asBoth.call(each.route, { params: paramsFor(each, foreign.jobs[0]) })
    expect([each.route, answer.headers['set-cookie']]).toEqual([each.route, undefined])
    if (!each.endpoint.allow.includes('guest'))
      expect([each.route, answer.status]).toEqual([each.route, 404])
  }
  expect((await admin.call('GET /api/auth/user')).body.id).toBe(admin.user.id)
  // A link limits the customer's own session only in requests that send it.
  const both = await withLink(customer, guest.token).call('GET /api/jobs/customer')
  expect(both.body).toHaveLength(1)
  expect((await customer.call('GET /api/jobs/customer')).body).toHaveLength(2)
})

test('every call answers an invalid link the same way, even with a session', async () => {
  const admin = await app.as('admin')
  const past = new Date(monday.getTime() - (linkDays * 24 + 1) * 3_600_000)
  const ends: [string, () => Promise<unknown>][] = [
    ['revoked', () => db().delete(guestLinks).where(eq(guestLinks.jobId, own))],
    ['expired', () => db().update(jobs).set({ startsAt: past }).where(eq(jobs.id, own))],
    ['deactivated', () => setUser({ deactivatedAt: monday })],
    ['erased', () => setUser({ deactivatedAt: null, anonymizedAt: monday })],
    ['of a technician now', () => setUser({ anonymizedAt: null, role: 'technician' })],
  ]
  const setUser = (change: Partial<typeof users.$inferInsert>) =>
    db().update(users).set(change).where(eq(users.id, customer.user.id))
  for (const [name, end] of ends) {
    const again = await db().select().from(jobs).where(eq(jobs.id, own))
    const { token } = await guestOfVisit(app, own)
    await end()
    for (const person of [app, admin])
      for (const each of person === app ? calls : forGuests) {
        const answer = await withLink(person, token).call(each.route, {
          params: paramsFor(each, own),
        })
        // Content types that another site's form could send are refused first.
        if (answer.status === 415 || each.endpoint.rawBody) continue
        expect([name, each.route, answer.status, answer.body]).toEqual([
          name,
          each.route,
          404,
          dead,
        ])
      }
    await db().update(jobs).set({ startsAt: again[0]?.startsAt }).where(eq(jobs.id, own))
  }
})

test('only the complete token in the header is accepted', async () => {
  const { token } = guest
  const guesses = ['', token.slice(1), `${token} `, `${token},${token}`, `${token}, x`, newToken()]
  for (const guess of [...guesses, own, customer.user.id, "' or true --"]) {
    const { status, body } = await withLink(app, guess).call('GET /api/jobs/customer')
    // Spaces around a header's value are not part of it.
    if (guess.trim() === token) expect(status).toBe(404)
    expect([guess, status, body]).toEqual([guess, 404, dead])
  }
  const elsewhere: Record<string, string>[] = [
    { cookie: `fq_session=${token}` },
    { cookie: `${guestLinkHeader}=${token}` },
    { authorization: `Bearer ${token}` },
  ]
  for (const headers of elsewhere)
    expect((await app.call('GET /api/jobs/customer', { headers })).status).toBe(401)
  const query = { token, [guestLinkHeader]: token }
  expect([400, 401]).toContain((await app.call('GET /api/jobs/customer', { query })).status)
})

test('the link of a cancelled visit is read-only', async () => {
  await db().update(jobs).set({ status: 'cancelled', cancelledAt: monday }).where(eq(jobs.id, own))
  const content = async () => {
    // Reads may store its state again.
    const { 'public.payment_accounts': _, ...rest } = await databaseContent()
    return rest
  }
  const before = await content()
  for (const each of [
    ...ofOneVisit,
    ...forGuests.filter(({ path }) => /payments\/pr/.test(path)),
  ]) {
    const params = { ...paramsFor(each, own), extraId: foreign.extra }
    const answer = await guest.call(each.route, { params, body: bodyOf(each.route, own) })
    const reads = each.method === 'GET' && !/receipt|invoice/.test(each.path)
    expect([each.route, reads ? answer.status === 200 : answer.status >= 400]).toEqual([
      each.route,
      true,
    ])
    expect([each.route, answer.status]).not.toEqual([each.route, 500])
  }
  expect(await content()).toEqual(before)
})

test("no one gets the stored answer of another person's key", async () => {
  const idempotency = { 'idempotency-key': randomUUID() }
  const pay = async (who: Pick<typeof app, 'call'>, jobId: string) =>
    who.call('POST /api/payments/pre-authorize', {
      headers: idempotency,
      body: { jobId, sourceId: 'one-token', amount: '1.00' },
    })
  const mine = await pay(customer, own)
  const theirs = await pay(guest, own)
  expect([mine.status, theirs.status]).toEqual([409, 409])
  const [other = ''] = foreign.jobs
  await pay(customer, other)
  expect((await pay(guest, other)).status).toBe(404)
})

test('requests from another site are refused despite a link', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const cancel = { params: { id: own }, body: {}, headers }
  expect((await guest.call('POST /api/jobs/{id}/cancel', cancel)).status).toBe(403)
})

test('invalid links are rate-limited by address, valid ones by visit', async () => {
  const limited = await startTestApp({ REQUESTS_PER_MINUTE: '600' })
  const { token } = await guestOfVisit(limited, own)
  const tryOne = async (link: string) =>
    (await withLink(limited, link).call('GET /api/jobs/customer')).status
  const statuses = []
  for (let n = 0; n < 61; n++) statuses.push(await tryOne(newToken()))
  expect([statuses[0], statuses[59], statuses[60]]).toEqual([404, 404, 429])
  expect(await tryOne(token)).toBe(200)
  await limited.close()
})
