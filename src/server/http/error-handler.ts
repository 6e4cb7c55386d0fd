import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, errorStatus } from '#shared/rules/errors.ts'
import { wording } from '#shared/texts/t.ts'
import { AppError } from './errors.ts'

const refusals: Partial<Record<number, { code: ErrorCode; message: string }>> = {
  400: { code: 'invalid', message: 'The request could not be read. Please send valid JSON.' },
  404: { code: 'not_found', message: 'Not found.' },
  413: { code: 'too_large', message: 'This is too large to accept.' },
  415: { code: 'unsupported', message: 'Please send JSON.' },
}
const refused = { code: 'invalid', message: 'The request could not be answered.' } as const

/**
 * Translates every error once: ours as they say, the framework's by status, a database out of service with 503,
 * anything else with a bare 500; the last two with one log line.
 */
export const answerErrors =
  (isOutOfService: (error: unknown) => boolean) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof AppError) {
      const body: ErrorBody = { message: wording(error.said), code: error.code }
      if (error.details !== undefined) body.details = error.details
      return reply.code(error.status).send(body)
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      const known = refusals[status] ?? refused
      return reply.code(errorStatus[known.code]).send(known satisfies ErrorBody)
    }
    request.log.error({ err: error }, 'failed')
    if (isOutOfService(error))
      return reply.code(503).send({
        message: 'We cannot reach our data at the moment. Please try again.',
        code: 'unavailable',
      } satisfies ErrorBody)
    const body: ErrorBody = {
      message: `Something went wrong on our side. Please try again; if it stays, quote ${request.id}.`,
      code: 'internal',
    }
    return reply.code(500).send(body)
  }

export function answerUnknownPath(_request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send({ message: 'Not found.', code: 'not_found' } satisfies ErrorBody)
}
