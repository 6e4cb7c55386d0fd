import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import { printFigure, show } from './figures.ts'
import { prepare } from './prepared.ts'
import type { Sweeps } from './sweep-waitlist.ts'

/** The sweep of every minute, for 200 who wait for a time within a fortnight of 245 visits a day. */
export async function measureWaitlist(engine: Engine): Promise<void> {
  const place = await engine.newPlace('waitlist')
  const people = await prepare(place, { manyJobs: 5000, road: { visits: true, decides: true } })
  await using child = startChild('sweep-waitlist.ts')
  const { full, far, offering, held } = await child.ask<Sweeps>({ place, ...people })
  for (const [what, { ms, blockedMs }] of Object.entries({
    'nothing free': full,
    'free, but too far': far,
    'free and offered': offering,
    'all offered': held,
  }))
    printFigure(engine, `sweep of 200 who wait, ${what}`, ms, 'ms', {
      from: `longest pause of the process ${show(blockedMs, 'ms')}`,
    })
}
