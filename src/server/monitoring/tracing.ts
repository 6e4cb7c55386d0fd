import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import { log } from '#server/base/log.ts'
import { traceBy, type Work } from '#server/base/span.ts'
import { statementName } from '#server/database/statement-name.ts'
import { AppError } from '#server/http/errors.ts'

type TracingOptions = {
  /** The collector's address without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  service: string
}

/** Sends a trace of every call and task to a collector (OTLP over HTTP) until the returned function is called. */
export function startTracing({ endpoint, headers, service }: TracingOptions): () => Promise<void> {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = sayingFailures(new OTLPTraceExporter({ url, headers, timeoutMillis: 5_000 }))
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('fivequart')
  const contexts = new AsyncLocalStorage<Context>()
  traceBy(async (work, run) => {
    const parent = contexts.getStore()
    // Not worth tracing: the queue polls for tasks every other second.
    if (!parent && work.kind === 'statement') return run()
    const context = parent ?? contextOf(work.traceparent)
    const span = beginSpan(tracer, work, context)
    try {
      return await contexts.run(trace.setSpan(context, span), run)
    } catch (error) {
      noteFailure(span, error)
      throw error
    } finally {
      span.end()
    }
  })
  return async () => {
    traceBy(undefined)
    // An unreachable collector must not delay the exit.
    await Promise.race([
      provider.shutdown().catch(() => {}),
      sleep(3_000, undefined, { ref: false }),
    ])
  }
}

const kinds = {
  call: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  provider: SpanKind.CLIENT,
  task: SpanKind.CONSUMER,
}

function beginSpan(tracer: Tracer, work: Work, context: Context): Span {
  const { kind, name = '' } = work
  const attributes = {
    call: { 'http.request.method': name.split(' ')[0], 'http.route': name.split(' ')[1] },
    statement: { 'db.system.name': 'postgresql' },
    provider: { 'peer.service': name },
    task: { 'messaging.system': 'pg-boss', 'messaging.destination.name': name },
  }[kind]
  const shown = kind === 'statement' ? statementName(work) : name
  return tracer.startSpan(shown, { kind: kinds[kind], attributes }, context)
}

/** Records only the kind of failure: its message may repeat input. */
function noteFailure(span: Span, error: unknown): void {
  const status = error instanceof AppError ? error.status : 500
  const { code, name } = error as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name))
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Continues the trace that a request belongs to (W3C Trace Context). */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags = '00'] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The library reports no failed exports; log one until the next success. */
function sayingFailures(exporter: SpanExporter): SpanExporter {
  let failing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && !failing)
          log.warn({ reason: result.error.message }, 'traces do not reach their collector')
        failing = result.error !== undefined
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
