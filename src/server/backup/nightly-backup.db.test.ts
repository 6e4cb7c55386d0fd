import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storedBackups, partialEnding } from '#server/base/stored-backups.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { backUpNightly } from './nightly-backup.ts'

useTestDatabase()

const served = process.argv[1]
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fivequart-nightly-'))
})
afterEach(() => {
  if (served !== undefined) process.argv[1] = served
  rmSync(folder, { recursive: true })
})

/** A server with this backup command. */
function serveWith(command: string): void {
  writeFileSync(join(folder, 'backup.mjs'), command)
  process.argv[1] = join(folder, 'main.mjs')
}
const makesOne = `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv.at(-1), 'whole')`
const { signal } = new AbortController()
const names = () => readdirSync(join(folder, 'backups')).toSorted()
const older = [1, 2, 3].map((day) => `fivequart-2026-01-0${day}T09-20-00Z.backup`)

function keepOlder(): void {
  mkdirSync(join(folder, 'backups'), { recursive: true })
  for (const name of [...older, 'mine.txt']) writeFileSync(join(folder, 'backups', name), 'old')
}

test('a backup is made and the oldest beyond the limit are removed; other files stay', async () => {
  serveWith(makesOne)
  keepOlder()
  await changeSettings({ backupsKept: 2 })
  await backUpNightly(folder, signal)
  const [kept, made, other] = names()
  expect([kept, other]).toEqual([older[2], 'mine.txt'])
  expect(made).toMatch(/^fivequart-.*Z\.backup$/)
  expect((await storedBackups(folder)).map(({ bytes }) => bytes)).toEqual([3, 5])
})

test('a failed backup reports why and removes no older one', async () => {
  serveWith(`process.stderr.write('The disk is full.'); process.exitCode = 1`)
  keepOlder()
  await changeSettings({ backupsKept: 1 })
  await expect(backUpNightly(folder, signal)).rejects.toThrow('The disk is full.')
  expect(names()).toEqual([...older, 'mine.txt'])
})

test('a killed backup, as when memory runs out, leaves a partial file that the next night removes', async () => {
  serveWith(`import { writeFileSync } from 'node:fs'
writeFileSync(process.argv.at(-1) + '${partialEnding}', 'half')
process.kill(process.pid, 'SIGKILL')
setInterval(() => {}, 1000)`)
  keepOlder()
  await changeSettings({ backupsKept: 7 })
  await expect(backUpNightly(folder, signal)).rejects.toThrow('was ended by SIGKILL')
  expect(names().filter((name) => name.endsWith(partialEnding))).toHaveLength(1)
  expect(await storedBackups(folder)).toHaveLength(older.length)
  serveWith(makesOne)
  await backUpNightly(folder, signal)
  expect(names().filter((name) => name.endsWith(partialEnding))).toEqual([])
  expect(await storedBackups(folder)).toHaveLength(older.length + 1)
})

test('no backup is made when switched off', async () => {
  serveWith(makesOne)
  await changeSettings({ backupsKept: 0 })
  await backUpNightly(folder, signal)
  expect(await storedBackups(folder)).toEqual([])
})
