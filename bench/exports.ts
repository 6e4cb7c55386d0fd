import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from './child.ts'
import { openConnection } from './connection.ts'
import type { Engine } from './engines.ts'
import { median, percentile, printFigure } from './figures.ts'
import { prepare } from './prepared.ts'
import { getRequest } from './requests.ts'
import { startServer } from './server.ts'
import type { Taken } from './take-export.ts'

const goals = { firstByteMs: 500, addedMB: 30, lateMs: 20 }

/** The exported files, and the role that requests each. */
const files: Record<string, { path: string; who: 'admin' | 'technician' }> = {
  customers: { path: '/api/admin/customers/export', who: 'admin' },
  'customers by name': { path: '/api/admin/customers/export?sort=name', who: 'admin' },
  'customers of a first name': { path: '/api/admin/customers/export?search=maria', who: 'admin' },
  payments: { path: '/api/payments/export', who: 'admin' },
  'payments by customer': { path: '/api/payments/export?sort=customer', who: 'admin' },
  'payments of a first name': { path: '/api/payments/export?search=maria', who: 'admin' },
  invoices: { path: '/api/admin/invoices/export', who: 'admin' },
  'promotion codes': { path: '/api/admin/promotions/export', who: 'admin' },
  ledger: { path: '/api/admin/close/export?from=2000-01-01&to=2030-01-01', who: 'admin' },
  'audit log': { path: '/api/admin/audit/export', who: 'admin' },
  "a technician's data": { path: '/api/account/data', who: 'technician' },
  everything: { path: '/api/admin/export', who: 'admin' },
}

/** Measures every export of a business with 1,000,000 visits, and the delay of other requests during it. */
export async function measureExports(engine: Engine): Promise<void> {
  const place = await engine.newPlace('exports')
  const history = { jobsPerCustomer: 10, recentDays: true, records: true, auditEntries: 1_000_000 }
  const people = await prepare(place, { ...history, manyJobs: 1_000_000 })
  await using taker = startChild('take-export.ts')
  for (const [what, { path, who }] of Object.entries(files)) {
    // A new server, so that memory left by one export does not count for the next.
    await using server = await startServer(place)
    const quiet = await waitsWhile(server.url, people.admin, sleep(quietMs))
    const before = server.memory()
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, server.memory())), 50)
    const taking = taker.ask<Taken>({ url: server.url + path, cookie: people[who] })
    const busy = await waitsWhile(server.url, people.admin, taking)
    clearInterval(watch)
    const { firstByteMs, totalMs, megabytes } = await taking
    const late = lateness(busy, quiet)
    const print = (name: string, value: number, unit: 'ms' | 'MB', atMost: number, from = '') =>
      printFigure(engine, name, value, unit, { goal: { atMost }, from })
    const size = `${megabytes.toFixed(1)} MB in ${(totalMs / 1000).toFixed(1)} s`
    print(`export: ${what}: first byte`, firstByteMs, 'ms', goals.firstByteMs, size)
    print('  memory added', peak - before, 'MB', goals.addedMB)
    const quiet99 = percentile(lateness(quiet, quiet), 0.99).toFixed(0)
    const without = `${quiet99} ms without the export`
    print('  another request late, 99 of 100', percentile(late, 0.99), 'ms', goals.lateMs, without)
    print('  the latest', late.at(-1) ?? 0, 'ms', goals.lateMs, `of ${late.length}`)
  }
}

const quietMs = 3000
const pauseMs = 20
const paths = ['/api/health', '/api/admin/customers?limit=25']

type Wait = { of: string; ms: number }

/** Each wait less the median of the same request before, sorted. */
const lateness = (waits: readonly Wait[], quiet: readonly Wait[]): number[] =>
  waits
    .map(({ of, ms }) => ms - median(quiet.flatMap((one) => (one.of === of ? one.ms : []))))
    .toSorted((a, b) => a - b)

/** The waits of other requests, in turn, until `work` is done. */
async function waitsWhile(url: string, cookie: string, work: Promise<unknown>) {
  const connection = await openConnection(new URL(url))
  const waits: Wait[] = []
  const state = { isDone: false }
  const end = () => void (state.isDone = true)
  work.then(end, end)
  for (let turn = 0; !state.isDone; turn++) {
    const of = paths[turn % paths.length] ?? ''
    const start = performance.now()
    const { status } = await connection.send(getRequest(new URL(url).host, of, cookie))
    if (status !== 200) throw new Error(`${of} answered ${status}`)
    waits.push({ of, ms: performance.now() - start })
    await sleep(pauseMs)
  }
  connection.close()
  return waits
}
