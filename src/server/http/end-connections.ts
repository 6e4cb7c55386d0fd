import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Longer than any call, shorter than the process's time to exit. */
const patienceMs = 10_000

/**
 * Lets the server close although Node considers some connections busy: unused ones opened ahead by browsers close at once,
 * and a half-sent call after ten seconds.
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
    // A browser would keep the last connection open and delay the exit.
    if (closing) reply.header('connection', 'close')
  })
}
