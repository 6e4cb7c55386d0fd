import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Longer than any call takes, shorter than the time the process has to end. */
const patienceMs = 10_000

/**
 * Lets the server end although a connection stays busy in Node's eyes: browsers open some ahead of need, which end at
 * once, and a call of which half never comes ends after ten seconds.
 */
export function endConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
  })
  app.addHook('onSend', async (_request, reply) => {
    // A browser would keep the connection of a last answer open, and the end would wait for it.
    if (closing) reply.header('connection', 'close')
  })
}
