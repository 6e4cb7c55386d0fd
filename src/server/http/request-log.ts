import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

/** Leaves request lines to ours, and logs answers that break off, which their reader would not notice. */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(
    error: Error & { code?: string },
    _request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    // The client disconnected.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    reply.log.error({ err: error }, 'an answer broke off')
  }
}
