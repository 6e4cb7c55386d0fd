import { expect, test } from 'vitest'
import { defaultSettings } from './settings.ts'
import type { SlotTimes } from './slot-times.ts'
import { nextTime, problemsIn } from './typed-times.ts'

type Times = SlotTimes['times']
const usual = defaultSettings.slotTimes.times
const order = 'The end must be after the start, and before midnight.'

test.each<[string, Times, ReturnType<typeof problemsIn>]>([
  ['the usual five', usual, []],
  ['any order', [...usual].toReversed(), []],
  [
    'one after the other',
    [
      ['08:00', '09:00'],
      ['09:00', '10:00'],
    ],
    [],
  ],
  ['until one minute to midnight', [['23:00', '23:59']], []],
  ['an end before the start', [['09:00', '08:00']], [{ at: 0, part: 'end', text: order }]],
  ['no length', [['09:00', '09:00']], [{ at: 0, part: 'end', text: order }]],
  ['until midnight', [['23:00', '00:00']], [{ at: 0, part: 'end', text: order }]],
  ['no start', [['', '09:00']], [{ at: 0, part: 'start', text: 'Please enter a time' }]],
  ['no end', [['08:00', '']], [{ at: 0, part: 'end', text: 'Please enter a time' }]],
  [
    'overlapping the one before, in any order',
    [
      ['10:00', '11:00'],
      ['09:30', '10:30'],
    ],
    [{ at: 0, part: 'start', text: 'This overlaps 9:30 AM – 10:30 AM.' }],
  ],
  [
    'twice the same',
    [
      ['08:00', '09:00'],
      ['08:00', '09:00'],
    ],
    [{ at: 1, part: 'start', text: 'This overlaps 8:00 AM – 9:00 AM.' }],
  ],
  [
    'within another',
    [
      ['08:00', '12:00'],
      ['09:00', '10:00'],
      ['11:00', '11:30'],
    ],
    [1, 2].map((at) => ({ at, part: 'start', text: 'This overlaps 8:00 AM – 12:00 PM.' })),
  ],
])('problems of %s', (_, times, problems) => {
  expect(problemsIn(times)).toEqual(problems)
})

test.each<[string, Times, [string, string]]>([
  ['the usual five', usual, ['17:30', '18:30']],
  ['one', [['08:00', '10:00']], ['10:30', '12:30']],
  [
    'two without a break',
    [
      ['08:00', '09:00'],
      ['09:00', '10:00'],
    ],
    ['10:00', '11:00'],
  ],
  ['none', [], ['08:00', '09:00']],
  [
    'a late one',
    [
      ['06:00', '07:00'],
      ['22:30', '23:30'],
    ],
    ['', ''],
  ],
  [
    'the evening',
    [
      ['20:00', '21:00'],
      ['21:30', '22:30'],
      ['22:45', '23:45'],
    ],
    ['18:45', '19:45'],
  ],
  ['a day filled to its end', [['00:00', '23:00']], ['', '']],
])('the time to add to %s', (_, times, next) => {
  expect(nextTime(times)).toEqual(next)
})
