import { startPgbouncer } from '../src/server/testing/test-programs.ts'
import { startScratchPostgres } from '../scripts/scratch-postgres.ts'
import { bookingsBy } from './throughput.ts'
import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import type { Load, LoadResult } from './load.ts'
import { prepare } from './prepared.ts'
import { measureInTurns, printRatio } from './figures.ts'
import { startServer } from './server.ts'

/** Measures the cost of PgBouncer, and of reading lists from a standby: three processes on one database take turns. */
export async function measureBehind(engine: Engine): Promise<void> {
  const { server } = engine
  if (!server) return
  const place = await engine.newPlace('behind')
  const people = await prepare(place)
  const direct = place.DATABASE_URL ?? ''
  const pooler = await startPgbouncer(server.url, 'default_pool_size = 20')
  const standby = await startScratchPostgres({ shared_buffers: '256MB' }, server)
  const at = (port: number | string) => {
    const url = new URL(direct)
    url.port = String(port)
    return url.href
  }
  const servers = {
    direct: await startServer(place),
    pooled: await startServer(
      { ...place, DATABASE_URL: at(pooler.port) },
      { env: { DATABASE_DIRECT_URL: direct } },
    ),
    standby: await startServer(place, {
      env: { DATABASE_READ_URL: at(new URL(standby.url).port) },
    }),
  }
  const load = startChild('load.ts')
  const admins = people.customers.map(() => people.admin)
  const book = bookingsBy(load, people)
  const books = (url: string) => async (seconds: number) =>
    (await book({ url, keyed: true, seconds })).perSecond
  const reads = (url: string) => async (seconds: number) => {
    const path = '/api/admin/customers?limit=20'
    const work: Load = { kind: 'get', url, path, cookies: admins, seconds }
    return (await load.ask<LoadResult>(work)).perSecond
  }
  const print = (what: string, of: number, by: number) =>
    printRatio({ engine: engine.name, what, of, by })
  try {
    const bookings = await measureInTurns({
      direct: books(servers.direct.url),
      pooled: books(servers.pooled.url),
    })
    print('bookings through PgBouncer ÷ direct', bookings.pooled, bookings.direct)
    const lists = await measureInTurns({
      direct: reads(servers.direct.url),
      pooled: reads(servers.pooled.url),
      standby: reads(servers.standby.url),
    })
    print('customers through PgBouncer ÷ direct', lists.pooled, lists.direct)
    print('customers from a standby ÷ direct', lists.standby, lists.direct)
  } finally {
    await Promise.all([load.stop(), ...Object.values(servers).map((one) => one.stop())])
    await pooler.stop()
    await standby.stop()
  }
}
