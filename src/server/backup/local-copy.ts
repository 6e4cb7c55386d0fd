import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isDiskFull } from '#server/adapters/photos/disk.ts'
import { copyDatabase } from '#server/database/database.ts'
import { NotFound, Unavailable } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

const path = '/local/copy-database'

/** Copies are data folders of their own beside the database. */
const copies = 'copies-for-backups'

/** How to reach the running server from this machine, readable only by its user. */
const noteOf = (dataDir: string) => join(dataDir, 'running.json')
type Note = { url: string; token: string }

/** Lets anyone who can read the data folder request a copy of the embedded database while it runs. */
export function serveLocalCopies(app: FastifyInstance, dataDir: string): void {
  const token = randomBytes(32).toString('base64url')
  app.post(path, async ({ headers }) => {
    if (!isSame(headers.authorization ?? '', `Bearer ${token}`)) throw new NotFound()
    await removeOldCopies(join(dataDir, copies))
    const folder = resolve(dataDir, copies, randomUUID())
    try {
      await copyDatabase(join(folder, 'database'))
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      if (isDiskFull(error)) throw new Unavailable(noRoom)
      throw error
    }
    return { folder } satisfies Copied
  })
  app.addHook('onListen', async () => {
    // Left by backups that ended with the process.
    await rm(join(dataDir, copies), { recursive: true, force: true })
    const { address, port, family } = app.server.address() as AddressInfo
    const isEverywhere = address === '0.0.0.0' || address === '::'
    const host = isEverywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
    const note: Note = { url: `http://${host}:${port}`, token }
    writeFileSync(noteOf(dataDir), JSON.stringify(note), { mode: 0o600 })
  })
  app.addHook('onClose', async () => rmSync(noteOf(dataDir), { force: true }))
}

const noRoom = phrase('There is no room on the disk for a copy of the database.')
/** Longer than any backup may take. */
const oldMs = 3 * 3_600_000

/** Left by killed backups. */
async function removeOldCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > oldMs) await rm(join(folder, name), { recursive: true, force: true })
  }
}

const isSame = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other))
const hashOf = (text: string) => createHash('sha256').update(text).digest()

type Copied = { folder: string }

/**
 * Asks the server running on this folder to copy its database; returns the copy's folder, or undefined if none runs. Throws
 * the server's errors.
 */
export async function askForCopy(dataDir: string): Promise<string | undefined> {
  const note = readNote(dataDir)
  if (!note) return undefined
  const answer = await fetch(note.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${note.token}` },
  }).catch((error: Error) => {
    // A killed server leaves its note.
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED')
      return undefined
    throw new Error(
      'The running server did not copy its database. Try again when it has less to do.',
      {
        cause: error,
      },
    )
  })
  // Another program may use the port now.
  if (!answer || answer.status === 404) return undefined
  if (!answer.ok)
    throw new Error(`The running server could not copy its database. ${await saidBy(answer)}`)
  return ((await answer.json()) as Copied).folder
}

const saidBy = (answer: Response) =>
  answer.json().then(
    ({ message }: { message: string }) => message,
    () => `It answered ${answer.status}.`,
  )

function readNote(dataDir: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(dataDir), 'utf8')) as Note
  } catch {
    return undefined
  }
}
