import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifications } from '#server/database/tables/notifications.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { notificationsShownTo, useTestApp } from '#server/testing/test-app.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()

const form = { firstName: 'Dana', lastName: 'Whitfield', email: 'Dana@Example.com' }

async function reviewed(technicianId: string, rating: number) {
  const job = await makeJob({ technicianId, status: 'completed' })
  await db()
    .insert(reviews)
    .values({ jobId: job.id, customerId: job.customerId, technicianId, rating })
}

test("the list starts with those awaiting approval, and has real ratings and today's work", async () => {
  const admin = await app.as('admin')
  const busy = await makeUser({ role: 'technician', firstName: 'Bea' })
  const idle = await makeUser({ role: 'technician', firstName: 'Abe' })
  const waiting = await makeUser({ role: 'technician', firstName: 'Zoe', approvedAt: null })
  await makeUser({ role: 'technician', deactivatedAt: new Date() })
  for (const rating of [5, 4, 5]) await reviewed(busy.id, rating)
  const today = { technicianId: busy.id, serviceDate: businessToday() }
  await makeJob({ ...today, slot: slotAt(1), status: 'in_progress' })
  await makeJob({ ...today, slot: slotAt(2), status: 'assigned' })
  await makeJob({ ...today, slot: slotAt(3), status: 'cancelled' })

  const { body } = await admin.call('GET /api/admin/technicians')
  expect(body).toMatchObject([
    { id: waiting.id, status: 'waiting', rating: null, jobsToday: 0, inProgress: false },
    { id: idle.id, status: 'active', rating: null, jobsToday: 0, inProgress: false },
    { id: busy.id, status: 'active', rating: 4.7, jobsToday: 2, inProgress: true },
  ])
})

test('an added technician is active at once and recognized by e-mail', async () => {
  const admin = await app.as('admin')
  const added = await admin.call('POST /api/admin/technicians', { body: form })
  expect(added).toMatchObject({
    status: 201,
    body: { firstName: 'Dana', email: 'dana@example.com', status: 'active' },
  })
})

test('adding a waiting technician approves their account', async () => {
  const admin = await app.as('admin')
  const technician = await app.as(
    await makeUser({
      role: 'technician',
      firstName: 'D',
      approvedAt: null,
      email: 'dana@example.com',
    }),
  )
  expect((await technician.call('GET /api/jobs/technician')).status).toBe(403)
  const added = await admin.call('POST /api/admin/technicians', { body: form })
  expect(added.body).toMatchObject({ id: technician.user.id, status: 'active', firstName: 'Dana' })
  expect((await technician.call('GET /api/auth/user')).body).toMatchObject({ firstName: 'Dana' })
  expect((await technician.call('GET /api/jobs/technician')).status).toBe(200)
})

test('a deactivated technician can be added again with the same account', async () => {
  const admin = await app.as('admin')
  const before = await makeUser({
    role: 'technician',
    email: 'dana@example.com',
    phone: '+15125550142',
    deactivatedAt: new Date(),
  })
  const added = await admin.call('POST /api/admin/technicians', { body: form })
  expect(added).toMatchObject({
    status: 201,
    body: { id: before.id, status: 'active', phone: '+15125550142' },
  })
})

test('a phone number given with it replaces the old one', async () => {
  const admin = await app.as('admin')
  const old = { email: 'dana@example.com', phone: '+15125550142', deactivatedAt: new Date() }
  await makeUser({ role: 'technician', ...old })
  const body = { ...form, phone: '(512) 363-0199' }
  const added = await admin.call('POST /api/admin/technicians', { body })
  expect(added).toMatchObject({ status: 201, body: { phone: '+15123630199' } })
})

test.each([
  ['technician', 'dana@example.com is already a technician.'],
  ['customer', 'dana@example.com belongs to a customer. Please use another e-mail'],
  ['admin', 'dana@example.com belongs to an admin. Please use another e-mail'],
] as const)('an e-mail of a %s is refused with a helpful sentence', async (role, message) => {
  const admin = await app.as('admin')
  await makeUser({ role, email: 'dana@example.com' })
  expect(await admin.call('POST /api/admin/technicians', { body: form })).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining(message),
      details: { fields: [{ path: 'email', message: expect.stringContaining(message) }] },
    },
  })
})

test('approval lets a signed-in technician work at once, is announced, and happens once', async () => {
  const admin = await app.as('admin')
  const technician = await app.as(await makeUser({ role: 'technician', approvedAt: null }))
  expect((await technician.call('GET /api/jobs/technician')).status).toBe(403)
  const params = { id: technician.user.id }
  const approve = () => admin.call('POST /api/admin/technicians/{id}/approve', { params })
  expect((await approve()).body.status).toBe('active')
  expect((await technician.call('GET /api/jobs/technician')).status).toBe(200)
  const told = await db()
    .select()
    .from(notifications)
    .where(eq(notifications.userId, technician.user.id))
  expect(told).toMatchObject([{ type: 'account_approved' }])
  expect((await approve()).status).toBe(409)
})

test('an account deleted or deactivated while waiting cannot be approved, with a message', async () => {
  const admin = await app.as('admin')
  const gone = await makeUser({ role: 'technician', approvedAt: null, anonymizedAt: new Date() })
  const off = await makeUser({ role: 'technician', approvedAt: null, deactivatedAt: new Date() })
  const approve = (id: string) =>
    admin.call('POST /api/admin/technicians/{id}/approve', { params: { id } })
  expect(await approve(gone.id)).toMatchObject({
    status: 409,
    body: { message: 'This technician has deleted their account.' },
  })
  expect(await approve(off.id)).toMatchObject({
    status: 409,
    body: { message: 'This technician is deactivated. Send an invitation to reactivate them.' },
  })
})

test('a customer cannot be approved as a technician', async () => {
  const admin = await app.as('admin')
  const params = { id: (await makeUser()).id }
  const answer = await admin.call('POST /api/admin/technicians/{id}/approve', { params })
  expect(answer.status).toBe(404)
})

test('deactivation ends the session at once and returns open jobs to the queue', async () => {
  const admin = await app.as('admin')
  const technician = await app.as('technician')
  const technicianId = technician.user.id
  const open = await makeJob({ technicianId, status: 'assigned' })
  const done = await makeJob({ technicianId, status: 'completed' })
  const params = { id: technicianId }
  const deleted = await admin.call('DELETE /api/admin/technicians/{id}', { params })
  expect(deleted.body).toEqual({ success: true })

  expect((await technician.call('GET /api/jobs/technician')).status).toBe(401)
  const rows = await db().select().from(jobs).orderBy(jobs.number)
  expect(rows).toMatchObject([
    { id: open.id, status: 'scheduled', technicianId: null },
    { id: done.id, status: 'completed', technicianId },
  ])
  expect(await db().select().from(jobEvents)).toMatchObject([
    {
      jobId: open.id,
      kind: 'job_unassigned',
      actorId: admin.user.id,
      data: { formerTechnicianId: technicianId },
    },
  ])
  expect((await admin.call('GET /api/admin/technicians')).body).toEqual([])
  expect((await admin.call('DELETE /api/admin/technicians/{id}', { params })).status).toBe(404)
})

test('a deactivated technician reads why their session ended, until they are added again', async () => {
  const admin = await app.as('admin')
  const technician = await app.as(await makeUser({ role: 'technician', email: 'dana@example.com' }))
  await admin.call('DELETE /api/admin/technicians/{id}', { params: { id: technician.user.id } })
  for (const route of ['GET /api/auth/user', 'GET /api/jobs/technician'])
    expect(await technician.call(route)).toMatchObject({
      status: 401,
      body: {
        message: expect.stringContaining('You cannot undo this yourself'),
        details: { reason: 'deactivated', personId: expect.any(String) },
      },
    })
  expect((await technician.call('GET /api/config')).status).toBe(200)
  await admin.call('POST /api/admin/technicians', { body: form })
  // An earlier session, perhaps on a lost phone, does not come back.
  const after = await technician.call('GET /api/auth/user')
  expect([after.status, after.body.details]).toEqual([401, undefined])
})

test('deactivating a technician at work first shows the visit, and nothing changes', async () => {
  const admin = await app.as('admin')
  const technician = await app.as('technician')
  const technicianId = technician.user.id
  const running = await makeJob({ technicianId, status: 'in_progress' })
  const next = await makeJob({ technicianId, status: 'assigned' })
  const params = { id: technicianId }
  const refused = await admin.call('DELETE /api/admin/technicians/{id}', { params })
  expect(refused).toMatchObject({
    status: 409,
    body: { details: { reason: 'under_way', visits: [{ id: running.id }] } },
  })
  expect((await technician.call('GET /api/jobs/technician')).status).toBe(200)
  const [kept] = await db().select().from(jobs).where(eq(jobs.id, next.id))
  expect(kept).toMatchObject({ status: 'assigned', technicianId })
})

test('once confirmed they are locked out, and the office ends the visit', async () => {
  const admin = await app.as('admin')
  const technician = await app.as('technician')
  const technicianId = technician.user.id
  const running = await makeJob({ technicianId, status: 'in_progress' })
  const params = { id: technicianId }
  const query = { underWay: 'keep' }
  const locked = await admin.call('DELETE /api/admin/technicians/{id}', { params, query })
  expect(locked.status).toBe(200)
  const job = { params: { id: running.id } }
  const complete = { ...job, body: { status: 'completed' } }
  expect((await technician.call('PATCH /api/jobs/{id}/status', complete)).status).toBe(401)
  expect((await admin.call('GET /api/jobs/{id}', job)).body).toMatchObject({
    status: 'in_progress',
    technicianId,
  })
  expect((await admin.call('PATCH /api/jobs/{id}/status', complete)).status).toBe(200)
})

test('messages of a customer whose visit was left in progress reach the office and wait there', async () => {
  const admin = await app.as('admin')
  const technician = await app.as('technician')
  const customer = await app.as('customer')
  await makeUser({ role: 'technician' })
  const technicianId = technician.user.id
  const running = await makeJob({
    technicianId,
    customerId: customer.user.id,
    status: 'in_progress',
    serviceDate: businessToday(),
    communicationActive: true,
  })
  const params = { id: running.id }
  const write = (message: string, who = customer) =>
    who.call('POST /api/jobs/{id}/send-message', { params, body: { message, messageType: 'sms' } })
  const bells = async () =>
    (await notificationsShownTo(admin.user)).filter(({ type }) => type === 'job_message')
  type Entry = { id: string; why: string }
  const waiting = async (): Promise<Entry[]> => {
    const query = { kind: 'technician_away' }
    const { body } = await admin.call('GET /api/admin/attention', { query })
    return body[0]?.entries ?? []
  }
  expect((await write('Are you still there?')).status).toBe(201)
  expect([await bells(), await waiting()]).toEqual([[], []])
  const leave = { params: { id: technicianId }, query: { underWay: 'keep' } }
  expect((await admin.call('DELETE /api/admin/technicians/{id}', leave)).status).toBe(200)
  expect(await waiting()).toMatchObject([{ id: running.id, status: 'in_progress' }])
  expect((await write('Is somebody coming back?')).status).toBe(201)
  expect(await bells()).toMatchObject([
    {
      message: expect.stringContaining('no longer works here: Is somebody coming back?'),
      path: `/admin/jobs/${running.id}`,
    },
  ])
  const [entry] = await waiting()
  expect(entry?.why).toContain('The customer wrote: Is somebody coming back?')
  // Once answered, only the visit itself remains open.
  expect((await write('Yes, at once.', admin)).status).toBe(201)
  expect((await waiting())[0]?.why).not.toContain('The customer wrote')
  await admin.call('PATCH /api/jobs/{id}/status', { params, body: { status: 'completed' } })
  expect(await waiting()).toEqual([])
})

test("visits, ratings, the board and the day sheet still show a deleted technician's work", async () => {
  const admin = await app.as('admin')
  const customer = await app.as('customer')
  const dana = await makeUser({ role: 'technician', firstName: 'Dana', lastName: 'Whitfield' })
  const done = { technicianId: dana.id, customerId: customer.user.id, status: 'completed' } as const
  const job = await makeJob({ ...done, serviceDate: businessToday() })
  await db()
    .insert(reviews)
    .values({ jobId: job.id, customerId: customer.user.id, technicianId: dana.id, rating: 4 })
  const params = { id: dana.id }
  await admin.call('DELETE /api/admin/technicians/{id}', { params })

  const theirs = { technicianId: dana.id, technician: { name: 'Dana Whitfield' } }
  expect((await customer.call('GET /api/jobs/customer')).body).toMatchObject([
    { id: job.id, technicianId: dana.id, technician: { name: expect.stringContaining('Dana') } },
  ])
  const day = { query: { date: businessToday() } }
  for (const call of ['GET /api/admin/jobs', 'GET /api/admin/board'] as const)
    expect((await admin.call(call, day)).body).toMatchObject([{ id: job.id, ...theirs }])
  expect((await admin.call('GET /api/admin/technicians/{id}', { params })).body).toMatchObject({
    status: 'deactivated',
    rating: 4,
  })
  expect(
    (await admin.call('GET /api/admin/technicians/{id}/reviews', { params })).body,
  ).toHaveLength(1)
  expect((await admin.call('GET /api/reviews/recent')).body).toMatchObject([{ rating: 4 }])
})
