import type { Contract } from '#shared/contract/contract.ts'
import type {
  Endpoint,
  FileAnswer,
  SentBody,
  SentParams,
  SentQuery,
} from '#shared/contract/endpoint.ts'
import type { ErrorBody } from '#shared/rules/errors.ts'
import { serverTimeHeader } from '#shared/rules/server-time.ts'
import { type Phrase, t, translate } from '#shared/texts/t.ts'
import { reached } from './network-state.ts'
import { finishSignOut, signOutPending } from './pending-sign-out.ts'

export type Route = {
  [R in keyof Contract]: Contract[R] extends { response: FileAnswer } ? never : R
}[keyof Contract]

export type GetRoute = Extract<Route, `GET ${string}`>

/** Optional when the contract has nothing there, or nothing required. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: T }
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

type SentContent<E extends Endpoint> = E extends { upload: object } ? Blob : SentBody<E>

/** The input of a call, from the contract: path parameters, query and body. */
export type CallInput<R extends Route> = Contract[R] extends infer E extends Endpoint
  ? Part<'params', SentParams<E>> &
      Part<'query', SentQuery<E>> &
      Part<'body', SentContent<E>> & {
        idempotencyKey?: string
        happenedAt?: Date
        /** The author of the change; the server answers 401 when someone else is signed in. */
        sentBy?: string
        /** The secret of a guest's link. The call is then the guest's, even if someone is signed in. */
        guestLink?: string | null
        /** The token of a technician whose access has ended. */
        handIn?: string
        signal?: AbortSignal
      } & (E extends { ifMatch: true } ? Seen : unknown)
  : never

/** The expected version; the server answers 409 when it has changed. */
type Seen = { ifMatch?: number }

/** Like `CallInput`, for reads. */
export type ReadInput<R extends Route> = Omit<
  CallInput<R>,
  'signal' | 'idempotencyKey' | 'happenedAt' | 'sentBy' | 'guestLink' | 'handIn'
>

export type CallAnswer<R extends Route> = Contract[R] extends {
  response: { _zod: { output: infer O } }
}
  ? O
  : never

export type ListRoute = {
  [R in GetRoute]: CallAnswer<R> extends readonly unknown[] ? R : never
}[GetRoute]
export type ItemOf<R extends ListRoute> =
  CallAnswer<R> extends readonly (infer Item)[] ? Item : never

type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
  /** When it was done, if before the call. */
  happenedAt?: Date
  sentBy?: string
  ifMatch?: number
  guestLink?: string | null
  handIn?: string
  signal?: AbortSignal
}

type Args<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]

/** An error response; `status` is 0 when the server could not be reached. */
export class CallError extends Error {
  readonly status: number
  readonly details: unknown
  /** The message for readers of any language, if the server sent it. */
  readonly untranslated: Phrase | undefined

  constructor(status: number, message: string, details?: unknown, untranslated?: Phrase) {
    super(message)
    this.status = status
    this.untranslated = untranslated
    this.details = details
  }
}

/** Calls the server, typed by the contract. Throws CallError with a message to show. */
export async function api<R extends Route>(route: R, ...[input]: Args<R>): Promise<CallAnswer<R>> {
  const response = await send(route, input)
  return (response.status === 204 ? undefined : await jsonOf(response)) as CallAnswer<R>
}

/** One page of a list. `next` is the next cursor; `total` counts all pages, up to a limit when `capped`. */
export type Page<Item> = {
  items: Item[]
  next: string | null
  total: number | null
  capped: boolean
}

/** Like `api`, for a paginated list. */
export async function apiPage<R extends ListRoute>(
  route: R,
  ...[input]: Args<R>
): Promise<Page<ItemOf<R>>> {
  const response = await send(route, input)
  const total = response.headers.get('x-total-count')
  return {
    items: (await jsonOf(response)) as ItemOf<R>[],
    next: response.headers.get('x-next-cursor'),
    total: total === null ? null : Number(total),
    capped: response.headers.get('x-total-count-capped') === 'true',
  }
}

/** Set by screens that compare this device's clock with the server's; `askedAt` is in epoch ms. */
export const answerTimes: { note?: (header: string | null, askedAt: number) => void } = {}

async function send(route: string, input: unknown): Promise<Response> {
  const { params, query, body, idempotencyKey, happenedAt, sentBy, ifMatch, signal, ...by } =
    (input ?? {}) as AnyInput
  const [method, pattern] = route.split(' ') as [string, string]
  const headers = new Headers()
  const isFile = body instanceof Blob
  if (body !== undefined && !isFile) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  if (happenedAt) headers.set('x-happened-at', happenedAt.toISOString())
  if (by.guestLink) headers.set('x-guest-link', by.guestLink)
  if (by.handIn) headers.set('x-hand-in', by.handIn)
  if (sentBy) headers.set('x-sent-by', sentBy)
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)
  if (signOutPending.get() && !(await finishSignOut())) throw unreachable()
  const askedAt = Date.now()
  const response = await fetch(url(pattern, params, query), {
    method,
    headers,
    body: body === undefined ? null : isFile ? body : JSON.stringify(body),
    credentials: 'same-origin',
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted && (signal.reason as Error).name !== 'TimeoutError') throw error
    reached.set(false)
    throw unreachable()
  })
  answerTimes.note?.(response.headers.get(serverTimeHeader), askedAt)
  return takeAnswer(response)
}

/** The response if the server gave it. Throws its refusal, or a CallError with status 0 for anything in between. */
export async function takeAnswer(response: Response): Promise<Response> {
  reached.set(isOurs(response))
  if (!reached.get()) throw unreachable(true)
  if (!response.ok) throw errorOf(response.status, await jsonOf(response))
  return response
}

/** Whether the server answered, rather than a captive portal or a proxy. */
export const isOurs = ({ headers, redirected }: Response): boolean =>
  !redirected && headers.has(serverTimeHeader)

/** Throws `unreachable` for a body cut short. */
const jsonOf = (response: Response): Promise<unknown> =>
  response.json().catch(() => {
    throw unreachable()
  })

/** `intercepted` when something in between answered. */
export const unreachable = (intercepted = false) =>
  new CallError(0, t('No connection. Please check the network and try again.'), { intercepted })

function url(pattern: string, params: AnyInput['params'], query: AnyInput['query']): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  )
  const sent = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  if (sent.length === 0) return path
  return `${path}?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)]))}`
}

/** Builds a CallError from an error response; one without our form explains nothing. */
export function errorOf(status: number, answer: unknown): CallError {
  const { code, message, details, untranslated } = (answer ?? {}) as Partial<ErrorBody>
  if (code && message) return new CallError(status, message, details, untranslated)
  return new CallError(status, t('Something went wrong. Please try again.'), { unexplained: true })
}

/** The server's reason in the reader's language; `otherwise` when the server gave none, or something in between answered. */
export function reasonOf({ message, details }: CallError, otherwise: string): string {
  const { unexplained, intercepted } = (details ?? {}) as Partial<Record<string, boolean>>
  return (!unexplained && !intercepted && translate(message)) || otherwise
}

/** The current cancellation fee (decimal string) when a call was refused because the fee has changed. */
export function refusedFee({ details }: CallError): string | undefined {
  const { reason, fee } = (details ?? {}) as { reason?: unknown; fee?: unknown }
  return reason === 'fee' && typeof fee === 'string' ? fee : undefined
}
