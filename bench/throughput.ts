import { addDays } from '#shared/rules/calendar.ts'
import type { Payloads } from './bare-route.ts'
import type { BareBooked, BareBookings } from './bare-sql.ts'
import { type Child, startChild } from './child.ts'
import type { Engine } from './engines.ts'
import type { Load, LoadResult } from './load.ts'
import type { Place, Prepared } from './prepare.ts'
import { prepare } from './prepared.ts'
import { measureInTurns, printFigure, printRatio } from './figures.ts'
import { startServer } from './server.ts'

/** Free places over HTTP, divided by a bare framework serving the same answer. */
export async function measureReads(engine: Engine, place: Place, people: Prepared): Promise<void> {
  const server = await startServer(place)
  const load = startChild('load.ts')
  const cookies = people.readers
  const dates = `from=${people.firstDate}&to=${addDays(people.firstDate, 13)}`
  const path = `/api/availability?${dates}`
  const bareRoute = startChild('bare-route.ts')
  try {
    const answer = await fetch(server.url + path, { headers: { cookie: cookies[0] ?? '' } })
    const payloads: Payloads = { '/days': await answer.json() }
    const bareUrl = await bareRoute.ask<string>(payloads)
    const get = (url: string, asked: string) => async (seconds: number) => {
      const work: Load = { kind: 'get', url, path: asked, cookies, seconds }
      return (await load.ask<LoadResult>(work)).perSecond
    }
    const speed = await measureInTurns({
      days: get(server.url, path),
      bareDays: get(bareUrl, '/days'),
    })
    printRatio({
      engine: engine.name,
      what: 'availability (14 days) ÷ bare route',
      of: speed.days,
      by: speed.bareDays,
      goal: { atLeast: 0.3 },
    })
  } finally {
    await Promise.all([bareRoute.stop(), load.stop(), server.stop()])
  }
}

type Booking = { url: string; keyed: boolean; seconds: number }

/** Books at a server for some seconds, each time after the previous places. */
export function bookingsBy(load: Child, { customers, firstDate }: Prepared) {
  let firstPlace = 0
  return async (asked: Booking): Promise<LoadResult> => {
    const work: Load = { kind: 'book', customers, firstDate, firstPlace, ...asked }
    const result = await load.ask<LoadResult>(work)
    firstPlace += result.answers
    return result
  }
}

/** Bookings over HTTP, divided by the minimal statements. */
export async function measureBookings(
  engine: Engine,
  place: Place,
  people: Prepared,
): Promise<void> {
  const server = await startServer(place)
  const load = startChild('load.ts')
  const barePlace = await engine.newPlace('bare')
  const barePeople = await prepare(barePlace)
  const bareSql = startChild('bare-sql.ts')
  let booked = 0
  let settlingMs = 0
  let processorMs = 0
  const bookAt = bookingsBy(load, people)
  const book = (keyed: boolean) => async (seconds: number) => {
    const before = server.processorMs()
    const { answers, perSecond } = await bookAt({ url: server.url, keyed, seconds })
    booked += answers
    settlingMs += await server.settle()
    processorMs += server.processorMs() - before
    return perSecond
  }
  const bareSum = { booked: 0, processorMs: 0 }
  const bare = async (seconds: number) => {
    const { customers, firstDate } = barePeople
    const work: BareBookings = {
      place: barePlace,
      customers,
      firstDate,
      firstPlace: bareSum.booked,
      seconds,
    }
    const round = await bareSql.ask<BareBooked>(work)
    bareSum.booked += round.booked
    bareSum.processorMs += round.processorMs
    return round.booked / round.seconds
  }
  try {
    const speed = await measureInTurns({ plain: book(false), keyed: book(true), bare })
    printRatio({
      engine: engine.name,
      what: 'bookings ÷ four statements',
      of: speed.plain,
      by: speed.bare,
      goal: { atLeast: 0.8 },
    })
    printRatio({
      engine: engine.name,
      what: 'bookings that may be repeated ÷ the same',
      of: speed.keyed,
      by: speed.bare,
      goal: { atLeast: 0.75 },
    })
    printFigure({
      what: 'a booking and its mail ÷ four statements',
      engine: engine.name,
      value: processorMs / booked / (bareSum.processorMs / bareSum.booked),
      unit: '×',
      from: `processor time of the process, ${(processorMs / booked).toFixed(2)} ms ÷ ${(bareSum.processorMs / bareSum.booked).toFixed(2)} ms`,
    })
    printFigure({
      what: 'waiting for the last mail of a round, each',
      engine: engine.name,
      value: settlingMs / booked,
      unit: 'ms',
    })
  } finally {
    await Promise.all([bareSql.stop(), load.stop(), server.stop()])
  }
}
