import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'

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

/** Logs each answered request with its status and time. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.info(
      { method, path: loggedPath(request), status: reply.statusCode, ms },
      'answered',
    )
  })
}

/** Query strings may contain searches for people, and a path a link's secret or a VIN: only ids are logged. */
function loggedPath({ url, routeOptions, params }: FastifyRequest): string {
  const pattern = routeOptions.url
  if (!pattern?.includes(':'))
    return (url.split('?')[0] ?? '').replace(
      /^\/(guest|calendar|unsubscribe|api\/unsubscribe)\/.+/,
      '/$1/…',
    )
  return pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = (params as Record<string, string>)[name] ?? ''
    return isId.test(value) ? value : '…'
  })
}

const isId = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d|\d{1,6})$/
