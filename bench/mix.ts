import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import type { MixLoad, MixResult } from './mix-load.ts'
import { median, printFigure, show } from './figures.ts'
import type { Place, Prepared } from './prepare.ts'
import type { Conversation } from './prepare-conversations.ts'
import { prepare, prepareConversations } from './prepared.ts'
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
    const from = `median ${show(middle('medianMs'), 'ms')}, 99th percentile ${show(middle('p99Ms'), 'ms')}, ${results.flatMap(({ problems }) => problems).length} failed`
    if (size === '1') printFigure(engine, 'a mix of everything, one process', one, '/s', { from })
    else {
      const ratio = middle('perSecond') / one
      printFigure(engine, 'a mix of everything, two processes ÷ one', ratio, '×', { from })
    }
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
  const growth = (minutes.at(-1) ?? 0) / (minutes[1] ?? 0)
  printFigure(engine, 'ten minutes, memory of the last ÷ of the second', growth, '×', {
    goal: { atMost: 1.1 },
    from: `${size} ${size === 1 ? 'process' : 'processes'}, MB by the minute: ${minutes.map((mb) => mb.toFixed(0)).join(' ')}`,
  })
  printFigure(engine, 'ten minutes, answers', result.perSecond, '/s', {
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
  const conversations = await prepareConversations(place, visitsWorkedOn)
  return { place, people, conversations, booked: 0 }
}

async function underLoad(
  business: Business,
  processes: number,
  pace: Pick<MixLoad, 'seconds' | 'pauseMs'>,
  watch?: (servers: Server[], ended: () => boolean) => Promise<void>,
): Promise<MixResult> {
  const { place, people, conversations } = business
  await using running = new AsyncDisposableStack()
  // Real users write less often than these.
  const starting = Array.from({ length: processes }, () =>
    startServer(place, { withLimits: false }),
  )
  const servers = (await Promise.all(starting)).map((server) => running.use(server))
  await using load = startChild('mix-load.ts')
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
}
