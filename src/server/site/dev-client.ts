import type { FastifyInstance } from 'fastify'
import { answerUnknownPath } from '#server/http/error-handler.ts'

/** `npm run dev`: the client from its sources with hot reload, on the server's own port. */
export async function serveDevClient(app: FastifyInstance): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    // Vite's own loader writes a temporary file, which would restart a watched server forever.
    configLoader: 'native',
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.setNotFoundHandler(answerUnknownPath)
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(api|ws|simulator)(\/|$|\?)/.test(request.url)) return done()
    // Hot reload needs inline styles and eval-free scripts only, but its socket is another origin to CSP.
    reply.raw.removeHeader('content-security-policy')
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  app.addHook('onClose', () => vite.close())
}
