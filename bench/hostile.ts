import { holdsCardNumber } from '../src/server/http/card-numbers.ts'
import { isStorable } from '../src/server/http/storable.ts'
import { visibleIn } from '../src/shared/rules/visible-text.ts'
import { printFigure } from './figures.ts'

const megabyte = 1_048_576
const fill = (part: string) => part.repeat(Math.ceil(megabyte / Buffer.byteLength(part)))

/** Texts that made a search of a step try again at every place; all pass or fail only at their end. */
const texts = {
  'single digits': '4 ',
  'groups of four': '4444 ',
  'almost card numbers': '4111111111111112 ',
  'card numbers before a ZIP code': '4000 0000 0000 0002-1230 ',
  'digits between three symbols': '4 - ',
  'digits between emoji': '4444😀',
  'words with digits and accents': 'é4',
  fractions: '½',
  'numbers with fractions': '12½',
  'times with valid numbers': '4:00 0000000000002a',
  'beginnings of ids': '00000000-0000-',
  'full-width digits': '４a',
  'ids and hashes': '2599aa28-b673-4727-9720-15279c8c5837_a1',
  'ligatures that grow': '\ufdfa',
  'alternating joiners': 'a\u200d\u200c',
  'control characters': 'a\u0001',
  'emoji and flags': '👩\u200d\u{1f3f4}',
  'stacked accents': '\u0323\u0301',
}

/** Milliseconds of processor for each step before validation, with 1 MB of hostile text, though most calls take 16 kB. */
export function measureHostile(): void {
  const steps = {
    'card numbers': holdsCardNumber,
    'storable text': isStorable,
    'visible text': visibleIn,
  }
  for (const [step, act] of Object.entries(steps))
    for (const [what, part] of Object.entries(texts)) {
      const body = { text: fill(part) }
      const runs = Array.from({ length: 7 }, () => {
        const before = process.cpuUsage()
        act(body)
        return process.cpuUsage(before).user / 1000
      })
      const figure = `1 MB of ${what}: ${step}`
      printFigure(null, figure, Math.min(...runs), 'ms', { goal: { atMost: 20 } })
    }
}
