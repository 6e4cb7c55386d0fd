import { expect, test } from 'vitest'
import { sortRows } from './table-sort.tsx'

const rows = ['B10', 'a2', null, 'b9', 'Á1']
const byItself = [{ key: 'name', sortBy: (row: string | number | null) => row }]

test('sorts texts in natural order, empty ones last in both directions', () => {
  expect(sortRows(rows, byItself, 'name')).toEqual(['Á1', 'a2', 'b9', 'B10', null])
  expect(sortRows(rows, byItself, '-name')).toEqual(['B10', 'b9', 'a2', 'Á1', null])
})

test('sorts numbers by size without mutating the given rows', () => {
  const amounts = [129, 8, 1000, 0]
  expect(sortRows(amounts, byItself, 'name')).toEqual([0, 8, 129, 1000])
  expect(amounts).toEqual([129, 8, 1000, 0])
})

test('rows keep their order without a sort, or by an unsortable column', () => {
  expect(sortRows(rows, byItself, undefined)).toBe(rows)
  expect(sortRows(rows, [{ key: 'name' }], 'name')).toBe(rows)
})
