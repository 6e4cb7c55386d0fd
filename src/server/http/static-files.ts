import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isScreen } from '#shared/rules/screens.ts'
import { answerUnknownPath } from './error-handler.ts'
import { publicPages } from './public-pages.ts'

const templates = new Set<string>(publicPages.map((name) => `/${name}.html`))

/**
 * Serves the built client: hashed assets for a year, precompressed; any other path that is no call gets the app,
 * which decides by who is signed in, with status 404 where nobody has a screen. Returns how to send the app.
 */
export async function serveClient(app: FastifyInstance, folder: string) {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error('The client is not built yet: start with `npm start`.')
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    // Their brand and demo are filled in at their own addresses.
    allowedPath: (path) => !templates.has(path),
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendApp = (reply: FastifyReply) => reply.sendFile('index.html')
  app.setNotFoundHandler((request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const wantsPage = reads && !/^\/(api|ws|assets)(\/|$|\?)/.test(request.url)
    if (!wantsPage) return answerUnknownPath(request, reply)
    if (isScreen(pathOf(request))) return sendApp(reply)
    // Sent by itself: a file's own status is 200, or 304.
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(readFileSync(join(folder, 'index.html')))
  })
  return sendApp
}

const pathOf = ({ url }: FastifyRequest) => url.split(/[?#]/, 1)[0] ?? ''
