// npm run failover: kills the primary PostgreSQL server under a load of bookings, and prints the length of the outage and
// its losses.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { WebSocket } from 'ws'
import type { Place } from '../prepare.ts'
import { prepare } from '../prepared.ts'
import { type Customer, placeOf } from '../requests.ts'
import { startServer } from '../server.ts'
import { printFigure } from '../figures.ts'
import { startCluster } from './cluster.ts'
import { slotLabel } from '#shared/rules/slots.ts'

const beforeMs = 8_000
const afterMs = 25_000

let placesSoFar = 0
const cluster = await startCluster()
const folder = mkdtempSync(join(tmpdir(), 'fivequart-failover-data-'))
let failed = false
try {
  const place: Place = { DATA_DIR: folder, DATABASE_URL: cluster.url }
  const people = await prepare(place, { manyJobs: 1000 })
  const servers = [await startServer(place), await startServer(place)]
  const urls = servers.map(({ url }) => url)
  for (const how of ['server', 'andManager'] as const) failed = !(await trial(how)) || failed
  for (const server of servers) await server[Symbol.asyncDispose]()

  async function trial(how: 'server' | 'andManager'): Promise<boolean> {
    const load = startLoad(urls, people.customers, people.firstDate)
    const news = hearNews(urls, people.customers[0]?.cookie ?? '')
    await sleep(beforeMs)
    await cluster.killPrimary(how)
    const killedAt = performance.now()
    await sleep(how === 'server' ? afterMs : afterMs + 20_000)
    const { answered, statuses } = await load.stop()
    news.stop()
    const what = how === 'server' ? 'server killed' : 'machine lost'
    const firstWrite = answered.find(({ at }) => at > killedAt + 100 && isAfterGap(answered, at))
    const writesAgain = ((firstWrite?.at ?? NaN) - killedAt) / 1000
    const newsAgain =
      ((news.firstAfter(firstWrite?.at ?? Infinity) ?? NaN) - (firstWrite?.at ?? NaN)) / 1000
    console.log(
      `\n${what}: ${answered.length} bookings answered; answers by status ${JSON.stringify(statuses)}`,
    )
    const seconds = (label: string, value: number, most: number) =>
      printFigure(null, `${what}: ${label}`, value * 1000, 'ms', { goal: { atMost: most * 1000 } })
    seconds('writes again after', writesAgain, how === 'server' ? 6 : 25)
    seconds('news again after the first write', newsAgain, 2)
    const { lost, twice } = await compare(
      answered.map(({ id }) => id),
      load.places(),
    )
    const caughtUp = await untilConfirmed()
    seconds('the last confirmation after the load', caughtUp, 60)
    console.log(
      `answered but lost: ${lost}; placed twice or without an answer: ${twice}; 500: ${statuses[500] ?? 0}`,
    )
    return lost === 0 && twice === 0 && !statuses[500] && newsAgain <= 2 && caughtUp <= 60
  }

  /** Compares the answered bookings with the stored ones. */
  async function compare(ids: string[], places: number) {
    return asking(async (client) => {
      const { rows } = await client.query<{ there: number }>(
        'select count(*)::int as there from jobs where id = any($1)',
        [ids],
      )
      const { rows: all } = await client.query<{ booked: number }>(
        'select count(*)::int as booked from jobs where service_date >= $1',
        [people.firstDate],
      )
      return {
        lost: ids.length - (rows[0]?.there ?? 0),
        twice: Math.max(0, (all[0]?.booked ?? 0) - places),
      }
    })
  }

  async function untilConfirmed(): Promise<number> {
    const start = performance.now()
    for (;;) {
      const due = await asking(async (client) => {
        const { rows } = await client.query<{ n: number }>(
          'select count(*)::int as n from jobs where confirmation_due',
        )
        return rows[0]?.n
      })
      const seconds = (performance.now() - start) / 1000
      if (due === 0 || seconds > 120) return seconds
      await sleep(250)
    }
  }
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0

async function asking<T>(run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: cluster.url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

type Answered = { id: string; at: number }

/** Whether no answer arrived in the half second before. */
function isAfterGap(answered: readonly Answered[], at: number): boolean {
  return !answered.some((one) => one.at < at && one.at > at - 500)
}

/** Clients that book continuously, retrying each place under one key until it is answered. */
function startLoad(urls: readonly string[], customers: readonly Customer[], firstDate: string) {
  const answered: Answered[] = []
  const statuses: Record<string, number> = {}
  const load = { isOver: false }
  const book = async (customer: Customer, client: number) => {
    while (!load.isOver) {
      const number = placesSoFar++
      const key = randomUUID()
      for (let tries = 0; ; tries++) {
        const url = urls[(client + tries) % urls.length] ?? ''
        const { status, id } = await bookOnce(url, customer, { firstDate, number }, key)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (id) answered.push({ id, at: performance.now() })
        if (status < 500 && status !== 0) break
        await sleep(200)
      }
    }
  }
  const running = customers.map(book)
  return {
    places: () => placesSoFar,
    async stop() {
      load.isOver = true
      await Promise.all(running)
      return { answered, statuses }
    },
  }
}

async function bookOnce(
  url: string,
  customer: Customer,
  wanted: { firstDate: string; number: number },
  key: string,
): Promise<{ status: number; id?: string }> {
  const { date, slot, seat } = placeOf(wanted)
  try {
    const answer = await fetch(`${url}/api/jobs`, {
      method: 'POST',
      headers: {
        cookie: customer.cookie,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        vehicleId: customer.vehicleIds[seat - 1],
        scheduledDate: date,
        scheduledTime: slotLabel(slot),
        serviceAddress: '100 Congress Avenue, Austin, TX 78701',
      }),
    })
    const body = (await answer.json()) as { id?: string }
    return { status: answer.status, ...(answer.ok && body.id && { id: body.id }) }
  } catch {
    return { status: 0 }
  }
}

/** A listener on each process that reconnects when cut off; records the times of events. */
function hearNews(urls: readonly string[], cookie: string) {
  const heardAt: number[] = []
  let isOver = false
  const open = (url: string) => {
    if (isOver) return
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      origin: url,
      headers: { cookie },
    })
    socket.on('open', () => socket.send(JSON.stringify({ type: 'authenticate' })))
    socket.on('message', (data: Buffer) => {
      if (!data.includes('"ready"')) heardAt.push(performance.now())
    })
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(() => open(url), 100))
    sockets.add(socket)
  }
  const sockets = new Set<WebSocket>()
  urls.forEach(open)
  return {
    firstAfter: (at: number) => heardAt.find((one) => one > at),
    stop() {
      isOver = true
      for (const socket of sockets) socket.terminate()
    },
  }
}
