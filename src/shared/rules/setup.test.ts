import { expect, test } from 'vitest'
import { openSteps, type SetupFacts, setupSteps } from './setup.ts'

const nothing: SetupFacts = {
  saysHowToReach: false,
  coreSpots: 0,
  technicians: 0,
  confirmed: [],
}
const all = setupSteps.map(({ step }) => step)

test.each<[Partial<SetupFacts>, string[]]>([
  [{}, all],
  [{ saysHowToReach: true }, ['hours', 'area', 'prices', 'payment', 'technician']],
  [{ coreSpots: 1, technicians: 1 }, ['reach', 'hours', 'prices', 'payment']],
  [{ confirmed: ['hours', 'prices'] }, ['reach', 'area', 'payment', 'technician']],
  [{ confirmed: all }, []],
])('with %j the remaining steps are %j', (facts, left) => {
  expect(openSteps({ ...nothing, ...facts })).toEqual(left)
})
