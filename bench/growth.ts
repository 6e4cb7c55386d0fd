import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import type { Load, LoadResult } from './load.ts'
import { printFigure } from './report.ts'
import { measureInTurns } from './rounds.ts'
import { startServer } from './server.ts'
import { prepare } from './prepared.ts'

const sizes = { few: 1000, many: 1_000_000 }

/** How much slower a list becomes when the business has had a thousand times as many jobs. One client asks. */
export async function measureGrowth(engine: Engine): Promise<void> {
  const [few, many] = [await engine.newPlace('few'), await engine.newPlace('many')]
  const fewPeople = await prepare(few, sizes.few)
  const manyPeople = await prepare(many, sizes.many)
  const [small, large] = [await startServer(few), await startServer(many)]
  const load = startChild('load.ts')
  try {
    const ask = (url: string, path: string, cookie: string) => async (seconds: number) => {
      const work: Load = { kind: 'get', url, path, cookies: [cookie], seconds }
      return (await load.ask<LoadResult>(work)).medianMs
    }
    const pages = [
      { what: 'customer list', path: '/api/jobs/customer', who: 'readers' },
      { what: 'payments list', path: '/api/payments?limit=100', who: 'admin' },
      { what: 'search for a name', path: '/api/admin/search?q=number+42', who: 'admin' },
      { what: 'search for a plate', path: '/api/admin/search?q=num42', who: 'admin' },
      { what: 'search for a visit', path: '/api/admin/search?q=FQ-1042', who: 'admin' },
    ] as const
    for (const { what, path, who } of pages) {
      const [one, other] = [fewPeople, manyPeople].map((people) => [people[who]].flat()[0] ?? '')
      const ms = await measureInTurns({
        few: ask(small.url, path, one ?? ''),
        many: ask(large.url, path, other ?? ''),
      })
      printFigure({
        what: `${what}: 1,000,000 jobs ÷ 1,000`,
        engine: engine.name,
        value: ms.many / ms.few,
        unit: '×',
        goal: { atMost: 1.5 },
        from: `${ms.many.toFixed(2)} ms ÷ ${ms.few.toFixed(2)} ms`,
      })
    }
  } finally {
    await load.stop()
    await Promise.all([small.stop(), large.stop()])
  }
}
