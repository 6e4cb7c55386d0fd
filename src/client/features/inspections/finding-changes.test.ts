import { expect, test } from 'vitest'
import type { Finding, InspectionItem } from '#shared/rules/inspections.ts'
import { withMeasure, withNote, withPhotos, withRestGood, withResult } from './finding-changes.ts'

const tread: InspectionItem = {
  id: 'tread',
  label: 'Tread',
  kind: 'tread',
  watchAt: null,
  failAt: null,
  watchAdvice: '',
  failAdvice: '',
}
const paint: InspectionItem = { ...tread, id: 'paint', label: 'Paint', kind: 'check' }
const finding = (more: Partial<Finding> = {}): Finding => ({
  itemId: 'tread',
  result: 'ok',
  photoIds: [],
  ...more,
})
const measured = finding({ result: 'fail', measure: 2, unit: '32nds' })

test.each<[string, readonly Finding[], Finding[]]>([
  ['a result', withResult([], 'tread', 'ok'), [finding()]],
  [
    'another result keeps the value',
    withResult([measured], 'tread', 'ok'),
    [{ ...measured, result: 'ok' }],
  ],
  ['the same result again takes back all', withResult([measured], 'tread', 'fail'), []],
  [
    'but not a note',
    withResult([{ ...measured, note: 'Nail' }], 'tread', 'fail'),
    [finding({ result: 'not_checked', note: 'Nail' })],
  ],
  ['a value suggests its result', withMeasure([], tread, 2), [measured]],
  [
    'a value taken back leaves the result',
    withMeasure([measured], tread, undefined),
    [finding({ result: 'fail' })],
  ],
  ['nothing is measured where it is only looked', withMeasure([], paint, 2), []],
  ['a note', withNote([finding()], 'tread', 'Nail'), [finding({ note: 'Nail' })]],
  ['a blank note', withNote([finding({ note: 'Nail' })], 'tread', ' '), [finding()]],
  [
    'photos, each once',
    withPhotos([finding({ photoIds: ['1'] })], 'tread', ['1', '2']),
    [finding({ photoIds: ['1', '2'] })],
  ],
  [
    'all good but the exceptions',
    withRestGood([measured], [tread, paint]),
    [measured, finding({ itemId: 'paint' })],
  ],
])('%s', (_, changed, expected) => {
  expect(changed).toEqual(expected)
})
