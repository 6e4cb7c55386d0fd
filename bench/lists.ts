import { businessToday } from '#server/base/business-time.ts'
import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import { startLoad } from './loaded.ts'
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
  await using bareLists = startChild('bare-lists.ts')
  const bareUrl = await bareLists.ask<string>({ place: barePlace, people: barePeople })
  await using server = await startServer(place)
  await using load = startLoad()
  const admins = Array.from({ length: clients }, () => people.admin)
  const technicians = admins.map(() => people.technician)
  const lists: Record<string, [path: string, cookies: string[]]> = {
    "a customer's visits": [`/api/jobs/customer?${page}`, people.readers],
    "a technician's visits": ['/api/jobs/technician', technicians],
    'visits of a day': [`/api/admin/jobs?date=${businessToday()}`, admins],
    customers: [`/api/admin/customers?${page}`, admins],
    payments: [`/api/payments?${page}`, admins],
  }
  for (const [list, asked] of Object.entries(lists)) {
    const speed = await measureInTurns({
      served: load.get(server.url, ...asked),
      bare: load.get(bareUrl, ...asked),
    })
    printRatio(engine, `${list} ÷ bare route, same query`, speed.served, speed.bare, 0.5)
  }
}
