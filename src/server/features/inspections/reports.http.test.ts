import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeVehicle } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import type { TestPerson } from '#server/testing/test-app.ts'
import { usesNothing } from '#shared/rules/uses.ts'
import {
  addPhoto,
  admin,
  ago,
  app,
  complete,
  customer,
  finding,
  get,
  job,
  jobOf,
  put,
  technician,
  tread,
  setUpInspections,
} from './test-inspections.ts'

setUpInspections()

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

  test("is linked in its customer's list of visits, and in no one else's", async () => {
    const listed = async (person: TestPerson, call: string) =>
      (await person.call(call)).body.find(({ id }: { id: string }) => id === job.id).reportPath
    const ofCustomer = () => listed(customer, 'GET /api/jobs/customer')
    expect(await ofCustomer()).toBeUndefined()
    await put([tread(5)])
    expect(await ofCustomer()).toBe(await reportPathOf())
    expect(await listed(technician, 'GET /api/jobs/technician')).toBeUndefined()
    await changeSettings({ uses: usesNothing })
    expect(await ofCustomer()).toBeUndefined()
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
