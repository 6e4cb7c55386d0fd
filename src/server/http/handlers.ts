import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Contract } from '#shared/contract/contract.ts'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#shared/contract/endpoint.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { ActionKey } from './idempotency.ts'

/** The signed-in person from the session; a guest's hash is empty. */
export type SignedIn = Person & {
  sessionHash: string
  /** BCP 47; null for the browser's language. */
  language: string | null
}

/** A parsed call. `person` is null only if the endpoint is public. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: E['upload'] extends object ? Buffer : E['rawBody'] extends object ? string : BodyOf<E>
  person: 'public' extends E['allow'][number] ? SignedIn | null : SignedIn
  /** The key of a call that is idempotent by its verb, if sent. */
  key?: ActionKey | undefined
  /** For cookies, headers and paging only. */
  request: FastifyRequest
  reply: FastifyReply
}

/** A call that only answers `{ success: true }` needs no result. */
type Result<E extends Endpoint> =
  { success: true } extends AnswerOf<E> ? AnswerOf<E> | void : AnswerOf<E>
type Act<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>> | Result<E>

/**
 * `prepare` may call outside services: it runs before the transaction of an idempotent call, `act` inside it. `onOtherBody`
 * may throw a better refusal for a repeat with the same key and another body.
 */
export type Prepared<E extends Endpoint> = {
  prepare?(call: Call<E>): Promise<unknown>
  act(call: Call<E>, prepared: unknown): Promise<Result<E>>
  onOtherBody?(call: Call<E>): Promise<void>
}

type Handler<E extends Endpoint> = Act<E> | Prepared<E>

/** A handler for every endpoint of a table; a missing one does not compile. */
export type HandlersOf<Table> = {
  [R in keyof Table]: Table[R] extends Endpoint ? Handler<Table[R]> : never
}
export type Handlers = HandlersOf<Contract>
