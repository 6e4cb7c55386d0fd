import { expect, test } from 'vitest'
import { limitConcurrency } from './actions/with-sharp.ts'

test('the limit holds, and all tasks run in order, even after a failure', async () => {
  const inTurn = limitConcurrency(2)
  const started: number[] = []
  let underWay = 0
  let most = 0
  const runs = Array.from({ length: 9 }, (_, n) =>
    inTurn(async () => {
      started.push(n)
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setTimeout(resolve, 2))
      underWay -= 1
      if (n % 3 === 0) throw new Error(`${n} failed`)
      return n
    }),
  )
  const ends = await Promise.allSettled(runs)
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect([most, started]).toEqual([2, [0, 1, 2, 3, 4, 5, 6, 7, 8]])
})
