import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Contract } from '#shared/contract/contract.ts'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#shared/contract/endpoint.ts'
import type { Person } from '#shared/rules/roles.ts'

/** Who is signed in, as the session knows them. */
export type SignedIn = Person & { sessionHash: string }

/** One call, parsed. `person` is null only where the endpoint lets the public in. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: E['rawBody'] extends true ? string : BodyOf<E>
  person: 'public' extends E['allow'][number] ? SignedIn | null : SignedIn
  /** For cookies, headers and paging only. */
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>

/** A handler for every endpoint of a table; a missing one does not compile. */
export type HandlersOf<Table> = {
  [R in keyof Table]: Table[R] extends Endpoint ? Handler<Table[R]> : never
}
export type Handlers = HandlersOf<Contract>
