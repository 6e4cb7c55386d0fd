import { symbols } from 'pino'
import { expect, test, vi } from 'vitest'
import { log } from '#server/base/log.ts'
import { db } from '#server/database/database.ts'
import { customerNotes } from '#server/database/tables/customers.ts'
import { imports } from '#server/database/tables/imports.ts'
import { databaseText } from '#server/http/test-contract.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { fewImportRows } from '#shared/rules/imports.ts'
import { customers, send } from './test-imports.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

const message = 'This row contains a card number. Remove it and upload the file again.'
const digits = /4012\D{0,3}8888/
const file = [
  'Name,Email,Notes,Shoe size,4012 8888 8888 1881,',
  'Ann Lee,ann@b.co,Gate 4711,42,,',
  'Bob Roe,bob@b.co,"pays with 4012.8888.8888.1881, 12/27",42,,',
  '',
  'Cid Poe,cid@b.co,,4012888888881881,,',
  '4012-8888-8888-1881,dan@b.co,,,,',
  'Eve Doe,eve@b.co,,,,"4012\n8888\n8888\n1881"',
  "Fay Foe,fay@b.co,'=Call 512-555-0142,,,",
].join('\n')

test('a row with a card number is skipped, and its number is stored nowhere', async () => {
  const admin = await app.as('admin')
  const written: string[] = []
  const level = log.level
  log.level = 'trace'
  const stream = Reflect.get(log, symbols.streamSym) as { write(line: string): void }
  const lines = vi.spyOn(stream, 'write').mockImplementation((line) => void written.push(line))
  try {
    const look = await send(admin, file, { dryRun: '' })
    const problems = [
      { kind: 'row', row: 3, column: 'Notes', message },
      { kind: 'row', row: 5, column: 'Shoe size', message },
      { kind: 'row', row: 6, column: 'Name', message },
      { kind: 'row', row: 7, column: '', message },
    ]
    expect(look.body.preview).toMatchObject({ problems, counts: { newCustomers: 2, badRows: 4 } })
    expect(look.body.preview.sample).toMatchObject([
      { name: 'Ann Lee', outcome: 'new' },
      { name: 'Bob Roe', outcome: 'problem' },
      { name: 'Cid Poe', outcome: 'problem' },
      { name: 'No name', outcome: 'problem' },
      { name: 'Eve Doe', outcome: 'problem' },
      { name: 'Fay Foe', outcome: 'new' },
    ])
    const made = await send(admin, file, { name: '4012888888881881.csv' })
    expect(made.body.import).toMatchObject({
      fileName: '••••••••••••1881.csv',
      state: 'done',
      problems,
      counts: { newCustomers: 2, badRows: 4 },
    })
    await runDueTasks({ includeDeferred: true })
    const said = [look.text, made.text, (await admin.call('GET /api/admin/imports')).text]
    for (const text of said) expect(text).not.toMatch(digits)
  } finally {
    lines.mockRestore()
    log.level = level
  }
  expect(await customers()).toBe(2)
  const notes = await db().select({ note: customerNotes.note }).from(customerNotes)
  expect(notes.map(({ note }) => note).toSorted()).toEqual(['=Call 512-555-0142', 'Gate 4711'])
  expect(await databaseText()).not.toMatch(digits)
  expect(written.join('')).toContain('answered')
  expect(written.join('')).not.toMatch(digits)
})

test('a file waiting for background import contains no card number either', async () => {
  const admin = await app.as('admin')
  const more = Array.from({ length: fewImportRows }, (_, n) => `Guy No${n},guy${n}@b.co,,,,`)
  const { body } = await send(admin, [file, ...more].join('\n'))
  expect(body.import).toMatchObject({ state: 'running' })
  const [stored] = await db().select().from(imports)
  expect(stored?.content).toContain('Gate 4711')
  expect(stored?.content).not.toMatch(digits)
  await runDueTasks({ includeDeferred: true })
  const { body: all } = await admin.call('GET /api/admin/imports')
  expect(all).toMatchObject([
    {
      state: 'done',
      counts: { newCustomers: fewImportRows + 2, badRows: 4 },
      problems: [{ row: 3 }, { row: 5 }, { row: 6 }, { row: 7 }],
    },
  ])
})
