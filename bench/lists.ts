import { businessToday } from '#server/base/business-time.ts'
import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import type { Load, LoadResult } from './load.ts'
import type { Place, Prepared } from './prepare.ts'
import { prepare } from './prepared.ts'
import { measureInTurns, printRatio } from './figures.ts'
import { startServer } from './server.ts'

const clients = 8
/** The page size of the screens. */
export const pageSize = 50
const page = `limit=${pageSize}`

/** Compares lists over HTTP with the same queries behind bare routes, of two equally filled businesses. */
export async function measureLists(engine: Engine, place: Place, people: Prepared): Promise<void> {
  const barePlace = await engine.newPlace('bare_lists')
  const barePeople = await prepare(barePlace)
  const bareLists = startChild('bare-lists.ts')
  const bareUrl = await bareLists.ask<string>({ place: barePlace, people: barePeople })
  const server = await startServer(place)
  const load = startChild('load.ts')
  const today = businessToday()
  const same = (cookie: string) => Array.from({ length: clients }, () => cookie)
  const lists = {
    "a customer's visits": { path: `/api/jobs/customer?${page}`, cookies: people.readers },
    "a technician's visits": { path: '/api/jobs/technician', cookies: same(people.technician) },
    'visits of a day': { path: `/api/admin/jobs?date=${today}`, cookies: same(people.admin) },
    customers: { path: `/api/admin/customers?${page}`, cookies: same(people.admin) },
    payments: { path: `/api/payments?${page}`, cookies: same(people.admin) },
  }
  try {
    for (const [list, asked] of Object.entries(lists)) {
      const get = (url: string) => async (seconds: number) => {
        const work: Load = { kind: 'get', url, ...asked, seconds }
        return (await load.ask<LoadResult>(work)).perSecond
      }
      const speed = await measureInTurns({ served: get(server.url), bare: get(bareUrl) })
      printRatio({
        what: `${list} ÷ bare route, same query`,
        engine: engine.name,
        of: speed.served,
        by: speed.bare,
        goal: { atLeast: 0.5 },
      })
    }
  } finally {
    await Promise.all([bareLists.stop(), load.stop(), server.stop()])
  }
}
