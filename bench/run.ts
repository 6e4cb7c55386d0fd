// npm run bench [-- words]: prints what README.md beside this file explains. Words narrow it down to engines
// (embedded, PostgreSQL) and parts (starts, reads, bookings, sockets); --large adds a part that takes minutes, as does
// office, customers, payments and close, which are measured only when named; --profile has every server write a processor profile to dist/profiles.
import { measureClient } from './client-size.ts'
import { measureClose } from './close.ts'
import { measureCustomers } from './customers.ts'
import { type Engine, openEngine } from './engines.ts'
import { measureGrowth } from './growth.ts'
import { measureOffice } from './office.ts'
import { prepare } from './prepared.ts'
import { measureSockets } from './sockets.ts'
import { measurePayments } from './payments.ts'
import { measureStarts } from './starts.ts'
import { measureBookings, measureReads } from './throughput.ts'

const engines: Engine['name'][] = ['embedded', 'PostgreSQL']
const parts = {
  starts: measureStarts,
  reads: measureReads,
  bookings: measureBookings,
  sockets: measureSockets,
}

const words = process.argv.slice(2)
const known: string[] = [
  '--large',
  '--profile',
  'office',
  'customers',
  'payments',
  'close',
  ...engines,
  ...Object.keys(parts),
]
const unknown = words.filter((word) => !known.includes(word))
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}, only ${known.join(', ')}`)
const chosen = <Name extends string>(names: Name[]) => {
  const named = names.filter((name) => words.includes(name))
  return named.length > 0 ? named : names
}

measureClient()
for (const name of chosen(engines)) {
  const engine = await openEngine(name)
  try {
    if (words.includes('office')) {
      await measureOffice(engine)
      continue
    }
    if (words.includes('customers')) {
      await measureCustomers(engine)
      continue
    }
    if (words.includes('payments')) {
      await measurePayments(engine)
      continue
    }
    if (words.includes('close')) {
      await measureClose(engine)
      continue
    }
    const place = await engine.newPlace('served')
    const people = await prepare(place)
    for (const part of chosen(Object.keys(parts) as (keyof typeof parts)[]))
      await parts[part](engine, place, people)
    if (words.includes('--large') && name === 'PostgreSQL') await measureGrowth(engine)
  } finally {
    await engine.stop()
  }
}
