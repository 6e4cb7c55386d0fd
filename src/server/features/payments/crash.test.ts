import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { localDateAt } from '#server/base/wall-clock.ts'
import { closeDatabase, openDatabase, queryRows } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { migrate } from '#server/database/migrator.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { callAt, ensureClient } from '#server/testing/test-process.ts'
import { ledgerOf, networkPayments, tokenOf } from './test-visits.ts'

/** Where the process dies, and the request that makes it call the network there. */
const crashes = [
  { point: 'after saveCard', during: 'hold' },
  { point: 'before pay', during: 'hold' },
  { point: 'after pay', during: 'hold' },
  { point: 'before capture', during: 'complete' },
  { point: 'after capture', during: 'complete' },
  { point: 'before changeAmount', during: 'cancel' },
  { point: 'after changeAmount', during: 'cancel' },
  { point: 'after capture', during: 'cancel' },
  { point: 'before pay', during: 'pay' },
  { point: 'after pay', during: 'pay' },
  { point: 'before pay', during: 'tip' },
  { point: 'after pay', during: 'tip' },
  { point: 'before refund', during: 'refund' },
  { point: 'after refund', during: 'refund' },
  { point: 'before release', during: 'release' },
  { point: 'after release', during: 'release' },
] as const
type During = (typeof crashes)[number]['during']
type Visit = { jobId: string; sourceId: string }

/** What comes of a visit that was interrupted there, in cents: what it costs in the end, and what was charged. */
const outcomes: Record<During, { cost: number; charged: number; state: string }> = {
  hold: { cost: 12_999, charged: 12_999, state: 'held' },
  complete: { cost: 12_999, charged: 12_999, state: 'paid' },
  cancel: { cost: 2500, charged: 2500, state: 'paid' },
  pay: { cost: 12_999, charged: 12_999, state: 'paid' },
  tip: { cost: 12_999, charged: 12_999, state: 'paid' },
  refund: { cost: 10_999, charged: 12_999, state: 'paid' },
  release: { cost: 0, charged: 0, state: 'voided' },
}

const folder = mkdtempSync(join(tmpdir(), 'fivequart-crash-'))
let customer = ''
let admin = ''
let visits: Visit[] = []
let child: ChildProcess | undefined
let url = ''

beforeAll(async () => {
  await ensureClient()
  await openDatabase({ dataDir: folder })
  await migrate()
  const owner = await makeUser()
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 48, tipsEnabled: true })
  customer = await startSession(owner.id)
  admin = await startSession((await makeUser({ role: 'admin' })).id)
  const technician = await makeUser({ role: 'technician' })
  for (const _ of crashes) visits.push(await makeVisit(owner.id, technician.id))
  await closeDatabase()
  await start()
}, 120_000)
afterAll(async () => {
  await kill()
  await closeDatabase()
  rmSync(folder, { recursive: true })
})

async function makeVisit(customerId: string, technicianId: string): Promise<Visit> {
  const startsAt = new Date(now().getTime() + 30 * 3_600_000)
  const { id } = await makeJob({ customerId, technicianId, startsAt, status: 'in_progress' })
  return { jobId: id, sourceId: await tokenOf('ok') }
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
        DATA_DIR: folder,
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

const send = (call: string, { jobId, sourceId }: Visit) =>
  callAt(url, `POST /api/payments/${call}`, {
    token: customer,
    body: { jobId, sourceId, amount: '129.99' },
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

/** Makes the process die at that point of a request, and starts it again. */
async function crash(point: string, request: () => Promise<unknown>): Promise<void> {
  if (!child) throw new Error('There is no server to crash.')
  const armed = once(child, 'message')
  child.send(point)
  await armed
  const exit = once(child, 'exit')
  // Its answer may have left before the background work came to the point, or never.
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
    const isHeld = during !== 'hold' && during !== 'pay'
    if (isHeld) expect((await send('pre-authorize', visit)).status).toBe(200)
    if (during === 'tip' || during === 'refund') {
      expect((await complete(visit)).status).toBe(200)
      await expect.poll(() => paymentStateOf(visit), { timeout: 20_000 }).toBe('paid')
    }
    await crash(point, () => requests[during](visit))
    const { state } = outcomes[during]
    await expect.poll(() => paymentStateOf(visit), { timeout: 20_000 }).toBe(state)
    if (during === 'refund') {
      await expect.poll(() => refundedOf(visit), { timeout: 20_000 }).toBe('20.00')
      // The office presses once more, a moment later: it is the same refund.
      expect((await requests.refund(visit)).body).toMatchObject({ refundedAmount: '20.00' })
    }
    // The customer, who got no answer, presses once more: it is the same tip.
    if (during === 'tip') expect((await requests.tip(visit)).body).toMatchObject({ tip: '20.00' })
    if (isHeld) return
    // The customer, who got no answer, presses once more.
    expect((await requests[during](visit)).status).toBe(200)
    expect((await complete(visit)).status).toBe(200)
    await expect.poll(() => paymentStateOf(visit), { timeout: 20_000 }).toBe('paid')
  }, 60_000)

test('killed while the list of a day is read, the next process reads it anew', async () => {
  const { timeZone } = await callAt(url, 'GET /api/config', {}).then(({ body }) => body)
  const date = localDateAt(now(), timeZone)
  const part = () => callAt(url, 'POST /api/admin/close/compare', { token: admin, body: { date } })
  await crash('after listMovements', part)
  const read = async () =>
    (await callAt(url, `GET /api/admin/close?date=${date}`, { token: admin })).body.compared
  expect(await read()).toBeNull()
  expect((await part()).body).toEqual({ read: crashes.length + 2, next: null })
  expect(await read()).toMatchObject({ open: 0, differences: [] })
}, 60_000)

test('afterwards every visit was charged once, and the ledger agrees with the network', async () => {
  await kill()
  await openDatabase({ dataDir: folder })
  const payments = await networkPayments()
  const tips = crashes.flatMap(({ during }) => (during === 'tip' ? [2000] : []))
  const charged = crashes.map(({ during }) => outcomes[during].charged).filter(Boolean)
  const sorted = (cents: number[]) => cents.toSorted((a, b) => a - b)
  const taken = payments.filter(({ status }) => status !== 'canceled')
  for (const payment of taken) expect(payment.status).toBe('completed')
  expect(sorted(taken.map(({ cents }) => cents))).toEqual(sorted([...charged, ...tips]))
  const refunds = payments.flatMap((payment) => payment.refunds.map(({ cents }) => cents))
  expect(refunds).toEqual(crashes.flatMap(({ during }) => (during === 'refund' ? [2000] : [])))
  for (const [n, { jobId }] of visits.entries()) {
    const { during } = crashes[n] ?? { during: 'hold' }
    const { cost } = outcomes[during]
    const tip = during === 'tip' ? 2000 : 0
    expect(await ledgerOf(jobId)).toEqual({
      cash: cost + tip,
      receivable: 0,
      revenue: cost && -cost,
      ...(tip && { tips_payable: -tip }),
    })
  }
  const open = await queryRows({
    name: 'open-operations',
    text: `select id from payment_operations where status = 'open'`,
  })
  expect(open).toEqual([])
}, 60_000)
