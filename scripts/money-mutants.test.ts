import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from './money-mutants.ts'

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  '"%s" can be planted in exactly one place, and its tests exist',
  (_, mutant) => {
    if ('file' in mutant)
      expect(readFileSync(mutant.file, 'utf8').split(mutant.from)).toHaveLength(2)
    for (const path of mutant.tests) expect(existsSync(path)).toBe(true)
  },
)

test('each fault has its own name', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})
