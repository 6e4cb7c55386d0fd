import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Access,
  type Endpoint,
  type FileResult,
  type Schema,
  usualBody,
} from '#shared/contract/endpoint.ts'
import { rateLimits } from '#shared/contract/rate-limits.ts'
import type { Person } from '#shared/rules/roles.ts'
import { parts } from '#shared/rules/uses.ts'
import { visibleIn } from '#shared/rules/visible-text.ts'
import { defaultLanguage } from '#shared/texts/languages.ts'
import { currentLanguage, phrase, phraseOf, text, translate } from '#shared/texts/t.ts'
import { describeIssue } from '#shared/contract/describe-issue.ts'
import { claiming } from '#server/base/claimed-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { span } from '#server/base/span.ts'
import { holdsCardNumber } from './card-numbers.ts'
import { AppError, Forbidden, Invalid, NotFound, Unauthenticated } from './errors.ts'
import type { Call, Prepared, SignedIn } from './handlers.ts'
import { bodyHash, keyHash, type Repeats } from './idempotency.ts'
import { assertSameOrigin } from './same-origin.ts'
import { sharedJson } from './shared-answers.ts'
import { isStorable, isTooDeep } from './storable.ts'
import { countUpload } from './uploads-at-once.ts'

type AnyAct = (call: Call<Endpoint>) => unknown
type AnyHandler = AnyAct | Prepared<Endpoint>

export type MountOptions = {
  /** By a guest's link, else the session. Throws NotFound for an invalid link. */
  personOf: (request: FastifyRequest) => Promise<SignedIn | null>
  /** The id of a caller who is signed out because the office deactivated them. */
  isShutOut: (request: FastifyRequest) => Promise<string | undefined>
  repeats: Repeats
  /** Runs large reads, on a replica if there is one. */
  readMuch?: <T>(run: () => Promise<T> | T) => Promise<T>
  origin: string | undefined
}

/** Registers every endpoint of the contract: access, input parsing, handler, output parsing. */
export function mountContract(
  app: FastifyInstance,
  contract: Record<string, Endpoint>,
  handlers: Record<string, unknown>,
  options: MountOptions,
): void {
  for (const [route, endpoint] of Object.entries(contract)) {
    const [method = '', path = ''] = route.split(' ')
    const handler = handlers[route] as AnyHandler
    const limit = (rateLimits as Record<string, number | undefined>)[route]
    const mount = (scope: FastifyInstance) =>
      scope.route({
        // As one route: Fastify's own for HEAD would double the time to mount them.
        method: method === 'GET' ? [method, 'HEAD'] : method,
        exposeHeadRoute: false,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        config: {
          ...(limit && { rateLimit: { max: limit } }),
          ...(endpoint.upload && { isFile: true }),
        },
        bodyLimit: endpoint.rawBody?.maxBytes ?? endpoint.maxBytes ?? usualBody,
        ...(endpoint.upload && uploadOf(endpoint.upload, endpoint, options)),
        handler: (request, reply) =>
          span({ kind: 'call', name: route, traceparent: traceparentOf(request) }, () =>
            answerCall(route, endpoint, handler, request, reply, options),
          ).catch((error) => {
            if (error instanceof AppError) throw error
            // Wrapped, because an outside service's error may carry a status that looks like ours.
            throw new Error(`${route} failed`, { cause: error })
          }),
      })
    if (endpoint.upload) {
      const types = [...endpoint.upload.types]
      void app.register(async (scope) => {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) =>
          done(null, body),
        )
        mount(scope)
      })
    } else if (endpoint.rawBody) {
      void app.register(async (scope) => {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
          done(null, body),
        )
        mount(scope)
      })
    } else mount(app)
  }
}

/** Refuses unauthorized callers and too many uploads before the file is read. */
const uploadOf = (
  { maxBytes }: NonNullable<Endpoint['upload']>,
  endpoint: Endpoint,
  options: MountOptions,
) => ({
  bodyLimit: maxBytes,
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
    const person = await admit(endpoint, request, options)
    if (person) countUpload(person.id, request, reply, maxBytes)
  },
})

function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const { traceparent } = headers
  return typeof traceparent === 'string' ? traceparent : undefined
}

async function answerCall(
  route: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
): Promise<unknown> {
  const person = await admit(endpoint, request, options)
  const body = sentBody(endpoint, request.body)
  const sentKey = person && endpoint.idempotent && request.headers['idempotency-key']
  const scope = typeof sentKey === 'string' && [callerKey(person), route, request.url, sentKey]
  const byVerb = endpoint.idempotent === 'by the verb'
  const call = {
    params: parseSent(endpoint.params, request.params, 'path'),
    query: parseSent(endpoint.query, request.query, 'query'),
    body,
    person,
    ...(scope && byVerb && { key: { keyHash: keyHash(scope), bodyHash: bodyHash(body) } }),
    request,
    reply,
  } as Call<Endpoint>
  const { act, onOtherBody } =
    typeof handler === 'function' ? { act: handler } : await prepareAct(handler, call)
  // A customer's action counts from when it reaches the server.
  const says = endpoint.happenedAt && person?.role !== 'customer'
  const at = says ? happenedAt(request.headers['x-happened-at']) : undefined
  const done = () => claiming(at, () => act(call))
  const read = async () =>
    endpoint.reads === 'much' && options.readMuch ? options.readMuch(done) : done()
  const shape = (found: unknown) => shapeAnswer(endpoint, found)
  const { idempotent: mode } = endpoint
  if (scope && mode && mode !== 'by the verb') {
    const run = async () => shape(await read())
    return sendAnswer(endpoint, await options.repeats(mode, scope, body, run, onOtherBody), reply)
  }
  const found = await read()
  const json = sharedJson(found, () => JSON.stringify(shape(found)))
  if (json !== undefined) return reply.type('application/json; charset=utf-8').send(json)
  return sendAnswer(endpoint, shape(found), reply)
}

/** The caller. Throws for another site's request, an invalid link, and a person who may not call. */
async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { origin, personOf, isShutOut }: MountOptions,
): Promise<SignedIn | null> {
  if (request.method !== 'GET' && !endpoint.rawBody)
    assertSameOrigin(request, origin, endpoint.upload?.types)
  const person = await personOf(request)
  // Changes a device stored for one person are never sent as the next.
  const sentBy = request.headers['x-sent-by']
  if (person && sentBy !== undefined && sentBy !== person.id) throw new Unauthenticated()
  const personId = person || mayCall(endpoint.allow, null) ? undefined : await isShutOut(request)
  if (personId) throw new Unauthenticated(shutOutWords, { reason: 'deactivated', personId })
  assertAllowed(endpoint.allow, person)
  if (endpoint.part && !currentSettings().uses[endpoint.part])
    throw new NotFound(phraseOf(parts[endpoint.part].off))
  return person
}

const shutOutWords = phrase(
  'The office has ended your access. You cannot undo this yourself; please ask the office.',
)

/** A guest shares neither stored answers nor rate limits with their customer's account. */
export const callerKey = (person: Person | null): string =>
  person?.link ? `guest of ${person.link.jobId}` : (person?.id ?? '')

function sentBody(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.rawBody) return body ?? ''
  if (!endpoint.upload) return parseSent(endpoint.body, body, 'body')
  if (!Buffer.isBuffer(body) || body.length === 0) throw new Invalid(phrase('The file is empty.'))
  return body
}

/** Throws Invalid unless it is a UTC instant. */
function happenedAt(header: string | string[] | undefined): Date | undefined {
  if (header === undefined) return undefined
  if (!z.safeParse(z.iso.datetime(), header).success)
    throw new Invalid(
      phrase('X-Happened-At is a UTC time, for example {example}.', {
        example: '2026-11-24T15:02:00.000Z',
      }),
    )
  return new Date(String(header))
}

type Ready = { act: AnyAct; onOtherBody?: () => Promise<void> }

async function prepareAct(handler: Prepared<Endpoint>, call: Call<Endpoint>): Promise<Ready> {
  const prepared = await handler.prepare?.(call)
  return {
    act: () => handler.act(call, prepared),
    onOtherBody: async () => handler.onOtherBody?.(call),
  }
}

function mayCall(allow: readonly Access[], person: Person | null): boolean {
  if (person?.link) return allow.includes('guest')
  if (person?.handsIn) return allow.includes('leaver')
  if (allow.includes('public')) return true
  if (!person) return false
  if (allow.includes('person')) return true
  return person.role !== null && person.active && allow.includes(person.role)
}

function assertAllowed(allow: readonly Access[], person: Person | null): void {
  if (mayCall(allow, person)) return
  if (person?.link) throw new NotFound()
  if (!person) throw new Unauthenticated()
  if (person.role === 'technician' && !person.active && allow.includes('technician'))
    throw new Forbidden(phrase('Your account is waiting for approval.'))
  throw new Forbidden()
}

function parseSent(schema: Schema | undefined, value: unknown, place: string): unknown {
  if (!schema) {
    if (place === 'body' && value !== undefined && !isEmpty(value))
      throw new Invalid(phrase('This call takes no body.'))
    return undefined
  }
  if (!isStorable(value))
    throw new Invalid(
      isTooDeep(value)
        ? phrase('The request is nested too deeply.')
        : phrase('The text contains a character that we cannot store.'),
    )
  const typed = visibleIn(value === undefined ? {} : value)
  if (place === 'body' && holdsCardNumber(typed))
    throw new Invalid(
      phrase('Please do not send us a card number. Enter it only in the card form.'),
    )
  const result = z.safeParse(schema as z.ZodMiniType, typed, {
    error: describeIssue,
    reportInput: true,
  })
  if (result.success) return result.data
  const all = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: translate(issue.message),
  }))
  // Two checks of a field may have the same message.
  const fields = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
  const first = result.error.issues[0]
  if (!first) throw new Invalid()
  // A generic message does not name its field.
  const field = first.message === describeIssue(first) && nameOfField(first.path)
  const message = field
    ? phrase('{field}: {problem}', { field, problem: first.message })
    : phraseOf(first.message)
  throw new Invalid(message, { fields })
}

/** `['visits', 0, 'serviceAddress']` → `Service address`; '' in a language that has no word for it. */
function nameOfField(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string') ?? ''
  const words = name
    .replace(/(.)Id$/, '$1')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const english = words.charAt(0).toUpperCase() + words.slice(1)
  if (currentLanguage() === defaultLanguage) return english
  const label = labelsOfFields[name] ?? english
  const message = translate(label)
  return message === label ? '' : message
}

/** Labels that differ from their field's name. */
const labelsOfFields: Readonly<Record<string, string>> = {
  email: text('E-mail'),
  zip: text('ZIP code'),
  serviceAddress: text('Address'),
  scheduledDate: text('Day'),
  scheduledTime: text('Time'),
  servicePackageId: text('Package'),
  addons: text('Add-ons'),
  odometerMiles: text('Odometer'),
  filledQuarts: text('Quarts'),
  customerNotes: text('Notes'),
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === 0

/** Parses the answer too: an undeclared field never leaves, a missing one is our bug (500). */
function shapeAnswer({ response }: Endpoint, answer: unknown = { success: true }): unknown {
  return 'kind' in response ? answer : z.parse(response as z.ZodMiniType, answer)
}

function sendAnswer(endpoint: Endpoint, answer: unknown, reply: FastifyReply): unknown {
  if (endpoint.status) reply.code(endpoint.status)
  if (!('kind' in endpoint.response)) return reply.send(answer)
  const file = answer as FileResult
  switch (file.file) {
    case 'csv':
      return sendFile(
        reply,
        'text/csv; charset=utf-8',
        file.name,
        typeof file.text === 'string' ? file.text : Readable.from(file.text, { objectMode: false }),
      )
    case 'ics':
      return sendFile(reply, 'text/calendar; charset=utf-8', file.name, file.text)
    case 'zip':
      return sendFile(
        reply,
        'application/zip',
        file.name,
        Readable.from(file.bytes, { objectMode: false }),
      )
    case 'pdf':
      return sendFile(reply, 'application/pdf', file.name, Buffer.from(file.bytes))
    case 'html':
      return reply.type('text/html; charset=utf-8').send(file.text)
    case 'image':
      reply.type(file.type).header('content-disposition', 'inline')
      reply.header(
        'cache-control',
        `${file.isPublic ? 'public' : 'private'}, max-age=31536000, immutable`,
      )
      // The next person in the same browser gets their own.
      if (!file.isPublic) reply.header('vary', 'cookie')
      return reply.send(
        Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength),
      )
    case 'redirect':
      // Headers are plain ASCII, and a path may be in any script.
      return reply.redirect(file.to.replace(/[^!-~]/gu, encodeURIComponent))
    case 'empty':
      return reply.code(204).send()
  }
}

function sendFile(
  reply: FastifyReply,
  type: string,
  name: string,
  content: string | Buffer | Readable,
) {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content)
}
