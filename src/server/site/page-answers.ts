import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageAnswers } from '#server/http/app-page.ts'

/** What every page of the app asks before it shows anything. */
const asked = ['/api/auth/user', '/api/config'] as const

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
const longestMs = 1000

/**
 * Makes the first calls of a page in the name of whoever asks for it, as their browser would: with their session, their
 * language and their limits. That nobody is signed in is an answer too; what failed is left out.
 */
export const pageAnswers =
  (app: FastifyInstance) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<PageAnswers> => {
    const answers: Record<string, PageAnswers[string]> = {}
    const headers = Object.fromEntries(
      told.flatMap((name) => (name in request.headers ? [[name, request.headers[name]]] : [])),
    )
    const { remoteAddress = '' } = request.socket
    const ask = async (url: string) => {
      const answer = await app.inject({ url, headers, remoteAddress })
      const { statusCode: status } = answer
      if (status !== 200 && status !== 401) return
      answers[url] = { status, body: answer.json() }
      // Whoever is asked about lengthens their session.
      const cookie = answer.headers['set-cookie']
      if (cookie && !reply.sent) reply.header('set-cookie', cookie)
    }
    const tooLong = new Promise((resolve) => setTimeout(resolve, longestMs))
    await Promise.race([
      Promise.all(asked.map((url) => ask(url).catch((error) => request.log.warn(error)))),
      tooLong,
    ])
    return { ...answers }
  }
