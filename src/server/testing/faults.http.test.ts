import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, type Booker, makeBusinessIn, openDays } from './test-bookers.ts'
import { callAt, ensureClient, type ServerProcess, startProcess } from './test-process.ts'
import { freePort } from './test-programs.ts'

/** A separate mount namespace for mounting a small disk; not every system allows this. */
const unshare = ['unshare', ...(process.getuid?.() === 0 ? [] : ['-r']), '--mount']
const hasOwnDisks = spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'true']).status === 0

describe.runIf(process.env.TEST_ENGINE === 'embedded')('a server whose disk is in trouble', () => {
  const started: ServerProcess[] = []
  let folder = ''
  let booker: Booker
  const start = (...[env, how]: Parameters<typeof startProcess>) => {
    const server = startProcess({ NODE_ENV: 'test', LOG_LEVEL: 'info', ...env }, how)
    started.push(server)
    return server
  }
  const at = (name: string) => join(folder, name)

  beforeAll(async () => {
    await ensureClient()
    folder = mkdtempSync(join(tmpdir(), 'fivequart-faults-'))
    booker = await makeBusinessIn(at('data'))
  }, 120_000)
  afterAll(async () => {
    for (const server of started) server.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    rmSync(folder, { recursive: true })
  })

  test.runIf(existsSync('/dev/full'))(
    'a log that nothing can be written to stops nobody',
    async () => {
      cpSync(at('data'), at('logless'), { recursive: true })
      const full = openSync('/dev/full', 'w')
      const port = await freePort()
      const env = { DATA_DIR: at('logless'), PORT: String(port) }
      const server = start(env, { output: full })
      closeSync(full)
      const url = `http://127.0.0.1:${port}`
      const health = () =>
        callAt(url, 'GET /api/health').then(
          ({ status }) => status,
          () => 0,
        )
      await expect.poll(health, { timeout: 30_000 }).toBe(200)
      for (let n = 0; n < 50; n++) expect(await health()).toBe(200)
      const [day] = await openDays(url)
      expect((await book(url, booker, day?.date ?? '', 0)).status).toBe(201)
      server.kill('SIGTERM')
      expect((await server.ended).code).toBe(0)
    },
    60_000,
  )

  test('a damaged database is reported with what to do', async () => {
    cpSync(at('data'), at('damaged'), { recursive: true })
    const logs = join(at('damaged'), 'database', 'pg_wal')
    for (const name of readdirSync(logs).filter((one) => /^[0-9A-F]{24}$/.test(one)))
      writeFileSync(join(logs, name), randomBytes(16_777_216))
    const ended = await start({ DATA_DIR: at('damaged') }).ended
    expect(ended.code).toBe(1)
    expect(ended.errors.replaceAll(folder, '…').trimEnd()).toBe(
      'The database in …/damaged/database is damaged, as after a disk that failed. Keep the folder aside, and restore the last backup into an empty DATA_DIR: npm run restore -- FILE.',
    )
  }, 60_000)

  describe.runIf(hasOwnDisks)('a disk of its own', () => {
    const mounted = (options: string, then: string, from = 'data') => {
      const small = at('small')
      mkdirSync(small, { recursive: true })
      const script = `mount -t tmpfs -o ${options} tmpfs ${small} && cp -r ${at(from)} ${small}/data && ${then} exec "$@"`
      return [...unshare, 'sh', '-c', script, 'sh']
    }

    test('when full it still reads and refuses writes; with space again it writes', async () => {
      const server = start(
        { DATA_DIR: join(at('small'), 'data') },
        { before: mounted('size=160m', '') },
      )
      const url = await server.ready
      const free = (await openDays(url))
        .slice(1)
        .flatMap(({ date }) => [0, 1, 2, 3, 4].map((slot) => ({ date, slot })))
      const bookOn = async (nth: number) => {
        const { date = '', slot = 0 } = free[nth] ?? {}
        return (await book(url, booker, date, slot)).status
      }
      expect(await bookOn(1)).toBe(201)
      const filler = join(`/proc/${server.pid}/root`, at('small'), 'filler')
      const file = openSync(filler, 'w')
      const fill = (bytes: number) => {
        try {
          while (writeSync(file, Buffer.alloc(bytes)) > 0);
        } catch {
          // Until nothing fits.
        }
      }
      for (const bytes of [1_048_576, 4096, 1]) fill(bytes)
      const during = []
      for (let nth = 2; nth < 40; nth++) {
        during.push(await bookOn(nth))
        fill(4096)
        expect((await callAt(url, 'GET /api/health')).status).toBe(200)
        expect((await callAt(url, 'GET /api/jobs/customer', booker)).status).toBe(200)
      }
      expect(during.filter((status) => status !== 201 && status !== 503)).toEqual([])
      expect(during).toContain(503)
      closeSync(file)
      rmSync(filler)
      expect(await bookOn(41)).toBe(201)
      const { body } = await callAt(url, 'GET /api/jobs/customer?limit=100', booker)
      expect(body).toHaveLength(2 + during.filter((status) => status === 201).length)
    }, 90_000)

    test('if read-only, it does not start, and reports why', async () => {
      const before = mounted('size=160m', `mount -o remount,ro ${at('small')} &&`)
      const ended = await start({ DATA_DIR: join(at('small'), 'data') }, { before }).ended
      expect(ended.code).toBe(1)
      expect(ended.errors).toMatch(/^The data folder \S+ cannot be used: it cannot be written to\./)
    }, 60_000)
  })
})
