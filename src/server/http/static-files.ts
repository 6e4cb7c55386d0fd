import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#shared/rules/paths.ts'
import { isAt, isCameraScreen, isCardScreen } from '#shared/rules/screens.ts'
import { screenPaths } from '#shared/rules/screen-paths.ts'
import { appPageWriter, type PageAnswers } from './app-page.ts'
import { compress } from './compress-answers.ts'
import { answerUnknownPath } from './error-handler.ts'
import { publicFiles } from './public-pages.ts'
import { cameraPageHeaders } from './security-headers.ts'

const templates = new Set<string>(publicFiles.map((file) => `/${file}`))

/** Whether a path without query has a screen. */
export const isScreen = (path: string): boolean => screenPaths.some((one) => isAt(one, path))

const secretScreens = [
  '/guest/:token',
  '/guest/:token/receipt',
  '/waitlist/:offer',
  '/plan-visit/:visit',
  '/inspection/:token',
  '/statement/:token',
  '/company-approval/:token',
  '/unsubscribe/:token',
] as const

/** The build's files for the server rather than browsers: manifest, source maps. */
const isOurs = (path: string) => /[/\\]\.|\.map(\.\w+)?$/.test(path)

/** Addresses that can name no file: too long, with upward steps, backslashes or null characters. */
const noFile = /[\0\\]|\/\.\.(\/|$)|[^/]{250}/

const nothing: PageAnswers = { answers: [], late: [] }

type ClientOptions = {
  folder: string
  demo: boolean
  /** Replaces other pages' headers where a card is entered. */
  cardHeaders?: Readonly<Record<string, string>> | undefined
  /** The app's first answers for the requested page and its caller. */
  answersFor: (request: FastifyRequest, reply: FastifyReply) => Promise<PageAnswers>
}

/**
 * Serves the built client: hashed assets for a year, precompressed; any other path that is no call gets the app, with status
 * 404 if the path has no screen. Returns how to send the app.
 */
export async function serveClient(
  app: FastifyInstance,
  { folder, demo, cardHeaders = {}, answersFor }: ClientOptions,
) {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error('The client is not built yet: start with `npm start`.')
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    // The templates' brand and demo are filled in at their own addresses.
    allowedPath: (path) => !templates.has(path) && !isOurs(path),
    dotfiles: 'ignore',
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // The file handler would refuse it with a technical message.
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const isCall = path.startsWith('/api/')
    if (path.includes('//') || (!isCall && noFile.test(decodeURIComponent(path))))
      return reply.callNotFound()
  })
  const writePage = appPageWriter(folder)
  // Personal, so no cache may store it.
  const sendApp = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-store')
    const answers = request.method === 'HEAD' ? nothing : await answersFor(request, reply)
    const page = writePage(request.url.split('?')[0] ?? '', answers)
    return reply.send(await compress(page, request.headers, reply))
  }
  app.setNotFoundHandler((request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const [path = ''] = request.url.split('?')
    const wantsPage =
      reads &&
      !/^\/(api|ws|assets)(\/|$)/.test(path) &&
      (isScreen(path) || !isOurs(decodeURIComponent(path)))
    if (!wantsPage) return answerUnknownPath(request, reply)
    if (isCardScreen(path)) reply.headers(cardHeaders)
    if (isCameraScreen(path)) reply.headers(cameraPageHeaders)
    const secret = secretScreens.some((screen) => isAt(screen, path))
    const exists = isScreen(path) && (demo || !isAt(paths.sentMail, path))
    // The address of such a page opens it for anyone.
    if (secret) reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    return sendApp(request, reply.code(exists ? 200 : 404))
  })
  return sendApp
}
