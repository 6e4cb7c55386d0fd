import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { customerWithCar, monday, sunday } from '#server/features/booking/test-customer.ts'
import { inLanguage } from '#server/base/language.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { listenAt, openSocket } from '#server/testing/test-socket.ts'
import { startTestApp, useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { accentedEnglish } from '#shared/texts/accented-english.ts'
import { t } from '#shared/texts/t.ts'

const app = useTestApp({ at: monday })
let customer: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
})

const accented = { 'accept-language': 'en-XA' }
const askUs = 'please write to us on our contact page.'

type Sent = NonNullable<Parameters<TestPerson['call']>[1]>
type Case = [kind: string, status: number, said: string, call: string, sent?: Sent]

const cases: Case[] = [
  ['a form', 400, 'First name is required', 'PATCH /api/auth/user', { body: { firstName: '' } }],
  [
    'broken JSON',
    400,
    'The request could not be read. Please send valid JSON.',
    'PATCH /api/auth/user',
    { body: '{' },
  ],
  ['a wrong role', 403, 'You may not do this.', 'GET /api/admin/technicians'],
  ['an unknown path', 404, 'Not found.', 'GET /api/nothing'],
  ['an unknown job', 404, 'Job not found.', 'GET /api/jobs/{id}', { params: { id: randomUUID() } }],
  [
    'a conflict with a parameter',
    409,
    'Your role is already set. To change it, {askUs}',
    'POST /api/auth/set-role',
    { body: { role: 'customer' } },
  ],
  [
    'too much',
    413,
    'This is too long. Please shorten it.',
    'PATCH /api/auth/user',
    { body: 'x'.repeat(1_100_000) },
  ],
  [
    'another type',
    415,
    'Please send JSON.',
    'PATCH /api/auth/user',
    { body: '{}', headers: { 'content-type': 'text/plain' } },
  ],
]

test.each(cases)(
  '%s is refused in the language of the request',
  async (...[, status, said, call, sent]) => {
    const inEnglish = await customer.call(call, sent)
    const translated = await customer.call(call, {
      ...sent,
      headers: { ...accented, ...sent?.headers },
    })
    const message = (words: (english: string) => string) =>
      words(said).replace('{askUs}', words(askUs))
    expect([inEnglish.status, inEnglish.body.message]).toEqual([status, message((text) => text)])
    expect([translated.status, translated.body.message]).toEqual([status, message(accentedEnglish)])
    expect(translated.headers['content-language']).toBe('en-XA')
    expect(translated.body.code).toBe(inEnglish.body.code)
  },
)

test('a stranger is refused in their language', async () => {
  const cookie = 'theme=dark; language=en-XA'
  const { body } = await app.call('GET /api/auth/user', { headers: { cookie } })
  expect(body.message).toBe(accentedEnglish('Please sign in first.'))
})

test("a rate limit answers in the requester's language", async () => {
  const strict = await startTestApp({ REQUESTS_PER_MINUTE: '1' })
  const ask = () => strict.call('GET /api/config', { headers: accented })
  await ask()
  const { status, body } = await ask()
  expect([status, body.message]).toEqual([
    429,
    accentedEnglish('Too many requests. Please wait a minute and try again.'),
  ])
  await strict.close()
})

const letters = /[a-z]/i
test('every field error is in the language of the request', async () => {
  const body = { firstName: '', lastName: 7, email: 'nowhere', phone: 'x'.repeat(99), more: 1 }
  const { body: refused } = await customer.call('PATCH /api/auth/user', { headers: accented, body })
  const said = refused.details.fields.map(({ message }: { message: string }) => message)
  expect(said).toHaveLength(5)
  // Names of types and fields come from the contract.
  for (const message of said) expect(message.replace(/\b(string|more)\b/, '')).not.toMatch(letters)
})

test('parameters inside texts are translated too', async () => {
  const { call, form } = await customerWithCar(app)
  const book = (scheduledDate: string) =>
    call('POST /api/jobs', { headers: accented, body: { ...form, scheduledDate } })
  const { message, details } = (await book(sunday)).body
  expect(message).toContain(accentedEnglish('Sunday'))
  expect(`${message} ${details.title}`).not.toMatch(letters)
  const early = await book('2025-11-25')
  expect(early.body.message).toBe(
    accentedEnglish('The earliest date we can come is {date}.').replace(
      '{date}',
      '⟦Tue, Nov 24, 2026⟧',
    ),
  )
})

test('concurrent requests each keep their language, also in transactions and shared queries', async () => {
  const people = [await customerWithCar(app), await customerWithCar(app)]
  await db()
    .update(users)
    .set({ language: 'en-XA' })
    .where(eq(users.id, people[1]?.user.id ?? ''))
  await people[0]?.call('POST /api/jobs', { body: people[0].form })
  const ask = (n: number) => {
    const books = n % 4 < 2
    const [call, body] = books
      ? ['POST /api/jobs', people[n % 2]?.form]
      : ['POST /api/auth/set-role', { role: 'customer' }]
    return people[n % 2]?.call(call, { body, headers: { 'idempotency-key': `key ${n}` } })
  }
  const refusals = await Promise.all(Array.from({ length: 16 }, async (_, n) => ask(n)))
  expect(refusals.map((refusal) => refusal?.status)).toEqual(refusals.map(() => 409))
  expect(refusals.map((refusal) => refusal?.body.message.startsWith('⟦'))).toEqual(
    refusals.map((_, n) => n % 2 === 1),
  )
})

test('the language survives reading a body on a shared connection', async () => {
  const server = await startTestApp()
  const url = await listenAt(server.app)
  const cookie = `fq_session=${await startSession(customer.user.id)}`
  const body = JSON.stringify({ firstName: '', note: 'x'.repeat(16_000) })
  const said = Array.from({ length: 12 }, async (_, n) => {
    const headers = { cookie, origin: url, 'content-type': 'application/json' }
    const language = { 'accept-language': n % 2 === 0 ? 'en' : 'en-XA' }
    const answer = await fetch(`${url}/api/auth/user`, {
      method: 'PATCH',
      headers: { ...headers, ...language },
      body,
    })
    const { details } = (await answer.json()) as { details: { fields: { message: string }[] } }
    return details.fields[0]?.message
  })
  const first = 'First name is required'
  expect(await Promise.all(said)).toEqual(
    said.map((_, n) => (n % 2 === 0 ? first : accentedEnglish(first))),
  )
  await server.close()
})

test('an error reading a body is in the language of the request', async () => {
  const server = await startTestApp()
  const url = await listenAt(server.app)
  const send = async (body: string, type = 'application/json') => {
    const headers = { ...accented, origin: url, 'content-type': type }
    const answer = await fetch(`${url}/api/contact`, { method: 'POST', headers, body })
    return [answer.status, ((await answer.json()) as { message: string }).message]
  }
  expect(await send(`${' '.repeat(16_000)}{`)).toEqual([
    400,
    accentedEnglish('The request could not be read. Please send valid JSON.'),
  ])
  expect(await send('x'.repeat(1_100_000))).toEqual([
    413,
    accentedEnglish('This is too long. Please shorten it.'),
  ])
  expect(await send('x', 'text/plain')).toEqual([415, accentedEnglish('Please send JSON.')])
  await server.close()
})

test("a message over the socket is refused in its sender's language", async () => {
  const server = await startTestApp()
  const url = await listenAt(server.app)
  const person = await app.as('customer')
  const refusalOf = async (headers: Record<string, string>) => {
    const cookie = `fq_session=${await startSession(person.user.id)}`
    const socket = await openSocket(url, '', { headers: { cookie, ...headers } })
    socket.send({
      type: 'job_communication',
      jobId: randomUUID(),
      message: 'Hi',
      messageType: 'sms',
    })
    const [refused] = await socket.hear('message_refused')
    socket.close()
    return refused?.message
  }
  expect(await refusalOf({})).toBe('Job not found.')
  expect(await refusalOf(accented)).toBe(accentedEnglish('Job not found.'))
  await db().update(users).set({ language: 'en-XA' }).where(eq(users.id, person.user.id))
  expect(await refusalOf({ 'accept-language': 'en' })).toBe(accentedEnglish('Job not found.'))
  await server.close()
})

test('text for someone else is in their language, wherever it is created', async () => {
  const said = inLanguage('en-XA', async () => {
    const before = t('Cancel')
    const within = inLanguage(null, () => t('Cancel'))
    await new Promise((resolve) => setTimeout(resolve, 1))
    return [before, within, t('Cancel'), inLanguage('tlh', () => t('Cancel'))]
  })
  expect(t('Cancel')).toBe('Cancel')
  const translated = accentedEnglish('Cancel')
  expect(await said).toEqual([translated, 'Cancel', translated, 'Cancel'])
})

test('a general error names its field in Spanish, or only the problem where Spanish has no word', async () => {
  const spanish = { 'accept-language': 'es' }
  const admin = await app.as('admin')
  const reason = { params: { id: randomUUID() }, body: { reason: 5 }, headers: spanish }
  expect((await admin.call('POST /api/jobs/{id}/cancel', reason)).body.message).toBe(
    'Motivo: Esto debe ser un texto.',
  )
  const sort = { query: { sort: 'x' }, headers: spanish }
  expect((await admin.call('GET /api/admin/customers', sort)).body.message).toMatch(
    /^Elija uno de estos: name, /,
  )
})
