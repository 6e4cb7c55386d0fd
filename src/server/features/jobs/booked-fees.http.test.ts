import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { customerWithCar, monday, tuesday } from '#server/features/booking/test-customer.ts'
import { preAuthorize } from '#server/features/payments/test-visits.ts'
import { makeSpot, outside } from '#server/features/service-area/test-spots.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
const booked = { cancelFeeCents: 3000, cancelFeeWithinHours: 24, notDoneFeeCents: 4000 }
const raised = { cancelFeeCents: 9900, cancelFeeWithinHours: 96, notDoneFeeCents: 9900 }
const friday = '2026-11-27'
let customer: Awaited<ReturnType<typeof customerWithCar>>
let admin: TestPerson
beforeEach(async () => {
  customer = await customerWithCar(app)
  admin = await app.as('admin')
  await changeSettings(booked)
})

/** A visit on Friday at 8, or as given, booked before the fees were raised. */
async function book(wanted: object = {}): Promise<string> {
  const body = { ...customer.form, scheduledDate: friday, ...wanted }
  const answer = await customer.call('POST /api/jobs', { body })
  expect(answer.status).toBe(201)
  await changeSettings(raised)
  return answer.body.id
}
const about = (id: string) => ({ params: { id } })
const read = async (id: string, who: TestPerson = admin) =>
  (await who.call('GET /api/jobs/{id}', about(id))).body
const cancel = (who: TestPerson, id: string, body: object) =>
  who.call('POST /api/jobs/{id}/cancel', { ...about(id), body })
const move = (who: TestPerson, id: string, scheduledDate: string, slot = 1) =>
  who.call('POST /api/jobs/{id}/reschedule', {
    ...about(id),
    body: { scheduledDate, scheduledTime: labelAt(slot) },
  })
const at = (instant: string) => travelTo(new Date(instant))

describe('a visit keeps the fees it was booked with', () => {
  test('including visits booked by the office, and requests', async () => {
    await makeSpot()
    const { form } = customer
    const { body: own } = await customer.call('POST /api/jobs', { body: form })
    const { body: forCaller } = await admin.call('POST /api/jobs', {
      body: { ...form, scheduledDate: friday, customerId: customer.user.id },
    })
    const { body: request } = await customer.call('POST /api/jobs', {
      body: { ...form, scheduledDate: '2026-11-28', serviceAddress: outside },
    })
    expect(request).toMatchObject({ needsConfirmation: true })
    await changeSettings(raised)
    for (const { id } of [own, forCaller, request])
      expect((await read(id, customer)).fees).toMatchObject({
        cancelFee: '30.00',
        cancelFeeWithinHours: 24,
        notDoneFee: '40.00',
      })
    expect((await read(own.id)).fees.cancelFreeUntil).toBe('2026-11-23T14:00:00.000Z')
  })

  test('cancelling costs that fee, for its customer and the office', async () => {
    const id = await book()
    at('2026-11-26T13:59:00Z')
    expect((await cancel(customer, id, { seenFee: '99.00' })).body.details).toMatchObject({
      fee: '0.00',
    })
    at('2026-11-26T14:00:01Z')
    expect((await cancel(admin, id, { reason: 'Hail', fee: '30.01' })).body.message).toBe(
      'The policy this visit was booked with allows a fee of $30.00 at most.',
    )
    expect((await cancel(customer, id, { seenFee: '30.00' })).body).toMatchObject({
      finalAmount: '30.00',
    })
  })

  test('its customer sees and agrees to that fee', async () => {
    const id = await book()
    expect((await preAuthorize(customer, { jobId: id })).status).toBe(200)
    await expect.poll(() => runDueTasks()).toContain('notify-of-bookings')
    await runDueTasks()
    const [card] = await db().select().from(paymentCards)
    expect(card?.consentVersion).toBe(
      '2026-11-28; cancelled within 24 h 30.00; not done up to 40.00',
    )
    const mails = await db().select().from(sentMessages)
    const confirmation = mails.map(({ body }) => body).find((body) => body.includes('booked!'))
    expect(confirmation).toContain('Cancelling less than 24 hours before the visit costs $30.00.')
    expect(confirmation).toContain('it may cost up to $40.00')
    expect(confirmation).not.toContain('$99.00')
  })

  test('that is also the maximum fee if it is not done', async () => {
    const id = await book()
    const technician = await app.as('technician')
    await admin.call('POST /api/jobs/{id}/assign', {
      ...about(id),
      body: { technicianId: technician.user.id },
    })
    at('2026-11-27T14:30:00Z')
    const body = { reason: 'no_show', note: '' }
    expect(
      (await technician.call('POST /api/jobs/{id}/not-done', { ...about(id), body })).body,
    ).toMatchObject({ feeDecision: { maxFee: '40.00' } })
    const fee = { ...about(id), body: { fee: '40.01', reason: '' } }
    expect((await admin.call('POST /api/jobs/{id}/fee', fee)).body.message).toBe(
      'The policy this visit was booked with allows a fee of $40.00 at most.',
    )
  })

  test("a visit without stored fees uses today's settings", async () => {
    const id = await book()
    const none = { cancelFeeCents: null, cancelFeeWithinHours: null, notDoneFeeCents: null }
    await db().update(jobs).set(none).where(eq(jobs.id, id))
    expect((await read(id)).fees).toEqual({
      cancelFee: '99.00',
      cancelFeeWithinHours: 96,
      cancelFreeUntil: '2026-11-23T14:00:00.000Z',
      notDoneFee: '99.00',
    })
  })
})

describe('cancelling is free after a move', () => {
  const freeUntil = async (id: string) => (await read(id)).fees.cancelFreeUntil

  test('for an early move by the customer, until the hours before the new time', async () => {
    const id = await book()
    expect((await move(customer, id, '2026-11-28')).status).toBe(200)
    expect(await freeUntil(id)).toBe('2026-11-27T14:00:00.000Z')
    const [row] = await db().select().from(jobs).where(eq(jobs.id, id))
    expect(row?.cancelFreeUntil).toBeNull()
  })

  test('not after a late move by the customer', async () => {
    const id = await book()
    at('2026-11-26T20:00:00Z')
    expect((await move(customer, id, '2026-12-18')).status).toBe(200)
    expect(await freeUntil(id)).toBe('2026-11-26T14:00:00.000Z')
    await runDueTasks()
    const moved = (await db().select().from(sentMessages)).filter(({ jobId }) => jobId === id)
    expect(moved.map(({ body }) => body).join()).toContain(
      'Cancelling after Thu, Nov 26, 8:00 AM costs $30.00.',
    )
    expect((await preAuthorize(customer, { jobId: id })).status).toBe(200)
    const [card] = await db().select().from(paymentCards)
    expect(card?.consentVersion).toContain('cancelled after 2026-11-26T14:00:00.000Z 30.00')
    expect((await cancel(customer, id, { seenFee: '0.00' })).body.details).toMatchObject({
      fee: '30.00',
    })
    // The office may always charge less, and its next move makes cancelling free again.
    expect((await move(admin, id, '2026-12-17')).status).toBe(200)
    expect(await freeUntil(id)).toBe('2026-12-16T14:00:00.000Z')
    expect((await cancel(customer, id, { seenFee: '0.00' })).status).toBe(200)
  })

  test('for a move after no one came, until the hours before the new time', async () => {
    const id = await book()
    at('2026-11-27T16:00:00Z')
    expect((await move(customer, id, '2026-12-18')).status).toBe(200)
    expect(await freeUntil(id)).toBe('2026-12-17T14:00:00.000Z')
  })

  test('after an earlier time set by the office, as long as before', async () => {
    const id = await book()
    expect((await move(admin, id, tuesday)).status).toBe(200)
    expect(await freeUntil(id)).toBe('2026-11-26T14:00:00.000Z')
    // The customer is unavailable then, and picks another time that day.
    expect((await move(customer, id, tuesday, 4)).status).toBe(200)
    expect(await freeUntil(id)).toBe('2026-11-26T14:00:00.000Z')
    at('2026-11-24T13:00:00Z')
    expect((await cancel(customer, id, { seenFee: '0.00' })).status).toBe(200)
  })

  test('at any time while it is only a request', async () => {
    await makeSpot()
    const id = await book({ serviceAddress: outside })
    at('2026-11-26T20:00:00Z')
    expect((await move(customer, id, '2026-12-18')).status).toBe(200)
    expect(await freeUntil(id)).toBe('2026-12-17T14:00:00.000Z')
    expect((await cancel(customer, id, { seenFee: '0.00' })).status).toBe(200)
  })
})
