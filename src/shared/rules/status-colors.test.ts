import { expect, it } from 'vitest'
import { translate } from '../texts/t.ts'
import { jobStatusColors } from './status-colors.ts'
import { statusLabel } from './status-labels.ts'

it.each([
  ['in_progress', 'In Progress', 'green'],
  ['scheduled', 'Scheduled', 'blue'],
  ['assigned', 'Assigned', 'light'],
  ['completed', 'Completed', 'gray'],
  ['cancelled', 'Cancelled', 'red'],
] as const)('%s is %s, %s', (status, label, color) => {
  expect([translate(statusLabel(status)), jobStatusColors[status]]).toEqual([label, color])
})
