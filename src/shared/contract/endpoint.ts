import type { Role } from '../rules/roles.ts'
import type { Thing } from '../rules/things.ts'

/** Anything zod-like, told by its input and output types only (five times cheaper for the compiler). */
export type Schema<Input = unknown, Output = Input> = { _zod: { input: Input; output: Output } }

/** Who may call. `person` is anybody signed in; `technician` means an approved one. */
export type Access = 'public' | 'person' | Role

/** Answers that are not JSON. */
export type FileKind = 'csv' | 'zip' | 'pdf' | 'ics' | 'html' | 'image' | 'redirect' | 'empty'
export type FileAnswer = { kind: FileKind }

export type Endpoint = {
  summary: string
  allow: readonly Access[]
  params?: Schema
  query?: Schema
  body?: Schema
  response: Schema | FileAnswer
  /** Status of a success; 200 unless said. */
  status?: 201 | 202
  /** Error statuses beyond those every call can give (400, 401, 403, 429). */
  errors?: readonly (404 | 409 | 413 | 415 | 503)[]
  /**
   * A repeat with the same `Idempotency-Key` gives the first answer again. `in transaction`: key and effect
   * commit together. `repeatable`: the handler may run again after a crash, for it reaches outside services. `by the verb`:
   * like `in transaction`, but the handler gets the key and sees to it, in fewer round trips.
   */
  idempotent?: 'in transaction' | 'repeatable' | 'by the verb'
  /** `If-Match` says which version was seen; when somebody has changed that since: 409 with who and how it is now. */
  ifMatch?: true
  /** `X-Happened-At` says when it was done, where that was before the call; believed within reason. */
  happenedAt?: true
  /** The handler receives the body as the bytes that were sent, to check a signature over them. */
  rawBody?: true
  /** The body is one file of these media types, up to so many bytes; who may not call is refused before it is read. */
  upload?: { types: readonly string[]; maxBytes: number }
  /** Lists, sums and files: a standby answers, where there is one. */
  reads?: 'much'
  /** Of what the answer depends: it is asked for again once one of these has changed. */
  shows?: readonly Thing[]
  /** What is another after a success, for whoever sees it. */
  changes?: readonly Thing[]
}

type Writing = 'POST' | 'PATCH' | 'PUT' | 'DELETE'
export type Route = `${'GET' | Writing} /api/${string}`

/** Every reading call says what it shows and every other one what it changes, be it nothing. */
type Table = {
  [R in `GET /api/${string}`]: Endpoint & { shows: readonly Thing[]; changes?: never }
} & { [R in `${Writing} /api/${string}`]: Endpoint & { changes: readonly Thing[] } }

/** Declares endpoints with their literal types kept. */
/*#__NO_SIDE_EFFECTS__*/
export function endpoints<const E extends Table>(table: E): E {
  return table
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

/** What a handler receives, parsed. */
export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type BodyOf<E extends Endpoint> = Output<E['body']>

/** What a caller sends. */
export type SentParams<E extends Endpoint> = Input<E['params']>
export type SentQuery<E extends Endpoint> = Input<E['query']>
export type SentBody<E extends Endpoint> = Input<E['body']>

/** What a handler returns before it is parsed, and what a caller gets. */
export type AnswerOf<E extends Endpoint> = E['response'] extends FileAnswer
  ? FileResult
  : Output<E['response']>

/** An answer that is not JSON, as a handler returns it. */
export type FileResult =
  | { file: 'ics'; name: string; text: string }
  /** Text at once, or as it comes. */
  | { file: 'csv'; name: string; text: string | AsyncIterable<string> }
  | { file: 'zip'; name: string; bytes: AsyncIterable<Uint8Array> }
  | { file: 'pdf'; name: string; bytes: Uint8Array }
  | { file: 'html'; text: string }
  /** Bytes that never change under their address. */
  /** `isPublic`: at the same address everybody gets the same. */
  | { file: 'image'; type: string; bytes: Uint8Array; isPublic?: true }
  | { file: 'redirect'; to: string }
  | { file: 'empty' }
