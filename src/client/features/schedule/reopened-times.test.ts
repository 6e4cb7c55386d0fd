import { expect, test } from 'vitest'
import type { Closure } from '#shared/contract/closures.ts'
import { describeClosed, reopenedBy } from './describe-block.ts'
import { labelAt, slotLabels } from '#shared/rules/test-slots.ts'

const at = (...numbers: number[]) => numbers.map(labelAt)
const closure = (part: Partial<Closure> = {}): Closure => ({
  id: 'c',
  from: '2026-12-25',
  to: '2026-12-27',
  timeSlots: [...slotLabels],
  wholeDays: true,
  name: 'Winter break',
  reason: '',
  openTimes: 0,
  except: [],
  version: 1,
  ...part,
})
const saturday = { from: '2026-12-26', to: '2026-12-26' }

test('reopens the overlap of closure and selection, without times already open', () => {
  const some = closure({ openTimes: 1, except: [{ ...saturday, timeSlots: at(1) }] })
  const range = { from: '2026-12-20', to: '2026-12-26', timeSlots: at(1, 2) }
  expect(reopenedBy(range, [some])).toEqual([
    {
      closure: some,
      part: { from: '2026-12-25', to: '2026-12-26', timeSlots: at(1, 2) },
      openAlready: [{ ...saturday, timeSlots: at(1) }],
    },
  ])
  expect(reopenedBy({ ...saturday, timeSlots: at(1) }, [some])).toEqual([])
  expect(reopenedBy({ ...range, to: '2026-12-24' }, [some])).toEqual([])
  expect(reopenedBy({ ...range, timeSlots: at(5) }, [closure({ timeSlots: at(1) })])).toEqual([])
})

test.each([
  [{}, 'Fri, Dec 25 – Sun, Dec 27'],
  [
    { openTimes: 1, except: [{ ...saturday, timeSlots: at(1) }] },
    'Fri, Dec 25 – Sun, Dec 27, except Sat, Dec 26, 8:00 AM',
  ],
  [
    { openTimes: 5, except: [{ ...saturday, timeSlots: [...slotLabels] }] },
    'Fri, Dec 25 – Sun, Dec 27, except Sat, Dec 26',
  ],
  [
    {
      timeSlots: at(1, 2),
      openTimes: 4,
      except: [
        { from: '2026-12-25', to: '2026-12-25', timeSlots: at(1) },
        { from: '2026-12-26', to: '2026-12-26', timeSlots: at(1, 2) },
        { from: '2026-12-27', to: '2026-12-27', timeSlots: at(2) },
      ],
    },
    'Fri, Dec 25 – Sun, Dec 27, except Fri, Dec 25, 8:00 AM; Sat, Dec 26; Sun, Dec 27, 9:30 AM',
  ],
  [
    {
      openTimes: 9,
      except: [
        ...[1, 2, 3].map((day) => ({
          from: `2027-01-0${day}`,
          to: `2027-01-0${day}`,
          timeSlots: at(day),
        })),
        { from: '2027-01-05', to: '2027-01-10', timeSlots: at(1) },
      ],
    },
    'Fri, Dec 25 – Sun, Dec 27, except Fri, Jan 1, 8:00 AM; Sat, Jan 2, 9:30 AM; Sun, Jan 3, 1:00 PM and 6 more times',
  ],
])('%#: %s', (part, words) => {
  expect(describeClosed(closure(part))).toBe(words)
})
