import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import type { Load, LoadResult } from './load.ts'
import type { History } from './prepare.ts'
import { printFigure } from './report.ts'
import { measureInTurns } from './rounds.ts'
import { startServer } from './server.ts'
import { prepare } from './prepared.ts'

const sizes = { few: 1000, many: 1_000_000 }

type Asked = { what: string; path: string; who: 'readers' | 'admin' }

/** How much slower a list becomes when the business has had a thousand times as many jobs. One client asks. */
export const measureGrowth = (engine: Engine) =>
  compareSizes(engine, {}, async () => [
    { what: 'customer list', path: '/api/jobs/customer', who: 'readers' },
    { what: 'payments list', path: '/api/payments?limit=100', who: 'admin' },
    { what: 'search for a name', path: '/api/admin/search?q=number+42', who: 'admin' },
    { what: 'search for a plate', path: '/api/admin/search?q=num42', who: 'admin' },
    { what: 'search for a visit', path: '/api/admin/search?q=FQ-1042', who: 'admin' },
  ])

/** Days on which both businesses had the same visits: 200 each. */
const days = { from: '2000-01-01', to: '2000-01-05', one: '2000-01-03' }

/** The same of what the office asks for all day: its dashboard, a day, a week, a visit, and to find something. */
export const measureOffice = (engine: Engine) =>
  compareSizes(engine, { jobsPerCustomer: 10, recentDays: true }, async (url, cookie) => {
    const board = `/api/admin/jobs?date=${days.one}`
    const answer = await fetch(url + board, { headers: { cookie } })
    const [visit] = (await answer.json()) as { id: string }[]
    if (!visit) throw new Error('There is no visit on the board')
    const calls = {
      'what waits': '/api/admin/attention',
      'numbers of the dashboard': '/api/dashboard/stats',
      'seats booked': '/api/dashboard/utilization',
      'customers who came back': '/api/dashboard/rebooking',
      'visits of a day': board,
      'board of a week': `/api/admin/schedule?from=${days.from}&to=${days.to}`,
      visit: `/api/jobs/${visit.id}`,
      'history of a visit': `/api/jobs/${visit.id}/history`,
      'payment of a visit': `/api/payments/${visit.id}`,
      'search for a name': '/api/admin/search?q=number+42',
      'search for a plate': '/api/admin/search?q=num42',
      'search for a visit': '/api/admin/search?q=FQ-1042',
    }
    return Object.entries(calls).map(([what, path]) => ({ what, path, who: 'admin' }))
  })

/** `callsOf` says what is asked of a server, which may know of other visits than the next. */
async function compareSizes(
  engine: Engine,
  history: Omit<History, 'manyJobs'>,
  callsOf: (url: string, admin: string) => Promise<Asked[]>,
): Promise<void> {
  const [few, many] = [await engine.newPlace('few'), await engine.newPlace('many')]
  const fewPeople = await prepare(few, { ...history, manyJobs: sizes.few })
  const manyPeople = await prepare(many, { ...history, manyJobs: sizes.many })
  const [small, large] = [await startServer(few), await startServer(many)]
  const load = startChild('load.ts')
  try {
    const ask = (url: string, path: string, cookie: string) => async (seconds: number) => {
      const work: Load = { kind: 'get', url, path, cookies: [cookie], seconds }
      return (await load.ask<LoadResult>(work)).medianMs
    }
    const ofSmall = await callsOf(small.url, fewPeople.admin)
    const ofLarge = await callsOf(large.url, manyPeople.admin)
    for (const [at, { what, path, who }] of ofLarge.entries()) {
      const [one, other] = [fewPeople, manyPeople].map((people) => [people[who]].flat()[0] ?? '')
      const ms = await measureInTurns({
        few: ask(small.url, ofSmall[at]?.path ?? '', one ?? ''),
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
