import type { FastifyInstance } from 'fastify'
import { isLoopback } from '#server/base/config.ts'
import { phrase, wording } from '#shared/texts/t.ts'
import { Forbidden } from './errors.ts'

const refused = phrase(
  'This demo answers on this machine only, for example at http://localhost. To reach it by another name, start it with DEMO_BEYOND_LOOPBACK=1.',
)

/**
 * Refuses host names other than this machine's. A web page may resolve its own name to 127.0.0.1 (DNS rebinding): an open
 * demo would sign it in.
 */
export function answerLoopbackNamesOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isLoopback(URL.parse(`http://${request.host}`)?.hostname ?? '')) return
    if (request.url.startsWith('/api/')) throw new Forbidden(refused)
    return reply.code(403).type('text/plain; charset=utf-8').send(wording(refused))
  })
}
