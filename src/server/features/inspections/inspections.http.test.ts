import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeVehicle } from '#server/database/test-factories.ts'
import { inspections } from '#server/database/tables/inspections.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { guestOfVisit } from '#server/features/guests/test-guest.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { firstInspectionTemplate } from '#server/reference/inspection-template.ts'
import { usesEverything, usesNothing } from '#shared/rules/uses.ts'
import {
  addPhoto,
  addTemplate,
  admin,
  ago,
  anyId,
  app,
  changeTemplate,
  complete,
  customer,
  finding,
  get,
  history,
  job,
  jobOf,
  put,
  technician,
  template,
  tread,
  setUpInspections,
} from './test-inspections.ts'

setUpInspections()

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
