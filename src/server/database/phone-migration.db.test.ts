import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { currentHandle, db } from './database.ts'
import { users } from './tables/users.ts'
import { useTestDatabase } from './test-database.ts'
import { makeUser } from './test-factories.ts'

useTestDatabase()

const folder = join(import.meta.dirname, '../../../migrations')

test('numbers as they were typed become E.164, and what is none stays as it is', async () => {
  const typed = {
    '(512) 555-0142': '+15125550142',
    '512.555.0143': '+15125550143',
    '1 512 555 0144': '+15125550144',
    '+1 (512) 555-0145': '+15125550145',
    '+44 20 7946 0018': '+442079460018',
    '+15125550146': '+15125550146',
    '555-0147': '555-0147',
    '(512) 555-0148 x12': '(512) 555-0148 x12',
    '+44 (0)20 7946 0019': '+44 (0)20 7946 0019',
    '112': '112',
    '': '',
  }
  const people = await Promise.all(Object.keys(typed).map((phone) => makeUser({ phone })))
  const name = (await readdir(folder)).find((file) => file.endsWith('_phone_numbers.sql')) ?? ''
  // What is put off to the end of a transaction now was not there when this ran.
  const written = `SET CONSTRAINTS ALL IMMEDIATE; ${await readFile(join(folder, name), 'utf8')}`
  await currentHandle().script(written)
  const stored = await Promise.all(
    people.map(async ({ id }) => (await db().select().from(users).where(eq(users.id, id)))[0]),
  )
  expect(stored.map((user) => user?.phone)).toEqual(Object.values(typed))
})
