// npm run bench [-- words]: prints the figures explained in README.md beside this file. Words select engines (embedded,
// PostgreSQL) and parts (starts, reads, lists, bookings, sockets). --large adds exports and growth, many minutes; those and
// office, customers, names, payments, road, waitlist, close, exports, imports, growth, behind, mix and soak are measured only when named;
// --profile makes every server write a processor profile to dist/profiles.
import { measureAnyGet } from './any-get.ts'
import { measureBehind } from './behind.ts'
import { measureClient } from './client-size.ts'
import { measureCustomers } from './customers.ts'
import { type Engine, openEngine } from './engines.ts'
import { measureExports } from './exports.ts'
import { measureImports } from './imports.ts'
import { measureHostile } from './hostile.ts'
import { measureLists } from './lists.ts'
import { measureNames } from './names.ts'
import { measureMix, measureSoak } from './mix.ts'
import { measureOffice } from './office.ts'
import { measureOptimizer } from './optimizer.ts'
import { prepare } from './prepared.ts'
import { measureSockets } from './sockets.ts'
import { measureClose, measurePayments } from './payments.ts'
import { measureStarts } from './starts.ts'
import { measureWaitlist } from './waitlist.ts'
import { measureBookings, measureReads, measureRoad } from './throughput.ts'

const engines: Engine['name'][] = ['embedded', 'PostgreSQL']
const parts = {
  starts: measureStarts,
  reads: measureReads,
  lists: measureLists,
  bookings: measureBookings,
  sockets: measureSockets,
}
/** These take minutes, so they run only when named. */
const longParts = {
  office: measureOffice,
  customers: measureCustomers,
  names: measureNames,
  payments: measurePayments,
  road: measureRoad,
  waitlist: measureWaitlist,
  close: measureClose,
  exports: measureExports,
  imports: measureImports,
  growth: measureAnyGet,
  behind: measureBehind,
  mix: measureMix,
  soak: measureSoak,
}

const words = process.argv.slice(2)
const known: string[] = [
  '--large',
  '--profile',
  ...engines,
  ...Object.keys(longParts),
  ...Object.keys(parts),
]
const unknown = words.filter((word) => !known.includes(word))
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}, only ${known.join(', ')}`)
const chosen = <Name extends string>(names: Name[]) => {
  const named = names.filter((name) => words.includes(name))
  return named.length > 0 ? named : names
}

const named = Object.entries(longParts).flatMap(([part, measure]) =>
  words.includes(part) ? measure : [],
)
/** All goals: the usual parts, files, and any list. */
const everyGoal = [measureUsual, measureExports, measureAnyGet]
const chosenParts =
  named.length > 0 ? named : words.includes('--large') ? everyGoal : [measureUsual]

measureClient()
measureHostile()
await measureOptimizer()
for (const name of chosen(engines))
  for (const measure of chosenParts) {
    await using engine = await openEngine(name)
    await measure(engine)
  }

async function measureUsual(engine: Engine): Promise<void> {
  const place = await engine.newPlace('served')
  const people = await prepare(place)
  for (const part of chosen(Object.keys(parts) as (keyof typeof parts)[]))
    await parts[part](engine, place, people)
}
