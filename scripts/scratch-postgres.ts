import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../src/server/testing/test-programs.ts'
import { findPostgres, ordinaryUser } from './find-programs.mjs'

type Owner = NonNullable<ReturnType<typeof ordinaryUser>>

export interface ScratchPostgres {
  /** Its data folder. */
  data: string
  /** Of the database `postgres`, with a superuser. */
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

/**
 * Starts a PostgreSQL server on a free port of 127.0.0.1, in a temporary folder; `follows` makes it a standby of that
 * server.
 */
export async function startScratchPostgres(
  settings: Record<string, string> = {},
  follows?: ScratchPostgres,
): Promise<ScratchPostgres> {
  const programs = findPostgres()
  if (!programs)
    throw new Error('Install PostgreSQL 15 or newer, or name its folder with POSTGRES_BIN')
  const owner = ordinaryUser()
  const folder = mkdtempSync(join(tmpdir(), 'fivequart-postgres-'))
  chmodSync(folder, 0o700)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  if (follows) await copyRunning(follows, data, owner)
  else initialize(join(programs, 'initdb'), data, owner)
  const port = settings.port ?? String(await freePort())
  const source = follows && { primary_conninfo: conninfoOf(follows.url) }
  const chosen = { ...fast, ...settings, ...source, port, listen_addresses: '127.0.0.1' }
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
    data,
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

/** A base backup by hand, which needs no client programs. */
async function copyRunning({ url, data }: ScratchPostgres, to: string, owner: Owner | undefined) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_backup_start('copy', true)")
    cpSync(data, to, { recursive: true })
    const { rows } = await client.query<{ labelfile: string }>(
      'select * from pg_backup_stop(false)',
    )
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  rmSync(join(to, 'postmaster.pid'), { force: true })
  writeFileSync(join(to, 'standby.signal'), '')
  chmodSync(to, 0o700)
  if (!owner) return
  for (const entry of ['.', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, entry), owner.uid, owner.gid)
}

function conninfoOf(url: string): string {
  const { hostname, port, username } = new URL(url)
  return `host=${hostname} port=${port} user=${username}`
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
