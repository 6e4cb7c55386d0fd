import { expect, test } from 'vitest'
import { openSteps, type SetupFacts, setupSteps } from './setup.ts'

const nothing: SetupFacts = {
  saysHowToReach: false,
  coreSpots: 0,
  technicians: 0,
  takesSalesTax: false,
  countedProducts: 0,
  imports: 0,
  confirmed: [],
}
const all = setupSteps.map(({ step }) => step)

test.each<[Partial<SetupFacts>, string[]]>([
  [{}, all],
  [{ saysHowToReach: true }, all.filter((step) => step !== 'reach')],
  [
    { coreSpots: 1, technicians: 1 },
    ['reach', 'hours', 'prices', 'tax', 'payment', 'stock', 'import', 'uses'],
  ],
  [
    { takesSalesTax: true, countedProducts: 1, imports: 1 },
    ['reach', 'hours', 'area', 'prices', 'payment', 'technician', 'uses'],
  ],
  [
    { confirmed: ['hours', 'prices', 'tax', 'stock'] },
    ['reach', 'area', 'payment', 'technician', 'import', 'uses'],
  ],
  [{ confirmed: all }, []],
])('with %j the remaining steps are %j', (facts, left) => {
  expect(openSteps({ ...nothing, ...facts })).toEqual(left)
})
