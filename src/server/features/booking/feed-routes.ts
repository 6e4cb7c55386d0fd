import { createHash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsync } from 'fastify'
import { inLanguage } from '#server/base/language.ts'
import { technicianById } from '#server/features/technicians/queries.ts'
import { Conflict, NotFound, TooMany } from '#server/http/errors.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { calendarFeeds } from '#shared/contract/calendar-feeds.ts'
import { phrase } from '#shared/texts/t.ts'
import { endFeed, endFeedOf, makeFeed, makeFeedFor } from './actions/make-feed.ts'
import { feedText } from './calendar-feed.ts'
import { feedOf, ownerOfFeed } from './queries.ts'

const done = { success: true as const }

export const feedRoutes = {
  'GET /api/calendar-feed': ({ person }) => feedOf(person.id),

  'POST /api/calendar-feed': ({ person }) => makeFeed(person.id),

  'DELETE /api/calendar-feed': async ({ person }) => {
    await endFeed(person.id)
    return done
  },

  'GET /api/admin/technicians/{id}/calendar-feed': async ({ params }) =>
    feedOf((await technicianById(params.id)).id),

  'POST /api/admin/technicians/{id}/calendar-feed': async ({ person, params }) =>
    makeFeedFor(person, (await worksHere(params.id)).id),

  'DELETE /api/admin/technicians/{id}/calendar-feed': async ({ person, params }) => {
    await endFeedOf(person, (await technicianById(params.id)).id)
    return done
  },
} satisfies HandlersOf<typeof calendarFeeds>

/** Only people who work here have a feed. Throws NotFound, Conflict. */
async function worksHere(id: string) {
  const technician = await technicianById(id)
  const { firstName, lastName, status } = technician
  const name = [firstName, lastName].filter(Boolean).join(' ')
  if (status === 'deactivated')
    throw new Conflict(phrase('{name} is deactivated, so there is no calendar to read.', { name }))
  if (status === 'waiting')
    throw new Conflict(
      phrase('{name} is not approved yet, so there is no calendar to read.', { name }),
    )
  return technician
}

/** Calendars at one IP address read a few feeds repeatedly. */
const mostAMinute = 60

const secretHeaders = {
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

/** `/calendar/{token}.ics` for calendar programs, which have no session: the address is the secret. */
export function servesFeeds(requestsPerMinute: number): FastifyPluginAsync {
  return async (app) => {
    if (requestsPerMinute > 0)
      await app.register(rateLimit, {
        max: Math.min(requestsPerMinute, mostAMinute),
        timeWindow: 60_000,
        errorResponseBuilder: (_request, { ttl }) =>
          new TooMany(undefined, { retryAfterSeconds: Math.ceil(ttl / 1000) }),
      })
    app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
      reply.headers(secretHeaders)
      const token = /^([\w-]{40,64})\.ics$/.exec(request.params.file)?.[1]
      const owner = token && (await ownerOfFeed(token))
      if (!owner) throw new NotFound(phrase('There is no calendar at this address.'))
      const text = await inLanguage(owner.language, () => feedText(owner.person))
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
      reply.header('etag', etag)
      if (isSame(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(text)
    })
  }
}

const isSame = (header: string | undefined, etag: string) =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
