import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from './engines.ts'
import { median, printFigure } from './figures.ts'
import type { Place } from './prepare.ts'
import { startServer } from './server.ts'

const goals = {
  embedded: { startMs: 700, memory: 160 },
  PostgreSQL: { startMs: 300, memory: 85 },
}
const starts = 5
const idleMs = 5000

/** Measures the start on an existing database, and the memory of an idle process. */
export async function measureStarts({ name }: Engine, place: Place): Promise<void> {
  const times: number[] = []
  let memory = 0
  for (let n = 0; n < starts; n++) {
    const server = await startServer(place)
    times.push(server.startMs)
    if (n === starts - 1) {
      await sleep(idleMs)
      memory = server.shareOfMemory()
    }
    await server.stop()
  }
  const { startMs, memory: most } = goals[name]
  printFigure({
    what: 'start to first answer from the database',
    engine: name,
    value: median(times),
    unit: 'ms',
    goal: { atMost: startMs },
  })
  printFigure({
    what: 'memory after 5 s idle, PSS',
    engine: name,
    value: memory,
    unit: 'MB',
    goal: { atMost: most },
  })
}
