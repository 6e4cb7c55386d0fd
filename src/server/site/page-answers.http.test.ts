import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#server/database/test-factories.ts'
import { endSession } from '#server/sessions/end-sessions.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { hashToken } from '#server/base/tokens.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { serveClient } from '#server/http/static-files.ts'
import { firstCalls } from './first-calls.ts'
import { pageAnswers } from './page-answers.ts'

const server = useTestApp()
const site = fastify()
const folder = mkdtempSync(join(tmpdir(), 'fivequart-site-'))

beforeAll(async () => {
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, 'index.html'), '<head></head><p>the app</p>')
  await serveClient(site, {
    folder,
    demo: false,
    answersFor: (request, reply) => pageAnswers(server.app)(request, reply),
    firstCalls,
  })
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

async function pageOf(token?: string) {
  const { payload, headers } = await site.inject({
    url: '/orders',
    ...(token !== undefined && { headers: { cookie: `fq_session=${token}` } }),
  })
  const [, data = ''] = /id="answers">(.*?)<\/script>/s.exec(payload) ?? []
  return { answers: JSON.parse(data), payload, headers }
}

test('the page says who has its session, what business it is, and is kept by nobody', async () => {
  const user = await makeUser({ role: 'customer', firstName: '</script><b>' })
  const { answers, headers, payload } = await pageOf(await startSession(user.id))
  expect(answers['/api/auth/user']).toMatchObject({
    status: 200,
    body: { id: user.id, firstName: '</script><b>' },
  })
  expect(answers['/api/config']).toMatchObject({ status: 200, body: { brandName: 'Fivequart' } })
  expect(payload).not.toContain('</script><b>')
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
  expect(headers.etag).toBeUndefined()
  // As the call does that it stands for.
  expect(headers['set-cookie']).toContain('fq_session=')
})

test('each gets their own', async () => {
  const people = await Promise.all(
    ['customer', 'technician'].map((role) => makeUser({ role: role as 'customer' })),
  )
  const tokens = await Promise.all(people.map(({ id }) => startSession(id)))
  const pages = await Promise.all(tokens.map(pageOf))
  expect(pages.map(({ answers }) => answers['/api/auth/user'].body.id)).toEqual(
    people.map(({ id }) => id),
  )
})

test('a visitor, an invented session and an ended one are nobody', async () => {
  const user = await makeUser({ role: 'customer' })
  const token = await startSession(user.id)
  await endSession(hashToken(token))
  for (const sent of [undefined, 'invented', token]) {
    const { answers, payload, headers } = await pageOf(sent)
    expect(answers['/api/auth/user']).toMatchObject({ status: 401 })
    expect(answers['/api/config'].status).toBe(200)
    expect(payload).not.toContain(user.id)
    expect(headers['cache-control']).toBe('private, no-store')
  }
})
