import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { type JobRow, makeJob, makeVehicle } from '#server/database/test-factories.ts'
import { inspections } from '#server/database/tables/inspections.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { guestOfVisit } from '#server/features/guests/test-guest.ts'
import { twoColors } from '#server/features/photos/test-pictures.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { firstInspectionTemplate } from '#server/reference/inspection-template.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { usesEverything, usesNothing } from '#shared/rules/uses.ts'

const folder = mkdtempSync(join(tmpdir(), 'fivequart-inspections-'))
const app = useTestApp({ env: { DATA_DIR: folder } })
afterAll(() => rm(folder, { recursive: true, force: true }))

let admin: TestPerson
let technician: TestPerson
let customer: TestPerson
let job: JobRow
let template: { id: string; version: number }
beforeEach(async () => {
  await changeSettings({ uses: usesEverything })
  admin = await app.as('admin')
  technician = await app.as('technician')
  customer = await app.as('customer')
  job = await jobOf(customer)
  template = (await addTemplate(firstInspectionTemplate)).body
})

const jobOf = (whose: TestPerson, more: Partial<JobRow> = {}) =>
  makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: whose.user.id,
    ...more,
  })

const addTemplate = (body: unknown, who = admin) =>
  who.call('POST /api/admin/inspection-templates', { body })
const changeTemplate = (id: string, body: unknown, version?: number) =>
  admin.call('PATCH /api/admin/inspection-templates/{id}', {
    params: { id },
    body,
    ...(version && { headers: { 'if-match': `"${version}"` } }),
  })

const get = (who: Pick<TestPerson, 'call'> = technician, id = job.id) =>
  who.call('GET /api/jobs/{id}/inspection', { params: { id } })

type Sent = { who?: TestPerson; at?: Date; id?: string; key?: string; template?: typeof template }
const put = (findings: unknown, { who = technician, at, id = job.id, key, ...sent }: Sent = {}) => {
  const { id: templateId, version: templateVersion } = sent.template ?? template
  return who.call('PUT /api/jobs/{id}/inspection', {
    params: { id },
    body: { templateId, templateVersion, findings },
    headers: {
      ...(at && { 'x-happened-at': at.toISOString() }),
      ...(key && { 'idempotency-key': key }),
    },
  })
}

const finding = (itemId: string, more: object = {}) => ({
  itemId,
  result: 'ok',
  photoIds: [],
  ...more,
})
const tread = (measure: number, more: object = {}) =>
  finding('front_left_tread', { measure, unit: '32nds', ...more })
const anyId = '6a4b9a3e-6f0e-4f4e-9a46-0d5c3d9a1c11'
const ago = (minutes: number) => new Date(now().getTime() - minutes * 60_000)

async function addPhoto(id = job.id, who = technician): Promise<string> {
  const bytes = await twoColors(60, 40).jpeg().toBuffer()
  const { status, body } = await who.call('POST /api/jobs/{id}/photos', {
    params: { id },
    query: { moment: 'before' },
    bytes,
    headers: { 'content-type': 'image/jpeg' },
  })
  expect(status).toBe(201)
  return body.id
}

const complete = (at?: Date) =>
  technician.call('PATCH /api/jobs/{id}/status', {
    params: { id: job.id },
    body: { status: 'completed' },
    ...(at && { headers: { 'x-happened-at': at.toISOString() } }),
  })

const history = async () =>
  (await admin.call('GET /api/jobs/{id}/history', { params: { id: job.id } })).body as {
    title: string
    lines?: string[]
  }[]

describe('an inspection', () => {
  test('starts with the template in use, and is saved as a whole', async () => {
    const start = (await get()).body
    expect(start).toMatchObject({ findings: [], savedAt: null, previous: null })
    expect(start.template).toMatchObject({ id: template.id, version: 1 })
    expect(start.templates).toHaveLength(1)
    const photoId = await addPhoto()
    const { status, body } = await put([
      finding('headlights'),
      tread(3.5, { result: 'watch', note: ' Worn inside ', photoIds: [photoId, photoId] }),
    ])
    expect(status).toBe(200)
    // In the template's order.
    expect(body.findings).toEqual([
      {
        itemId: 'front_left_tread',
        result: 'watch',
        measure: 3.5,
        unit: '32nds',
        note: 'Worn inside',
        photoIds: [photoId],
      },
      finding('headlights'),
    ])
    expect((await put([finding('body')])).body.findings).toEqual([finding('body')])
  })

  test('without findings is removed', async () => {
    await put([finding('body')])
    expect((await put([])).body).toMatchObject({ findings: [], savedAt: null })
    expect(await db().$count(inspections)).toBe(0)
    expect((await history()).at(-1)?.title).toBe('Inspection removed')
  })

  test('is saved once when sent twice with one key', async () => {
    const first = await put([tread(5)], { key: 'phone-1' })
    expect((await put([tread(5)], { key: 'phone-1' })).body).toEqual(first.body)
    expect((await history()).filter(({ title }) => title === 'Inspection saved')).toHaveLength(1)
    expect((await put([tread(6)], { key: 'phone-1' })).status).toBe(409)
  })

  test('keeps a finding whose photo was deleted, and a later save may still name it', async () => {
    const photoId = await addPhoto()
    await put([tread(5, { photoIds: [photoId] })])
    await technician.call('DELETE /api/photos/{id}', { params: { id: photoId } })
    expect((await get()).body.findings).toEqual([tread(5)])
    expect((await put([tread(6, { photoIds: [photoId] })])).body.findings).toEqual([tread(6)])
  })

  test('is shown next to the values of the car’s previous visit', async () => {
    const vehicle = await makeVehicle(customer.user.id)
    const [earlier, later] = [
      await jobOf(customer, {
        vehicleId: vehicle.id,
        serviceDate: '2026-05-04',
        startsAt: new Date('2026-05-04T14:00:00Z'),
        status: 'completed',
      }),
      await jobOf(customer, { vehicleId: vehicle.id }),
    ]
    await put([tread(8, { note: 'Private' }), finding('body', { result: 'watch' })], {
      who: admin,
      id: earlier.id,
    })
    expect((await get(technician, later.id)).body.previous).toBe(null)
    await db().update(jobs).set({ status: 'in_progress' }).where(eq(jobs.id, earlier.id))
    await put([tread(8, { note: 'Private' }), finding('body', { result: 'watch' })], {
      id: earlier.id,
    })
    expect((await get(technician, later.id)).body.previous).toEqual({
      date: '2026-05-04',
      findings: [
        { itemId: 'body', result: 'watch' },
        { itemId: 'front_left_tread', result: 'ok', measure: 8, unit: '32nds' },
      ],
    })
    expect((await get(technician, earlier.id)).body.previous).toBe(null)
  })
})

describe('refused with a clear error, changing nothing:', () => {
  test.each<[string, object, string]>([
    ['an unknown item', finding('rockets'), 'The template has no item “rockets”.'],
    [
      'a negative value',
      tread(-1),
      'Front left tire tread: please enter a value from 0 to 40 32nds.',
    ],
    [
      'an absurd value',
      tread(900),
      'Front left tire tread: please enter a value from 0 to 40 32nds.',
    ],
    [
      "another item's unit",
      tread(5, { unit: 'mm' }),
      'Front left tire tread is measured in 32nds.',
    ],
    [
      'a value without a unit',
      tread(5, { unit: undefined }),
      'Front left tire tread is measured in 32nds.',
    ],
    [
      'a unit without a value',
      tread(5, { measure: undefined }),
      'Front left tire tread: the value is missing.',
    ],
    [
      'a value of an item that is looked at',
      finding('body', { measure: 1, unit: 'mm' }),
      'Body and paint is not measured.',
    ],
    [
      'a value of what was not checked',
      tread(5, { result: 'not_checked' }),
      'Front left tire tread has a value, so it was checked.',
    ],
  ])('%s', async (_, bad, message) => {
    await put([tread(7)])
    const { status, body } = await put([finding('headlights'), bad])
    expect({ status, message: body.message }).toEqual({ status: 400, message })
    expect((await get()).body.findings).toEqual([tread(7)])
  })

  test.each([
    ['an unknown result', finding('body', { result: 'great' })],
    ['an unknown unit', tread(5, { unit: 'inches' })],
    ['a number as text', tread('5' as unknown as number)],
    ['too many photos', tread(5, { photoIds: Array.from({ length: 6 }, () => anyId) })],
    ['a note without end', tread(5, { note: 'x'.repeat(501) })],
    ['an unknown field', tread(5, { price: 12 })],
  ])('%s', async (_, bad) => {
    expect((await put([bad])).status).toBe(400)
    expect(await db().$count(inspections)).toBe(0)
  })

  test('one item twice', async () => {
    const { status, body } = await put([tread(5), tread(6)])
    expect(status).toBe(400)
    expect(body.message).toBe('Front left tire tread was sent twice.')
  })

  test("photos of other visits, also of the customer's own and of unsent work", async () => {
    const other = await jobOf(customer)
    const photoId = await addPhoto(other.id)
    expect((await put([tread(5, { photoIds: [photoId] })])).status).toBe(400)
  })

  test('a template or version that does not exist', async () => {
    for (const unknown of [
      { id: template.id, version: 2 },
      { id: job.id, version: 1 },
    ])
      expect((await put([tread(5)], { template: unknown })).status).toBe(400)
  })
})

describe('an inspection made offline', () => {
  test('with an older version of its template keeps that version', async () => {
    const groups = firstInspectionTemplate.groups.slice(0, 1)
    expect((await changeTemplate(template.id, { groups }, 1)).body.version).toBe(2)
    const { status, body } = await put([tread(5)])
    expect(status).toBe(200)
    expect(body.template).toMatchObject({ id: template.id, version: 1 })
    expect(body.templates).toMatchObject([{ id: template.id, version: 2 }])
    // Saved again from the same phone, and by one that has the newer version.
    expect((await put([tread(6)])).body.template.version).toBe(1)
    const newer = { id: template.id, version: 2 }
    expect((await put([tread(6)], { template: newer })).status).toBe(400)
    expect((await put([finding('body')], { template: newer })).body.template.version).toBe(2)
  })

  test('older than the saved one does not replace it, and is in the history', async () => {
    await put([tread(6)], { at: ago(10) })
    const late = await put([tread(2, { result: 'fail', note: 'Worn' }), finding('body')], {
      at: ago(20),
    })
    expect(late).toMatchObject({ status: 200, body: { findings: [tread(6)] } })
    const entry = (await history()).find(({ title }) => title.startsWith('Earlier inspection'))
    expect(entry?.lines).toEqual(['Front left tire tread: Needs work, 2/32 in., Worn'])
    await put([tread(5)], { at: ago(5) })
    expect((await get()).body).toMatchObject({ findings: [tread(5)] })
  })

  test('arrives after completion if it was made before', async () => {
    await complete(ago(10))
    expect(await put([tread(6)], { at: ago(20) })).toMatchObject({
      status: 200,
      body: { findings: [tread(6)] },
    })
    const refused = await put([tread(7)], { at: ago(5) })
    expect(refused.status).toBe(409)
    expect((await put([tread(7)])).status).toBe(409)
    expect((await put([tread(7)], { who: admin, at: ago(20) })).status).toBe(409)
    expect((await get()).body.findings).toEqual([tread(6)])
  })

  test('is refused if the visit has another car since', async () => {
    const { id } = await makeVehicle(customer.user.id)
    const change = (vehicleId: string) =>
      admin.call('PATCH /api/jobs/{id}', { params: { id: job.id }, body: { vehicleId } })
    expect((await change(id)).status).toBe(200)
    const late = await put([tread(6)], { at: ago(20) })
    expect(late).toMatchObject({ status: 409, body: { details: { reason: 'other_car' } } })
    // Once inspected, the car stays.
    expect((await put([tread(6)])).status).toBe(200)
    expect(await change(job.vehicleId)).toMatchObject({
      status: 409,
      body: { message: 'The other car was inspected on this visit, so it stays with it.' },
    })
  })
})

describe('the report', () => {
  const reportPathOf = async (id = job.id) => (await get(customer, id)).body.reportPath as string
  const tokenOf = (path: string) => /\/inspection\/([\w-]+)/.exec(path)?.[1] ?? ''
  const read = (token: string) => app.call('GET /api/inspections/{token}', { params: { token } })

  test('opens without a session, with findings, meanings and photos', async () => {
    const photoId = await addPhoto()
    await put([
      tread(1.5, { result: 'fail', note: 'Worn inside', photoIds: [photoId] }),
      finding('headlights'),
    ])
    const { status, body, text } = await read(tokenOf(await reportPathOf()))
    expect(status).toBe(200)
    expect(body).toMatchObject({ isComplete: false, vehicle: { make: 'Toyota' } })
    const items = body.groups.flatMap((group: { items: { itemId: string }[] }) => group.items)
    const found = items.find(({ itemId }: { itemId: string }) => itemId === 'front_left_tread')
    expect(found).toMatchObject({
      result: 'fail',
      measure: 1.5,
      note: 'Worn inside',
      advice: expect.stringContaining('no longer grips wet roads'),
    })
    const [photo] = found.photos
    const picture = await app.call('GET /api/guest-photos/{token}', {
      params: { token: photo.thumbnailUrl.split('/').at(-1) },
    })
    expect(picture.status).toBe(200)
    // Neither the customer nor their plate and address.
    for (const secret of [customer.user.lastName, customer.user.email, job.serviceAddress])
      expect(text).not.toContain(secret)
  })

  test('is a PDF too, with its photos', async () => {
    await put([tread(1.5, { result: 'fail', photoIds: [await addPhoto()] }), finding('body')])
    const params = { token: tokenOf(await reportPathOf()) }
    const { status, headers, bytes } = await app.call('GET /api/inspections/{token}/report.pdf', {
      params,
    })
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/pdf',
    })
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.includes('/Subtype /Image')).toBe(true)
  })

  test('has a link that cannot be guessed, and ends after a time or with the inspection', async () => {
    await put([tread(5)])
    const token = tokenOf(await reportPathOf())
    for (const guess of [`${token.slice(0, -3)}abc`, 'x'.repeat(40)])
      expect((await read(guess)).status).toBe(404)
    await db()
      .update(jobs)
      .set({ startsAt: new Date(now().getTime() - 401 * 86_400_000) })
      .where(eq(jobs.id, job.id))
    expect((await read(tokenOf(await reportPathOf()))).status).toBe(404)
    expect((await read(token)).status).toBe(200)
    await put([])
    expect((await read(token)).status).toBe(404)
  })

  test('is in the mail about the completed visit, once there is one', async () => {
    await put([tread(5)])
    await complete()
    const mail = await bodyOf('service completed')
    expect((await read(tokenOf(mail))).status).toBe(200)
  })

  test('is mailed once if it arrives after the visit', async () => {
    await complete(ago(10))
    expect(await bodyOf('service completed')).not.toContain('/inspection/')
    await put([tread(5)], { at: ago(30) })
    await put([tread(4)], { at: ago(20) })
    const mails = await mailsAbout('inspection report')
    expect(mails).toHaveLength(1)
    expect((await read(tokenOf(mails[0] ?? ''))).status).toBe(200)
  })

  const mailsAbout = async (subject: string) =>
    (
      await db()
        .select()
        .from(sentMessages)
        .where(and(eq(sentMessages.jobId, job.id), eq(sentMessages.channel, 'email')))
    )
      .filter((mail) => mail.subject.toLowerCase().includes(subject))
      .map(({ body }) => body)
  const bodyOf = async (subject: string) => (await mailsAbout(subject))[0] ?? ''
})

describe('permissions', () => {
  test('read it: the customer and their guest link, its technician, the office', async () => {
    await put([tread(6, { note: 'Worn inside' })])
    const guest = await guestOfVisit(app, job.id)
    for (const who of [customer, technician, admin, guest]) {
      const { status, body } = await get(who)
      expect({ status, findings: body.findings }).toEqual({
        status: 200,
        findings: [tread(6, { note: 'Worn inside' })],
      })
    }
    // Templates are for those who inspect.
    expect((await get(customer)).body.templates).toEqual([])
    for (const stranger of [await app.as('customer'), await app.as('technician')])
      expect((await get(stranger)).status).toBe(404)
  })

  test('save it: its technician and the office', async () => {
    expect((await put([tread(6)], { who: admin })).status).toBe(200)
    expect((await put([tread(6)], { who: customer })).status).toBe(403)
    expect((await put([tread(6)], { who: await app.as('technician') })).status).toBe(404)
  })

  test('a technician reads neither notes nor photos from a day after the visit', async () => {
    const photoId = await addPhoto()
    await put([tread(6, { note: 'Worn inside', photoIds: [photoId] })])
    await db()
      .update(jobs)
      .set({ status: 'completed', completedAt: ago(25 * 60) })
      .where(eq(jobs.id, job.id))
    expect((await get()).body.findings).toEqual([tread(6)])
    expect((await get(admin)).body.findings[0].photoIds).toEqual([photoId])
  })
})

describe('switched off', () => {
  test('all calls answer 404, and what was recorded stays', async () => {
    await put([tread(6)])
    await changeSettings({ uses: usesNothing })
    const calls = [
      await get(),
      await put([]),
      await addTemplate({ name: 'Other', groups: [] }),
      await admin.call('GET /api/admin/inspection-templates'),
      await customer.call('GET /api/vehicles/{id}/inspection-trends', {
        params: { id: job.vehicleId },
      }),
    ]
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404))
    await changeSettings({ uses: usesEverything })
    expect((await get()).body.findings).toEqual([tread(6)])
  })
})

describe('templates', () => {
  const item = { label: 'Hitch', kind: 'check' }
  const group = { title: 'Towing', items: [item] }

  test('get ids from their words, and keep them', async () => {
    const { status, body } = await addTemplate({
      name: 'Trucks',
      groups: [{ title: 'Towing', items: [item, { ...item, label: 'Hitch!' }] }],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ version: 1, isActive: true, name: 'Trucks' })
    expect(body.groups).toMatchObject([
      { id: 'towing', items: [{ id: 'hitch' }, { id: 'hitch_2' }] },
    ])
    const [first] = body.groups
    const again = await changeTemplate(body.id, {
      groups: [{ ...first, items: [{ ...first.items[1], label: 'Ball' }, item] }],
    })
    // The id of a removed item is not used for a new one.
    expect(again.body.groups[0].items).toMatchObject([
      { id: 'hitch_2', label: 'Ball' },
      { id: 'hitch_3', label: 'Hitch' },
    ])
    expect(again.body.version).toBe(2)
  })

  test('without changes make no version', async () => {
    const { groups } = (await admin.call('GET /api/admin/inspection-templates')).body[0]
    expect((await changeTemplate(template.id, { groups })).body.version).toBe(1)
    expect((await changeTemplate(template.id, { name: 'Mine' })).body.version).toBe(2)
  })

  test('changed by someone else are not overwritten', async () => {
    await changeTemplate(template.id, { name: 'Mine' }, 1)
    const late = await changeTemplate(template.id, { name: 'Theirs' }, 1)
    expect(late).toMatchObject({
      status: 409,
      body: { details: { reason: 'changed', now: { name: 'Mine', version: 2 } } },
    })
    expect(late.body.message).toContain('has changed this in the meantime')
  })

  test('switched off are not chosen, and the last one stays', async () => {
    expect((await changeTemplate(template.id, { isActive: false })).status).toBe(409)
    const other = (await addTemplate({ name: 'Trucks', groups: [group] })).body
    expect((await changeTemplate(template.id, { isActive: false })).status).toBe(200)
    expect((await get()).body.templates.map(({ id }: { id: string }) => id)).toEqual([other.id])
    const both = await Promise.all([
      changeTemplate(template.id, { isActive: true }),
      changeTemplate(other.id, { isActive: false }),
    ])
    const active = (await admin.call('GET /api/admin/inspection-templates')).body.filter(
      ({ isActive }: { isActive: boolean }) => isActive,
    )
    expect(active.length).toBeGreaterThan(0)
    expect(both[0].status).toBe(200)
  })

  test.each<[string, object, string]>([
    ['no groups', { groups: [] }, 'Please add a group'],
    [
      'an empty group',
      { groups: [{ title: 'Towing', items: [] }] },
      'Please add an item to every group',
    ],
    ['no name', { name: ' ' }, 'Please enter a name'],
    [
      'an id twice',
      {
        groups: [
          {
            ...group,
            items: [
              { ...item, id: 'a' },
              { ...item, id: 'a' },
            ],
          },
        ],
      },
      'Two items or groups have the id “a”.',
    ],
    [
      'too many items',
      {
        groups: Array.from({ length: 5 }, (_, n) => ({
          title: `Group ${n}`,
          items: Array.from({ length: 20 }, () => item),
        })),
      },
      'A template has at most 80 items.',
    ],
    [
      'a limit above what is measured',
      { groups: [{ ...group, items: [{ label: 'Pads', kind: 'brake', watchAt: 90 }] }] },
      'Pads: please enter a value from 0 to 40 mm.',
    ],
    [
      'limits the wrong way round',
      { groups: [{ ...group, items: [{ label: 'Pads', kind: 'brake', watchAt: 2, failAt: 4 }] }] },
      'Pads: work is needed at a lower value than watching it.',
    ],
  ])('with %s are refused', async (_, bad, message) => {
    const { status, body } = await addTemplate({ name: 'Trucks', groups: [group], ...bad })
    expect({ status, message: body.message }).toEqual({ status: 400, message })
    expect((await admin.call('GET /api/admin/inspection-templates')).body).toHaveLength(1)
  })

  test('with a name in use are refused', async () => {
    const { status } = await addTemplate({ name: 'standard INSPECTION', groups: [group] })
    expect(status).toBe(409)
  })

  test('measure an item as before', async () => {
    const { status, body } = await changeTemplate(template.id, {
      groups: [{ ...group, items: [{ id: 'front_left_tread', label: 'Tread', kind: 'brake' }] }],
    })
    expect(status).toBe(400)
    expect(body.message).toContain('Tread was measured differently before')
  })

  test('are for the office only', async () => {
    for (const who of [technician, customer])
      expect((await addTemplate({ name: 'Trucks', groups: [group] }, who)).status).toBe(403)
  })
})

describe("a car's trends", () => {
  const trendsOf = (who: TestPerson, id: string) =>
    who.call('GET /api/vehicles/{id}/inspection-trends', { params: { id } })

  test('shows its values by date, one line per item', async () => {
    const vehicle = await makeVehicle(customer.user.id)
    for (const [month, depth] of [
      ['03', 8],
      ['06', 6.5],
      ['09', 5],
    ] as const) {
      const { id } = await jobOf(customer, {
        vehicleId: vehicle.id,
        serviceDate: `2026-${month}-02`,
        startsAt: new Date(`2026-${month}-02T14:00:00Z`),
      })
      await put(
        [
          tread(depth),
          finding('battery_volts', { measure: 12.6, unit: 'V' }),
          finding('front_left_pressure', { measure: 33, unit: 'psi' }),
          finding('rear_left_pads', { result: 'watch' }),
        ],
        { id },
      )
    }
    const { body } = await trendsOf(customer, vehicle.id)
    expect(body).toMatchObject([
      {
        kind: 'tread',
        unit: '32nds',
        watchAt: 4,
        failAt: 2,
        series: [
          {
            itemId: 'front_left_tread',
            label: 'Front left tire tread',
            values: [
              { date: '2026-03-02', measure: 8 },
              { date: '2026-06-02', measure: 6.5 },
              { date: '2026-09-02', measure: 5 },
            ],
          },
        ],
      },
      { kind: 'battery', unit: 'V' },
    ])
    expect(body).toHaveLength(2)
    expect((await trendsOf(admin, vehicle.id)).body).toEqual(body)
    expect((await trendsOf(await app.as('customer'), vehicle.id)).status).toBe(404)
  })
})

test('an erased customer leaves no inspection behind', async () => {
  await put([tread(6, { note: 'Worn inside' })], { at: ago(10) })
  await put([tread(6, { note: 'Worn outside' })], { at: ago(20) })
  await complete()
  const { status } = await admin.call('DELETE /api/admin/customers/{id}', {
    params: { id: customer.user.id },
    query: { evenOwing: 'yes' },
  })
  expect(status).toBe(200)
  expect(await db().$count(inspections)).toBe(0)
  expect(JSON.stringify(await history())).not.toContain('Worn')
})
