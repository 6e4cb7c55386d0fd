import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, errorStatus } from '#shared/rules/errors.ts'
import { currentLanguage, type Phrase, phrase, wording } from '#shared/texts/t.ts'
import { AppError } from './errors.ts'

const notFound = phrase('Not found.')

const refusals: Partial<Record<number, { code: ErrorCode; untranslated: Phrase }>> = {
  400: {
    code: 'invalid',
    untranslated: phrase('The request could not be read. Please send valid JSON.'),
  },
  404: { code: 'not_found', untranslated: notFound },
  413: { code: 'too_large', untranslated: phrase('This is too long. Please shorten it.') },
  415: { code: 'unsupported', untranslated: phrase('Please send JSON.') },
}
const refused = {
  code: 'invalid',
  untranslated: phrase('The request could not be answered.'),
} as const

/** Answers with an error in the caller's language. */
function answer(
  reply: FastifyReply,
  status: number,
  { untranslated, ...rest }: Omit<ErrorBody, 'message'> & { untranslated: Phrase },
) {
  return reply
    .code(status)
    .header('content-language', currentLanguage())
    .send({
      message: wording(untranslated),
      ...rest,
      ...(reply.request.headers['x-happened-at'] !== undefined && { untranslated }),
    } satisfies ErrorBody)
}

/**
 * Translates every error once: ours as they are, the framework's by status, an unavailable database to 503, anything else to
 * a bare 500; the last two are logged.
 */
export const answerErrors =
  (isOutOfService: (error: unknown) => boolean) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof AppError) {
      const { untranslated, code, details } = error
      const seconds = secondsToWait(error)
      if (seconds) reply.header('retry-after', seconds)
      return answer(reply, error.status, {
        untranslated,
        code,
        ...(details !== undefined && { details }),
      })
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      const known = (status === 413 && tooLarge(request)) || (refusals[status] ?? refused)
      return answer(reply, errorStatus[known.code], known)
    }
    request.log.error({ err: error }, 'failed')
    if (isOutOfService(error))
      return answer(reply.header('retry-after', secondsOutOfService), 503, {
        untranslated: phrase('We cannot reach our data at the moment. Please try again.'),
        code: 'unavailable',
      })
    return answer(reply, 500, {
      untranslated: phrase(
        'Something went wrong on our side. Please try again. If it keeps happening, mention {number}.',
        { number: request.id },
      ),
      code: 'internal',
    })
  }

/** A standby takes over within seconds. */
const secondsOutOfService = 2

/** For a file, whose limit we can name. */
function tooLarge(request: FastifyRequest): { code: ErrorCode; untranslated: Phrase } | undefined {
  const limit = request.routeOptions.bodyLimit ?? 0
  if (limit < 1_000_000 || request.headers['content-type']?.startsWith('application/json'))
    return undefined
  // Limits are whole megabytes, in thousands or 1024s.
  const megabytes = Math.round(limit / 1_000_000)
  const untranslated = phrase('This file is larger than {megabytes} MB.', { megabytes })
  return { code: 'too_large', untranslated }
}

const secondsToWait = ({ code, details }: AppError) =>
  (details as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds ??
  (code === 'too_many' ? 60 : undefined)

export function answerUnknownPath(_request: FastifyRequest, reply: FastifyReply) {
  return answer(reply, 404, { untranslated: notFound, code: 'not_found' })
}
