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
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref()
  })
}
