import { expect, test } from 'vitest'
import { db, queryRow, transaction } from './database.ts'
import { makeUser } from './test-factories.ts'
import { useTestDatabase } from './test-database.ts'
import { users } from '#server/database/tables/users.ts'
import { batchLoader } from './batch-loader.ts'

useTestDatabase()

test("a lookup inside a transaction sees that transaction's data", async () => {
  const rounds: number[] = []
  const countPeople = batchLoader(async (questions: string[]) => {
    rounds.push(questions.length)
    const row = await queryRow<{ people: number }>({
      name: 'count-people',
      text: 'select count(*)::int as people from users',
    })
    return questions.map(() => row?.people)
  })
  const inside = transaction(async () => {
    await makeUser({ role: 'customer' })
    return countPeople('inside')
  })
  expect(await Promise.all([inside, inside.then(() => countPeople('outside'))])).toEqual([1, 1])
  const undone = transaction(async () => {
    await db().delete(users)
    expect(await countPeople('inside')).toBe(0)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await Promise.all([countPeople('outside'), countPeople('outside')])).toEqual([1, 1])
  expect(rounds).toEqual([1, 1, 1, 2])
})
