import { expect, test } from 'vitest'
import { cityOfZip } from './zip-codes.ts'

test.each([
  ['78701', 'Austin', 'TX'],
  ['10001', 'New York', 'NY'],
  ['00501', 'Holtsville', 'NY'],
  ['99950', 'Ketchikan', 'AK'],
  ['73301', 'Austin', 'TX'],
  ['75070', 'McKinney', 'TX'],
  ['32542', 'Eglin AFB', 'FL'],
  ['78148', 'Universal City', 'TX'],
  ['19406', 'King of Prussia', 'PA'],
  ['96860', 'Joint Base Pearl Harbor-Hickam', 'HI'],
])('%s is %s, %s', async (zip, city, state) => {
  expect(await cityOfZip(zip)).toEqual({ city, state })
})

test.each([
  ['00000', 'nothing'],
  ['99999', 'nothing'],
  ['00601', 'a territory, which has no name'],
  ['09001', 'a military post office'],
])('%s is %s', async (zip) => {
  expect(await cityOfZip(zip)).toBeUndefined()
})
