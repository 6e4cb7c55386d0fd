import type { CallAnswer, CallInput, Route } from '#client/app/call.ts'
import { type ErrorBody, errorStatus } from '#shared/rules/errors.ts'
import { serverTimeHeader } from '#shared/rules/server-time.ts'

export type Asked<R extends Route = Route> = {
  route: R
  params: Record<string, string>
  query: Record<string, string>
  body: CallInput<R> extends { body: infer Body } ? Body : undefined
  idempotencyKey: string | null
  ifMatch: string | null
}

class Refusal {
  readonly body: ErrorBody
  constructor(body: ErrorBody) {
    this.body = body
  }
}

/** An error response; `details` names fields, fresh availability or a reason. */
export const refusal = (code: ErrorBody['code'], message: string, details?: unknown) =>
  new Refusal({ code, message, details })

/** The answer of an unreachable server. */
export const unreachable = Symbol('unreachable')

/** A page of a list; `capped` where counting stopped. */
type ListPage<List> = { list: List; total?: number; next?: string; capped?: boolean }

type Reply<R extends Route> =
  | CallAnswer<R>
  | ListPage<CallAnswer<R>>
  | Refusal
  | typeof unreachable
  /** Of something between the page and the server. */
  | Response
  | undefined
type Answer<R extends Route> = Reply<R> | ((asked: Asked<R>) => Reply<R> | Promise<Reply<R>>)
export type Answers = { [R in Route]?: Answer<R> }

const realFetch = globalThis.fetch
/** Asked for the server's time before work is sent. */
const usual: Answers = {
  'GET /api/health': { status: 'ok' } as never,
  'GET /api/jobs/{id}/approvals': [],
  'GET /api/jobs/{id}/recommendations': [],
  // Estimated drives, and all day.
  'GET /api/road': {
    weekday: 2,
    bufferMinutes: 10,
    hours: { from: '00:00', to: '23:59' },
    starts: [],
    points: [],
    minutes: [],
    factors: [],
    drivers: [],
    legs: [],
  },
}
let answers: Answers = {}
let asked: Asked[] = []
let unexpected: string[] = []

/** A typed fake server that records its calls. Later answers replace earlier ones. */
export function startTestServer(first: Answers) {
  answers = { ...usual, ...first }
  globalThis.fetch = answerCall
  return {
    answer: (more: Answers) => void Object.assign(answers, more),
    asked: <R extends Route>(route: R) => asked.filter((one) => one.route === route) as Asked<R>[],
  }
}

/** Restores the network. Throws when a call had no answer. */
export function stopTestServer(): void {
  globalThis.fetch = realFetch
  const missed = unexpected
  answers = {}
  asked = []
  unexpected = []
  if (missed.length > 0) throw new Error(`The test has no answer to ${missed.join(', ')}`)
}

async function answerCall(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  const method = init?.method ?? 'GET'
  const found = findRoute(method, url.pathname)
  if (!found) {
    unexpected.push(`${method} ${url.pathname}`)
    return Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 })
  }
  const call = {
    ...found,
    query: Object.fromEntries(url.searchParams),
    body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    idempotencyKey: new Headers(init?.headers).get('idempotency-key'),
    ifMatch: new Headers(init?.headers).get('if-match'),
  } as Asked
  asked.push(call)
  const answer = answers[call.route] as Reply<Route> | ((asked: Asked) => Promise<Reply<Route>>)
  const reply = typeof answer === 'function' ? await answer(call) : answer
  init?.signal?.throwIfAborted()
  const response = respond(reply)
  if (!(reply instanceof Response)) response.headers.set(serverTimeHeader, new Date().toISOString())
  return response
}

function respond(reply: unknown): Response {
  if (reply === unreachable) throw new TypeError('Failed to fetch')
  if (reply instanceof Refusal)
    return Response.json(reply.body, {
      status: reply.body.code === 'internal' ? 500 : errorStatus[reply.body.code],
    })
  if (reply instanceof Response) return reply.clone()
  if (reply === undefined) return new Response(null, { status: 204 })
  if (!isPage(reply)) return Response.json(reply)
  const headers = new Headers()
  if (reply.total !== undefined) headers.set('x-total-count', String(reply.total))
  if (reply.next) headers.set('x-next-cursor', reply.next)
  if (reply.capped) headers.set('x-total-count-capped', 'true')
  return Response.json(reply.list, { headers })
}

const isPage = (reply: unknown): reply is ListPage<unknown> =>
  typeof reply === 'object' && reply !== null && 'list' in reply

function findRoute(method: string, path: string) {
  const routes = (Object.keys(answers) as Route[]).toSorted(
    (a, b) => a.split('{').length - b.split('{').length,
  )
  for (const route of routes) {
    const [verb, pattern = ''] = route.split(' ')
    if (verb !== method) continue
    const groups = new RegExp(`^${pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path)
    if (groups) return { route, params: { ...groups.groups } }
  }
  return undefined
}
