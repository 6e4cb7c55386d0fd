import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageAnswer, PageAnswers } from '#server/http/app-page.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import type { Role } from '#shared/rules/roles.ts'
import { type FirstCall, firstCalls } from './first-calls.ts'

/** Calls every page of the app makes before it shows anything. */
const asked = ['/api/auth/user', '/api/config'].map((url): FirstCall => ({
  key: [`GET ${url}`],
  url,
}))

/** Headers that identify the person, their network and language. */
const passedOn = [
  'host',
  'cookie',
  'accept-language',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** Better a page without them than a late one; its script then makes the calls. */
const longestMs = { shell: 1000, screen: 300 }

/** A longer answer would delay styles and scripts, so it follows them. */
const mostCharacters = 120_000

/**
 * Makes a page's first calls as the browser would: with the same session, language and limits. Being signed out is an answer
 * too; other failures are left out.
 */
export const pageAnswers =
  (app: FastifyInstance) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<PageAnswers> => {
    const headers = Object.fromEntries(
      passedOn.flatMap((name) => (name in request.headers ? [[name, request.headers[name]]] : [])),
    )
    const { remoteAddress = '' } = request.socket
    const ask = async ({ key, url }: FirstCall): Promise<PageAnswer | 'failed' | 'long'> => {
      const answer = await app.inject({ url, headers, remoteAddress })
      const { statusCode: status } = answer
      if (status !== 200 && status !== 401) return 'failed'
      if (answer.payload.length > mostCharacters) return 'long'
      // Reading the current user extends the session.
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
    // Signed out: the screen is not known yet.
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
