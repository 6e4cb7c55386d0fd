import { expect, test } from 'vitest'
import type { Ticking } from '#shared/rules/checklist.ts'
import { describeWorkChange } from './describe-work-change.ts'

test.each<[Ticking, string]>([
  [{ items: ['oil_drained'], seen: [] }, 'Ticked: Drain the old oil'],
  [{ items: [], seen: ['oil_drained'] }, 'Unticked: Drain the old oil'],
  [
    { items: ['oil_drained', 'oil_filled'], seen: ['oil_drained', 'leaks_checked'] },
    'Ticked: Fill with the right oil and amount\nUnticked: Run the engine and check for leaks',
  ],
  [{ items: ['oil_drained'] }, 'Ticked: Drain the old oil'],
])('a change of the checklist, %j, names its steps', ({ items, seen }, entered) => {
  const body = { items: [...items], ...(seen && { seen: [...seen] }) }
  expect(describeWorkChange({ kind: 'checklist', body })).toEqual({
    what: 'Service Checklist',
    entered,
  })
})
