import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgres } from './find-postgres.mjs'

export interface ScratchPostgres {
  /** Of the database `postgres`, whose user may do everything. */
  url: string
  /** Stops the server and removes its folder. */
  stop(): Promise<void>
}

const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '60',
}

/** Starts a PostgreSQL server on a free port of 127.0.0.1, in a temporary folder. */
export async function startScratchPostgres(
  settings: Record<string, string> = {},
): Promise<ScratchPostgres> {
  const programs = findPostgres()
  if (!programs)
    throw new Error('Install PostgreSQL 15 or newer, or name its folder with POSTGRES_BIN')
  const owner = serverOwner()
  const folder = mkdtempSync(join(tmpdir(), 'fivequart-postgres-'))
  chmodSync(folder, 0o700)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  initialize(join(programs, 'initdb'), data, owner)
  const port = await freePort()
  const chosen = { ...fast, ...settings, port, listen_addresses: '127.0.0.1' }
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      data,
      '-k',
      folder,
      ...Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  server.stderr.on('data', (chunk) => (log = `${log}${chunk}`.slice(-4000)))
  const remove = () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  const abandon = () => {
    server.kill('SIGQUIT')
    remove()
  }
  process.once('exit', abandon)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  try {
    await waitForServer(url, server)
  } catch (error) {
    abandon()
    throw new Error(`The scratch PostgreSQL server did not start:\n${log}`, { cause: error })
  }
  return {
    url,
    async stop() {
      process.off('exit', abandon)
      if (server.exitCode === null) {
        server.kill('SIGINT')
        await once(server, 'exit')
      }
      remove()
    },
  }
}

interface Owner {
  uid: number
  gid: number
}

// PostgreSQL refuses to run as root.
function serverOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody')
}

// The embedded engine's collation, so that both sort alike.
function initialize(program: string, data: string, owner: Owner | undefined): void {
  const locales = [['--locale=C', '--lc-ctype=C.UTF-8'], ['--locale=C']]
  for (const locale of locales) {
    const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale]
    const { status, stderr, error } = spawnSync(program, args, { ...owner, encoding: 'utf8' })
    if (status === 0) return
    if (locale === locales.at(-1)) throw new Error(`initdb failed: ${error?.message ?? stderr}`)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

async function waitForServer(url: string, server: ChildProcess): Promise<void> {
  for (const end = Date.now() + 20_000; ; await sleep(50)) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (server.exitCode !== null || Date.now() > end) throw error
    }
  }
}
