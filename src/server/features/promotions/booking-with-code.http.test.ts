import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makePackage, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { promotions } from '#server/database/tables/promotions.ts'
import { users } from '#server/database/tables/users.ts'
import { mailedCode } from '#server/features/accounts/test-site.ts'
import {
  customerWithCar,
  monday,
  sunday,
  tuesday,
  visitForm,
  wednesday,
} from '#server/features/booking/test-customer.ts'
import { ask, confirm, email, guestAtHome } from '#server/features/guests/test-guest.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { changeAndSettle, preAuthorize } from '#server/features/payments/test-visits.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
let one: Awaited<ReturnType<typeof customerWithCar>>
beforeEach(async () => {
  admin = await app.as('admin')
  one = await customerWithCar(app)
})

const make = async (part: object = {}) => {
  const body = { code: 'SPRING', reason: 'Mailing', off: 10, ...part }
  return (await admin.call('POST /api/admin/promotions', { body })).body
}
const withCode = { promotionCode: 'spring' }
const book = (who: TestPerson, form: object) =>
  who.call('POST /api/jobs', { body: { ...form, ...withCode } })
const kept = async () => {
  const [row] = await db().select().from(promotions)
  return row && [row.uses, row.givenCents]
}
const check = (who: Pick<TestPerson, 'call'>, body: object = {}) =>
  who.call('POST /api/promotions/check', {
    body: {
      code: 'SPRING',
      visits: [{ servicePackageId: one.oilPackage.id, scheduledDate: tuesday }],
      ...body,
    },
  })
const refusedWith = (message: string) => ({
  status: 409,
  body: {
    message,
    details: { reason: 'promotion', fields: [{ path: 'promotionCode', message }] },
  },
})
const noJobs = async () => expect(await db().$count(jobs)).toBe(0)

test('a visit booked with a code costs less from the start, and shows why', async () => {
  const { id } = await make()
  const answer = await book(one, { ...one.form, seenPrice: '119.99' })
  expect(answer).toMatchObject({
    status: 201,
    body: {
      totalAmount: '129.99',
      finalAmount: '119.99',
      cost: {
        lines: '119.99',
        feesAndDiscounts: [{ kind: 'promotion', amount: '-10.00', words: 'SPRING' }],
        adjustments: [],
        due: '119.99',
      },
    },
  })
  expect(await kept()).toEqual([1, 1000])
  const history = await admin.call('GET /api/jobs/{id}/history', {
    params: { id: answer.body.id },
  })
  expect(history.body).toContainEqual(
    expect.objectContaining({ title: 'Booked with the code SPRING', lines: ['$10.00 off'] }),
  )
  // A price as expected is not announced as changed.
  expect((await one.call('GET /api/notifications')).body).toEqual([])
  const payments = await admin.call('GET /api/payments')
  expect(payments.body[0]).toMatchObject({ amount: '119.99' })
  const gone = await admin.call('DELETE /api/admin/promotions/{id}', { params: { id } })
  expect(gone.body).toEqual({ success: true, deleted: false })
})

test('without a code there is no discount', async () => {
  await make()
  expect((await one.call('POST /api/jobs', { body: one.form })).body.finalAmount).toBe('129.99')
  expect(await kept()).toEqual([0, 0])
})

test('a percentage applies to the taxed price', async () => {
  await changeSettings({ salesTaxEnabled: true, salesTaxRateBp: 1000 })
  await make({ off: null, percent: 50, cap: 80 })
  const { body } = await book(one, one.form)
  expect(body.cost).toMatchObject({ lines: '58.49', amount: '71.49', due: '71.49' })
})

test('a 100 percent code leaves nothing to pay, and no card is requested', async () => {
  await make({ off: null, percent: 100 })
  const { body } = await book(one, { ...one.form, seenPrice: 0 })
  expect(body).toMatchObject({ finalAmount: '0.00', cost: { due: '0.00' } })
  const due = await one.call('GET /api/payments/due/{jobId}', { params: { jobId: body.id } })
  expect(due.body).toMatchObject({ amount: '0.00', savesCard: false })
})

const refusals: [string, object, string][] = [
  ['unknown', { code: 'FALL' }, 'We do not know this code. Please check the spelling.'],
  ['switched off', { isActive: false }, 'This code can no longer be used.'],
  ['over', { visitsUntil: '2026-11-22' }, 'This code can no longer be used.'],
  ['for later days', { visitsFrom: wednesday }, 'This code is not for visits on this day.'],
]
test.each(refusals)('a code that is %s books nothing', async (_, part, message) => {
  await make(part)
  expect(await book(one, one.form)).toMatchObject(refusedWith(message))
  expect(await check(one)).toMatchObject(refusedWith(message))
  await noJobs()
})

test('a code for other packages books nothing', async () => {
  const other = await makePackage()
  await make({ packageIds: [other.id] })
  const refused = refusedWith('This code is not for this package.')
  expect(await book(one, one.form)).toMatchObject(refused)
  expect(await check(one)).toMatchObject(refused)
  await noJobs()
})

test('the price on screen includes the code; at any other price nothing is booked', async () => {
  const code = await make()
  const change = { params: { id: code.id }, body: { off: 5 } }
  await admin.call('PATCH /api/admin/promotions/{id}', change)
  expect(await book(one, { ...one.form, seenPrice: '119.99' })).toMatchObject({
    status: 409,
    body: {
      message: 'With the code SPRING the visit costs $124.99 now. Please look at it again.',
      details: { reason: 'promotion', price: '124.99' },
    },
  })
  await noJobs()
  expect(await kept()).toEqual([0, 0])
})

test('each car is a use, in the given order, as far as the code goes', async () => {
  await make({ maxUsesPerCustomer: 1 })
  const other = await makeVehicle(one.user.id)
  const { serviceAddress } = one.form
  const visit = { servicePackageId: one.oilPackage.id, scheduledDate: tuesday }
  const visits = [
    // The later one is first in the request.
    { ...visit, vehicleId: one.car.id, scheduledTime: labelAt(3), seenPrice: '119.99' },
    { ...visit, vehicleId: other.id, scheduledTime: labelAt(1), seenPrice: '129.99' },
  ]
  expect((await check(one, { visits: [visit, visit] })).body).toEqual({
    code: 'SPRING',
    percent: null,
    cap: null,
    off: '10.00',
    visits: [true, false],
  })
  const answer = await one.call('POST /api/bookings', {
    body: { visits, serviceAddress, ...withCode },
  })
  expect(answer.body.map((job: { finalAmount: string }) => job.finalAmount)).toEqual([
    '119.99',
    '129.99',
  ])
  expect(await kept()).toEqual([1, 1000])
})

test('of two bookings for the last use one succeeds', async () => {
  await make({ maxUses: 1 })
  const two = await customerWithCar(app)
  const answers = await Promise.all([
    book(one, one.form),
    book(two, { ...two.form, scheduledTime: labelAt(2) }),
  ])
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['201', '409'])
  expect(answers.find(({ status }) => status === 409)).toMatchObject(
    refusedWith('This code has been used as often as it can be.'),
  )
  expect(await db().$count(jobs)).toBe(1)
  expect(await kept()).toEqual([1, 1000])
})

test('a cancelled visit gives its use back', async () => {
  await make({ maxUses: 1 })
  const { body: job } = await book(one, one.form)
  await one.call('POST /api/jobs/{id}/cancel', { params: { id: job.id }, body: {} })
  expect(await kept()).toEqual([0, 0])
  expect((await book(one, one.form)).status).toBe(201)
  expect(await kept()).toEqual([1, 1000])
})

test('a per-customer limit includes accounts with the same mailbox or phone', async () => {
  await make({ maxUsesPerCustomer: 1 })
  await db()
    .update(users)
    .set({ email: 'sam@gmail.com', phone: '+15125550100' })
    .where(eq(users.id, one.user.id))
  expect((await book(one, one.form)).status).toBe(201)
  const twins = [
    { email: 's.am+oil@gmail.com', phone: '+15125550101' },
    { email: 'other@example.com', phone: '+15125550100' },
  ]
  for (const twin of twins) {
    const again = await app.as(await makeUser({ role: 'customer', ...twin }))
    const car = await makeVehicle(again.user.id)
    const form = visitForm(car.id, {
      servicePackageId: one.oilPackage.id,
      scheduledDate: wednesday,
    })
    expect(await book(again, form)).toMatchObject(
      refusedWith('This code was used as often as one customer may.'),
    )
  }
  const stranger = await customerWithCar(app)
  expect((await book(stranger, { ...stranger.form, scheduledDate: wednesday })).status).toBe(201)
})

test('a first-visit code is refused to returning customers', async () => {
  await make({ firstVisitOnly: true })
  expect((await check(one)).status).toBe(200)
  await one.call('POST /api/jobs', { body: one.form })
  const message = 'This code is for a first visit only.'
  expect(await check(one)).toMatchObject(refusedWith(message))
  expect(await book(one, { ...one.form, scheduledDate: wednesday })).toMatchObject(
    refusedWith(message),
  )
  // The office asks for the customer on the phone.
  expect((await check(admin)).status).toBe(200)
  expect(await check(admin, { customerId: one.user.id })).toMatchObject(refusedWith(message))
  expect((await check(await app.as('customer'), { customerId: one.user.id })).status).toBe(200)
})

test('a cancelled visit was not a first visit', async () => {
  await make({ firstVisitOnly: true })
  const { body: job } = await one.call('POST /api/jobs', { body: one.form })
  await one.call('POST /api/jobs/{id}/cancel', { params: { id: job.id }, body: {} })
  expect(await book(one, { ...one.form, scheduledDate: wednesday })).toMatchObject({
    status: 201,
    body: { finalAmount: '119.99' },
  })
})

describe('a visit with a code that moves', () => {
  const move = (who: TestPerson, id: string, more: object = {}) =>
    who.call('POST /api/jobs/{id}/reschedule', {
      params: { id },
      body: { scheduledDate: wednesday, scheduledTime: labelAt(2), ...more },
    })
  const historyOf = async (id: string) =>
    (await admin.call('GET /api/jobs/{id}/history', { params: { id } })).body.map(
      ({ title }: { title: string }) => title,
    )

  test('within its days keeps its discount', async () => {
    await make({ visitsUntil: wednesday, maxUses: 1, maxUsesPerCustomer: 1, firstVisitOnly: true })
    const { body: job } = await book(one, one.form)
    const moved = await move(one, job.id)
    expect(moved.body).toMatchObject({ scheduledDate: wednesday, finalAmount: '119.99' })
    expect(await kept()).toEqual([1, 1000])
  })

  test('keeps a code that was switched off since', async () => {
    const { id } = await make()
    const { body: job } = await book(one, one.form)
    await admin.call('PATCH /api/admin/promotions/{id}', {
      params: { id },
      body: { isActive: false },
    })
    expect((await move(one, job.id)).body.finalAmount).toBe('119.99')
  })

  test('beyond its days asks first, and then costs more and gives the use back', async () => {
    await make({ visitsUntil: tuesday })
    const { body: job } = await book(one, one.form)
    expect(await move(one, job.id)).toMatchObject({
      status: 409,
      body: {
        message: 'The code SPRING is not valid on that day. Without it the visit costs $129.99.',
        details: { reason: 'promotion', refusal: 'day', price: '129.99' },
      },
    })
    const before = await one.call('GET /api/jobs/{id}', { params: { id: job.id } })
    expect(before.body).toMatchObject({ scheduledDate: tuesday, finalAmount: '119.99' })
    expect((await move(one, job.id, { promotion: 'keep' })).status).toBe(403)
    expect((await move(one, job.id, { promotion: 'drop' })).body).toMatchObject({
      scheduledDate: wednesday,
      finalAmount: '129.99',
      cost: { due: '129.99', adjustments: [] },
    })
    expect(await kept()).toEqual([0, 0])
    expect(await historyOf(job.id)).toContain('Code SPRING ended with the move')
  })

  test('stays where the office chooses so, which is recorded', async () => {
    await make({ visitsUntil: tuesday })
    const { body: job } = await book(one, one.form)
    expect((await move(admin, job.id)).body.details).toMatchObject({ reason: 'promotion' })
    expect((await move(admin, job.id, { promotion: 'keep' })).body).toMatchObject({
      scheduledDate: wednesday,
      finalAmount: '119.99',
    })
    expect(await kept()).toEqual([1, 1000])
    expect(await historyOf(job.id)).toContain(
      'Code SPRING kept, though it is not valid on this day',
    )
  })

  const back = { scheduledDate: tuesday, scheduledTime: labelAt(2) }

  test.each(['customer', 'office'])(
    'moved back by the %s, it is asked about again, and used once',
    async (who) => {
      await make({ visitsUntil: tuesday, maxUses: 1, maxUsesPerCustomer: 1, firstVisitOnly: true })
      const mover = who === 'office' ? admin : one
      const { body: job } = await book(one, one.form)
      await move(mover, job.id, { promotion: 'drop' })
      expect(await move(mover, job.id, back)).toMatchObject({
        status: 409,
        body: {
          message: 'The code SPRING is valid on that day again. With it the visit costs $119.99.',
          details: { reason: 'promotion', restores: true, code: 'SPRING', price: '119.99' },
        },
      })
      expect(await kept()).toEqual([0, 0])
      expect((await move(mover, job.id, { ...back, promotion: 'keep' })).body).toMatchObject({
        scheduledDate: tuesday,
        finalAmount: '119.99',
        cost: { feesAndDiscounts: [{ kind: 'promotion', amount: '-10.00' }] },
      })
      expect(await kept()).toEqual([1, 1000])
      expect(await historyOf(job.id)).toContain('Code SPRING used again after the move')
      // Again and again: one line, one use.
      await move(mover, job.id, { promotion: 'drop' })
      expect(await kept()).toEqual([0, 0])
      const again = await move(mover, job.id, { ...back, promotion: 'keep' })
      expect(again.body.cost.feesAndDiscounts).toHaveLength(1)
      expect(await kept()).toEqual([1, 1000])
    },
  )

  test('moved back, the code takes off the same amount as at booking, whatever the price is now', async () => {
    await make({ off: null, percent: 10, visitsUntil: tuesday })
    const { body: job } = await book(one, one.form)
    expect(job.finalAmount).toBe('116.99')
    await move(one, job.id, { promotion: 'drop' })
    await admin.call('POST /api/jobs/{id}/extras', {
      params: { id: job.id },
      body: { serviceType: 'other', description: 'Wipers', unitPrice: 50 },
    })
    expect((await move(one, job.id, back)).body.details).toMatchObject({ price: '166.99' })
    expect((await move(one, job.id, { ...back, promotion: 'keep' })).body.finalAmount).toBe(
      '166.99',
    )
    // A price too low for all of it in between.
    await move(one, job.id, { promotion: 'drop' })
    const discount = (dollars: string) =>
      admin.call('PATCH /api/jobs/{id}', {
        params: { id: job.id },
        body: { discount: dollars, reason: 'Loyal' },
      })
    await discount('175.00')
    expect((await move(one, job.id, { ...back, promotion: 'keep' })).body.finalAmount).toBe('0.00')
    await move(one, job.id, { promotion: 'drop' })
    await discount('0.00')
    expect((await move(one, job.id, { ...back, promotion: 'keep' })).body.finalAmount).toBe(
      '166.99',
    )
    expect(await kept()).toEqual([1, 1300])
  })

  test('moved back without the code it costs the full price', async () => {
    await make({ visitsUntil: tuesday })
    const { body: job } = await book(one, one.form)
    await move(one, job.id, { promotion: 'drop' })
    const moved = await move(one, job.id, { ...back, promotion: 'drop' })
    expect(moved.body).toMatchObject({ scheduledDate: tuesday, finalAmount: '129.99' })
    expect(await kept()).toEqual([0, 0])
  })

  test.each([
    ['used up', { maxUses: 1 }, async () => void (await other())],
    ['switched off', {}, (id: string) => change(id, { isActive: false })],
    [
      'for another package',
      {},
      async (id: string) => change(id, { packageIds: [(await makePackage()).id] }),
    ],
  ] as const)('moved back after the code was %s, it does not return', async (_, part, change) => {
    const { id } = await make({ visitsUntil: tuesday, ...part })
    const { body: job } = await book(one, one.form)
    await move(one, job.id, { promotion: 'drop' })
    await change(id)
    const uses = await kept()
    expect((await move(one, job.id, { ...back, promotion: 'keep' })).status).toBe(409)
    expect((await move(one, job.id, back)).body).toMatchObject({
      scheduledDate: tuesday,
      finalAmount: '129.99',
    })
    expect(await kept()).toEqual(uses)
  })

  test('of two visits that move back, one gets the last use', async () => {
    await make({ visitsUntil: tuesday, maxUses: 1 })
    const { body: first } = await book(one, one.form)
    await move(one, first.id, { promotion: 'drop' })
    const second = await other(labelAt(3))
    await second.who.call('POST /api/jobs/{id}/reschedule', {
      params: { id: second.id },
      body: { scheduledDate: wednesday, scheduledTime: labelAt(3), promotion: 'drop' },
    })
    const both = await Promise.all([
      move(one, first.id, { ...back, promotion: 'keep' }),
      second.who.call('POST /api/jobs/{id}/reschedule', {
        params: { id: second.id },
        body: { scheduledDate: tuesday, scheduledTime: labelAt(4), promotion: 'keep' },
      }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await kept()).toEqual([1, 1000])
  })

  const change = async (id: string, body: object) => {
    const { status } = await admin.call('PATCH /api/admin/promotions/{id}', {
      params: { id },
      body,
    })
    expect(status).toBe(200)
  }

  /** Another customer's visit with the code. */
  async function other(scheduledTime = labelAt(5)) {
    const who = await customerWithCar(app)
    const { status, body } = await book(who, { ...who.form, scheduledTime })
    expect(status).toBe(201)
    return { who, id: body.id as string }
  }

  test('after another visit is no first visit anymore', async () => {
    await make({ firstVisitOnly: true })
    const { body: job } = await book(one, one.form)
    const car = await makeVehicle(one.user.id)
    const other = { ...one.form, vehicleId: car.id, scheduledDate: tuesday }
    await one.call('POST /api/jobs', { body: { ...other, scheduledTime: labelAt(3) } })
    expect((await move(one, job.id)).body.details).toMatchObject({ refusal: 'first_visit' })
    const earlier = { scheduledDate: tuesday, scheduledTime: labelAt(2) }
    expect((await move(one, job.id, earlier)).status).toBe(200)
  })
})

test('an office discount is added, and the price never goes below zero', async () => {
  await make()
  const { body: job } = await book(one, one.form)
  const give = (discount: string) =>
    admin.call('PATCH /api/jobs/{id}', {
      params: { id: job.id },
      body: { discount, reason: 'Sorry' },
    })
  expect((await give('120')).status).toBe(400)
  expect((await give('119.99')).body.finalAmount).toBe('0.00')
  expect((await give('0')).body.finalAmount).toBe('119.99')
})

test('guesses of codes are limited per day and network; a correct one does not count', async () => {
  await make()
  const visitor = { call: app.call }
  for (let n = 0; n < 35; n++) expect((await check(visitor)).status).toBe(200)
  for (let n = 0; n < 30; n++)
    expect((await check(visitor, { code: `WRONG${n}` })).status).toBe(409)
  expect((await check(visitor)).status).toBe(429)
})

test('the office books with a code for a caller', async () => {
  await make()
  const answer = await admin.call('POST /api/admin/bookings', {
    body: {
      customerId: one.user.id,
      serviceAddress: one.form.serviceAddress,
      visits: [
        {
          vehicleId: one.car.id,
          servicePackageId: one.oilPackage.id,
          scheduledDate: tuesday,
          scheduledTime: labelAt(1),
          seenPrice: '119.99',
        },
      ],
      ...withCode,
    },
  })
  expect(answer.body.jobs[0]).toMatchObject({ finalAmount: '119.99' })
})

test('a guest learns of a wrong code before a mail is sent, and books with a right one', async () => {
  const { browser, form } = await guestAtHome(app)
  await make({ maxUsesPerCustomer: 1 })
  const promoted = { ...form, ...withCode }
  expect(await ask(browser, { ...form, promotionCode: 'FALL' })).toMatchObject(
    refusedWith('We do not know this code. Please check the spelling.'),
  )
  expect(await ask(browser, { ...promoted, seenPrice: '129.99' })).toMatchObject({
    status: 409,
    body: { details: { reason: 'promotion', price: '119.99' } },
  })
  const seen = { ...promoted, seenPrice: '119.99' }
  expect((await ask(browser, seen)).status).toBe(202)
  const answer = await confirm(browser, seen, await mailedCode(email))
  expect(answer).toMatchObject({ status: 201, body: { job: { finalAmount: '119.99' } } })
  expect(await kept()).toEqual([1, 1000])
})

test('confirmation, receipt and payment list show the price with the code', async () => {
  await make()
  const { body: job } = await book(one, one.form)
  await expect.poll(() => runDueTasks()).toContain('notify-of-bookings')
  await runDueTasks()
  const mails = await db().select().from(sentMessages)
  const mail = mails.find(({ recipient }) => recipient === one.user.email)
  expect(mail?.body).toContain('$119.99')
  expect(mail?.body).toContain('Code SPRING: -$10.00')
  await preAuthorize(one, { jobId: job.id, cents: 11_999 })
  await changeAndSettle(job.id, { status: 'completed' })
  const receipt = await one.call('GET /api/jobs/{id}/receipt', { params: { id: job.id } })
  expect(receipt.body.cost).toMatchObject({
    amount: '119.99',
    paid: '119.99',
    feesAndDiscounts: [{ kind: 'promotion', amount: '-10.00', words: 'SPRING' }],
    adjustments: [],
  })
  // The office did not change its price.
  const bell = await one.call('GET /api/notifications')
  expect(JSON.stringify(bell.body)).not.toContain('changed the price')
  const { text } = await admin.call('GET /api/payments/export')
  expect(text).toContain('119.99')
})

test('packages are checked visit by visit', async () => {
  const diesel = await makePackage()
  await make({ packageIds: [one.oilPackage.id], visitsUntil: sunday })
  const visits = [diesel.id, one.oilPackage.id].map((servicePackageId) => ({
    servicePackageId,
    scheduledDate: tuesday,
  }))
  expect((await check(one, { visits })).body.visits).toEqual([false, true])
})

test('a visit made free by its code asks for no card in its mail', async () => {
  await make({ off: undefined, percent: 100 })
  expect(await book(one, one.form)).toMatchObject({ status: 201 })
  await expect.poll(() => runDueTasks()).toContain('notify-of-bookings')
  await runDueTasks()
  const [mail] = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, one.user.email ?? ''))
  expect(mail?.body).toContain('$0.00')
  expect(mail?.body).toContain('There is nothing to pay, and no card is needed.')
  expect(mail?.body).not.toContain('pre-authorize')
})
