import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inEnglish } from '../texts/t.ts'
import {
  countResults,
  findingProblem,
  idFromWords,
  type ItemKind,
  itemKindNames,
  measureLabel,
  measureOf,
  suggestedResult,
} from './inspections.ts'
import { formatNumber } from '../texts/format.ts'

const usual = { watchAt: null, failAt: null }

test.each<[ItemKind, number, string]>([
  ['tread', 0, 'fail'],
  ['tread', 2, 'fail'],
  ['tread', 2.5, 'watch'],
  ['tread', 4, 'watch'],
  ['tread', 4.1, 'ok'],
  ['brake', 3, 'fail'],
  ['brake', 5, 'watch'],
  ['brake', 6, 'ok'],
  ['battery', 11.9, 'fail'],
  ['battery', 12.4, 'watch'],
  ['battery', 12.6, 'ok'],
  // The right pressure is on the car's door.
  ['pressure', 5, 'ok'],
])('%s of %d suggests %s', (kind, measure, result) => {
  expect(suggestedResult({ kind, ...usual }, measure)).toBe(result)
})

test("an item's own limits replace the usual ones", () => {
  const item = { kind: 'tread', watchAt: 6, failAt: 3 } as const
  expect([3, 4, 6, 7].map((measure) => suggestedResult(item, measure))).toEqual([
    'fail',
    'watch',
    'watch',
    'ok',
  ])
})

const problem = (kind: ItemKind, finding: Partial<Parameters<typeof findingProblem>[1]>) => {
  const found = findingProblem({ kind, label: 'Front left' }, { result: 'ok', ...finding })
  return found && inEnglish(found)
}

test.each<[ItemKind, Parameters<typeof problem>[1], string | undefined]>([
  ['check', {}, undefined],
  ['check', { result: 'not_checked' }, undefined],
  ['tread', { measure: 7, unit: '32nds' }, undefined],
  ['tread', { measure: 0, unit: '32nds' }, undefined],
  ['battery', { measure: 12.65, unit: 'V' }, undefined],
  ['tread', {}, undefined],
  ['check', { measure: 7, unit: 'mm' }, 'Front left is not measured.'],
  ['tread', { measure: 7, unit: 'mm' }, 'Front left is measured in 32nds.'],
  ['tread', { measure: 7 }, 'Front left is measured in 32nds.'],
  ['tread', { unit: '32nds' }, 'Front left: the value is missing.'],
  [
    'tread',
    { result: 'not_checked', measure: 7, unit: '32nds' },
    'Front left has a value, so it was checked.',
  ],
  ['tread', { measure: -1, unit: '32nds' }, 'Front left: please enter a value from 0 to 40 32nds.'],
  [
    'pressure',
    { measure: 320, unit: 'psi' },
    'Front left: please enter a value from 0 to 150 psi.',
  ],
  ['brake', { measure: NaN, unit: 'mm' }, 'Front left: please enter a value from 0 to 40 mm.'],
  ['brake', { measure: 5.123, unit: 'mm' }, 'Front left: please round to 1 decimals.'],
])('a finding of %s with %o', (kind, finding, expected) => {
  expect(problem(kind, finding)).toBe(expected)
})

test('every value in tenths within its limits fits its item', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...itemKindNames.filter((kind) => measureOf(kind))),
      fc.integer({ min: 0, max: 320 }),
      (kind, tenths) => {
        const unit = measureOf(kind)?.unit as '32nds'
        expect(problem(kind, { measure: tenths / 10, unit })).toBe(
          (measureOf(kind)?.most ?? 0) >= tenths / 10 ? undefined : expect.any(String),
        )
      },
    ),
  )
})

test('items without a finding count as not checked', () => {
  const item = (id: string) => ({
    id,
    label: id,
    kind: 'check' as const,
    ...usual,
    watchAdvice: '',
    failAdvice: '',
  })
  const groups = [{ id: 'g', title: 'G', items: ['a', 'b', 'c', 'd'].map(item) }]
  const findings = [
    { itemId: 'a', result: 'ok' as const },
    { itemId: 'b', result: 'fail' as const },
    { itemId: 'c', result: 'not_checked' as const },
  ]
  expect(countResults(groups, findings)).toEqual({ ok: 1, watch: 0, fail: 1, not_checked: 2 })
})

test.each([
  ['Front left tread', [], 'front_left_tread'],
  ['Front left tread', ['front_left_tread'], 'front_left_tread_2'],
  ['¡Ñ!', [], 'item'],
  ['¡Ñ!', ['item', 'item_2'], 'item_3'],
])('the id of "%s" among %j is %s', (words, taken, id) => {
  expect(idFromWords(words, new Set(taken))).toBe(id)
})

test('values are shown with their unit', () => {
  expect(measureLabel(4, '32nds', formatNumber)).toBe('4/32 in.')
  // Rounded to 12.4, it would not look like one to watch.
  expect(measureLabel(12.38, 'V', formatNumber)).toBe('12.38 V')
})
