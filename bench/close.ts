import type { Engine } from './engines.ts'
import { compareSizes, thousandAndMillion } from './growth.ts'

/** An answer within so many milliseconds is at once, whatever the ratio. */
const atOnceMs = 100

/** Days that both businesses had: one with 160 visits that were paid, one of lately, and one without any. */
const calls = {
  'close of a day with 160 payments': '/api/admin/close?date=2000-01-03',
  'close of an empty day': '/api/admin/close?date=1999-12-01',
  'close of today': '/api/admin/close',
}

/** The close of a day among a million visits and among a thousand. */
export const measureClose = (engine: Engine) =>
  compareSizes(engine, thousandAndMillion({ recentDays: true }), async () =>
    Object.entries(calls).map(([what, path]) => ({
      what,
      path,
      who: 'admin',
      withinMs: atOnceMs,
    })),
  )
