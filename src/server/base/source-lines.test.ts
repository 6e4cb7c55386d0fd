import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { root } from './root.ts'
import { sourceLines } from './source-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'built-'))
const built = join(folder, 'dist/server')
mkdirSync(built, { recursive: true })
// The second line, from column five on, maps to line eight of a source.
const map = { version: 3, sources: ['../../src/server/pay.ts'], names: [], mappings: ';IAOA' }
writeFileSync(join(built, 'start-a1.mjs.map'), JSON.stringify(map))

const at = (file: string) => pathToFileURL(join(built, file)).href
const source = relative(root, join(folder, 'src/server/pay.ts'))

test.each([
  [`Error: no\n    at pay (${at('start-a1.mjs')}:2:5)`, `Error: no\n    at pay (${source}:8:1)`],
  [`    at ${at('start-a1.mjs')}:2:9`, `    at ${source}:8:1`],
  // Lines without a map and lines of other packages stay unchanged.
  [`    at ${at('other-b2.mjs')}:2:5`, `    at ${at('other-b2.mjs')}:2:5`],
  ['    at node:internal/timers:12:3', '    at node:internal/timers:12:3'],
])('%s', (stack, shown) => {
  expect(sourceLines(stack)).toBe(shown)
})
