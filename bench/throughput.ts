import { addDays } from '#shared/rules/calendar.ts'
import type { Payloads } from './bare-route.ts'
import type { BareBooked, BareBookings } from './bare-sql.ts'
import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import { measureInTurns, printFigure, printRatio } from './figures.ts'
import { startLoad } from './loaded.ts'
import type { Place, Prepared } from './prepare.ts'
import { prepare } from './prepared.ts'
import { roadZips } from './requests.ts'
import { startServer } from './server.ts'

/** Free places over HTTP, divided by a bare framework serving the same answer. */
export async function measureReads(engine: Engine, place: Place, people: Prepared): Promise<void> {
  await using server = await startServer(place)
  await using load = startLoad()
  await using bareRoute = startChild('bare-route.ts')
  const { firstDate, readers } = people
  const path = `/api/availability?from=${firstDate}&to=${addDays(firstDate, 13)}`
  const answer = await fetch(server.url + path, { headers: { cookie: readers[0] ?? '' } })
  const payloads: Payloads = { '/days': await answer.json() }
  const bareUrl = await bareRoute.ask<string>(payloads)
  const speed = await measureInTurns({
    days: load.get(server.url, path, readers),
    bareDays: load.get(bareUrl, '/days', readers),
  })
  printRatio(engine, 'availability (14 days) ÷ bare route', speed.days, speed.bareDays, 0.3)
}

/** Times that can be driven, 50 technicians: for an address among 245 visits a day, and bookings; beside the same without. */
export async function measureRoad(engine: Engine): Promise<void> {
  const place = await engine.newPlace('no_road')
  const [busy, empty] = [await engine.newPlace('road'), await engine.newPlace('road_empty')]
  const history = (visits: boolean, decides: boolean) => ({
    manyJobs: 5000,
    road: { visits, decides },
  })
  // The same people and past on both sides.
  const people = await prepare(place, history(false, false))
  const readers = await prepare(busy, history(true, true))
  const bookers = await prepare(empty, history(false, true))
  await using busyServer = await startServer(busy)
  await using emptyServer = await startServer(empty)
  await using server = await startServer(place)
  await using load = startLoad()
  const { firstDate } = readers
  const path = `/api/availability?from=${firstDate}&to=${addDays(firstDate, 13)}`
  const at = roadZips.map((zip) => `${path}&address=${encodeURIComponent(`5 Oak Street, ${zip}`)}`)
  const [bookPlain, bookRoad] = [load.booking(people), load.booking(bookers)]
  const speed = await measureInTurns({
    days: load.get(busyServer.url, path, readers.readers),
    address: load.get(busyServer.url, at, readers.readers),
    plain: async (seconds) => (await bookPlain(server.url, false, seconds)).perSecond,
    road: async (seconds) => (await bookRoad(emptyServer.url, false, seconds)).perSecond,
  })
  printRatio(engine, 'availability for an address ÷ without', speed.address, speed.days, 0.33)
  printRatio(engine, 'bookings that must be driven ÷ others', speed.road, speed.plain, 0.8)
}

/** Bookings over HTTP, divided by the minimal statements. */
export async function measureBookings(
  engine: Engine,
  place: Place,
  people: Prepared,
): Promise<void> {
  await using server = await startServer(place)
  await using load = startLoad()
  await using bareSql = startChild('bare-sql.ts')
  const barePlace = await engine.newPlace('bare')
  const { customers, firstDate } = await prepare(barePlace)
  const sum = { booked: 0, processorMs: 0, settlingMs: 0 }
  const bareSum = { booked: 0, processorMs: 0 }
  const bookAt = load.booking(people)
  const book = (keyed: boolean) => async (seconds: number) => {
    const before = server.processorMs()
    const { answers, perSecond } = await bookAt(server.url, keyed, seconds)
    sum.booked += answers
    sum.settlingMs += await server.settle()
    sum.processorMs += server.processorMs() - before
    return perSecond
  }
  const bare = async (seconds: number) => {
    const firstPlace = bareSum.booked
    const work: BareBookings = { place: barePlace, customers, firstDate, firstPlace, seconds }
    const round = await bareSql.ask<BareBooked>(work)
    bareSum.booked += round.booked
    bareSum.processorMs += round.processorMs
    return round.booked / round.seconds
  }
  const speed = await measureInTurns({ plain: book(false), keyed: book(true), bare })
  printRatio(engine, 'bookings ÷ four statements', speed.plain, speed.bare, 0.8)
  printRatio(engine, 'bookings that may be repeated ÷ the same', speed.keyed, speed.bare, 0.75)
  const [ours, bareMs] = [sum, bareSum].map(({ processorMs, booked }) => processorMs / booked)
  const from = `processor time of the process, ${ours?.toFixed(2)} ms ÷ ${bareMs?.toFixed(2)} ms`
  const ratio = (ours ?? NaN) / (bareMs ?? NaN)
  printFigure(engine, 'a booking and its mail ÷ four statements', ratio, '×', { from })
  const each = sum.settlingMs / sum.booked
  printFigure(engine, 'waiting for the last mail of a round, each', each, 'ms')
}
