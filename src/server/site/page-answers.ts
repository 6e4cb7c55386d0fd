import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageAnswer, PageAnswers } from '#server/http/app-page.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import type { Role } from '#shared/rules/roles.ts'
import { type FirstCall, firstCalls } from './first-calls.ts'

/** What every page of the app asks before it shows anything. */
const asked = ['/api/auth/user', '/api/config'].map((url): FirstCall => ({
  key: [`GET ${url}`],
  url,
}))

/** What says who asks, from where and in which language. */
const told = [
  'host',
  'cookie',
  'accept-language',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** The page is better without them than late; its script then asks itself. */
const longestMs = { shell: 1000, screen: 300 }

/** What is longer would keep the page from its styles and scripts, so it comes beside them. */
const mostCharacters = 120_000

/**
 * Makes the first calls of a page in the name of whoever asks for it, as their browser would: with their session, their
 * language and their limits. That nobody is signed in is an answer too; what else failed is left out.
 */
export const pageAnswers =
  (app: FastifyInstance) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<PageAnswers> => {
    const headers = Object.fromEntries(
      told.flatMap((name) => (name in request.headers ? [[name, request.headers[name]]] : [])),
    )
    const { remoteAddress = '' } = request.socket
    const ask = async ({ key, url }: FirstCall): Promise<PageAnswer | 'failed' | 'long'> => {
      const answer = await app.inject({ url, headers, remoteAddress })
      const { statusCode: status } = answer
      if (status !== 200 && status !== 401) return 'failed'
      if (answer.payload.length > mostCharacters) return 'long'
      // Whoever is asked about lengthens their session.
      const cookie = answer.headers['set-cookie']
      if (cookie && !reply.sent) reply.header('set-cookie', cookie)
      return { key, status, body: answer.json() }
    }
    const askAll = async (calls: readonly FirstCall[], ms: number) => {
      let timer: NodeJS.Timeout | undefined
      const tooLong = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, ms, 'late')))
      const failed = (error: unknown) => {
        request.log.warn(error)
        return 'failed' as const
      }
      const all = calls.map(async (call) => Promise.race([ask(call).catch(failed), tooLong]))
      return Promise.all(all).finally(() => clearTimeout(timer))
    }
    const shell = (await askAll(asked, longestMs.shell)).filter((one) => typeof one === 'object')
    const user = shell.find(({ key: [route] }) => route === 'GET /api/auth/user')
    // Nothing is known of who asks, so nothing of what they will see.
    if (!user) return { answers: shell, late: [] }
    const { role, active } =
      user.status === 200
        ? (user.body as { role: Role | null; active: boolean })
        : { role: null, active: true }
    const path = request.url.split('?')[0] ?? ''
    const business = shell.find(({ key: [route] }) => route === 'GET /api/config')?.body
    const calls = active ? firstCalls(path, role, business as PublicConfig | undefined) : []
    const screen = await askAll(calls, longestMs.screen)
    const late = calls.filter((_, at) => screen[at] === 'late' || screen[at] === 'long')
    return {
      answers: [
        ...shell,
        ...screen.filter((one) => typeof one === 'object' && one.status === 200),
      ] as PageAnswer[],
      late: late.map(({ url }) => url),
    }
  }
