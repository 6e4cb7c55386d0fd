import { startPgbouncer } from '../src/server/testing/test-programs.ts'
import { startScratchPostgres } from '../scripts/scratch-postgres.ts'
import type { Engine } from './engines.ts'
import { measureInTurns, printRatio } from './figures.ts'
import { startLoad } from './loaded.ts'
import { prepare } from './prepared.ts'
import { startServer } from './server.ts'

/** Measures the cost of PgBouncer, and of reading lists from a standby: three processes on one database take turns. */
export async function measureBehind(engine: Engine): Promise<void> {
  const { server } = engine
  if (!server) return
  const place = await engine.newPlace('behind')
  const people = await prepare(place)
  const direct = place.DATABASE_URL ?? ''
  await using programs = new AsyncDisposableStack()
  const pooler = await startPgbouncer(server.url, 'default_pool_size = 20')
  programs.defer(pooler.stop)
  const replica = await startScratchPostgres({ shared_buffers: '256MB' }, server)
  programs.defer(() => replica.stop())
  const at = (port: number | string) => Object.assign(new URL(direct), { port: String(port) }).href
  await using straight = await startServer(place)
  await using pooled = await startServer(
    { ...place, DATABASE_URL: at(pooler.port) },
    { env: { DATABASE_DIRECT_URL: direct } },
  )
  await using standby = await startServer(place, {
    env: { DATABASE_READ_URL: at(new URL(replica.url).port) },
  })
  await using load = startLoad()
  const book = load.booking(people)
  const books = (url: string) => async (seconds: number) =>
    (await book(url, true, seconds)).perSecond
  const admins = people.customers.map(() => people.admin)
  const reads = (url: string) => load.get(url, '/api/admin/customers?limit=20', admins)
  const bookings = await measureInTurns({
    direct: books(straight.url),
    pooled: books(pooled.url),
  })
  printRatio(engine, 'bookings through PgBouncer ÷ direct', bookings.pooled, bookings.direct)
  const lists = await measureInTurns({
    direct: reads(straight.url),
    pooled: reads(pooled.url),
    standby: reads(standby.url),
  })
  printRatio(engine, 'customers through PgBouncer ÷ direct', lists.pooled, lists.direct)
  printRatio(engine, 'customers from a standby ÷ direct', lists.standby, lists.direct)
}
