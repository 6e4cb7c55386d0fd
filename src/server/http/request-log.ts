import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

/** Leaves the lines of requests to ours, and tells of answers that break off: whoever reads half a file hears nothing. */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(
    error: Error & { code?: string },
    _request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    // Whoever asked has left.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    reply.log.error({ err: error }, 'an answer broke off')
  }
}
