import { expect, test } from 'vitest'
import { sameStreet } from './streets.ts'

test.each([
  ['Congress Ave', 'Congress Avenue'],
  ['N Lamar Blvd.', 'North Lamar Boulevard'],
  ['Congress', 'South Congress Avenue'],
  ['E 1st St', 'East First Street'],
  ['St. Johns Ave', 'Saint Johns Avenue'],
  ["O'Neal Ln #4", 'ONeal Lane'],
])('%s is %s', (one, other) => {
  expect([sameStreet(one, other), sameStreet(other, one)]).toEqual([true, true])
})

test.each([
  ['Elm St', 'Oak Street'],
  ['Elm St', 'Elm Court'],
  ['N Lamar Blvd', 'South Lamar Boulevard'],
  ['', 'Elm St'],
])('%s is not %s', (one, other) => {
  expect([sameStreet(one, other), sameStreet(other, one)]).toEqual([false, false])
})
