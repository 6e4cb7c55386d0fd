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
export async function measureStarts(engine: Engine, place: Place): Promise<void> {
  const times: number[] = []
  let memory = 0
  for (let n = 0; n < starts; n++) {
    await using server = await startServer(place)
    times.push(server.startMs)
    if (n < starts - 1) continue
    await sleep(idleMs)
    memory = server.shareOfMemory()
  }
  const goal = goals[engine.name]
  const start = 'start to first answer from the database'
  printFigure(engine, start, median(times), 'ms', { goal: { atMost: goal.startMs } })
  const atMost = goal.memory
  printFigure(engine, 'memory after 5 s idle, PSS', memory, 'MB', { goal: { atMost } })
}
