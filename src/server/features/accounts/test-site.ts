import cookie from '@fastify/cookie'
import { desc, eq } from 'drizzle-orm'
import fastify, { type FastifyInstance } from 'fastify'
import { accounts } from '#shared/contract/accounts.ts'
import { notifications } from '#shared/contract/notifications.ts'
import { db } from '#server/database/database.ts'
import { storedAnswers } from '#server/idempotency/stored-answers.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { answerErrors } from '#server/http/error-handler.ts'
import { mountContract } from '#server/http/mount.ts'
import { provideOfflineServices } from '#server/testing/test-services.ts'
import { personReader } from '#server/sessions/sessions.ts'
import { type AccountOptions, accountRoutes } from './routes.ts'

/** The account and notification endpoints with custom options, on the open database; for tests. */
export async function buildSite(options: Partial<AccountOptions> = {}): Promise<FastifyInstance> {
  provideOfflineServices()
  const site = { demo: false, identityProvider: null, ...options }
  const app = fastify({ trustProxy: true })
  app.setErrorHandler(answerErrors(() => false))
  await app.register(cookie)
  mountContract(
    app,
    { ...accounts, ...notifications },
    { ...accountRoutes(site), ...notificationRoutes },
    {
      personOf: personReader(site),
      isShutOut: async () => undefined,
      repeats: storedAnswers,
      origin: site.origin,
    },
  )
  return app
}

type Call = { body?: unknown; headers?: Record<string, string> }

/** A browser with cookies and an address of its own. */
export function openBrowser(app: FastifyInstance, ip = '203.0.113.7') {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async call(route: string, { body, headers }: Call = {}) {
      const [method = '', url = ''] = route.split(' ')
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers: {
          host: 'fivequart.example',
          'x-forwarded-for': ip,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      })
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0 || value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      const { statusCode: status, headers: sent } = answer
      const json = String(sent['content-type']).includes('json')
      return { status, headers: sent, cookies: answer.cookies, body: json ? answer.json() : null }
    },
  }
}
export type Browser = ReturnType<typeof openBrowser>

/** The code in the newest mail to an address. */
export async function mailedCode(email: string): Promise<string> {
  const [mail] = await db()
    .select({ body: sentMessages.body })
    .from(sentMessages)
    .where(eq(sentMessages.recipient, email.trim().toLowerCase()))
    .orderBy(desc(sentMessages.createdAt))
    .limit(1)
  const code = /\b\d{6}\b/.exec(mail?.body ?? '')?.[0]
  if (!code) throw new Error(`No code was mailed to ${email}`)
  return code
}

/** A wrong code. */
export const anotherCode = (code: string) => (code === '000000' ? '111111' : '000000')

/** Requests a code and enters it; returns the last answer. */
export async function signInByCode(browser: Browser, email: string) {
  await browser.call('POST /api/auth/email-code', { body: { email } })
  const code = await mailedCode(email)
  return browser.call('POST /api/auth/email-code/verify', { body: { code } })
}

/** For sorting statuses and counts. */
export const byNumber = (a: number, b: number) => a - b
