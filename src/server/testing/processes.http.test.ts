import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { closeDatabase, db, openDatabase } from '#server/database/database.ts'
import { dropTestDatabase } from '#server/database/test-database.ts'
import { makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { migrate } from '#server/database/migrator.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { workerDatabase } from '#server/database/test-server.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { anotherCode, mailedCode } from '#server/features/accounts/test-site.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { addDays, startOfWeek } from '#shared/rules/calendar.ts'
import { slotLabels } from '#shared/rules/test-slots.ts'
import {
  beginCall,
  callAt,
  type Ended,
  ensureClient,
  type ServerProcess,
  startProcess,
} from './test-process.ts'
import { book, type Booker, makeBooker, openDays, visit } from './test-bookers.ts'
import { openSocket } from './test-socket.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const started: ServerProcess[] = []

function start(env: Record<string, string>): ServerProcess {
  const server = startProcess(env)
  started.push(server)
  return server
}

beforeAll(ensureClient, 120_000)
afterAll(async () => {
  for (const server of started) server.kill('SIGKILL')
  await Promise.all(started.map((server) => server.ended))
})

const untilGone = (url: string) =>
  expect
    .poll(() => callAt(url, 'GET /api/health').catch(() => 'gone'), { timeout: 10_000 })
    .toBe('gone')

/** Ended with a failure and one line explaining it. */
const refusal = (line: RegExp) => ({
  code: 1,
  signal: null,
  errors: expect.stringMatching(line),
})
const oneLine = ({ errors }: Ended) => expect(errors.trimEnd().split('\n')).toHaveLength(1)

describe.runIf(onPostgres)('two processes on one PostgreSQL server', () => {
  let url = ''
  let demoOff: ServerProcess
  let production: ServerProcess
  let here = ''
  let there = ''

  beforeAll(async () => {
    url = await workerDatabase(inject('serverUrl'), `processes_${process.pid}`)
    await dropTestDatabase()
    await openDatabase({ url, poolSize: 4 })
    await changeSettings({ slotCapacity: 1 })
    demoOff = start({ DATABASE_URL: url, DEMO: '0' })
    production = start({ DATABASE_URL: url, NODE_ENV: 'production', DEMO: '1', LOG_LEVEL: 'info' })
    ;[here, there] = await Promise.all([demoOff.ready, production.ready])
    await makePackage({ basePriceCents: 100 })
  }, 60_000)
  afterAll(() => closeDatabase())

  test('of 200 bookings of one slot through both, one succeeds and the others see the day', async () => {
    const customers = await Promise.all(Array.from({ length: 200 }, makeBooker))
    const [day] = await openDays(here)
    const date = day?.date ?? ''
    const answers = await Promise.all(
      customers.map((customer, n) => book(n % 2 ? here : there, customer, date, 0)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const lost = answers.filter(({ status }) => status === 409)
    expect(lost).toHaveLength(199)
    for (const { body } of lost) {
      expect(body.code).toBe('conflict')
      expect(body.details.availability).toMatchObject({ date, slots: expect.any(Array) })
      expect(body.details.availability.slots[0].status).toBe('full')
    }
    expect(await db().$count(jobs)).toBe(1)
  }, 60_000)

  test('a booking at one shows at the other at once', async () => {
    const customer = await makeBooker()
    const [, day] = await openDays(there)
    const date = day?.date ?? ''
    const slotThere = async () =>
      (await openDays(there)).find((each) => each.date === date)?.slots[2]?.status
    expect(await slotThere()).toBe('open')
    expect((await book(here, customer, date, 2)).status).toBe(201)
    // Less than the two seconds after which the cache expires anyway.
    await expect.poll(slotThere, { timeout: 1800, interval: 20 }).toBe('full')
  })

  test('new weekly hours apply at every process at once', async () => {
    const { token, vehicleId } = await makeBooker()
    const before = currentSettings().weeklyHours
    const date = (await openDays(there)).findLast(({ slots }) => slots[4]?.status === 'open')?.date
    await changeSettings({ weeklyHours: before.map((own) => own.slice(0, 4)) })
    const body = visit(vehicleId, date ?? '', 4)
    const lastAt = async (url: string) =>
      (await openDays(url)).find((each) => each.date === date)?.slots[4]?.status
    for (const url of [here, there]) {
      await expect.poll(() => lastAt(url), { timeout: 1800, interval: 20 }).toBe('closed')
      const answer = await callAt(url, 'POST /api/jobs', { token, body })
      expect([answer.status, answer.body.message]).toEqual([
        409,
        expect.stringContaining('our hours are 8:00 AM – 3:30 PM'),
      ])
    }
    await changeSettings({ weeklyHours: before })
    await expect.poll(() => lastAt(there), { timeout: 1800, interval: 20 }).toBe('open')
  })

  describe('where the road decides, a change at one counts at the other', () => {
    const austin = '500 Oak Street, Austin, TX 78701'
    const kyle = '100 Center Street, Kyle, TX 78640'
    const temple = '20 Main Street, Temple, TX 76501'
    const known = 'open open full full open'
    let token = ''
    let ann = ''
    let weeksAhead = 2
    beforeAll(async () => {
      token = await startSession((await makeUser({ role: 'admin' })).id)
      await changeSettings({
        slotCapacityMode: 'technicians',
        areaBooking: false,
        horizonDays: 365,
        maxVisitsPerVehiclePerDay: 0,
      })
    })
    afterAll(() => changeSettings({ slotCapacityMode: 'number' }))

    /** By the office, at the process that does not book afterward. */
    async function change(route: string, body?: object) {
      const answer = await callAt(here, route, { token, body })
      expect([200, 201, 204]).toContain(answer.status)
      return answer.body
    }
    async function timesAtKyle(date: string) {
      const query = new URLSearchParams({ from: date, to: date, address: kyle })
      const { body } = await callAt(there, `GET /api/availability?${query}`)
      return body[0].slots.map(({ status }: { status: string }) => status).join(' ')
    }
    async function bookThere(date: string, slot: number, serviceAddress: string) {
      const { token: own, vehicleId } = await makeBooker()
      const body = { ...visit(vehicleId, date, slot), serviceAddress }
      return callAt(there, 'POST /api/jobs', { token: own, body })
    }

    /** A Tuesday with one technician and a visit at the third time that the other process booked, so that it knows the day. */
    async function knownDay() {
      ann = (await change('POST /api/admin/technicians', technician())).id
      const date = addDays(startOfWeek(businessToday()), 1 + 7 * weeksAhead++)
      await expect.poll(() => timesAtKyle(date)).toBe('open open open open open')
      const { status, body } = await bookThere(date, 2, austin)
      expect([status, await timesAtKyle(date)]).toEqual([201, known])
      return { date, id: body.id as string, packageId: body.servicePackageId as string }
    }
    const technician = () => ({
      firstName: 'Ann',
      lastName: 'Field',
      email: `ann${weeksAhead}@oil.example`,
    })
    afterEach(() => callAt(here, `DELETE /api/admin/technicians/${ann}`, { token }))

    const patchAnn = (body: object) => change(`PATCH /api/admin/technicians/${ann}`, body)
    const afternoons = Array.from({ length: 7 }, () => ({ from: '13:00', to: '17:00' }))
    const move = (id: string, date: string) =>
      change(`POST /api/jobs/${id}/reschedule`, {
        scheduledDate: date,
        scheduledTime: slotLabels[1],
      })

    test.each<[string, (id: string, date: string) => Promise<unknown>, number, string]>([
      [
        'a deactivated technician',
        () => change(`DELETE /api/admin/technicians/${ann}`),
        0,
        'full full full full full',
      ],
      [
        'new working hours',
        () => patchAnn({ workingHours: afternoons }),
        0,
        'full full full full open',
      ],
      ['a new home', () => patchAnn({ homeAddress: temple }), 0, 'full full full full open'],
      ['a moved visit', move, 0, 'full full open open open'],
    ])('%s, already for the next booking', async (_, happens, slot, times) => {
      const { date, id } = await knownDay()
      await happens(id, date)
      expect((await bookThere(date, slot, kyle)).status).toBe(409)
      // Less than the two seconds after which an answer is read again anyway.
      await expect.poll(() => timesAtKyle(date), { timeout: 1800, interval: 20 }).toBe(times)
    })

    test('a cancelled visit, already for the next booking', async () => {
      const { date, id } = await knownDay()
      await change(`POST /api/jobs/${id}/cancel`, { reason: 'Rain' })
      expect((await bookThere(date, 3, kyle)).status).toBe(201)
      expect(await timesAtKyle(date)).toBe('open open open full open')
    })

    test('a setting, a core spot and the minutes of a package', async () => {
      const { date, packageId } = await knownDay()
      const shows = async (times: string, refused?: number) => {
        await expect.poll(() => timesAtKyle(date), { timeout: 1800, interval: 20 }).toBe(times)
        if (refused === undefined) return
        expect((await bookThere(date, refused, kyle)).body.details?.reason).toBe('travel')
      }
      await changeSettings({ travelBufferMinutes: 120 })
      await shows('open open full full full', 4)
      await changeSettings({ travelBufferMinutes: 10 })
      await shows(known)
      const spot = { name: 'Temple', address: temple, latitude: 31.0982, longitude: -97.3428 }
      const { id } = await change('POST /api/admin/core-spots', { ...spot, radiusMiles: 5 })
      await shows('full full full full open', 0)
      await change(`DELETE /api/admin/core-spots/${id}`)
      await shows(known)
      const takes = (minutes: number) =>
        change(`PATCH /api/admin/service-packages/${packageId}`, { minutes })
      await takes(150)
      await shows('open open full full full', 4)
      await takes(45)
      await shows(known)
    })
  })

  test('a session ended at one is refused by the other', async () => {
    const { token } = await makeBooker()
    const who = () => callAt(there, 'GET /api/auth/user', { token })
    expect((await who()).status).toBe(200)
    expect((await callAt(here, 'GET /api/logout', { token })).status).toBe(302)
    await expect.poll(async () => (await who()).status, { timeout: 5000, interval: 10 }).toBe(401)
  })

  test('attempts at a code count across both, also concurrently', async () => {
    const email = 'guessed@example.com'
    const headers = { 'content-type': 'application/json' }
    const asked = await fetch(`${here}/api/auth/email-code`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email }),
    })
    const cookie = asked.headers.getSetCookie().map((one) => one.split(';')[0])
    const code = await mailedCode(email)
    const guess = async (n: number, tried: string) => {
      const answer = await fetch(`${n % 2 ? here : there}/api/auth/email-code/verify`, {
        method: 'POST',
        headers: { ...headers, cookie: cookie.join('; ') },
        body: JSON.stringify({ code: tried }),
      })
      const { details } = await answer.json()
      return [answer.status, details?.reason]
    }
    const wrong = Array.from({ length: 20 }, (_, n) => guess(n, anotherCode(code)))
    const reasons = (await Promise.all(wrong)).map(([, reason]) => reason)
    expect(reasons.filter((reason) => reason === 'wrong').length).toBeLessThanOrEqual(5)
    for (const n of [0, 1]) expect(await guess(n, code)).toEqual([400, 'used_up'])
  })

  test('messages and endings at one reach the sockets at the other', async () => {
    const [customer, technician] = [await makeUser(), await makeUser({ role: 'technician' })]
    const { id } = await makeJob({
      status: 'assigned',
      customerId: customer.id,
      technicianId: technician.id,
    })
    const [token, working] = [await startSession(customer.id), await startSession(technician.id)]
    const [reader, writer] = [await openSocket(here, token), await openSocket(there, working)]
    await callAt(there, `POST /api/jobs/${id}/activate-communication`, { token: working })
    writer.send({ type: 'job_communication', jobId: id, message: 'Ten minutes' })
    const [notice, message] = await reader.hear('job_message', 2)
    expect([notice?.messageType, message?.message]).toEqual(['system_notification', 'Ten minutes'])
    await writer.hear('job_message', 2)
    expect(await reader.hear('notification', 2)).toHaveLength(2)
    expect((await callAt(there, 'GET /api/logout', { token })).status).toBe(302)
    await reader.closed().toBe(4001)
    writer.close()
  })

  test('a changed setting applies at both', async () => {
    await changeSettings({ brandName: 'Quick Oil' })
    for (const at of [here, there])
      await expect
        .poll(async () => (await callAt(at, 'GET /api/config')).body.brandName, { timeout: 5000 })
        .toBe('Quick Oil')
    const page = await callAt(there, 'GET /')
    expect(page.body).toContain('Quick Oil')
  })

  test('neither signs anyone in without proof', async () => {
    for (const at of [here, there]) {
      const body = { role: 'admin' }
      expect((await callAt(at, 'POST /api/auth/demo', { body })).status).toBe(404)
      expect((await callAt(at, 'GET /api/demo/outbox')).status).toBe(404)
      expect((await callAt(at, 'GET /api/config')).body.demo).toBe(false)
    }
  })

  test('a production start without demo switches signs no one in either', async () => {
    await makeUser({ role: 'admin', email: 'admin@oil.example' })
    const forgetful = start({ DATABASE_URL: url })
    const at = await forgetful.ready
    const entered = await callAt(at, 'POST /api/auth/demo', { body: { role: 'admin' } })
    expect([entered.status, (await callAt(at, 'GET /api/config')).body.demo]).toEqual([404, false])
    forgetful.kill('SIGTERM')
    expect((await forgetful.ended).code).toBe(0)
  }, 60_000)

  test('invalid configuration stops the start', async () => {
    const wrong: [Record<string, string>, RegExp][] = [
      [{ SMTP_SERVER: 'mail.example.com' }, /^Unknown configuration SMTP_SERVER\. /],
      [{ HOST: '0.0.0.0', DEMO: '1' }, /^Demo mode lets anybody in as admin/],
      [{ DEMO: '0', PORT: new URL(there).port }, /^Cannot listen on .* another program uses this/],
    ]
    await Promise.all(
      wrong.map(async ([env, line]) => {
        const ended = await start({ DATABASE_URL: url, ...env }).ended
        expect(ended).toEqual(refusal(line))
        oneLine(ended)
      }),
    )
  }, 60_000)

  test('SIGTERM finishes requests in progress, exits 0, and the other continues', async () => {
    const { token, vehicleId } = await makeBooker()
    const [day] = await openDays(there)
    const body = visit(vehicleId, day?.date ?? '', 3)
    const finish = await beginCall(here, { path: '/api/jobs', token, body })
    demoOff.kill('SIGTERM')
    await untilGone(here)
    expect(await finish()).toBe(201)
    expect(await demoOff.ended).toEqual({ code: 0, signal: null, errors: '' })
    expect((await callAt(there, 'GET /api/health')).status).toBe(200)
    production.kill('SIGTERM')
    expect(await production.ended).toEqual({ code: 0, signal: null, errors: '' })
  }, 40_000)
})

describe.runIf(!onPostgres)('a process on the embedded database', () => {
  let env = { DATA_DIR: '', NODE_ENV: 'test', LOG_LEVEL: 'info' }
  let customers: Booker[]
  let server: ServerProcess
  let url = ''

  beforeAll(async () => {
    env = { ...env, DATA_DIR: mkdtempSync(join(tmpdir(), 'fivequart-processes-')) }
    await dropTestDatabase()
    await openDatabase({ dataDir: env.DATA_DIR })
    await migrate()
    await makePackage({ basePriceCents: 100 })
    await changeSettings({ maxVisitsWithoutCard: 0, maxVisitsPerVehiclePerDay: 0 })
    customers = await Promise.all(Array.from({ length: 4 }, makeBooker))
    await closeDatabase()
    server = start(env)
    url = await server.ready
  }, 120_000)
  afterAll(() => rmSync(env.DATA_DIR, { recursive: true }))

  test('a second one on the same folder is refused', async () => {
    const ended = await start(env).ended
    expect(ended).toEqual(refusal(/^Another process is using the data folder .* Stop it, choose/))
    oneLine(ended)
  }, 60_000)

  test('every answered booking survives a kill, and the database opens', async () => {
    const days = await openDays(url)
    const free = days.flatMap(({ date, slots }) =>
      slots.flatMap(({ status }, slot) => (status === 'open' ? [{ date, slot }] : [])),
    )
    const booked: { id: string; token: string }[] = []
    const keepBooking = async (customer: Booker) => {
      for (let at = free.shift(); at; at = free.shift()) {
        const answer = await book(url, customer, at.date, at.slot).catch(() => undefined)
        if (!answer) return
        expect(answer.status).toBe(201)
        booked.push({ id: answer.body.id, token: customer.token })
        if (booked.length === 50) server.kill('SIGKILL')
      }
    }
    await Promise.all(customers.map(keepBooking))
    expect(await server.ended).toMatchObject({ code: null, signal: 'SIGKILL' })
    expect(booked.length).toBeGreaterThanOrEqual(50)
    expect(free.length).toBeGreaterThan(0)

    server = start(env)
    url = await server.ready
    for (const { id, token } of booked)
      expect((await callAt(url, `GET /api/jobs/${id}`, { token })).status).toBe(200)
  }, 90_000)

  test('SIGTERM finishes requests in progress and exits 0', async () => {
    const [{ token, vehicleId } = { token: '', vehicleId: '' }] = customers
    const last = (await openDays(url)).at(-1)
    const slot = last?.slots.findIndex(({ status }) => status === 'open') ?? 0
    const body = visit(vehicleId, last?.date ?? '', slot)
    const finish = await beginCall(url, { path: '/api/jobs', token, body })
    server.kill('SIGTERM')
    await untilGone(url)
    expect(await finish()).toBe(201)
    expect(await server.ended).toEqual({ code: 0, signal: null, errors: '' })
  }, 40_000)
})
