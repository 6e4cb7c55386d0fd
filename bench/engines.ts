import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type ScratchPostgres, startScratchPostgres } from '../scripts/scratch-postgres.ts'
import type { Place } from './prepare.ts'

/** Creates databases and removes them at the end. */
export type Engine = AsyncDisposable & {
  name: 'embedded' | 'PostgreSQL'
  newPlace: (name: string) => Promise<Place>
  /** The PostgreSQL server of all its databases. */
  server?: ScratchPostgres
}

export async function openEngine(name: Engine['name']): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'fivequart-bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const newPlace = async (of: string) => ({ DATA_DIR: join(folder, of) })
  if (name === 'embedded') return { name, newPlace, [Symbol.asyncDispose]: async () => remove() }
  // As in production: commits wait for the disk.
  const server = await startScratchPostgres({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
  })
  return {
    name,
    server,
    async newPlace(of) {
      const DATABASE_URL = await newDatabase(server.url, of)
      return { ...(await newPlace(of)), DATABASE_URL }
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      remove()
    },
  }
}

async function newDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
