import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const feature = (name: string, file: string) => `#server/features/${name}/${file}`

/** A file for each kind of violation: its path, its source, and the rule that must refuse it. */
const refused: [path: string, source: string, rule: string][] = [
  ['client/app/server.ts', "import '#server/base/clock.ts'", 'rooms(arrows)'],
  ['client/app/later.ts', "export const late = import('#server/base/clock.ts')", 'rooms(arrows)'],
  ['client/app/climb.ts', "import '../../server/clock.ts'", 'rooms(arrows)'],
  [
    'client/app/kind.ts',
    "export type Clock = import('#server/base/clock.ts').Clock",
    'rooms(arrows)',
  ],
  ['client/app/node.ts', "import 'node:fs'", 'rooms(arrows)'],
  ['client/app/upward.ts', "import '#client/features/jobs/card.tsx'", 'rooms(arrows)'],
  ['client/app/composer.ts', "import '#client/routes.tsx'", 'rooms(arrows)'],
  ['server/features/jobs/find-jobs.ts', 'export const found = 1', 'rooms(arrows)'],
  [
    'server/features/jobs/rows.ts',
    "import { transaction, queryRow } from '#server/database/database.ts'",
    'rooms(arrows)',
  ],
  [
    'client/features/jobs/chat.ts',
    "import '#client/features/conversation/box.tsx'",
    'rooms(arrows)',
  ],
  ['client/features/jobs/beside.ts', "import '../chat/box.tsx'", 'rooms(arrows)'],
  ['client/features/jobs/screen.ts', "import '#client/screens/admin/jobs.tsx'", 'rooms(arrows)'],
  ['client/ui/business.ts', "import '#shared/rules/jobs.ts'", 'rooms(arrows)'],
  ['client/ui/data.ts', "import '@tanstack/react-query'", 'rooms(arrows)'],
  ['client/ui/oil.tsx', "import '#client/brand/dipstick.tsx'", 'rooms(arrows)'],
  ['server/http/client.ts', "import '#client/app/call.ts'", 'rooms(arrows)'],
  ['server/http/feature.ts', `import '${feature('jobs', 'queries.ts')}'`, 'rooms(arrows)'],
  [
    'server/features/conversation/up.ts',
    `import '${feature('jobs', 'queries.ts')}'`,
    'rooms(arrows)',
  ],
  ['server/adapters/cards/up.ts', `import '${feature('jobs', 'queries.ts')}'`, 'rooms(arrows)'],
  ['server/database/up.ts', "import '#server/queue/tasks.ts'", 'rooms(arrows)'],
  [
    'server/features/conversation/up.ts',
    `import '${feature('jobs', 'actions/start-job.ts')}'`,
    'rooms(arrows)',
  ],
  [
    'server/features/conversation/relative.ts',
    "import '../jobs/actions/start-job.ts'",
    'rooms(arrows)',
  ],
  [
    'server/features/jobs/side.ts',
    `import '${feature('technicians', 'actions/approve-technician.ts')}'`,
    'rooms(arrows)',
  ],
  [
    'server/features/jobs/inner.ts',
    `import '${feature('conversation', 'routes.ts')}'`,
    'rooms(arrows)',
  ],
  ['server/features/jobs/adapter.ts', "import '#server/adapters/cards/square.ts'", 'rooms(arrows)'],
  // The server's top folder is no room: its files put the others together.
  ['server/features/jobs/top.ts', "import '#server/tasks.ts'", 'rooms(arrows)'],
  ['server/http/top.ts', "import '#server/choose-services.ts'", 'rooms(arrows)'],
  ['server/adapters/cards/base.ts', "import '#server/base/unnamed.ts'", 'rooms(arrows)'],
  ['server/features/jobs/composer.ts', "import '#server/main.ts'", 'rooms(arrows)'],
  ['server/features/jobs/window.ts', "import '#server/sessions/session-cache.ts'", 'rooms(arrows)'],
  ['server/window.ts', "import './sessions/session-cache.ts'", 'rooms(arrows)'],
  ['server/http/door.ts', "import '#server/sessions/sessions.ts'", 'rooms(arrows)'],
  ['server/lost/room.ts', "import '#shared/rules/jobs.ts'", 'rooms(arrows)'],
  ['shared/rules/package.ts', "import 'zod'", 'rooms(arrows)'],
  ['shared/rules/up.ts', "import '../contract/jobs.ts'", 'rooms(arrows)'],
  ['shared/rules/re-export.ts', "export * from '../contract/jobs.ts'", 'rooms(arrows)'],
  ['shared/contract/package.ts', "import 'fastify'", 'rooms(arrows)'],
  ['shared/contract/server.ts', "import '#server/base/clock.ts'", 'rooms(arrows)'],
  [
    'shared/rules/one.ts',
    "import { two } from './two.ts'\nexport const one = () => two",
    'import(no-cycle)',
  ],
  [
    'shared/rules/two.ts',
    "import { one } from '#shared/rules/one.ts'\nexport const two = () => one",
    'import(no-cycle)',
  ],
  [
    'shared/rules/three.ts',
    "import type { Four } from './four.ts'\nexport type Three = Four[]",
    'import(no-cycle)',
  ],
  [
    'shared/rules/four.ts',
    "import { type Three } from './three.ts'\nexport type Four = { three: Three }",
    'import(no-cycle)',
  ],
  ['server/http/any.ts', 'export const loose: any = 1', 'typescript(no-explicit-any)'],
  [
    'server/http/floating.ts',
    'const later = async () => 1\nexport const go = () => { later() }',
    'typescript(no-floating-promises)',
  ],
  [
    'server/http/equal.ts',
    'export const same = (a: string, b: string) => a == b',
    'eslint(eqeqeq)',
  ],
  ['server/http/print.ts', "console.log('here')", 'eslint(no-console)'],
  [
    'client/app/hook.ts',
    "import { useState } from 'react'\nexport function useIt(on: boolean) { if (on) useState(1) }",
    'react-hooks(rules-of-hooks)',
  ],
]

const allowed: [path: string, source: string][] = [
  ['shared/contract/good.ts', "import 'zod/mini'\nimport '../rules/fact.ts'"],
  ['server/features/booking/good.ts', `import '${feature('jobs', 'actions/start-job.ts')}'`],
  ['server/features/conversation/good.ts', `import '${feature('vehicles', 'queries.ts')}'`],
  ['server/features/reviews/good.ts', `import '${feature('notifications', 'actions/send.ts')}'`],
  [
    'server/features/payments/good.ts',
    "import '#server/adapters/cards/port.ts'\nimport '#server/adapters/services.ts'\nimport '#server/database/connection.ts'",
  ],
  [
    'server/features/payments/good-too.ts',
    "import { transaction } from '#server/database/database.ts'",
  ],
  ['server/features/payments/actions/good.ts', "import { db } from '#server/database/database.ts'"],
  [
    'server/features/conversation/good.test.ts',
    `import '${feature('booking', 'actions/book-job.ts')}'`,
  ],
  ['server/adapters/cards/good.ts', "import 'node:crypto'\nimport './port.ts'"],
  [
    'server/main.ts',
    `import '${feature('booking', 'routes.ts')}'\nimport '#server/adapters/cards/square.ts'`,
  ],
  [
    'server/features/technicians/good.ts',
    `import '${feature('accounts', 'actions/erase-account.ts')}'\nimport '#server/sessions/sessions.ts'`,
  ],
  ['client/main.tsx', "import './routes.tsx'"],
  ['client/routes.tsx', "import '#client/screens/admin/jobs.tsx'"],
  [
    'client/screens/admin/good.tsx',
    "import '#client/features/jobs/card.tsx'\nimport '#shared/rules/jobs.ts'",
  ],
  [
    'client/features/jobs/good.tsx',
    "import '#client/ui/button.tsx'\nimport '#client/app/call.ts'\nimport './card.tsx'",
  ],
  ['client/ui/good.tsx', "import 'radix-ui/toast'\nimport '#shared/texts/t.ts'"],
]

interface Diagnostic {
  code: string
  filename: string
}

const folder = mkdtempSync(join(tmpdir(), 'rooms-'))
const found = new Map<string, string[]>()

beforeAll(() => {
  const write = (path: string, source: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${source}\n`)
  }
  const imports = {
    '#shared/*': './src/shared/*',
    '#server/*': './src/server/*',
    '#client/*': './src/client/*',
  }
  write('package.json', JSON.stringify({ type: 'module', imports }))
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    types: [],
    allowImportingTsExtensions: true,
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }))
  for (const [path, source] of [...refused, ...allowed]) write(`src/${path}`, source)

  const options = ['-c', join(root, '.oxlintrc.json'), '--type-aware', '-f', 'json', 'src']
  const linter = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout, stderr } = spawnSync(process.execPath, [linter, ...options], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (!stdout.startsWith('{')) throw new Error(`${stdout}${stderr}`)
  const report: { diagnostics: Diagnostic[] } = JSON.parse(stdout)
  for (const { filename, code } of report.diagnostics) {
    const path = filename.replaceAll('\\', '/').replace(/^.*?src\//, '')
    found.set(path, [...(found.get(path) ?? []), code])
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(refused)('%s is refused', (path, _source, rule) => {
  expect(found.get(path) ?? []).toContain(rule)
})

test.each(allowed)('%s is allowed', (path) => {
  expect((found.get(path) ?? []).filter((code) => code.startsWith('rooms'))).toEqual([])
})
