import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { onSpanEnd } from '#server/base/span.ts'
import { databaseConnections } from '#server/database/database.ts'
import { queueCounts } from '#server/queue/queue-backlog.ts'

export type Metrics = {
  answered: (request: FastifyRequest, reply: FastifyReply) => void
  read: () => Promise<{ type: string; text: string }>
  stop: () => void
}

/** Starts counting in this process. No label comes from input. */
export function startMetrics({ openSockets }: { openSockets: () => number }): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'fivequart_request_duration_seconds',
    help: 'Time until a request was answered',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5],
    registers,
  })
  const statements = new Histogram({
    name: 'fivequart_statement_duration_seconds',
    help: 'Time of statements in the database, without waiting for a connection',
    labelNames: ['outcome'] as const,
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
    registers,
  })
  const providers = new Histogram({
    name: 'fivequart_provider_call_duration_seconds',
    help: 'Time of calls to outside services',
    labelNames: ['provider', 'outcome'] as const,
    buckets: [0.1, 0.5, 2, 10],
    registers,
  })
  const tasks = new Histogram({
    name: 'fivequart_task_duration_seconds',
    help: 'Time of tasks in the background',
    labelNames: ['task', 'outcome'] as const,
    buckets: [0.1, 1, 10, 60],
    registers,
  })
  const queue = new Gauge({
    name: 'fivequart_queue_tasks',
    help: 'Tasks in the queue of all processes: due now, for later, being done, given up within a day',
    labelNames: ['task', 'state'] as const,
    registers,
  })
  const database = new Gauge({
    name: 'fivequart_database_up',
    help: 'Whether the database has answered',
    registers,
  })
  const connections = new Gauge({
    name: 'fivequart_database_connections',
    help: 'Connections of the pools to PostgreSQL: open, idle of them, and calls that wait for one',
    labelNames: ['server', 'state'] as const,
    registers,
    collect() {
      for (const { server, ...counts } of databaseConnections())
        for (const [state, count] of Object.entries(counts))
          connections.set({ server, state }, count)
    },
  })
  const sockets = new Gauge({
    name: 'fivequart_open_sockets',
    help: 'Browsers that are connected by WebSocket',
    registers,
    collect() {
      sockets.set(openSockets())
    },
  })
  const stop = onSpanEnd(({ kind, name = '' }, { ms, failed }) => {
    const outcome = failed ? 'error' : 'ok'
    if (kind === 'statement') statements.observe({ outcome }, ms / 1000)
    if (kind === 'provider') providers.observe({ provider: name, outcome }, ms / 1000)
    if (kind === 'task') tasks.observe({ task: name, outcome }, ms / 1000)
  })

  return {
    answered({ method, routeOptions: { url } }, { statusCode, elapsedTime }) {
      const status = `${Math.floor(statusCode / 100)}xx`
      // An unknown route can have any method.
      const labels = url ? { method, route: url, status } : { method: '', route: '', status }
      requests.observe(labels, elapsedTime / 1000)
    },
    async read() {
      const counts = await soon(queueCounts())
      database.set(counts ? 1 : 0)
      queue.reset()
      for (const { task, ...states } of counts ?? [])
        for (const [state, count] of Object.entries(states)) queue.set({ task, state }, count)
      return { type: register.contentType, text: await register.metrics() }
    },
    stop() {
      stop()
      register.clear()
    },
  }
}

/** Skips what the database cannot answer soon: the rest matters most while it is away or frozen. */
const soon = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer, sleep(2_000, undefined, { ref: false })]).catch(() => undefined)
