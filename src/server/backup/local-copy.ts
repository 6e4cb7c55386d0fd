import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { copyDatabase } from '#server/database/database.ts'
import { NotFound } from '#server/http/errors.ts'

const path = '/local/copy-database'

/** Copies are folders of data of their own, beside the database. */
const copies = 'copies-for-backups'

/** How the running server is reached from its own machine, readable by its user alone. */
const noteOf = (dataDir: string) => join(dataDir, 'running.json')
type Note = { url: string; token: string }

/** Lets whoever can read the data folder ask for a copy of the embedded database while it runs. */
export function serveLocalCopies(app: FastifyInstance, dataDir: string): void {
  const token = randomBytes(32).toString('base64url')
  app.post(path, async ({ headers }) => {
    if (!isSame(headers.authorization ?? '', `Bearer ${token}`)) throw new NotFound()
    const folder = join(dataDir, copies, randomUUID())
    await copyDatabase(join(folder, 'database'))
    return { folder } satisfies Copied
  })
  app.addHook('onListen', async () => {
    // Of backups that ended with the process.
    await rm(join(dataDir, copies), { recursive: true, force: true })
    const { address, port, family } = app.server.address() as AddressInfo
    const isEverywhere = address === '0.0.0.0' || address === '::'
    const host = isEverywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
    const note: Note = { url: `http://${host}:${port}`, token }
    writeFileSync(noteOf(dataDir), JSON.stringify(note), { mode: 0o600 })
  })
  app.addHook('onClose', async () => rmSync(noteOf(dataDir), { force: true }))
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

type Copied = { folder: string }

/** Has the server that runs on this folder copy its database; answers where to, undefined where none runs. Throws what it says. */
export async function askForCopy(dataDir: string): Promise<string | undefined> {
  const note = readNote(dataDir)
  if (!note) return undefined
  const answer = await fetch(note.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${note.token}` },
  }).catch(() => undefined)
  // A server that was killed left its note, and somebody else may answer there now.
  if (!answer || answer.status === 404) return undefined
  if (!answer.ok)
    throw new Error(`The running server could not copy its database: ${await answer.text()}`)
  return ((await answer.json()) as Copied).folder
}

function readNote(dataDir: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(dataDir), 'utf8')) as Note
  } catch {
    return undefined
  }
}
