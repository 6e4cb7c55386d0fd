import { startChild } from './child.ts'
import type { Engine } from './engines.ts'
import { printFigure, show } from './figures.ts'
import { startServer } from './server.ts'
import { prepareConversations } from './prepared.ts'
import type { Delivery, SocketLoad } from './socket-load.ts'

const sockets = 1_000
const messages = 300
const everyMs = 10

/** A thousand sockets on one process: the cost of each, and the delay of a message to both sides of its conversation. */
export async function measureSockets(engine: Engine): Promise<void> {
  const place = await engine.newPlace('sockets')
  const conversations = await prepareConversations(place, sockets / 2)
  await using server = await startServer(place)
  await using load = startChild('socket-load.ts')
  const ask = <Answer>(work: SocketLoad) => load.ask<Answer>(work)
  const { url } = server
  // The first socket loads the code that all of them need.
  await ask({ kind: 'open', url, conversations: conversations.slice(0, 1) })
  await server.settle()
  const before = server.memory()
  const opened = await ask<number>({ kind: 'open', url, conversations: conversations.slice(1) })
  await server.settle()
  const each = ((server.memory() - before) * 1024) / (opened - 2)
  printFigure(engine, `memory of a socket, of ${opened}`, each, 'kB')
  const work: SocketLoad = { kind: 'write', url, messages, everyMs }
  const { medianMs, p99Ms, delivered, strayed } = await ask<Delivery>(work)
  if (delivered !== 2 * messages || strayed > 0)
    throw new Error(`${messages} messages were heard ${delivered} times, ${strayed} by strangers`)
  printFigure(engine, 'a message heard by both sides, 99th percentile', p99Ms, 'ms', {
    goal: { atMost: 10 },
    from: `median ${show(medianMs, 'ms')}, stored before it is heard`,
  })
}
