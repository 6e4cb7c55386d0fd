import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import type { Place } from './prepare.ts'
import { printFigure, show } from './figures.ts'
import { startServer } from './server.ts'
import type { Conversation } from './prepare-conversations.ts'
import type { Delivery, SocketLoad } from './socket-load.ts'

const sockets = 1_000
const messages = 300
const everyMs = 10

/** A thousand sockets on one process: the cost of each, and the delay of a message to both sides of its conversation. */
export async function measureSockets(engine: Engine): Promise<void> {
  const place: Place = await engine.newPlace('sockets')
  const prepare = startChild('prepare-conversations.ts')
  const conversations = await prepare.ask<Conversation[]>({ place, conversations: sockets / 2 })
  await prepare.stop()
  const server = await startServer(place)
  const load = startChild('socket-load.ts')
  const ask = <Answer>(work: SocketLoad) => load.ask<Answer>(work)
  const { url } = server
  try {
    // The first socket loads the code that all of them need.
    await ask({ kind: 'open', url, conversations: conversations.slice(0, 1) })
    await server.settle()
    const before = server.memory()
    const opened = await ask<number>({ kind: 'open', url, conversations: conversations.slice(1) })
    await server.settle()
    printFigure({
      what: `memory of a socket, of ${opened}`,
      engine: engine.name,
      value: ((server.memory() - before) * 1024) / (opened - 2),
      unit: 'kB',
    })
    const { medianMs, p99Ms, delivered, strayed } = await ask<Delivery>({
      kind: 'write',
      url,
      messages,
      everyMs,
    })
    if (delivered !== 2 * messages || strayed > 0)
      throw new Error(`${messages} messages were heard ${delivered} times, ${strayed} by strangers`)
    printFigure({
      what: 'a message heard by both sides, 99th percentile',
      engine: engine.name,
      value: p99Ms,
      unit: 'ms',
      goal: { atMost: 10 },
      from: `median ${show(medianMs, 'ms')}, stored before it is heard`,
    })
  } finally {
    await Promise.all([load.stop(), server.stop()])
  }
}
