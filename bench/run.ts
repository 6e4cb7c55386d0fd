// npm run bench [-- --large] [-- embedded | PostgreSQL]: prints what README.md beside this file explains.
import { measureClient } from './client-size.ts'
import { type Engine, openEngine } from './engines.ts'
import { measureGrowth } from './growth.ts'
import { measureStarts } from './starts.ts'
import { measureThroughput, prepare } from './throughput.ts'

const words = process.argv.slice(2)
const names: Engine['name'][] = ['embedded', 'PostgreSQL']
const wanted = names.filter((name) => words.includes(name))
const unknown = words.filter((word) => word !== '--large' && !names.some((name) => name === word))
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(' ')}. Known: --large ${names.join(' ')}`)

measureClient()
const parts = words.filter((word) => word in { starts: 1, throughput: 1 })
for (const name of wanted.length > 0 ? wanted : names) {
  const engine = await openEngine(name)
  try {
    const place = await engine.newPlace('served')
    const people = await prepare(place)
    await measureStarts(engine, place)
    await measureThroughput(engine, place, people)
    if (words.includes('--large') && name === 'PostgreSQL') await measureGrowth(engine)
  } finally {
    await engine.stop()
  }
}
