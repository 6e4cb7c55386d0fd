import { expect, test } from 'vitest'
import { growthCalls, jsonPaths } from './any-get.ts'

test('every GET with a JSON answer is measured, or left out for a reason', () => {
  expect(Object.keys(growthCalls).toSorted()).toEqual(jsonPaths.toSorted())
})

test('every id of a path is named', () => {
  for (const [path, call] of Object.entries(growthCalls))
    expect([path, 'leftOut' in call || Boolean(call.id)]).toEqual([
      path,
      'leftOut' in call || path.includes('{'),
    ])
})
