import * as z from 'zod/mini'
import type { Role } from '../rules/roles.ts'
import type { Thing } from '../rules/things.ts'
import type { Part } from '../rules/uses.ts'
import { localDate, uuid } from './fields.ts'

/** A zod-like schema, typed by input and output only (five times cheaper for the compiler). */
export type Schema<Input = unknown, Output = Input> = { _zod: { input: Input; output: Output } }

/**
 * Who may call. `person` is anyone signed in; `technician` means an approved one; `guest` is the customer of one visit by
 * its link, who gets 404 from every other call, public ones included; `leaver` is a deactivated technician with a hand-in token.
 */
export type Access = 'public' | 'person' | 'guest' | 'leaver' | Role

/** Largest JSON body in bytes where the endpoint sets none. */
export const usualBody = 16_384

/** Non-JSON answers. */
export type FileKind = 'csv' | 'zip' | 'pdf' | 'ics' | 'html' | 'image' | 'redirect' | 'empty'
export type FileAnswer = { kind: FileKind }

export type Endpoint = {
  summary: string
  allow: readonly Access[]
  /** By default each `{name}` of the path is a UUID, and `{date}` a date. */
  params?: Schema
  query?: Schema
  body?: Schema
  response: Schema | FileAnswer
  /** Status of a success; defaults to 200. */
  status?: 201 | 202
  /** Error statuses beyond the common ones (400, 401, 403, 429). */
  errors?: readonly (404 | 409 | 413 | 415 | 503)[]
  /**
   * A repeat with the same `Idempotency-Key` returns the first answer. `in transaction`: key and effect commit together.
   * `repeatable`: the handler calls outside services and may run again after a crash. `by the verb`: like `in transaction`,
   * but the handler stores the key itself, in fewer round trips.
   */
  idempotent?: 'in transaction' | 'repeatable' | 'by the verb'
  /** `If-Match` names the version seen; 409 with who changed it and its current state if it has changed since. */
  ifMatch?: true
  /** `X-Happened-At` gives the time of the action if earlier than the call; accepted within limits. */
  happenedAt?: true
  /** Largest JSON body in bytes, if more than `usualBody`. A test compares it with what `body` accepts. */
  maxBytes?: number
  /** The handler receives the raw body, up to this many bytes, to verify its signature. */
  rawBody?: { maxBytes: number }
  /** The body is one file of these media types up to a size; unauthorized callers are refused before it is read. */
  upload?: { types: readonly string[]; maxBytes: number }
  /** Answers 404 while the business does not use this part. */
  part?: Part
  /** Lists, sums and files: answered by a read replica if there is one. */
  reads?: 'much'
  /** Things the answer depends on: it is fetched again when one changes. */
  shows?: readonly Thing[]
  /** Things a success changes for anyone who sees them. */
  changes?: readonly Thing[]
}

type Writing = 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Every reading call lists what it shows and every other one what it changes, even if nothing. */
type Table = {
  [R in `GET /api/${string}`]: Endpoint & { shows: readonly Thing[]; changes?: never }
} & { [R in `${Writing} /api/${string}`]: Endpoint & { changes: readonly Thing[] } }

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer More}`
  ? Name | NamesIn<More>
  : never
type WithParams<Path, E> = E extends { params: Schema }
  ? E
  : [NamesIn<Path>] extends [never]
    ? E
    : E & { params: Schema<Record<NamesIn<Path>, string>> }

/** Declares endpoints, keeping their literal types; `part`: what the business must use for all of them. */
/*#__NO_SIDE_EFFECTS__*/
export function endpoints<const E extends Table>(table: E, part?: Part) {
  const all = Object.entries(table)
  return Object.fromEntries(
    all.map(([route, endpoint]) => [
      route,
      { ...paramsIn(route), ...endpoint, ...(part && ofPart(part, endpoint)) },
    ]),
  ) as { [Path in keyof E]: WithParams<Path, E[Path]> }
}

const ofPart = (part: Part, { errors = [] }: Endpoint) => ({
  part,
  errors: [...new Set([404 as const, ...errors])],
})

function paramsIn(route: string) {
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const schemas = names.map((name) => [name, name === 'date' ? localDate() : uuid()])
  return names.length > 0 && { params: z.strictObject(Object.fromEntries(schemas)) }
}

export const csv: FileAnswer = { kind: 'csv' }
export const zip: FileAnswer = { kind: 'zip' }
export const pdf: FileAnswer = { kind: 'pdf' }
export const ics: FileAnswer = { kind: 'ics' }
export const html: FileAnswer = { kind: 'html' }
export const image: FileAnswer = { kind: 'image' }
export const redirect: FileAnswer = { kind: 'redirect' }
export const empty: FileAnswer = { kind: 'empty' }

type Input<S> = S extends Schema<infer I, unknown> ? I : undefined
type Output<S> = S extends { _zod: { output: infer O } } ? O : undefined

/** Parsed input of a handler. */
export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type BodyOf<E extends Endpoint> = Output<E['body']>

export type SentParams<E extends Endpoint> = Input<E['params']>
export type SentQuery<E extends Endpoint> = Input<E['query']>
export type SentBody<E extends Endpoint> = Input<E['body']>

/** A handler's result before parsing, and the caller's answer. */
export type AnswerOf<E extends Endpoint> = E['response'] extends FileAnswer
  ? FileResult
  : Output<E['response']>

/** A handler's non-JSON answer. */
export type FileResult =
  | { file: 'ics'; name: string; text: string }
  /** A complete text or a stream. */
  | { file: 'csv'; name: string; text: string | AsyncIterable<string> }
  | { file: 'zip'; name: string; bytes: AsyncIterable<Uint8Array> }
  | { file: 'pdf'; name: string; bytes: Uint8Array }
  | { file: 'html'; text: string }
  /** Bytes that never change at their address. */
  /** `isPublic`: the same for everyone at this address. */
  | { file: 'image'; type: string; bytes: Uint8Array; isPublic?: true }
  | { file: 'redirect'; to: string }
  | { file: 'empty' }
