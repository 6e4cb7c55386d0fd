import { expect, test } from 'vitest'
import { namedPaths, untestedRows } from './check-docs.ts'

test('backquoted paths and links count, code and addresses do not', () => {
  const page = [
    'See `src/server/main.ts:12`, `docs/decisions/*.md` and [the map](map.md#rooms), or [up](../README.md).',
    'Not `completeJob`, `GET /api/health`, `src/server/features/<word>/`, [a site](https://example.com/src/x.ts), `data/db/x`.',
    '```sh\ncat `src/not/looked/at.ts`\n```',
  ].join('\n')
  expect(namedPaths('docs/start.md', page).sort()).toEqual([
    'README.md',
    'docs/decisions/*.md',
    'docs/map.md',
    'src/server/main.ts',
  ])
})

test('a row of the coverage table needs a test file', () => {
  const table = [
    '| section | where | tests |',
    '| --- | --- | --- |',
    '| 1 Home | `src/client/screens/public/home.tsx` | `e2e/home.spec.ts` |',
    '| 2 Roles | `src/shared/rules/roles.ts` | |',
  ]
  expect(untestedRows(table.join('\n'))).toEqual(['| 2 Roles | `src/shared/rules/roles.ts` | |'])
})
