import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { startFromSettings } from '#server/base/current-settings.ts'
import { localDateAt } from '#server/base/wall-clock.ts'
import { closeDatabase, openDatabase, queryRows } from '#server/database/database.ts'
import { dropTestDatabase } from '#server/database/test-database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { workerDatabase } from '#server/database/test-server.ts'
import { migrate } from '#server/database/migrator.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { callAt, ensureClient } from '#server/testing/test-process.ts'
import { crashes, type During, outcomes } from './test-crashes.ts'
import { ledgerOf, networkPayments, tokenOf } from './test-visits.ts'

type Visit = { jobId: string; sourceId: string; amount: string }

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const folder = mkdtempSync(join(tmpdir(), 'fivequart-crash-'))
let database: { url: string } | { dataDir: string } = { dataDir: folder }
let customer = ''
let admin = ''
let visits: Visit[] = []
let child: ChildProcess | undefined
let url = ''

beforeAll(async () => {
  await ensureClient()
  await dropTestDatabase()
  if (onPostgres)
    database = { url: await workerDatabase(inject('serverUrl'), `crash_${process.pid}`) }
  await openDatabase(database)
  await migrate()
  const owner = await makeUser()
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 48, tipsEnabled: true })
  customer = await startSession(owner.id)
  admin = await startSession((await makeUser({ role: 'admin' })).id)
  const technician = await makeUser({ role: 'technician' })
  for (const { during } of crashes) visits.push(await makeVisit(during, owner.id, technician.id))
  await closeDatabase()
  await start()
}, 120_000)
afterAll(async () => {
  await kill()
  await closeDatabase()
  startFromSettings({})
  rmSync(folder, { recursive: true })
})

async function makeVisit(during: During, customerId: string, technicianId: string): Promise<Visit> {
  const startsAt = new Date(now().getTime() + 30 * 3_600_000)
  const { taxed } = outcomes[during]
  const { id } = await makeJob({
    customerId,
    technicianId,
    startsAt,
    status: 'in_progress',
    ...(taxed && { taxRateBp: 825, taxableCents: 12_999 }),
  })
  const sourceId = await tokenOf(during === 'difference' ? 'no_raise' : 'ok')
  return { jobId: id, sourceId, amount: taxed ? '140.71' : '129.99' }
}

async function start(): Promise<void> {
  child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      join(import.meta.dirname, '../../database/lean-drizzle.ts'),
      join(import.meta.dirname, 'test-crash-server.ts'),
    ],
    {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        ...('url' in database ? { DATABASE_URL: database.url } : { DATA_DIR: folder }),
        NODE_ENV: 'test',
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  const ready = once(child, 'message')
  url = await addressOf(child)
  await ready
}

function addressOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!stdout) return reject(new Error('The server has no output.'))
    createInterface(stdout)
      .on('line', (line) => {
        const { msg, address } = JSON.parse(line) as { msg: string; address: string }
        if (msg === 'ready') resolve(address)
      })
      .on('close', () => reject(new Error('The server ended.')))
  })
}

async function kill(): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const send = (call: string, { jobId, sourceId, amount }: Visit) =>
  callAt(url, `POST /api/payments/${call}`, {
    token: customer,
    body: { jobId, sourceId, amount },
  })

const complete = ({ jobId }: Visit) =>
  callAt(url, `PATCH /api/jobs/${jobId}/status`, {
    token: admin,
    body: { status: 'completed' },
  })

const requests: Record<During, (visit: Visit) => ReturnType<typeof complete>> = {
  hold: (visit) => send('pre-authorize', visit),
  pay: (visit) => send('process', visit),
  complete,
  reduce: complete,
  raise: complete,
  difference: complete,
  tip: ({ jobId }) =>
    callAt(url, `POST /api/jobs/${jobId}/tip`, { token: customer, body: { amount: '20.00' } }),
  refund: ({ jobId }) =>
    callAt(url, `POST /api/payments/${jobId}/refund`, {
      token: admin,
      body: { amount: '20.00', reason: 'customer_complaint' },
    }),
  release: ({ jobId }) =>
    callAt(url, `POST /api/jobs/${jobId}/cancel`, {
      token: admin,
      body: { reason: 'The customer is ill', fee: '0.00' },
    }),
  cancel: ({ jobId }) =>
    callAt(url, `POST /api/jobs/${jobId}/cancel`, {
      token: admin,
      body: { reason: 'Nobody there', fee: '25.00' },
    }),
}

const adjust = ({ jobId }: Visit, amount: string) =>
  callAt(url, `PATCH /api/payments/${jobId}/adjust`, {
    token: admin,
    body: { amount, reason: 'pricing_error' },
  })

/** Kills the process at that point of a request, and restarts it. */
async function crash(point: string, request: () => Promise<unknown>): Promise<void> {
  if (!child) throw new Error('There is no server to crash.')
  const armed = once(child, 'message')
  child.send(point)
  await armed
  const exit = once(child, 'exit')
  // Its answer may have left before the background work reached the point, or never.
  await Promise.all([exit, request().catch(() => undefined)])
  expect(await exit).toEqual([null, 'SIGKILL'])
  await start()
}

const paymentStateOf = async ({ jobId }: Visit): Promise<string> =>
  (await callAt(url, `GET /api/payments/due/${jobId}`, { token: customer })).body.state

const refundedOf = async ({ jobId }: Visit): Promise<string> =>
  (await callAt(url, `GET /api/payments/${jobId}`, { token: admin })).body.refundedAmount

for (const [n, { point, during }] of crashes.entries())
  test(`killed ${point} in ${during}, the next process finishes it`, async () => {
    const visit = visits[n] as Visit
    const { state, adjusted } = outcomes[during]
    const isHeld = during !== 'hold' && during !== 'pay'
    if (isHeld) expect((await send('pre-authorize', visit)).status).toBe(200)
    if (adjusted) expect((await adjust(visit, adjusted)).status).toBe(200)
    if (during === 'tip' || during === 'refund') {
      expect((await complete(visit)).status).toBe(200)
      await expect.poll(() => paymentStateOf(visit), { timeout: 20_000 }).toBe('paid')
    }
    await crash(point, () => requests[during](visit))
    await expect.poll(() => paymentStateOf(visit), { timeout: 20_000 }).toBe(state)
    if (during === 'refund') {
      await expect.poll(() => refundedOf(visit), { timeout: 20_000 }).toBe('20.00')
      // The office presses again a moment later: it is the same refund.
      expect((await requests.refund(visit)).body).toMatchObject({ refundedAmount: '20.00' })
    }
    // The customer got no answer and presses again: it is the same tip.
    if (during === 'tip') expect((await requests.tip(visit)).body).toMatchObject({ tip: '20.00' })
    if (isHeld) return
    // The customer got no answer and presses again.
    expect((await requests[during](visit)).status).toBe(200)
    expect((await complete(visit)).status).toBe(200)
    await expect.poll(() => paymentStateOf(visit), { timeout: 20_000 }).toBe('paid')
  }, 60_000)

const listed = crashes.flatMap(({ during }) => {
  const { charged, refunded, tip } = outcomes[during]
  return [...charged, ...(refunded ? [refunded] : []), ...(tip ? [tip] : [])]
})

test("killed while reading a day's list, the next process reads it again", async () => {
  const { timeZone } = await callAt(url, 'GET /api/config', {}).then(({ body }) => body)
  const date = localDateAt(now(), timeZone)
  const part = () => callAt(url, 'POST /api/admin/close/compare', { token: admin, body: { date } })
  await crash('after listMovements', part)
  const read = async () =>
    (await callAt(url, `GET /api/admin/close?date=${date}`, { token: admin })).body.compared
  expect(await read()).toBeNull()
  expect((await part()).body).toEqual({ read: listed.length, next: null })
  expect(await read()).toMatchObject({ open: 0, differences: [] })
}, 60_000)

test('afterwards every visit was charged once, and the ledger agrees with the network', async () => {
  await kill()
  await openDatabase(database)
  const payments = await networkPayments()
  const charged = crashes.flatMap(({ during }) => {
    const { charged: taken, tip } = outcomes[during]
    return tip ? [...taken, tip] : taken
  })
  const sorted = (cents: number[]) => cents.toSorted((a, b) => a - b)
  const taken = payments.filter(({ status }) => status !== 'canceled')
  for (const payment of taken) expect(payment.status).toBe('completed')
  expect(sorted(taken.map(({ cents }) => cents))).toEqual(sorted(charged))
  const refunds = payments.flatMap((payment) => payment.refunds.map(({ cents }) => cents))
  expect(refunds).toEqual(crashes.flatMap(({ during }) => outcomes[during].refunded ?? []))
  for (const [n, { jobId }] of visits.entries()) {
    const { during } = crashes[n] ?? { during: 'hold' }
    const { charged: visitCharged, refunded = 0, tip = 0, tax } = outcomes[during]
    const left = sum(visitCharged) - refunded
    const revenue = (tax ?? 0) - left
    expect({ during, ...(await ledgerOf(jobId)) }).toEqual({
      during,
      cash: left + tip,
      receivable: 0,
      revenue,
      ...(tip && { tips_payable: -tip }),
      ...(tax && { tax_billed: 0, tax_payable: -tax }),
    })
  }
  const open = await queryRows({
    name: 'open-operations',
    text: `select id from payment_operations where status = 'open'`,
  })
  expect(open).toEqual([])
}, 60_000)
