import type { Engine } from './engines.ts'
import { startLoad } from './loaded.ts'
import type { History } from './many-jobs.ts'
import { measureInTurns, printFigure, type Turns } from './figures.ts'
import type { Prepared } from './prepare.ts'
import { startServer } from './server.ts'
import { prepare } from './prepared.ts'

/** The histories of a business with 1,000 visits, and of one with 1,000,000. */
export const thousandAndMillion = (history: Omit<History, 'manyJobs'> = {}) => ({
  few: { ...history, manyJobs: 1000 },
  many: { ...history, manyJobs: 1_000_000 },
})

/** `withinMs`: an absolute goal for the larger business. */
export type Asked = { what: string; path: string; who: Who; withinMs?: number }
export type Who = 'readers' | 'admin' | 'technician' | 'customer' | 'nobody'

/** Reads a path as this role, by default an admin, and returns the parsed answer. */
export type Read = <Answer>(path: string, who?: Who) => Promise<Answer>

/** An admin's calls, by description. */
export const asAdmin = (calls: Record<string, string>, withinMs?: number): Asked[] =>
  Object.entries(calls).map(([what, path]) => ({ what, path, who: 'admin', withinMs }))

// Many calls are compared while other programs may run: rounds are short, but many, and only quick answers count.
const usual: Turns = { warmUpSeconds: 0.4, roundSeconds: 0.3, rounds: 11 }

/** Compares the calls that `callsOf` returns for each server, whose ids may differ. */
export async function compareSizes(
  engine: Engine,
  history: Record<'few' | 'many', History>,
  callsOf: (read: Read) => Promise<Asked[]>,
  turns: Turns & { withLimits?: boolean } = usual,
): Promise<void> {
  const [few, many] = [await engine.newPlace('few'), await engine.newPlace('many')]
  const startedAt = performance.now()
  const fewPeople = await prepare(few, history.few)
  const manyPeople = await prepare(many, history.many)
  console.log(`${engine.name}: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  await using small = await startServer(few, turns)
  await using large = await startServer(many, turns)
  await using load = startLoad()
  const ask = (url: string, path: string, cookie: string) => async (seconds: number) => {
    const { quickMs } = await load.send({
      kind: 'get',
      url,
      paths: [path],
      cookies: [cookie],
      seconds,
    })
    return quickMs
  }
  const ofSmall = await callsOf(readAs(small.url, fewPeople))
  const ofLarge = await callsOf(readAs(large.url, manyPeople))
  for (const [at, { what, path, who, withinMs }] of ofLarge.entries()) {
    const ms = await measureInTurns(
      {
        few: ask(small.url, ofSmall[at]?.path ?? '', cookieOf(fewPeople, who)),
        many: ask(large.url, path, cookieOf(manyPeople, who)),
      },
      turns,
    )
    const from = `${ms.many.toFixed(2)} ms ÷ ${ms.few.toFixed(2)} ms`
    const goal = withinMs ? undefined : { atMost: 1.5 }
    printFigure(engine, what, ms.many / ms.few, '×', { goal, from })
    if (withinMs) printFigure(engine, '', ms.many, 'ms', { goal: { atMost: withinMs } })
  }
}

const cookieOf = (people: Prepared, who: Who) =>
  who === 'nobody' ? '' : ([people[who]].flat()[0] ?? '')

const readAs =
  (url: string, people: Prepared): Read =>
  async <Answer>(path: string, who: Who = 'admin') => {
    const answer = await fetch(url + path, { headers: { cookie: cookieOf(people, who) } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
