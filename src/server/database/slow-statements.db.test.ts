import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { captureLog } from '#server/base/test-log.ts'
import { currentHandle, db, queryRow } from './database.ts'
import { logSlowStatements } from './slow-statements.ts'
import { useTestDatabase } from './test-database.ts'

useTestDatabase()

const slow = (lines: string[]) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'a slow statement')

test('a slow statement is logged by name, without its values', async () => {
  onTestFinished(logSlowStatements(50))
  const lines = captureLog()
  await queryRow({ name: 'test-slow', text: 'select pg_sleep(0.06), $1::text' }, ['S-1'])
  await queryRow({ name: 'test-fast', text: 'select $1::text' }, ['S-2'])
  await db().execute(sql`select pg_sleep(0.06), ${'S-3'}::text, email from users where false`)
  // The test engine's error repeats the bad literal.
  await expect(
    currentHandle().query("select pg_sleep(0.06), 'S-4'::int from users", []),
  ).rejects.toThrow('invalid input syntax')
  expect(slow(lines)).toEqual([
    expect.objectContaining({
      level: 40,
      statement: 'test-slow',
      text: 'select pg_sleep(0.06), $1::text',
      ms: expect.any(Number),
    }),
  ])
  expect(lines.join('')).not.toMatch(/S-\d/)
})

test('0 logs none', async () => {
  onTestFinished(logSlowStatements(0))
  const lines = captureLog()
  await queryRow({ name: 'test-unlogged', text: 'select pg_sleep(0.06)' })
  expect(slow(lines)).toEqual([])
})
