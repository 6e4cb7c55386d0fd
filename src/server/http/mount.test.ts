import fastify from 'fastify'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { csv, endpoints } from '#shared/contract/endpoint.ts'
import { answerErrors } from './error-handler.ts'
import { Conflict } from './errors.ts'
import { mountContract } from './mount.ts'
import { phraseOf } from '#shared/texts/t.ts'

const Card = z.object({ id: z.string(), owner: z.object({ name: z.string() }) })

const table = endpoints({
  'GET /api/card': { summary: 'One', allow: ['public'], shows: [], response: Card },
  'GET /api/cards': { summary: 'Many', allow: ['public'], shows: [], response: z.array(Card) },
  'GET /api/cards.csv': { summary: 'File', allow: ['public'], shows: [], response: csv },
  'POST /api/card': {
    summary: 'Make',
    allow: ['public'],
    changes: [],
    response: Card,
    status: 201,
  },
  'POST /api/file': {
    summary: 'Send',
    allow: ['public'],
    changes: [],
    upload: { types: ['image/png'], maxBytes: 100 },
    response: Card,
  },
  'POST /api/raw': {
    summary: 'Signed',
    allow: ['public'],
    changes: [],
    rawBody: { maxBytes: 1000 },
    response: Card,
  },
})

/** Serves the calls above with one handler. */
function serve(handler: (call: { body: unknown }) => unknown) {
  const app = fastify()
  app.setErrorHandler(answerErrors(() => false))
  const handlers = Object.fromEntries(Object.keys(table).map((route) => [route, handler]))
  mountContract(app, table, handlers, {
    personOf: async () => null,
    isShutOut: async () => undefined,
    repeats: (_mode, _scope, _body, act) => act(),
    origin: undefined,
  })
  return app
}

const card = { id: '1', owner: { name: 'Ada' } }
const planted = { ...card, password: 'x', owner: { ...card.owner, email: 'ada@example.com' } }

test('undeclared fields never leave', async () => {
  expect((await serve(() => planted).inject('/api/card')).json()).toEqual(card)
  expect((await serve(() => [planted]).inject('/api/cards')).json()).toEqual([card])
  const made = await serve(() => planted).inject({ method: 'POST', url: '/api/card' })
  expect([made.statusCode, made.json()]).toEqual([201, card])
})

test('HEAD answers like GET, without the body', async () => {
  const ask = async (method: 'GET' | 'HEAD', url: string, answer: unknown) => {
    const { statusCode, headers, payload } = await serve(() => answer).inject({ method, url })
    return { status: statusCode, type: headers['content-type'], payload }
  }
  const file = { file: 'csv', name: 'cards.csv', text: ['id\n', '1\n'] }
  for (const [url, answer, body] of [
    ['/api/card', planted, JSON.stringify(card)],
    ['/api/cards.csv', file, 'id\n1\n'],
    ['/api/unknown', card, expect.stringContaining('Not Found')],
  ] as const) {
    const got = await ask('GET', url, answer)
    expect(got.payload).toEqual(body)
    expect(await ask('HEAD', url, answer)).toEqual({ ...got, payload: '' })
  }
})

const upstream = (status: number) =>
  Object.assign(new Error('secret of the bank'), { statusCode: status, status })

test.each<[string, () => unknown]>([
  ['an answer that lacks a field', () => ({ id: '1' })],
  ['an answer of another kind', () => 'secret'],
  ['no answer', () => undefined],
  ['an error', () => Promise.reject(new TypeError('secret is not a function'))],
  ['an error of an outside service with a status of its own', () => Promise.reject(upstream(404))],
  [
    'an error thrown at once',
    () => {
      throw upstream(429)
    },
  ],
  ['nothing thrown', () => Promise.reject(undefined)],
  ['a text thrown', () => Promise.reject('secret')],
])('%s is a 500 without details', async (_, handler) => {
  const answer = await serve(handler).inject({ url: '/api/card' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    message: expect.stringMatching(/^Something went wrong on our side\. .* mention \S+\.$/),
    code: 'internal',
  })
  expect(answer.payload).not.toMatch(/secret|zod|expected|stack|at /i)
})

test('our own errors keep message and details', async () => {
  const app = serve(() => {
    throw new Conflict(phraseOf('Taken.'), { slots: [1] })
  })
  const answer = await app.inject('/api/card')
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { message: 'Taken.', code: 'conflict', details: { slots: [1] } },
  ])
})

test.each(['{"a": 1}', 'a=1', '', '\0\ud83d'])('a raw body arrives unchanged: %j', async (body) => {
  const seen: unknown[] = []
  const app = serve((call) => {
    seen.push(call.body)
    return card
  })
  const headers = { 'content-type': 'application/anything' }
  const request = { method: 'POST' as const, url: '/api/raw', headers, payload: body }
  expect((await app.inject(request)).statusCode).toBe(200)
  expect(seen).toEqual([Buffer.from(body).toString()])
})

test('an upload arrives byte for byte, within its types and size', async () => {
  const seen: unknown[] = []
  const app = serve((call) => {
    seen.push(call.body)
    return card
  })
  const send = async (payload: Buffer, type: string) => {
    const headers = { 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: '/api/file', headers, payload })
    return answer.statusCode
  }
  const bytes = Buffer.from([0, 255, 128, 10, 13, 0])
  expect(await send(bytes, 'image/png')).toBe(200)
  expect(await send(bytes, 'IMAGE/PNG; a=b')).toBe(200)
  expect(await send(bytes, 'image/gif')).toBe(415)
  expect(await send(bytes, 'application/json')).toBe(415)
  expect(await send(Buffer.alloc(101), 'image/png')).toBe(413)
  expect(await send(Buffer.alloc(0), 'image/png')).toBe(400)
  expect(seen).toEqual([bytes, bytes])
})

test('a raw body may be missing', async () => {
  const seen: unknown[] = []
  const app = serve((call) => {
    seen.push(call.body)
    return card
  })
  expect((await app.inject({ method: 'POST', url: '/api/raw' })).statusCode).toBe(200)
  expect(seen).toEqual([''])
})
