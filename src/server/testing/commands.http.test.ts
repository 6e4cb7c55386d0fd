import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { emptyDatabase } from '#server/database/test-server.ts'
import { root } from '#server/base/root.ts'
import { book, type Booker, makeBusinessIn, openDays } from './test-bookers.ts'
import { callAt, ensureClient, type ServerProcess, startProcess } from './test-process.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const key = 'a key that is long enough'
const started: ServerProcess[] = []
let folder = ''
let booker: Booker

const start = (env: Record<string, string>) => {
  const server = startProcess({ NODE_ENV: 'test', LOG_LEVEL: 'info', ...env })
  started.push(server)
  return server
}

/** A command of `npm run`, and its output. */
async function run(command: string, word: string | string[], env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import=./src/server/database/lean-drizzle.ts',
      `src/server/${command}.ts`,
      ...[word].flat(),
    ],
    { cwd: root, env: { PATH: process.env.PATH, ...env } },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, said: said.trimEnd() }
}

beforeAll(async () => {
  await ensureClient()
  folder = mkdtempSync(join(tmpdir(), 'fivequart-commands-'))
  booker = await makeBusinessIn(join(folder, 'first'))
}, 120_000)
afterAll(async () => {
  for (const server of started) server.kill('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  rmSync(folder, { recursive: true })
})

const at = (name: string) => join(folder, name)
const numbersOf = async (url: string) => {
  const { body } = await callAt(url, 'GET /api/jobs/customer', booker)
  return body.map(({ number }: { number: string }) => number).toSorted()
}

async function bookDay(url: string, nth: number): Promise<void> {
  const date = (await openDays(url))[nth]?.date ?? ''
  const answers = await Promise.all([0, 1, 2].map((slot) => book(url, booker, date, slot)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
}

test.runIf(!onPostgres).each(['backup', 'restore', 'transfer'])(
  '%s takes an option for a question about its use, not for a file',
  async (command) => {
    const { code, said } = await run(command, '--help', { DATA_DIR: at('no folder') })
    expect([code, said]).toEqual([1, expect.stringContaining(`npm run ${command} -- `)])
  },
)

test.runIf(!onPostgres)(
  'a running server lists, adds and removes admins',
  async () => {
    const env = { DATA_DIR: at('team') }
    const server = start({ ...env, ADMIN_EMAIL: 'owner@example.com' })
    await server.ready
    const admin = async (...words: string[]) => {
      const { code, said } = await run('admin', words, env)
      return [code, said]
    }
    expect(await admin('ada@example.com')).toEqual([0, expect.stringContaining('will be an admin')])
    expect(await admin('add', 'bo@example.com')).toEqual([0, expect.any(String)])
    expect(await admin('list')).toEqual([
      0,
      expect.stringMatching(/^ada@.*\nbo@.*never signed in$/),
    ])
    expect(await admin('remove', 'bo@example.com')).toEqual([
      0,
      'bo@example.com no longer works in the office and is a customer now.',
    ])
    expect(await admin('remove', 'ada@example.com')).toEqual([
      1,
      'The business needs at least one admin. Please invite someone else first.',
    ])
    expect(await admin('remove', 'eve@example.com')).toEqual([
      1,
      'This person does not work in the office.',
    ])
  },
  60_000,
)

describe.runIf(!onPostgres)('a backup of a running server', () => {
  test('is restored elsewhere, and business continues there', async () => {
    const server = start({ DATA_DIR: at('first') })
    const url = await server.ready
    await bookDay(url, 0)
    const before = await numbersOf(url)
    // Bookings continue, and the nightly backup may also run.
    const [made, other] = await Promise.all([
      run('backup', at('one.fq'), { DATA_DIR: at('first'), BACKUP_KEY: key }),
      run('backup', at('other.fq'), { DATA_DIR: at('first') }),
      bookDay(url, 1),
    ])
    expect(made).toEqual({
      code: 0,
      said: expect.stringContaining('has been written and read back'),
    })
    expect(other.code).toBe(0)
    expect(await numbersOf(url)).toHaveLength(6)

    const env = { DATA_DIR: at('second'), BACKUP_KEY: key }
    const restored = await run('restore', at('one.fq'), env)
    expect(restored).toEqual({ code: 0, said: expect.stringContaining('Restored and counted') })
    const elsewhere = await start(env).ready
    const after = await numbersOf(elsewhere)
    expect(after).toEqual(expect.arrayContaining(before))
    await bookDay(elsewhere, 3)
    expect(await numbersOf(elsewhere)).toHaveLength(after.length + 3)
  }, 120_000)

  test('an impossible request gets one line and changes nothing', async () => {
    const refusals = await Promise.all([
      run('backup', at('one.fq'), { DATA_DIR: at('first') }),
      run('backup', join(at('nowhere'), 'x.fq'), { DATA_DIR: at('first') }),
      run('backup', at('x.fq'), { DATA_DIR: at('third') }),
      run('restore', at('nothing.fq'), { DATA_DIR: at('third') }),
      run('restore', at('one.fq'), { DATA_DIR: at('third') }),
      run('restore', at('one.fq'), { DATA_DIR: at('first'), BACKUP_KEY: key }),
    ])
    expect(refusals.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1])
    const lines = refusals.map(({ said }) => said.replaceAll(`${folder}/`, ''))
    expect(lines).toEqual([
      'one.fq is there already. Choose another name.',
      'nowhere/x.fq could not be written: there is no such folder.',
      'There is no database in third.',
      'nothing.fq could not be read: there is no such file.',
      'one.fq is encrypted. Set BACKUP_KEY to the key that it was made with.',
      expect.stringMatching(/^Another process is using the data folder first\./),
    ])
  }, 60_000)
})

describe.runIf(onPostgres)('from the embedded database to a PostgreSQL server and back', () => {
  test('everything is transferred, and backed up from there', async () => {
    const first = start({ DATA_DIR: at('first') })
    await bookDay(await first.ready, 0)
    const before = await numbersOf(await first.ready)
    const to = await emptyDatabase(inject('serverUrl'), `moved_${process.pid}`)
    const early = await run('transfer', to, { DATA_DIR: at('first') })
    expect(early).toEqual({ code: 1, said: expect.stringContaining('Another process is using') })
    first.kill('SIGTERM')
    await first.ended
    const transferred = await run('transfer', to, { DATA_DIR: at('first') })
    expect(transferred).toEqual({
      code: 0,
      said: expect.stringContaining('Transferred and counted'),
    })
    const again = await run('transfer', to, { DATA_DIR: at('first') })
    expect(again).toEqual({ code: 1, said: expect.stringContaining('There is data already') })

    const env = { DATABASE_URL: to, DATA_DIR: at('first') }
    const url = await start(env).ready
    expect(await numbersOf(url)).toEqual(before)
    await bookDay(url, 1)
    expect((await run('backup', at('two.fq'), env)).code).toBe(0)
    expect((await run('restore', at('two.fq'), { DATA_DIR: at('back') })).code).toBe(0)
    const back = await start({ DATA_DIR: at('back') }).ready
    expect(await numbersOf(back)).toEqual(await numbersOf(url))
    await bookDay(back, 2)
  }, 120_000)
})
