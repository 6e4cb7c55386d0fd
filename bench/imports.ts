import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from './engines.ts'
import { printFigure } from './figures.ts'
import { prepare } from './prepared.ts'
import { startServer } from './server.ts'

const rows = 10_000
const goalMs = 60_000
const pollMs = 250

const header =
  'First name,Last name,Email,Mobile,Home phone,Street,Unit,City,State,ZIP,Year,Make,Model,Plate,Mileage,Notes,Last service date,Service,Amount'
const row = (n: number) =>
  [
    `First${n}`,
    `Last${n}`,
    `customer${n}@import.test`,
    `512 363 ${String(n).padStart(4, '0')}`,
    `(737) 363-${String(n).padStart(4, '0')}`,
    `${n + 1} Main St,Apt 4,Austin,TX,78701`,
    `2018,Honda,Civic,P${n}`,
    '"45,200"',
    'Gate code 4711',
    '3/14/2026,Synthetic oil change,$89.99',
  ].join(',')

/** Imports 10,000 customers, each with a car, an address and a past service, with a preview before it. */
export async function measureImports(engine: Engine): Promise<void> {
  const place = await engine.newPlace('imports')
  const people = await prepare(place)
  await using server = await startServer(place)
  const headers = {
    cookie: people.admin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'text/csv',
  }
  const body = [header, ...Array.from({ length: rows }, (_, n) => row(n))].join('\r\n')
  const send = async (query: string) => {
    const answer = await fetch(`${server.url}/api/admin/import?${query}`, {
      method: 'POST',
      headers,
      body,
    })
    if (!answer.ok) throw new Error(`The import answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<{ import: { id: string } | null }>
  }
  const start = performance.now()
  await send('dryRun=1')
  const previewed = performance.now()
  await send('name=bench.csv')
  for (;;) {
    const answer = await fetch(`${server.url}/api/admin/imports`, { headers })
    const [one] = (await answer.json()) as { state: string; counts: Record<string, number> }[]
    if (one?.state === 'done') {
      if (one.counts.newVisits !== rows) throw new Error('The import is not complete.')
      break
    }
    if (one?.state === 'failed') throw new Error('The import failed.')
    await sleep(pollMs)
  }
  const done = performance.now()
  printFigure(engine, 'import of 10,000 rows: preview', previewed - start, 'ms')
  printFigure(engine, 'import of 10,000 rows', done - previewed, 'ms', { goal: { atMost: goalMs } })
}
