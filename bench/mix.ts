import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import type { MixLoad, MixResult } from './mix-load.ts'
import { median, printFigure, show } from './figures.ts'
import type { Place, Prepared } from './prepare.ts'
import type { Conversation } from './prepare-conversations.ts'
import { prepare } from './prepared.ts'
import { type Server, startServer } from './server.ts'

const rounds = 3
const roundSeconds = 10
const soakMinutes = 10
const visitsWorkedOn = 8

/** All users at once, at full speed: one process, and on PostgreSQL two as well. */
export async function measureMix(engine: Engine): Promise<void> {
  const business = await makeBusiness(engine)
  const speeds: Record<string, MixResult[]> = {}
  const sizes = engine.name === 'PostgreSQL' ? [1, 2] : [1]
  for (let round = 0; round <= rounds; round++)
    for (const size of sizes) {
      const result = await underLoad(business, size, { seconds: roundSeconds, pauseMs: 0 })
      // The first round warms up the database.
      if (round > 0) (speeds[size] ??= []).push(result)
    }
  for (const [size, results] of Object.entries(speeds)) {
    const middle = (of: keyof MixResult) => median(results.map((result) => Number(result[of])))
    const one = median((speeds['1'] ?? []).map(({ perSecond }) => perSecond))
    printFigure({
      what: `a mix of everything, ${size === '1' ? 'one process' : 'two processes ÷ one'}`,
      engine: engine.name,
      ...(size === '1'
        ? { value: one, unit: '/s' as const }
        : { value: middle('perSecond') / one, unit: '×' as const }),
      from: `median ${show(middle('medianMs'), 'ms')}, 99th percentile ${show(middle('p99Ms'), 'ms')}, ${results.flatMap(({ problems }) => problems).length} failed`,
    })
  }
}

/** The same users at a human pace for ten minutes: reports failures and memory growth. */
export async function measureSoak(engine: Engine): Promise<void> {
  const business = await makeBusiness(engine)
  const size = engine.name === 'PostgreSQL' ? 2 : 1
  const memory: number[] = []
  const watch = async (servers: Server[], ended: () => boolean) => {
    while (!ended()) {
      memory.push(servers.reduce((sum, server) => sum + server.memory(), 0))
      await sleep(1000)
    }
  }
  const seconds = soakMinutes * 60
  const result = await underLoad(business, size, { seconds, pauseMs: 100 }, watch)
  const minutes = Array.from({ length: soakMinutes }, (_, n) =>
    median(memory.slice(n * 60, (n + 1) * 60)),
  )
  printFigure({
    what: `ten minutes, memory of the last ÷ of the second`,
    engine: engine.name,
    value: (minutes.at(-1) ?? 0) / (minutes[1] ?? 0),
    unit: '×',
    goal: { atMost: 1.1 },
    from: `${size} ${size === 1 ? 'process' : 'processes'}, MB by the minute: ${minutes.map((mb) => mb.toFixed(0)).join(' ')}`,
  })
  printFigure({
    what: 'ten minutes, answers',
    engine: engine.name,
    value: result.perSecond,
    unit: '/s',
    from: `${result.answers} answers, ${result.booked} bookings, median ${show(result.medianMs, 'ms')}, 99th percentile ${show(result.p99Ms, 'ms')}, ${result.problems.length} failed`,
  })
}

type Business = {
  place: Place
  people: Prepared
  conversations: Conversation[]
  booked: number
}

async function makeBusiness(engine: Engine): Promise<Business> {
  const place = await engine.newPlace('mix')
  const people = await prepare(place)
  const child = startChild('prepare-conversations.ts')
  const conversations = await child.ask<Conversation[]>({ place, conversations: visitsWorkedOn })
  await child.stop()
  return { place, people, conversations, booked: 0 }
}

async function underLoad(
  business: Business,
  processes: number,
  pace: Pick<MixLoad, 'seconds' | 'pauseMs'>,
  watch?: (servers: Server[], ended: () => boolean) => Promise<void>,
): Promise<MixResult> {
  const { place, people, conversations } = business
  const servers = await Promise.all(
    // Real users write less often than these.
    Array.from({ length: processes }, () => startServer(place, { withLimits: false })),
  )
  const load = startChild('mix-load.ts')
  try {
    const urls = servers.map(({ url }) => url)
    const firstPlace = business.booked
    let ended = false
    const watching = watch?.(servers, () => ended)
    const work: MixLoad = { urls, people, conversations, firstPlace, ...pace }
    const result = await load.ask<MixResult>(work).finally(() => (ended = true))
    await watching
    business.booked += result.booked
    for (const problem of result.problems) console.log(problem)
    return result
  } finally {
    await Promise.all([load.stop(), ...servers.map((server) => server.stop())])
  }
}
