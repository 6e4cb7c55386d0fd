import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db, queryRow } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { odometerReadings } from '#server/database/tables/vehicles.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { withoutTriggers } from '#server/database/test-triggers.ts'
import { type JobRow, makeAddon, makeJob, makeVehicle } from '#server/database/test-factories.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { twoColors } from '#server/features/photos/test-pictures.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { labelAt, slotAt, startsAt } from '#shared/rules/test-slots.ts'

const folder = await mkdtemp(join(tmpdir(), 'fivequart-times-'))
const app = useTestApp({ env: { DATA_DIR: folder } })
afterAll(() => rm(folder, { recursive: true, force: true }))
let technician: TestPerson
let customer: TestPerson
let job: JobRow
let params: { id: string }
beforeEach(async () => {
  // Every weekday is open.
  await changeSettings({ weeklyHours: Array.from({ length: 7 }, () => startsAt(1, 2, 3, 4, 5)) })
  technician = await app.as('technician')
  customer = await app.as('customer')
  job = await makeJob({
    status: 'assigned',
    technicianId: technician.user.id,
    customerId: customer.user.id,
  })
  params = { id: job.id }
})

const minuteMs = 60_000
const ago = (minutes: number) => new Date(now().getTime() - minutes * minuteMs)
const at = (time: Date | string) => ({
  'x-happened-at': typeof time === 'string' ? time : time.toISOString(),
})
const setStatus = (status: string, headers: Record<string, string> = {}) =>
  technician.call('PATCH /api/jobs/{id}/status', { params, body: { status }, headers })
const isNow = (time: string) =>
  expect(Math.abs(now().getTime() - Date.parse(time))).toBeLessThan(minuteMs)
const events = () =>
  db().select().from(jobEvents).where(eq(jobEvents.jobId, job.id)).orderBy(asc(jobEvents.createdAt))

test("a visit worked on offline has the phone's times and the server's", async () => {
  const [started, completed] = [ago(180), ago(140)]
  const first = await setStatus('in_progress', at(started))
  expect(first.body.startedAt).toBe(started.toISOString())
  isNow(first.body.startedReceivedAt)
  const { body } = await setStatus('completed', at(completed))
  expect(body).toMatchObject({
    startedAt: started.toISOString(),
    completedAt: completed.toISOString(),
  })
  isNow(body.completedReceivedAt)
  const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params })
  expect(receipt.body.completedAt).toBe(completed.toISOString())
  const rows = (await events()).filter(({ kind }) => kind.startsWith('service'))
  expect(rows.map(({ createdAt }) => createdAt)).toEqual([started, completed])
  for (const { receivedAt } of rows) isNow(receivedAt?.toISOString() ?? '')
  const bell = (await customer.call('GET /api/notifications')).body
  expect(bell.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual([
    completed.toISOString(),
    started.toISOString(),
  ])
})

test("without a claimed time both are the server's", async () => {
  const { body } = await setStatus('in_progress')
  expect(body.startedReceivedAt).toBe(body.startedAt)
  isNow(body.startedAt)
})

test.each([
  ['in the future', () => ago(-60)],
  ['more than 48 hours old', () => ago(49 * 60)],
])('a start %s is not accepted', async (_, time) => {
  const { body } = await setStatus('in_progress', at(time()))
  isNow(body.startedAt)
})

test('nothing precedes the step before it', async () => {
  await technician.call('POST /api/jobs/{id}/activate-communication', {
    params,
    body: { event: 'on_my_way' },
    headers: at(ago(100)),
  })
  isNow((await setStatus('in_progress', at(ago(120)))).body.startedAt)
  isNow((await setStatus('completed', at(ago(60)))).body.completedAt)
})

test('a start claimed before the visit was assigned is not believed', async () => {
  const admin = await app.as('admin')
  const other = await app.as('technician')
  const body = { technicianId: other.user.id }
  await admin.call('POST /api/jobs/{id}/assign', { params, body })
  const started = await other.call('PATCH /api/jobs/{id}/status', {
    params,
    body: { status: 'in_progress' },
    headers: at(ago(60)),
  })
  isNow(started.body.startedAt)
})

test.each(['the office', 'a second phone'])(
  'a start on the phone of a visit that %s has started: the earlier time counts',
  async (where) => {
    const other = where === 'the office' ? await app.as('admin') : technician
    const body = { status: 'in_progress' }
    const first = await other.call('PATCH /api/jobs/{id}/status', { params, body })
    expect((await setStatus('in_progress', at(now()))).body.startedAt).toBe(first.body.startedAt)
    const [started, ticked, completed] = [ago(180), ago(160), ago(140)]
    const { status, body: late } = await setStatus('in_progress', at(started))
    expect([status, late.status, late.startedAt]).toEqual([
      200,
      'in_progress',
      started.toISOString(),
    ])
    await work.checklist_saved(ticked)
    expect((await setStatus('completed', at(completed))).body).toMatchObject({
      startedAt: started.toISOString(),
      completedAt: completed.toISOString(),
    })
    const steps = (await events()).map(({ kind, createdAt }) => [kind, createdAt.toISOString()])
    expect(steps).toEqual([
      ['service_started', started.toISOString()],
      ['checklist_saved', ticked.toISOString()],
      ['service_completed', completed.toISOString()],
      ['service_started', first.body.startedAt],
    ])
    const bell = (await customer.call('GET /api/notifications')).body as { type: string }[]
    expect(bell.filter(({ type }) => type === 'service_started')).toHaveLength(1)
  },
)

test('a start without the time of work is refused once the service has started', async () => {
  const { body } = await setStatus('in_progress', at(ago(60)))
  expect((await setStatus('in_progress')).status).toBe(409)
  const { body: after } = await technician.call('GET /api/jobs/{id}', { params })
  expect(after.startedAt).toBe(body.startedAt)
})

const moveTo = async (days: number) => {
  const admin = await app.as('admin')
  const scheduledDate = addDays(businessToday(), days)
  const body = { scheduledDate, scheduledTime: labelAt(3) }
  const moved = await admin.call('POST /api/jobs/{id}/reschedule', { params, body })
  expect(moved.status).toBe(200)
}

test('a start from before a move to another day is refused with a message', async () => {
  await moveTo(8)
  const refused = await setStatus('in_progress', at(ago(60)))
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(
      /^You started this visit before it was moved to \w{3}, \w{3} \d+, .*[AP]M, so /,
    ),
  ])
  const { body } = await technician.call('GET /api/jobs/{id}', { params })
  expect([body.status, body.startedAt]).toEqual(['assigned', null])
  expect((await setStatus('in_progress', at(now()))).status).toBe(200)
})

test('a start for an earlier hour that day is refused too, one for a later hour accepted', async () => {
  const later = await makeJob({
    status: 'assigned',
    technicianId: technician.user.id,
    serviceDate: addDays(businessToday(), 8),
    slot: slotAt(1),
  })
  params = { id: later.id }
  await moveTo(8)
  expect((await setStatus('in_progress', at(ago(60)))).body.details).toEqual({ reason: 'moved' })
  const earlier = await makeJob({
    status: 'assigned',
    technicianId: technician.user.id,
    serviceDate: addDays(businessToday(), 9),
    slot: slotAt(5),
  })
  params = { id: earlier.id }
  await moveTo(9)
  expect((await setStatus('in_progress', at(ago(60)))).status).toBe(200)
})

test('work done for a time the visit was moved away from does not count for the new one', async () => {
  const send = (event: 'on_my_way' | 'arrived') =>
    technician.call('POST /api/jobs/{id}/activate-communication', {
      params,
      body: { event },
      headers: at(ago(61)),
    })
  await moveTo(8)
  const refused = [
    await send('on_my_way'),
    await send('arrived'),
    await work.extra_added(ago(60)),
    await work.addon_added(ago(60)),
    await work.checklist_saved(ago(60)),
    await work.measurements_saved(ago(60)),
    await work.photo_added(ago(60)),
  ]
  for (const { status, body } of refused)
    expect([status, body.details, body.message]).toEqual([
      409,
      { reason: 'moved' },
      expect.stringMatching(/^You did this before the visit was moved to/),
    ])
  expect((await events()).map(({ kind }) => kind)).toEqual(['job_rescheduled'])
  const { body } = await technician.call('GET /api/jobs/{id}', { params })
  expect([body.communicationActive, body.checklist]).toEqual([false, []])
  expect((await work.notes_saved(ago(60))).status).toBe(200)
  expect((await send('on_my_way')).status).toBe(409)
})

const work = {
  extra_added: (time: Date) =>
    technician.call('POST /api/jobs/{id}/extras', {
      params,
      body: { serviceType: 'other', description: 'Bulb', unitPrice: '5.00' },
      headers: at(time),
    }),
  addon_added: async (time: Date) =>
    technician.call('POST /api/jobs/{id}/addons', {
      params,
      body: { addonServiceId: (await makeAddon()).id },
      headers: at(time),
    }),
  checklist_saved: (time: Date) =>
    technician.call('PUT /api/jobs/{id}/checklist', {
      params,
      body: { items: ['oil_drained'] },
      headers: at(time),
    }),
  measurements_saved: (time: Date) =>
    technician.call('PUT /api/jobs/{id}/measurements', {
      params,
      body: { filledQuarts: 4.6 },
      headers: at(time),
    }),
  notes_saved: (time: Date) =>
    technician.call('PUT /api/jobs/{id}/notes', {
      params,
      body: { technicianNotes: 'Fine' },
      headers: at(time),
    }),
  photo_added: async (time: Date) =>
    technician.call('POST /api/jobs/{id}/photos', {
      params,
      query: { moment: 'before' },
      bytes: await twoColors(60, 40).jpeg().toBuffer(),
      headers: { ...at(time), 'content-type': 'image/jpeg' },
    }),
}

test.each(Object.keys(work) as (keyof typeof work)[])(
  '%s is not dated before the start, nor the completion before it',
  async (step) => {
    const started = ago(120)
    await setStatus('in_progress', at(started))
    expect((await work[step](ago(180))).status).toBeLessThan(300)
    const first = (await events()).find(({ kind }) => kind === step)
    isNow(first?.createdAt.toISOString() ?? '')
    expect((await work[step](new Date(started.getTime() - minuteMs))).status).toBeLessThan(300)
    const kept = (await events()).filter(({ kind }) => kind === step)
    expect(kept.map(({ createdAt }) => createdAt)).toContainEqual(started)
    isNow((await setStatus('completed', at(ago(30)))).body.completedAt)
  },
)

test("the office's changes in the meantime do not delay a completion", async () => {
  const admin = await app.as('admin')
  const completed = ago(30)
  await setStatus('in_progress', at(ago(120)))
  const body = { items: ['oil_drained'] }
  await admin.call('PUT /api/jobs/{id}/checklist', { params, body })
  expect((await setStatus('completed', at(completed))).body.completedAt).toBe(
    completed.toISOString(),
  )
})

test('a start from before a move away and back is accepted', async () => {
  await moveTo(8)
  await withoutTriggers(() =>
    db()
      .update(jobEvents)
      .set({ createdAt: ago(30) })
      .where(eq(jobEvents.jobId, job.id)),
  )
  const { serviceDate, slot, startsAt } = job
  await db().update(jobs).set({ serviceDate, slot, startsAt }).where(eq(jobs.id, job.id))
  expect((await setStatus('in_progress', at(ago(60)))).status).toBe(200)
})

test.each(['yesterday', '2026-11-24', '2026-11-24T15:02:00', '1764000000'])(
  'a time like %s is refused with an explanation',
  async (time) => {
    const answer = await setStatus('in_progress', at(time))
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/^X-Happened-At is a UTC time/)
  },
)

test('every technician action carries its time', async () => {
  await setStatus('in_progress', at(ago(100)))
  const extra = await technician.call('POST /api/jobs/{id}/extras', {
    params,
    body: { serviceType: 'other', description: 'Bulb', unitPrice: '5.00' },
    headers: at(ago(90)),
  })
  expect(Date.parse(extra.body.addedAt)).toBeLessThan(ago(89).getTime())
  isNow(extra.body.addedReceivedAt)
  await technician.call('PUT /api/jobs/{id}/checklist', {
    params,
    body: { items: ['oil_drained'] },
    headers: at(ago(80)),
  })
  await technician.call('PUT /api/jobs/{id}/notes', {
    params,
    body: { technicianNotes: 'Fine' },
    headers: at(ago(70)),
  })
  const photo = await technician.call('POST /api/jobs/{id}/photos', {
    params,
    query: { moment: 'before' },
    bytes: await twoColors(60, 40).jpeg().toBuffer(),
    headers: { ...at(ago(60)), 'content-type': 'image/jpeg' },
  })
  expect(Date.parse(photo.body.createdAt)).toBeLessThan(ago(59).getTime())
  isNow(photo.body.receivedAt)
  const done = (await events()).map(({ kind, createdAt }) => [
    kind,
    Math.round((now().getTime() - createdAt.getTime()) / (10 * minuteMs)) * 10,
  ])
  expect(done).toEqual([
    ['service_started', 100],
    ['extra_added', 90],
    ['checklist_saved', 80],
    ['notes_saved', 70],
    ['photo_added', 60],
  ])
})

test('miles read yesterday belong to yesterday', async () => {
  await setStatus('in_progress', at(ago(26 * 60)))
  await technician.call('PUT /api/jobs/{id}/measurements', {
    params,
    body: { odometerMiles: 48_000 },
    headers: at(ago(25 * 60)),
  })
  const [reading] = await db().select().from(odometerReadings)
  const { body } = await technician.call('GET /api/jobs/{id}', { params })
  expect(body.odometerMiles).toBe(48_000)
  expect(reading?.readOn).not.toBe(new Date().toISOString().slice(0, 10))
})

test('a request in a late upload is mailed only after the completion had time to follow', async () => {
  const secondsUntilAsked = async (headers: Record<string, string>) => {
    const { body } = await technician.call('POST /api/jobs/{id}/extras', {
      params,
      body: { serviceType: 'other', description: 'Battery', unitPrice: '250' },
      headers,
    })
    const row = await queryRow<{ seconds: number }>(
      {
        name: 'test-asked-at',
        text: `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
          where data -> 'waitingLines' -> 0 ->> 'id' = $1`,
      },
      [body.id],
    )
    return row?.seconds ?? 0
  }
  await setStatus('in_progress', at(ago(90)))
  expect(await secondsUntilAsked({})).toBeLessThan(11)
  expect(await secondsUntilAsked(at(ago(60)))).toBeGreaterThan(50)
})

test('no one is texted at noon about a technician on the way since nine', async () => {
  await db()
    .update(users)
    .set({ phone: '+15125550143', smsNotifications: true })
    .where(eq(users.id, customer.user.id))
  await technician.call('POST /api/jobs/{id}/activate-communication', {
    params,
    body: { event: 'on_my_way' },
    headers: at(ago(180)),
  })
  const conversation = await customer.call('GET /api/jobs/{id}/communications', { params })
  const [entry] = conversation.body
  expect(Date.parse(entry.createdAt)).toBeLessThan(ago(179).getTime())
  isNow(entry.receivedAt)
  await runDueTasks({ tolerateFailures: true })
  const texts = await db().select().from(sentMessages).where(eq(sentMessages.channel, 'sms'))
  expect(texts.map(({ status }) => status).filter((status) => status !== 'skipped')).toEqual([])
})

const measure = (who: TestPerson, body: object, time?: Date) =>
  who.call('PUT /api/jobs/{id}/measurements', { params, body, headers: time ? at(time) : {} })
const write = (who: TestPerson, technicianNotes: string, time?: Date) =>
  who.call('PUT /api/jobs/{id}/notes', {
    params,
    body: { technicianNotes },
    headers: time ? at(time) : {},
  })

test('readings and notes that arrive after newer ones go to the history only', async () => {
  const admin = await app.as('admin')
  await setStatus('in_progress', at(ago(180)))
  await measure(admin, { odometerMiles: 81_500 })
  await write(admin, 'Called the customer')
  const late = await measure(technician, { odometerMiles: 81_000, filledQuarts: 5 }, ago(120))
  expect(late).toMatchObject({ status: 200, body: { odometerMiles: 81_500, filledQuarts: 5 } })
  expect((await write(technician, 'Worn plug', ago(110))).body.technicianNotes).toBe(
    'Called the customer',
  )
  const completed = await technician.call('PATCH /api/jobs/{id}/status', {
    params,
    body: { status: 'completed', technicianNotes: 'All done' },
    headers: at(ago(100)),
  })
  expect(completed.body.technicianNotes).toBe('Called the customer')
  const { body } = await admin.call('GET /api/jobs/{id}/history', { params, query: {} })
  const shown = (body as { title: string; lines: string[]; comment: string }[]).map(
    ({ title, lines, comment }) => [title, ...lines, comment].filter(Boolean).join(': '),
  )
  expect(shown).toEqual(
    expect.arrayContaining([
      'Readings saved: 81,500 mi',
      'Readings saved: 5 qt',
      'Earlier readings, which newer ones replaced: 81,000 mi',
      'Earlier notes, which newer ones replaced: Worn plug',
      'Earlier notes, which newer ones replaced: All done',
    ]),
  )
  const readings = await db().select({ miles: odometerReadings.miles }).from(odometerReadings)
  expect(readings).toEqual([{ miles: 81_500 }])
})

test('ticks and corrections of extras that arrive after newer ones go to the history only', async () => {
  const admin = await app.as('admin')
  await setStatus('in_progress', at(ago(180)))
  const tick = (who: TestPerson, body: object, time: Date) =>
    who.call('PUT /api/jobs/{id}/checklist', { params, body, headers: at(time) })
  await tick(technician, { items: ['oil_drained', 'oil_filled'], seen: [] }, ago(170))
  await tick(technician, { items: ['oil_drained'], seen: ['oil_drained', 'oil_filled'] }, ago(60))
  const late = await tick(
    technician,
    { items: ['oil_drained', 'oil_filled', 'leaks_checked'], seen: ['oil_drained'] },
    ago(120),
  )
  expect(late.body.checklist).toEqual(['oil_drained', 'leaks_checked'])

  const extra = (
    await technician.call('POST /api/jobs/{id}/extras', {
      params,
      body: { serviceType: 'other', description: 'Wiper', unitPrice: '10.00' },
      headers: at(ago(170)),
    })
  ).body
  const correct = (unitPrice: string, time: Date) =>
    technician.call('PATCH /api/jobs/{id}/extras/{extraId}', {
      params: { ...params, extraId: extra.id },
      body: { unitPrice },
      headers: at(time),
    })
  expect((await correct('12.00', ago(60))).body.totalPrice).toBe(12)
  expect((await correct('15.00', ago(120))).body.totalPrice).toBe(12)
  const job = await admin.call('GET /api/jobs/{id}', { params })
  expect(job.body.extrasAmount).toBe('12.00')
  const { body } = await admin.call('GET /api/jobs/{id}/history', { params, query: {} })
  const titles = (body as { title: string }[]).map(({ title }) => title)
  expect(titles).toEqual(
    expect.arrayContaining([
      'Earlier ticks, which newer ones replaced',
      'Earlier correction, which a newer one replaced',
    ]),
  )
})

test('newer readings and notes replace older ones, however late they are', async () => {
  await setStatus('in_progress', at(ago(180)))
  await measure(technician, { odometerMiles: 81_000 }, ago(120))
  await write(technician, 'Worn plug', ago(120))
  expect((await measure(technician, { odometerMiles: 81_010 }, ago(60))).body.odometerMiles).toBe(
    81_010,
  )
  expect((await write(technician, '', ago(60))).body.technicianNotes).toBe('')
})

test('readings taken before the office chose another car go to the hand-over', async () => {
  const admin = await app.as('admin')
  const other = await makeVehicle(customer.user.id)
  await setStatus('in_progress', at(ago(180)))
  const changed = await admin.call('PATCH /api/jobs/{id}', {
    params,
    body: { vehicleId: other.id },
  })
  expect(changed.status).toBe(200)
  expect(await measure(technician, { odometerMiles: 81_000 }, ago(120))).toMatchObject({
    status: 409,
    body: { details: { reason: 'other_car' } },
  })
  const fact = await technician.call('GET /api/jobs/{id}/taken-away', { params })
  expect(fact.body).toMatchObject({ what: 'other_car', by: 'office' })
  expect((await measure(technician, { odometerMiles: 12_000 })).status).toBe(200)
})
