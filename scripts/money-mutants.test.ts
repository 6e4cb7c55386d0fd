import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from './money-mutants.ts'

const migrations = globSync('migrations/*.sql')
  .toSorted()
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
/** The last line of the migrations about what this one drops. */
const lastMigrationOf = (sql: string) =>
  migrations.split('\n').findLast((line) => line.includes(sql.split(' ').at(-1) ?? sql))

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  '"%s" can be planted in exactly one place, and its tests exist',
  (_, mutant) => {
    if ('file' in mutant)
      expect(readFileSync(mutant.file, 'utf8').split(mutant.from)).toHaveLength(2)
    // A migration that fails would count as caught.
    else expect(lastMigrationOf(mutant.sql)).toMatch(/^(CREATE|ALTER TABLE .* ADD) /)
    for (const path of mutant.tests) expect(existsSync(path)).toBe(true)
  },
)

test('each fault has its own name', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})
