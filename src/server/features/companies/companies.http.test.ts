import { and, eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makePackage, makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import {
  inspections,
  inspectionTemplates,
  inspectionTemplateVersions,
} from '#server/database/tables/inspections.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { monday, tuesday, wednesday } from '#server/features/booking/test-customer.ts'
import { notifyOfBookings } from '#server/features/jobs/actions/notify-of-bookings.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { contract } from '#shared/contract/contract.ts'
import { usesEverything, usesNothing } from '#shared/rules/uses.ts'
import { lapseApprovals } from './actions/lapse-approvals.ts'
import { companyForm, makeCompany, yard } from './test-company.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({ uses: usesEverything, slotCapacity: 2, slotCapacityMode: 'number' })
})

const patch = (id: string, body: object, headers = {}) =>
  admin.call('PATCH /api/admin/companies/{id}', { params: { id }, body, headers })

describe('the office', () => {
  test('adds and changes a company; a stale page is refused', async () => {
    const added = await admin.call('POST /api/admin/companies', { body: companyForm })
    expect(added).toMatchObject({ status: 201, body: { name: 'Acme Plumbing', netDays: 30 } })
    const { id, accountId } = added.body
    const etag = String(added.headers.etag)
    expect(
      (await patch(id, { name: 'Acme', onHold: true }, { 'if-match': etag })).body,
    ).toMatchObject({ name: 'Acme', onHold: true })
    expect((await patch(id, { netDays: 10 }, { 'if-match': etag })).status).toBe(409)
    expect((await admin.call('GET /api/admin/companies')).body).toMatchObject([
      { id, name: 'Acme', open: '0.00', onHold: true },
    ])
    const page = await admin.call('GET /api/admin/customers/{id}', { params: { id: accountId } })
    expect(page.body.companyId).toBe(id)
    // Its account is changed, merged and erased on its own page only.
    const other = await makeUser()
    const refused = [
      await admin.call('PATCH /api/admin/customers/{id}', {
        params: { id: accountId },
        body: { firstName: 'B' },
      }),
      await admin.call('DELETE /api/admin/customers/{id}', { params: { id: accountId } }),
      await admin.call('POST /api/admin/customers/{id}/merge', {
        params: { id: other.id },
        body: { customerId: accountId },
      }),
    ]
    expect(refused.map(({ status, body }) => [status, body.details?.reason])).toEqual(
      refused.map(() => [409, 'company']),
    )
  })

  test('needs the number of a certificate that has a last day', async () => {
    const { status, body } = await admin.call('POST /api/admin/companies', {
      body: { ...companyForm, taxExemptUntil: tuesday },
    })
    expect([status, body.details.fields[0].path]).toEqual([400, 'taxCertificate'])
  })

  test('finds everything switched off without the part', async () => {
    const { manager, id } = await makeCompany(app, admin)
    await changeSettings({ uses: usesNothing })
    expect((await admin.call('GET /api/admin/companies')).status).toBe(404)
    expect((await manager.call('GET /api/companies/{id}', { params: { id } })).status).toBe(404)
  })
})

describe('members', () => {
  test('are invited by mail, manage by role, and lose access at once', async () => {
    const { id, manager, driver, cars } = await makeCompany(app, admin)
    const mails = await db().select().from(sentMessages)
    expect(mails.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('You are invited to Acme Plumbing'),
    )
    expect((await manager.call('GET /api/companies')).body).toMatchObject([{ id, role: 'manager' }])
    const invite = (person: TestPerson, email: string, role = 'driver') =>
      person.call('POST /api/companies/{id}/members', { params: { id }, body: { email, role } })
    expect((await invite(driver, 'x@example.com')).status).toBe(404)
    expect((await invite(manager, 'x@example.com')).status).toBe(201)
    expect((await invite(manager, admin.user.email ?? '')).status).toBe(409)
    // An invitation reveals no phone number of a customer who has not agreed to it.
    const other = await makeUser({ phone: '+15125550188' })
    const invited = await invite(manager, other.email ?? '')
    expect([invited.status, invited.text.includes('5550188')]).toEqual([201, false])
    const file = await driver.call('GET /api/account/data')
    expect(file.body.companies).toMatchObject([{ company: 'Acme Plumbing', role: 'driver' }])
    const seen = await driver.call('GET /api/companies/{id}/cars', { params: { id } })
    expect(seen.body.map((car: { id: string }) => car.id)).toEqual([cars[0]])

    const remove = (person: TestPerson, userId: string) =>
      person.call('DELETE /api/companies/{id}/members/{userId}', { params: { id, userId } })
    expect((await remove(driver, manager.user.id)).status).toBe(404)
    expect((await remove(manager, manager.user.id)).body.details.reason).toBe('last_manager')
    expect((await remove(manager, driver.user.id)).status).toBe(200)
    expect((await driver.call('GET /api/companies/{id}/cars', { params: { id } })).status).toBe(404)
    const all = await manager.call('GET /api/companies/{id}/cars', { params: { id } })
    expect(all.body.map((car: { driver: unknown }) => car.driver)).toEqual([null, null, null])
  })

  test('strangers, members of others and guests reach nothing', async () => {
    const { id } = await makeCompany(app, admin)
    const other = await makeCompany(app, admin, { name: 'Other' })
    const stranger = await app.as('customer')
    for (const person of [stranger, other.manager, other.driver])
      for (const route of [
        'GET /api/companies/{id}',
        'GET /api/companies/{id}/cars',
        'GET /api/companies/{id}/visits',
      ])
        expect((await person.call(route, { params: { id } })).status).toBe(404)
  })

  test('the unit number of a car is unique in the company', async () => {
    const { id, manager, cars } = await makeCompany(app, admin)
    const { status, body } = await manager.call('PATCH /api/companies/{id}/cars/{vehicleId}', {
      params: { id, vehicleId: cars[0] ?? '' },
      body: { unitNumber: ' 102 ' },
    })
    expect([status, body.details.fields[0].path]).toEqual([409, 'unitNumber'])
  })

  test('a removed car keeps its unit number in the history, and gives it up to another when recovered', async () => {
    const { id, manager, cars } = await makeCompany(app, admin)
    const [first = '', second = ''] = cars
    const params = { id, vehicleId: first }
    const booked = await manager.call('POST /api/companies/{id}/bookings', {
      params: { id },
      body: { vehicleIds: [first], serviceAddress: yard, from: tuesday, to: tuesday },
    })
    const jobId = booked.body.placed[0].jobId
    await manager.call('POST /api/companies/{id}/visits/{jobId}/cancel', {
      params: { id, jobId },
      body: {},
    })
    await manager.call('DELETE /api/companies/{id}/cars/{vehicleId}', { params })
    const visits = await manager.call('GET /api/companies/{id}/visits', { params: { id } })
    expect(visits.body[0]).toMatchObject({ unitNumber: '101' })
    const renamed = await manager.call('PATCH /api/companies/{id}/cars/{vehicleId}', {
      params: { id, vehicleId: second },
      body: { unitNumber: '101' },
    })
    expect(renamed.status).toBe(200)
    const back = await admin.call('PUT /api/admin/vehicles/{id}/recover', { params: { id: first } })
    expect(back.status).toBe(200)
    const all = await manager.call('GET /api/companies/{id}/cars', { params: { id } })
    const units = all.body.map((car: { unitNumber: string }) => car.unitNumber)
    expect(units.toSorted()).toEqual(['', '101', '103'])
  })
})

describe('a list of cars', () => {
  const upload = (person: TestPerson, id: string, text: string, dryRun = false) =>
    person.call(`POST /api/companies/{id}/cars/import${dryRun ? '?dryRun=1' : ''}`, {
      params: { id },
      bytes: Buffer.from(text),
      headers: { 'content-type': 'text/csv' },
    })

  test('adds what is new, and names the row of what cannot be read', async () => {
    const { id, manager, driver } = await makeCompany(app, admin)
    const list = [
      '\uFEFFUnit #;Year;Make;Model;License plate;VIN',
      '201.0;2020.0;Ford;Transit; tx-201 ;',
      ' #202 ;2021;"Ram";1500;;',
      '101;2020;Ford;Escape;TX 999;',
      '204;20;Ford;Escape;TX 998;',
      '205;2020;Ford;Escape;TX 997;NOTAVIN',
      '206;2019;Ford;Transit;TX101;',
      ';;;;;',
      '202;2021;Ram;2500;;',
    ].join('\r\n')
    expect((await upload(driver, id, list)).status).toBe(404)
    const looked = await upload(manager, id, list, true)
    expect(looked.body).toMatchObject({ rows: 7, added: 2, known: 1 })
    expect(looked.body.problems.map(({ row }: { row: number }) => row)).toEqual([4, 5, 6, 9])
    expect((await upload(manager, id, list)).body.added).toBe(2)
    const again = await upload(manager, id, list)
    expect(again.body).toMatchObject({ added: 0, known: 2 })
    const { body } = await manager.call('GET /api/companies/{id}/cars', { params: { id } })
    expect(body.map(({ unitNumber }: { unitNumber: string }) => unitNumber)).toEqual([
      '101',
      '102',
      '103',
      '201',
      '202',
    ])
  })

  test('has at most 2,000 rows', async () => {
    const { id, manager } = await makeCompany(app, admin)
    const rows = (count: number) =>
      `unit,year,make,model\n${Array.from({ length: count }, (_, n) => `U${n},2020,Ford,Transit`).join('\n')}`
    expect((await upload(manager, id, rows(2001))).status).toBe(400)
    expect((await upload(manager, id, rows(2000))).body.added).toBe(2000)
    expect((await upload(manager, id, 'name,e-mail\nA,b@example.com')).status).toBe(400)
  })
})

describe('booking', () => {
  const book = (person: TestPerson, id: string, body: object = {}) =>
    person.call('POST /api/companies/{id}/bookings', {
      params: { id },
      body: { serviceAddress: yard, from: tuesday, to: wednesday, ...body },
    })

  test('places cars one after another, first as a report, then all', async () => {
    const { id, manager, accountId } = await makeCompany(app, admin)
    const units = ['101', '102', '103']
    const report = await book(manager, id, { units, dryRun: true })
    expect(report.status).toBe(201)
    expect(report.body.left).toEqual([])
    expect(await db().$count(jobs, eq(jobs.customerId, accountId))).toBe(0)
    const booked = await book(manager, id, { units, poNumber: 'PO-7' })
    expect(booked.status).toBe(201)
    const times = (body: { placed: { date: string; time: string }[] }) =>
      body.placed.map(({ date, time }) => [date, time])
    expect(times(booked.body)).toEqual(times(report.body))
    // Two seats a time: the third car is next.
    expect(booked.body.placed.map(({ time }: { time: string }) => time.slice(0, 4))).toEqual([
      '8:00',
      '8:00',
      '9:30',
    ])
    const visits = await manager.call('GET /api/companies/{id}/visits', {
      params: { id },
      query: { when: 'ahead' },
    })
    expect(visits.body[0]).toMatchObject({ poNumber: 'PO-7', amount: expect.any(String) })
    const again = await book(manager, id, { units: ['101', '999'] })
    expect(again).toMatchObject({
      status: 409,
      body: { details: { reason: 'left', left: [{ unit: '999' }, { unit: '101' }] } },
    })
  })

  test('reports with a key, and gives a car one visit for two bookings at the same time', async () => {
    const { id, manager, accountId } = await makeCompany(app, admin)
    const body = {
      serviceAddress: yard,
      from: tuesday,
      to: wednesday,
      units: ['101', '102', '103'],
    }
    const route = 'POST /api/companies/{id}/bookings'
    const headers = { 'idempotency-key': 'one' }
    const dry = { params: { id }, body: { ...body, dryRun: true }, headers }
    expect((await manager.call(route, dry)).body.placed).toHaveLength(3)
    await changeSettings({ weeklyHours: [[], ['08:00'], ['08:00'], [], [], [], []] })
    const both = await Promise.all(
      [1, 2].map(() => manager.call(route, { params: { id }, body: { ...body, whatFits: true } })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const booked = await db().select().from(jobs).where(eq(jobs.customerId, accountId))
    expect(new Set(booked.map(({ vehicleId }) => vehicleId)).size).toBe(3)
    expect(booked).toHaveLength(3)
  })

  test('books what fits only when asked', async () => {
    const { id, manager } = await makeCompany(app, admin)
    const { status, body } = await book(manager, id, { units: ['101', '999'], whatFits: true })
    expect([status, body.placed.length, body.left]).toEqual([
      201,
      1,
      [{ unit: '999', reason: 'No car has this unit number.' }],
    ])
  })

  test('a missing PO is refused with its field, by every way to book', async () => {
    const { id, manager, cars, accountId } = await makeCompany(app, admin, { poRequired: true })
    const refused = await book(manager, id, { units: ['101'] })
    expect(refused).toMatchObject({ status: 409, body: { details: { field: 'poNumber' } } })
    const office = (more: object) =>
      admin.call('POST /api/bookings', {
        body: {
          customerId: accountId,
          serviceAddress: yard,
          visits: [
            { vehicleId: cars[0], scheduledDate: tuesday, scheduledTime: '8:00 AM - 9:00 AM' },
          ],
          ...more,
        },
      })
    expect(await office({})).toMatchObject({
      status: 409,
      body: { details: { field: 'poNumber' } },
    })
    expect(await office({ poNumber: '  ' })).toMatchObject({ status: 409 })
    expect((await office({ poNumber: '4711' })).body[0]).toMatchObject({ poNumber: '4711' })
  })

  test('a car changes company without its visits, and not with one ahead', async () => {
    const { id, manager, cars } = await makeCompany(app, admin)
    const other = await makeCompany(app, admin, { name: 'Bolt Electric' })
    const [first = '', second = '', third = ''] = cars
    await db()
      .insert(odometerReadings)
      .values({ vehicleId: third, miles: 61_000, readOn: '2026-10-01' })
    const move = (vehicleId: string, companyId = other.id, person = admin) =>
      person.call('POST /api/admin/companies/{id}/cars/{vehicleId}/move', {
        params: { id, vehicleId },
        body: { companyId },
      })
    expect((await move(third, other.id, manager)).status).toBe(403)
    expect((await move(third, id)).status).toBe(400)
    await book(manager, id, { units: ['101'] })
    expect((await move(first)).status).toBe(409)
    // The other company has its plate.
    expect((await move(second)).status).toBe(409)
    await db().update(vehicles).set({ licensePlate: 'TX 909' }).where(eq(vehicles.id, third))
    const answers = await Promise.all([move(third), move(third)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const carsOf = async (companyId: string) =>
      (await admin.call('GET /api/companies/{id}/cars', { params: { id: companyId } })).body
    expect(await carsOf(id)).toHaveLength(2)
    const moved = (await carsOf(other.id)).find(
      ({ licensePlate }: { licensePlate: string }) => licensePlate === 'TX 909',
    )
    // Its unit number belongs to another car there.
    expect(moved).toMatchObject({ unitNumber: '', driver: null, miles: 61_000, next: null })
  })

  test('two companies merge: people, yards and free cars move, visits stay', async () => {
    const { id, manager, driver, cars } = await makeCompany(app, admin)
    const { body: into } = await admin.call('POST /api/admin/companies', {
      body: { ...companyForm, name: 'Bolt Electric' },
    })
    await admin.call('POST /api/companies/{id}/yards', {
      params: { id },
      body: { name: 'North', address: yard, accessNotes: 'Gate 4' },
    })
    await book(manager, id, { units: ['102'] })
    const merge = (from: string, companyId: string) =>
      admin.call('POST /api/admin/companies/{id}/merge', {
        params: { id: from },
        body: { companyId },
      })
    expect((await merge(id, into.id)).body).toEqual({
      moved: 2,
      left: [{ unit: '102', reason: 'It has a visit ahead.' }],
    })
    const seen = async (person: TestPerson, companyId: string) => {
      const { status, body } = await person.call('GET /api/companies/{id}/cars', {
        params: { id: companyId },
      })
      return status === 200
        ? body.map(({ unitNumber }: { unitNumber: string }) => unitNumber)
        : status
    }
    expect([await seen(driver, into.id), await seen(driver, id)]).toEqual([['101'], 404])
    expect([await seen(manager, into.id), await seen(manager, id)]).toEqual([
      ['101', '103'],
      ['102'],
    ])
    const visits = await manager.call('GET /api/companies/{id}/visits', { params: { id } })
    expect(visits.body).toHaveLength(1)
    const merged = await admin.call('GET /api/admin/companies/{id}', { params: { id: into.id } })
    expect(merged.body.yards).toMatchObject([{ name: 'North', accessNotes: 'Gate 4' }])
    // The closed one takes nothing back and no bookings; again, nothing more moves.
    expect((await merge(into.id, id)).status).toBe(400)
    expect((await merge(id, into.id)).body).toMatchObject({ moved: 0 })
    expect((await book(manager, id, { vehicleIds: [cars[1]] })).status).toBe(409)
  })

  test('on hold, closed, and packages that are not allowed are refused without amounts', async () => {
    const other = await makePackage({ name: 'Premium' })
    const { id, driver, cars } = await makeCompany(app, admin)
    const reasonFor = async (more: object) => {
      const { status, body, text } = await book(driver, id, { vehicleIds: [cars[0]], ...more })
      expect([status, /\d+\.\d\d/.test(text)]).toEqual([409, false])
      return body.details.reason
    }
    await patch(id, { onHold: true })
    expect(await reasonFor({})).toBe('on_hold')
    expect((await book(admin, id, { units: ['102'] })).body.message).toContain('Take it off hold')
    await patch(id, { onHold: false, isClosed: true })
    expect(await reasonFor({})).toBe('closed')
    await patch(id, { isClosed: false, allowedPackageIds: [other.id] })
    expect(await reasonFor({ servicePackageId: (await makePackage()).id })).toBe('package')
    expect(
      (await book(driver, id, { vehicleIds: [cars[0]], servicePackageId: other.id })).status,
    ).toBe(201)
    // Without a choice it is an allowed one, and a car for which there is none is left.
    await patch(id, { allowedPackageIds: [(await makePackage({ oilType: 'conventional' })).id] })
    expect((await book(admin, id, { units: ['102'] })).status).toBe(201)
    const diesel = await makePackage({ oilType: 'diesel_full_synthetic' })
    await patch(id, { allowedPackageIds: [diesel.id] })
    expect((await book(admin, id, { units: ['103'], dryRun: true })).body).toMatchObject({
      placed: [],
      left: [{ unit: '103', reason: expect.stringContaining('does not book') }],
    })
    // Another's car.
    expect((await book(driver, id, { vehicleIds: [cars[1]] })).status).toBe(400)
  })

  test('a late cancellation costs what a manager has seen; a driver reads no fee', async () => {
    await changeSettings({ cancelFeeCents: 27_17, cancelFeeWithinHours: 168 })
    const { id, manager, driver, cars } = await makeCompany(app, admin)
    const jobId = (await book(driver, id, { vehicleIds: [cars[0]] })).body.placed[0].jobId
    const cancel = (person: TestPerson, body: object = {}) =>
      person.call('POST /api/companies/{id}/visits/{jobId}/cancel', { params: { id, jobId }, body })
    for (const body of [{}, { seenFee: '27.17' }]) {
      const refused = await cancel(driver, body)
      expect([refused.status, refused.text.includes('27')]).toEqual([409, false])
    }
    expect((await cancel(manager)).body.details).toEqual({ reason: 'fee', fee: '27.17' })
    expect((await cancel(manager, { seenFee: '27.17' })).status).toBe(200)
    const visits = await manager.call('GET /api/companies/{id}/visits', { params: { id } })
    expect(visits.body[0]).toMatchObject({ status: 'cancelled', amount: '27.17' })
  })

  test('a certificate valid on the day of the visit exempts it from tax; one that expired before does not', async () => {
    await changeSettings({ salesTaxEnabled: true, salesTaxRateBp: 1000 })
    const { id, manager, accountId } = await makeCompany(app, admin, {
      taxCertificate: 'TX-1',
      taxExemptUntil: tuesday,
    })
    await book(manager, id, { units: ['101'], to: tuesday })
    await book(manager, id, { units: ['102'], from: wednesday })
    const booked = await db().select().from(jobs).where(eq(jobs.customerId, accountId))
    const rates = new Map(booked.map((job) => [job.serviceDate, job.taxRateBp]))
    expect([rates.get(tuesday), rates.get(wednesday)]).toEqual([null, 1000])
  })

  test('an odometer reading is required to complete where the company says so; the car shows what was found', async () => {
    const { id, manager } = await makeCompany(app, admin, { odometerRequired: true })
    const technician = await app.as('technician')
    await db().update(users).set({ approvedAt: monday }).where(eq(users.id, technician.user.id))
    const { body } = await book(manager, id, { units: ['101'] })
    const params = { id: body.placed[0].jobId }
    await admin.call('POST /api/jobs/{id}/assign', {
      params,
      body: { technicianId: technician.user.id },
    })
    const status = (to: string) =>
      technician.call('PATCH /api/jobs/{id}/status', { params, body: { status: to } })
    await status('in_progress')
    expect((await technician.call('GET /api/jobs/{id}', { params })).body.needsOdometer).toBe(true)
    expect(await status('completed')).toMatchObject({
      status: 409,
      body: { details: { reason: 'odometer' } },
    })
    await technician.call('PUT /api/jobs/{id}/measurements', {
      params,
      body: { odometerMiles: 45_000 },
    })
    expect((await status('completed')).status).toBe(200)
    const [template] = await db().insert(inspectionTemplates).values({}).returning()
    const made = { templateId: template?.id ?? '', version: 1 }
    await db()
      .insert(inspectionTemplateVersions)
      .values({ ...made, name: 'Van', groups: [] })
    await db()
      .insert(inspections)
      .values({
        jobId: params.id,
        templateId: made.templateId,
        templateVersion: 1,
        findings: (['fail', 'watch', 'ok', 'fail'] as const).map((result, n) => ({
          itemId: `item-${n}`,
          result,
          photoIds: [],
        })),
        savedAt: monday,
        receivedAt: monday,
      })
    const cars = await manager.call('GET /api/companies/{id}/cars', { params: { id } })
    expect(cars.body.map(({ found }: { found: object }) => found)).toEqual([
      { needsWork: 2, toWatch: 1 },
      { needsWork: 0, toWatch: 0 },
      { needsWork: 0, toWatch: 0 },
    ])
  })
})

test('managers are asked about extra work, and drivers are not', async () => {
  const { id, manager, driver, cars } = await makeCompany(app, admin)
  const technician = await app.as('technician')
  await db().update(users).set({ approvedAt: monday }).where(eq(users.id, technician.user.id))
  const { body } = await manager.call('POST /api/companies/{id}/bookings', {
    params: { id },
    body: { vehicleIds: [cars[0]], serviceAddress: yard, from: tuesday, to: tuesday },
  })
  const params = { id: body.placed[0].jobId as string }
  await admin.call('POST /api/jobs/{id}/assign', {
    params,
    body: { technicianId: technician.user.id },
  })
  await technician.call('PATCH /api/jobs/{id}/status', { params, body: { status: 'in_progress' } })
  const asked = await technician.call('POST /api/jobs/{id}/extras', {
    params,
    body: { serviceType: 'other', description: 'Brakes', unitPrice: '400.00' },
  })
  expect(asked.body.approval).toBe('waiting')
  const title = 'Extra work waits for your answer'
  const titles = async (person: TestPerson) =>
    (await notificationsShownTo(person.user)).map((one) => one.title)
  expect(await titles(manager)).toContain(title)
  expect(await titles(driver)).not.toContain(title)
  const mails = await db().select().from(sentMessages).where(eq(sentMessages.subject, title))
  expect(mails.map(({ recipient }) => recipient)).toEqual([manager.user.email])
  expect(mails[0]?.body).not.toContain('400')
})

describe('approval above an amount', () => {
  async function waiting(rules: object = {}) {
    const company = await makeCompany(
      app,
      admin,
      { approvalAbove: '50.00', ...rules },
      { basePriceCents: 87_65 },
    )
    const approver = await app.as(await makeUser({ firstName: 'Ann' }))
    await admin.call('POST /api/companies/{id}/members', {
      params: { id: company.id },
      body: { email: approver.user.email, role: 'approver' },
    })
    const { body } = await company.driver.call('POST /api/companies/{id}/bookings', {
      params: { id: company.id },
      body: { vehicleIds: [company.cars[0]], serviceAddress: yard, from: tuesday, to: tuesday },
    })
    const [mail] = await db()
      .select()
      .from(sentMessages)
      .where(
        and(
          eq(sentMessages.recipient, approver.user.email ?? ''),
          like(sentMessages.subject, 'Please approve a visit%'),
        ),
      )
    const token = /company-approval\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const jobId: string = body.placed[0].jobId
    return { ...company, approver, jobId, token }
  }
  const answer = (token: string, approved: boolean) =>
    app.call('POST /api/company-approvals/{token}', { params: { token }, body: { approved } })
  const statusOf = async (jobId: string) =>
    (await db().select().from(jobs).where(eq(jobs.id, jobId)))[0]?.status

  test('the approver answers by a link, once; until then the visit does not start', async () => {
    const { token, jobId, driver, id } = await waiting()
    const seen = await app.call('GET /api/company-approvals/{token}', { params: { token } })
    expect(seen.body).toMatchObject({ state: 'waiting', amount: '87.65' })
    const visits = await driver.call('GET /api/companies/{id}/visits', { params: { id } })
    expect(visits.body[0]).toMatchObject({ approval: 'waiting' })
    const start = () =>
      admin.call('PATCH /api/jobs/{id}/status', {
        params: { id: jobId },
        body: { status: 'in_progress' },
      })
    expect(await start()).toMatchObject({
      status: 409,
      body: { details: { reason: 'company_approval' } },
    })
    const answers = await Promise.all([answer(token, true), answer(token, true)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await start()).status).not.toBe(409)
  })

  test('stops no visit once companies are switched off', async () => {
    const { jobId } = await waiting()
    await changeSettings({ uses: usesNothing })
    const { body } = await admin.call('PATCH /api/jobs/{id}/status', {
      params: { id: jobId },
      body: { status: 'in_progress' },
    })
    expect(body.details?.reason).not.toBe('company_approval')
  })

  test('a declined visit is cancelled; a driver may not answer, nor an approver who left', async () => {
    const { token, jobId, driver, approver, id } = await waiting()
    const byDriver = await driver.call('POST /api/companies/{id}/visits/{jobId}/answer', {
      params: { id, jobId },
      body: { approved: true },
    })
    expect(byDriver.status).toBe(404)
    expect((await answer(token, false)).status).toBe(200)
    expect(await statusOf(jobId)).toBe('cancelled')
    await admin.call('DELETE /api/companies/{id}/members/{userId}', {
      params: { id, userId: approver.user.id },
    })
    expect((await answer(token, true)).status).toBe(404)
  })

  test('without an answer in time the office is told, once, and decides', async () => {
    const { jobId, id } = await waiting()
    travelTo(new Date('2026-11-24T14:00:00Z'))
    await lapseApprovals()
    await lapseApprovals()
    admin = await app.as(admin.user)
    const told = await notificationsShownTo(admin.user)
    expect(told.filter(({ type }) => type === 'company_approval_lapsed')).toHaveLength(1)
    expect(
      (
        await admin.call('POST /api/companies/{id}/visits/{jobId}/answer', {
          params: { id, jobId },
          body: { approved: true },
        })
      ).status,
    ).toBe(200)
    expect(await statusOf(jobId)).toBe('scheduled')
  })
})

test('a driver reads no amount of a company visit in any call', async () => {
  await changeSettings({ cancelFeeCents: 2000 })
  const { id, manager, driver, cars } = await makeCompany(app, admin, {}, { basePriceCents: 87_65 })
  const { body } = await manager.call('POST /api/companies/{id}/bookings', {
    params: { id },
    body: { units: ['101', '102'], serviceAddress: yard, from: tuesday, to: tuesday },
  })
  const jobIds: string[] = body.placed.map(({ jobId }: { jobId: string }) => jobId)
  const seen = await driver.call('GET /api/companies/{id}/visits', { params: { id } })
  expect(seen.body).toHaveLength(1)
  expect(Object.keys(seen.body[0])).not.toContain('amount')
  const answered: string[] = []
  for (const [route, endpoint] of Object.entries(contract)) {
    if (!route.startsWith('GET ') || /log(in|out)|auth/.test(route)) continue
    for (const jobId of jobIds) {
      const params = Object.fromEntries(
        [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
          name,
          name === 'jobId'
            ? jobId
            : name === 'vehicleId'
              ? (cars[0] ?? '')
              : route.includes('/companies/')
                ? id
                : jobId,
        ]),
      )
      const { status, text } = await driver.call(route, { params })
      if (status === 200) answered.push(route)
      // Prices on sale are public; those of the visit are not.
      if (!endpoint.allow.some((who) => who === 'public'))
        expect([route, text.includes('87.65')]).toEqual([route, false])
    }
  }
  expect(answered).toEqual(
    expect.arrayContaining(['GET /api/companies/{id}/visits', 'GET /api/jobs/customer']),
  )
  await notifyOfBookings()
  await admin.call('POST /api/jobs/{id}/cancel', {
    params: { id: jobIds[0] ?? '' },
    body: { reason: 'Rain', fee: '20.00' },
  })
  const told = await notificationsShownTo(driver.user)
  expect(told.map(({ title, path }) => [title, path])).toEqual([
    ['Visit cancelled', '/company'],
    ['Visit booked', '/company'],
  ])
  expect(told[1]?.message).toMatch(/^101 · 2019 Ford Transit, Tue/)
  const mails = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, driver.user.email ?? ''))
  // The invitation, the booking and its end.
  expect(mails).toHaveLength(3)
  const stored = await db()
    .select()
    .from(notifications)
    .where(eq(notifications.userId, driver.user.id))
  const reached = JSON.stringify([told, mails, stored])
  expect([/87.?65/.test(reached), /2000|20\.00/.test(reached)]).toEqual([false, false])
  // The other car has no driver, so no one is notified of its visit.
  expect((await notificationsShownTo(manager.user)).map(({ title }) => title)).toEqual([
    'Visit cancelled',
  ])
  const link = { params: { id, jobId: jobIds[0] ?? '' } }
  expect((await driver.call('POST /api/companies/{id}/visits/{jobId}/link', link)).status).toBe(404)
  const { path } = (await manager.call('POST /api/companies/{id}/visits/{jobId}/link', link)).body
  const guest = { 'x-guest-link': path.split('/').at(-1) }
  const opened = await app.call('GET /api/jobs/{id}', {
    params: { id: jobIds[0] ?? '' },
    headers: guest,
  })
  expect(opened.body.finalAmount).toBe('20.00')
})
