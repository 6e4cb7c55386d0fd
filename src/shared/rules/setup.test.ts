import { expect, test } from 'vitest'
import { openSteps, type SetupFacts, setupSteps } from './setup.ts'

const nothing: SetupFacts = {
  saysHowToReach: false,
  coreSpots: 0,
  technicians: 0,
  hasServed: false,
  confirmed: [],
}
const all = setupSteps.map(({ step }) => step)

test.each<[Partial<SetupFacts>, string[]]>([
  [{}, all],
  [{ saysHowToReach: true }, ['hours', 'area', 'prices', 'technician']],
  [{ coreSpots: 1, technicians: 1 }, ['reach', 'hours', 'prices']],
  [{ confirmed: ['hours', 'prices'] }, ['reach', 'area', 'technician']],
  [{ hasServed: true }, ['reach', 'technician']],
  [{ hasServed: true, technicians: 1, saysHowToReach: true }, []],
  [{ confirmed: all }, []],
])('with %j there is left %j', (facts, left) => {
  expect(openSteps({ ...nothing, ...facts })).toEqual(left)
})
