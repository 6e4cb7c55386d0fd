import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db, transaction } from '#server/database/database.ts'
import { customerTotals } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'

useTestDatabase()

/** The search text in a customer's totals, and in their account. */
async function wordsOf(id: string) {
  const [row] = await db()
    .select({ kept: customerTotals.foundBy, own: users.searchText })
    .from(users)
    .leftJoin(customerTotals, eq(customerTotals.customerId, users.id))
    .where(eq(users.id, id))
  return row
}

const change = (id: string, to: Partial<typeof users.$inferInsert>) =>
  db().update(users).set(to).where(eq(users.id, id))

test('the search text in the totals follows the account, whatever happens to it', async () => {
  const { id } = await makeUser({ firstName: 'Jamie', lastName: 'Carter' })
  const isKept = async (word: string) => {
    const words = await wordsOf(id)
    expect(words?.own).toContain(word)
    expect(words?.kept).toBe(words?.own)
  }
  await isKept('jamie carter')
  await change(id, { lastName: 'Stone' })
  await isKept('jamie stone')
  await change(id, { phone: '+15125550100' })
  await isKept('15125550100')
  await transaction(async () => {
    await change(id, { firstName: 'James' })
    await change(id, { firstName: 'Jim' })
  })
  await isKept('jim stone')
  await change(id, { role: 'technician' })
  expect((await wordsOf(id))?.kept).toBeNull()
  await change(id, { role: 'customer' })
  await isKept('jim stone')
  await change(id, { anonymizedAt: new Date() })
  expect((await wordsOf(id))?.kept).toBeNull()
})

test('a person who becomes a customer later is searchable from then on', async () => {
  const { id } = await makeUser({ role: 'technician', firstName: 'Robin' })
  expect((await wordsOf(id))?.kept).toBeNull()
  await change(id, { role: 'customer' })
  expect((await wordsOf(id))?.kept).toContain('robin')
})
