import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startScratchPostgres } from '../../../scripts/scratch-postgres.ts'
import { installQueue } from '../queue/install-queue.ts'
import { closeDatabase, openDatabase } from './database.ts'
import { migrate } from './migrator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A scratch server with a migrated database named `template`. */
    serverUrl: string
  }
}

/** Vitest's global setup for PostgreSQL: a scratch server with a migrated template. */
export async function setup({
  provide,
}: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const server = await startScratchPostgres()
  try {
    await runAt(server.url, 'create database template')
    await openDatabase({ url: databaseAt(server.url, 'template') })
    try {
      await migrate()
      await installQueue()
    } finally {
      await closeDatabase()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
  provide('serverUrl', server.url)
  return () => server.stop()
}

/** URL of a worker's own database, created from the template if missing. */
export async function workerDatabase(serverUrl: string, worker: string): Promise<string> {
  const name = `worker_${worker}`
  await runAt(serverUrl, `create database ${name} template template`).catch((error) => {
    const exists = '42P04'
    if (error.code !== exists) throw error
  })
  return databaseAt(serverUrl, name)
}

/** URL of an empty database of that name. */
export async function emptyDatabase(serverUrl: string, name: string): Promise<string> {
  await runAt(serverUrl, `create database ${name}`)
  return databaseAt(serverUrl, name)
}

function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function runAt(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
