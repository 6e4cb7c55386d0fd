import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { NotFound } from './errors.ts'

/** How to reach the running server from this machine, readable only by its user. */
const noteOf = (dataDir: string) => join(dataDir, 'running.json')
type Note = { url: string; token: string }

const pathOf = (action: string) => `/local/${action}`

/** Lets processes that can read the data folder send commands to the server that uses it. */
export function openLocalDoor(
  app: FastifyInstance,
  dataDir: string,
  actions: Record<string, (request: unknown) => Promise<unknown>>,
): void {
  const token = randomBytes(32).toString('base64url')
  for (const [action, act] of Object.entries(actions))
    app.post(pathOf(action), async ({ headers, body }) => {
      if (!isSame(headers.authorization ?? '', `Bearer ${token}`)) throw new NotFound()
      return act(body)
    })
  app.addHook('onListen', async () => {
    const { address, port, family } = app.server.address() as AddressInfo
    const isEverywhere = address === '0.0.0.0' || address === '::'
    const host = isEverywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
    const note: Note = { url: `http://${host}:${port}`, token }
    writeFileSync(noteOf(dataDir), JSON.stringify(note), { mode: 0o600 })
  })
  app.addHook('onClose', async () => rmSync(noteOf(dataDir), { force: true }))
}

const isSame = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other))
const hashOf = (text: string) => createHash('sha256').update(text).digest()

/**
 * Sends a command to the server running on this folder; undefined if none runs. Throws its refusal in one line, or `busy`
 * if it does not answer.
 */
export async function askRunningServer<Answer>(
  dataDir: string,
  action: string,
  request: object,
  busy: string,
): Promise<Answer | undefined> {
  const note = readNote(dataDir)
  if (!note) return undefined
  const answer = await fetch(note.url + pathOf(action), {
    method: 'POST',
    headers: { authorization: `Bearer ${note.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  }).catch((error: Error) => {
    // A killed server leaves this file behind.
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED')
      return undefined
    throw new Error(busy, { cause: error })
  })
  // Another program may be using the port.
  if (!answer || answer.status === 404) return undefined
  if (!answer.ok) throw new Error(await refusalOf(answer))
  return (await answer.json()) as Answer
}

const refusalOf = (answer: Response) =>
  answer.json().then(
    ({ message }: { message: string }) => message,
    () => `The running server answered ${answer.status}.`,
  )

function readNote(dataDir: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(dataDir), 'utf8')) as Note
  } catch {
    return undefined
  }
}
