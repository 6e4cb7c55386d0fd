import { db, queryRows } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { paymentAdjustments } from '#server/database/tables/payment-records.ts'
import { paymentDiscrepancies } from '#server/database/tables/card-network.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { places } from '#server/database/tables/customers.ts'
import { odometerReadings } from '#server/database/tables/vehicles.ts'
import { changeAndSettle, preAuthorize } from '#server/features/payments/test-visits.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** A customer with traces everywhere, each containing the word `zebra`. */
export async function zebraCustomer(app: TestApp) {
  const customer = await app.as(
    await makeUser({
      firstName: 'Zebra',
      lastName: 'Zebrason',
      email: 'zebra@example.com',
      phone: '555 zebra',
      profileImageUrl: 'https://example.com/zebra.png',
      tags: ['Zebra fan'],
    }),
  )
  const technician = await makeUser({ role: 'technician' })
  const admin = await makeUser({ role: 'admin' })
  const customerId = customer.user.id
  const car = await makeVehicle(customerId, { licensePlate: 'ZEBRA 1', vin: 'ZEBRA000000000001' })
  await db()
    .insert(places)
    .values({ customerId, name: 'Zebra home', address: '1 Zebra Street, Austin, TX 78701' })
  await db()
    .insert(odometerReadings)
    .values({ vehicleId: car.id, miles: 52_000, readOn: '2026-10-01' })
  const { id: jobId } = await makeJob({
    customerId,
    technicianId: technician.id,
    vehicleId: car.id,
    status: 'assigned',
    startsAt: new Date(Date.now() + 30 * 3_600_000),
    serviceAddress: '1 Zebra Street, Austin, TX 78701',
    accessNotes: 'Gate zebra',
    customerNotes: 'Ask for Zebra',
    latitude: 30.25,
    longitude: -97.75,
  })
  await preAuthorize(customer, { jobId })
  await changeAndSettle(jobId, { status: 'completed', technicianNotes: 'Zebra was at home' })
  const cancelled = await makeJob({
    customerId,
    vehicleId: car.id,
    status: 'cancelled',
    cancelReason: 'Zebra is ill',
  })
  await db()
    .insert(jobEvents)
    .values([
      {
        jobId: cancelled.id,
        actorId: customerId,
        kind: 'job_cancelled',
        data: { reason: 'Zebra is ill', aFieldThatIsNotListed: 'Zebra' },
      },
      {
        jobId,
        actorId: technician.id,
        kind: 'extra_corrected',
        data: {
          from: { description: 'Wiper of Zebra', totalCents: 1000, notListed: 'Zebra' },
          to: { description: 'Wipers of Zebra', totalCents: 2000 },
        },
      },
      {
        jobId,
        actorId: admin.id,
        kind: 'refund_decided',
        data: { cents: 100, reason: 'other', words: 'Zebra was kind' },
      },
      {
        jobId,
        actorId: admin.id,
        kind: 'payment_problem_resolved',
        data: { cents: null, outcome: 'noted', note: 'Zebra called' },
      },
      {
        jobId,
        kind: 'invoice_issued',
        data: { number: 'INV-1', cents: 100, dueOn: '2026-12-01', billedEmail: 'bills@zebra.com' },
      },
      {
        jobId,
        actorId: technician.id,
        kind: 'service_completed',
        data: { leftOut: [{ description: 'Bulb of Zebra', totalCents: 100 }] },
      },
    ])
  const adjustment = { jobId, actorId: admin.id, fromCents: 12_999, toCents: 12_999 }
  await db()
    .insert(paymentAdjustments)
    .values([
      { ...adjustment, reason: 'discount_applied', words: 'Friend of Zebra' },
      { ...adjustment, reason: 'promotion', words: 'SPRING' },
    ])
  await db().insert(paymentDiscrepancies).values({
    jobId,
    ref: 'test',
    detail: 'A refund failed.',
    resolvedAt: new Date(),
    outcome: 'noted',
    resolution: 'Zebra came by',
  })
  const conversation = { jobId, type: 'message' as const }
  await db()
    .insert(conversationEntries)
    .values([
      {
        ...conversation,
        direction: 'inbound',
        fromUserId: customerId,
        toUserId: technician.id,
        message: 'Here is Zebra',
      },
      {
        ...conversation,
        direction: 'outbound',
        fromUserId: technician.id,
        toUserId: customerId,
        message: 'Hello Zebra',
      },
    ])
  await db()
    .insert(notifications)
    .values([
      {
        userId: customerId,
        type: 'job_message',
        audience: 'customer',
        data: { name: 'Tina', byCustomer: false, message: 'For Zebra', asSms: false },
      },
      {
        userId: technician.id,
        type: 'job_message',
        audience: 'technician',
        data: { name: 'Zebra', byCustomer: true, message: 'Here is Zebra', asSms: false },
        jobId,
      },
    ])
  await db()
    .insert(reviews)
    .values({ jobId, customerId, technicianId: technician.id, rating: 5, comment: 'Zebra says 5' })
  await app.call('POST /api/contact', {
    body: { name: 'Zebra', email: 'zebra@example.com', subject: 'Zebra asks', message: 'Zebra?' },
  })
  const office = await app.as(admin)
  const { body: inbox } = await office.call('GET /api/admin/messages')
  await office.call('POST /api/admin/messages/{id}/reply', {
    params: { id: inbox[0].id },
    body: { message: 'Zebra it is' },
  })
  await office.call('POST /api/admin/import', {
    bytes: Buffer.from('Name,Email\nMax Roe,zebra@example.com'),
    headers: { 'content-type': 'text/csv' },
  })
  await db().insert(sentMessages).values({
    channel: 'email',
    recipient: 'zebra@example.com',
    subject: 'For Zebra',
    body: 'Hello',
    status: 'sent',
  })
  await office.call('POST /api/admin/customers/{id}/notes', {
    params: { id: customerId },
    body: { note: 'Zebra has a dog' },
  })
  await app.call('POST /api/auth/email-code', { body: { email: 'zebra@example.com' } })
  return { customer, technician, admin, jobId, car, cancelled }
}

/** Every row of every table as JSON, by table, except the simulated card network's. */
async function everyRow(): Promise<Record<string, string[]>> {
  const tables = await queryRows<{ name: string }>({
    name: 'tables-of-a-life',
    text: `select tablename as name from pg_tables
      where schemaname = 'public' and tablename not in ('migrations', 'simulator_records')`,
  })
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await queryRows<{ row: string }>({
      name: `test-rows-of-${name}`,
      text: `select row_to_json(t)::text as row from "${name}" t`,
    })
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

/** Tables containing a word, ignoring case. */
export async function tablesWith(word: string): Promise<string[]> {
  const says = new RegExp(word, 'i')
  return Object.entries(await everyRow())
    .filter(([, rows]) => rows.some((row) => says.test(row)))
    .map(([name]) => name)
    .toSorted()
}
