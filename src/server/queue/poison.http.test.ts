import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { closeDatabase, currentHandle, openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrator.ts'
import { dropTestDatabase } from '#server/database/test-database.ts'
import { emptyDatabase } from '#server/database/test-server.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { dropBoss } from './boss.ts'
import { enqueue } from './enqueue.ts'
import { installQueue } from './install-queue.ts'
import { harmlessTask, poisonTask } from './test-poison-tasks.ts'

let folder = ''
let where = ''
let databases = 0

const open = () =>
  openDatabase(where === folder ? { dataDir: folder } : { url: where, poolSize: 4 })
async function close() {
  dropBoss()
  await closeDatabase()
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fivequart-poison-'))
  await dropTestDatabase()
  where =
    process.env.TEST_ENGINE === 'postgres'
      ? await emptyDatabase(inject('serverUrl'), `poison_${process.pid}_${(databases += 1)}`)
      : folder
  await open()
  await migrate()
  await installQueue()
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

/** How the process ended: by itself, or by which signal. */
async function work(): Promise<string> {
  const worker = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--max-old-space-size=120',
      '--import',
      join(import.meta.dirname, '../database/lean-drizzle.ts'),
      join(import.meta.dirname, 'test-poison-worker.ts'),
      where,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  worker.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code, signal] = await once(worker, 'exit')
  if (code) throw new Error(said)
  return String(signal ?? 'done')
}

test.each([
  ['kill', 'SIGKILL'],
  ['memory', 'SIGABRT'],
] as const)(
  'a task that crashes its process (%s) fails and is listed, and the others finish',
  async (by, signal) => {
    for (let n = 0; n < 5; n++) await enqueue(harmlessTask, { n })
    await enqueue(poisonTask, { by })
    await close()
    const ends: string[] = []
    // Restarts it like a process supervisor.
    while (ends.at(-1) !== 'done') ends.push(await work())
    expect(ends).toEqual([signal, signal, signal, 'done'])

    await open()
    const app = await startTestApp()
    try {
      const admin = await app.as('admin')
      const { body } = await admin.call('GET /api/admin/failed-tasks')
      expect(body).toMatchObject([{ name: poisonTask.name, tries: 3 }])
      const { rows } = await currentHandle().query(
        `select state, count(*)::int as count from pgboss.job where name = $1 group by state`,
        [harmlessTask.name],
      )
      expect(rows).toEqual([{ state: 'completed', count: 5 }])
    } finally {
      await app.close()
    }
  },
  120_000,
)
