import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import type { Load, LoadResult } from './load.ts'
import type { History } from './many-jobs.ts'
import { printFigure } from './report.ts'
import { measureInTurns, type Turns } from './rounds.ts'
import { startServer } from './server.ts'
import { prepare } from './prepared.ts'

/** A business with 1,000 visits, and the same with 1,000,000. */
export const thousandAndMillion = (history: Omit<History, 'manyJobs'> = {}) => ({
  few: { ...history, manyJobs: 1000 },
  many: { ...history, manyJobs: 1_000_000 },
})

/** `withinMs`: also the goal of the larger business by itself. */
export type Asked = { what: string; path: string; who: 'readers' | 'admin'; withinMs?: number }

/** Answers what an admin's browser reads, parsed. */
export type Read = <Answer>(path: string) => Promise<Answer>

/** How much slower a list becomes when the business has had a thousand times as many jobs. One client asks. */
export const measureGrowth = (engine: Engine) =>
  compareSizes(engine, thousandAndMillion(), async () => [
    { what: 'customer list', path: '/api/jobs/customer', who: 'readers' },
    { what: 'payments list', path: '/api/payments?limit=100', who: 'admin' },
  ])

// Many calls are compared and other programs may run: short rounds, but many, of which the quick answers count.
const usual: Turns = { warmUpSeconds: 0.4, roundSeconds: 0.3, rounds: 11 }

/** `callsOf` says what is asked of a server, which may know of other visits than the next. */
export async function compareSizes(
  engine: Engine,
  history: Record<'few' | 'many', History>,
  callsOf: (read: Read) => Promise<Asked[]>,
  turns = usual,
): Promise<void> {
  const [few, many] = [await engine.newPlace('few'), await engine.newPlace('many')]
  const startedAt = performance.now()
  const fewPeople = await prepare(few, history.few)
  const manyPeople = await prepare(many, history.many)
  console.log(`${engine.name}: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const [small, large] = [await startServer(few), await startServer(many)]
  const load = startChild('load.ts')
  try {
    const ask = (url: string, path: string, cookie: string) => async (seconds: number) => {
      const work: Load = { kind: 'get', url, path, cookies: [cookie], seconds }
      return (await load.ask<LoadResult>(work)).quickMs
    }
    const ofSmall = await callsOf(readAs(small.url, fewPeople.admin))
    const ofLarge = await callsOf(readAs(large.url, manyPeople.admin))
    for (const [at, { what, path, who, withinMs }] of ofLarge.entries()) {
      const [one, other] = [fewPeople, manyPeople].map((people) => [people[who]].flat()[0] ?? '')
      const ms = await measureInTurns(
        {
          few: ask(small.url, ofSmall[at]?.path ?? '', one ?? ''),
          many: ask(large.url, path, other ?? ''),
        },
        turns,
      )
      const from = `${ms.many.toFixed(2)} ms ÷ ${ms.few.toFixed(2)} ms`
      const value = ms.many / ms.few
      const goal = withinMs ? undefined : { atMost: 1.5 }
      printFigure({ what, engine: engine.name, value, unit: '×', ...(goal && { goal }), from })
      if (withinMs)
        printFigure({
          what: '',
          engine: engine.name,
          value: ms.many,
          unit: 'ms',
          goal: { atMost: withinMs },
        })
    }
  } finally {
    await load.stop()
    await Promise.all([small.stop(), large.stop()])
  }
}

const readAs =
  (url: string, cookie: string): Read =>
  async <Answer>(path: string) => {
    const answer = await fetch(url + path, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
