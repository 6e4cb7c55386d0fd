// Opens sockets to a server and writes to one at a time, measuring when its two readers receive it.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { SocketUpdate } from '#shared/contract/socket.ts'
import { answerMessages } from './child.ts'
import { percentile } from './figures.ts'
import type { Conversation } from './prepare-conversations.ts'

export type SocketLoad = { url: string } & (
  | { kind: 'open'; conversations: Conversation[] }
  | { kind: 'write'; messages: number; everyMs: number }
)
export type Delivery = { medianMs: number; p99Ms: number; delivered: number; strayed: number }

type Reader = { socket: WebSocket; jobId: string }
const readers: Reader[] = []
const heardAt = new Map<string, number[]>()
let strayed = 0

answerMessages(async (load: SocketLoad): Promise<Delivery | number> =>
  load.kind === 'open' ? open(load.url, load.conversations) : write(load),
)

async function open(url: string, conversations: Conversation[]): Promise<number> {
  for (const { jobId, customer, technician } of conversations)
    await Promise.all([customer, technician].map((cookie) => openOne(url, jobId, cookie)))
  return readers.length
}

async function openOne(url: string, jobId: string, cookie: string): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    origin: url,
    headers: { cookie },
    perMessageDeflate: false,
  })
  await once(socket, 'open')
  readers.push({ socket, jobId })
  socket.on('message', (data) => {
    const update = JSON.parse((data as Buffer).toString()) as SocketUpdate
    if (update.type !== 'job_message') return
    if (update.jobId !== jobId) strayed += 1
    heardAt.get(update.clientId ?? '')?.push(performance.now())
  })
}

/** Messages sent first, until every database connection has prepared its statements. */
const warmUp = 50

async function write({ messages, everyMs }: SocketLoad & { kind: 'write' }): Promise<Delivery> {
  const waits: number[] = []
  for (let n = 0; n < warmUp + messages; n++) {
    const writer = readers[(n * 7) % readers.length]
    const clientId = `m${n}`
    const heard: number[] = []
    heardAt.set(clientId, heard)
    const sentAt = performance.now()
    const { jobId } = writer ?? {}
    writer?.socket.send(
      JSON.stringify({ type: 'job_communication', jobId, message: 'Ten minutes', clientId }),
    )
    for (const deadline = sentAt + 5_000; heard.length < 2 && performance.now() < deadline;)
      await sleep(1)
    if (n >= warmUp) waits.push(...heard.map((at) => at - sentAt))
    await sleep(everyMs)
  }
  const sorted = waits.toSorted((a, b) => a - b)
  return {
    medianMs: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    delivered: waits.length,
    strayed,
  }
}
