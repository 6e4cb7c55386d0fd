import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { endSession } from '#server/sessions/change-sessions.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { hashToken } from '#server/base/tokens.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { serveClient } from '#server/http/static-files.ts'
import type { PageAnswer } from '#server/http/app-page.ts'
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
  })
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

async function pageOf(token?: string, url = '/orders') {
  const { payload, headers } = await site.inject({
    url,
    ...(token !== undefined && { headers: { cookie: `fq_session=${token}` } }),
  })
  const [, data = ''] = /id="answers">(.*?)<\/script>/s.exec(payload) ?? []
  const given = JSON.parse(data) as PageAnswer[]
  const answers = Object.fromEntries(given.map(({ key, ...answer }) => [key[0], answer]))
  return { answers, given, payload, headers }
}

test("the page carries the session's user and the business, and is not cached", async () => {
  const user = await makeUser({ role: 'customer', firstName: '</script><b>' })
  const { answers, headers, payload } = await pageOf(await startSession(user.id))
  expect(answers['GET /api/auth/user']).toMatchObject({
    status: 200,
    body: { id: user.id, firstName: '</script><b>' },
  })
  expect(answers['GET /api/config']).toMatchObject({
    status: 200,
    body: { brandName: 'Fivequart' },
  })
  expect(payload).not.toContain('</script><b>')
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
  expect(headers.etag).toBeUndefined()
  // Like the call it replaces.
  expect(headers['set-cookie']).toContain('fq_session=')
})

test('each person gets their own', async () => {
  const people = await Promise.all(
    ['customer', 'technician'].map((role) => makeUser({ role: role as 'customer' })),
  )
  const tokens = await Promise.all(people.map(({ id }) => startSession(id)))
  const pages = await Promise.all(tokens.map((token) => pageOf(token)))
  expect(pages.map(({ answers }) => answers['GET /api/auth/user']?.body)).toMatchObject(
    people.map(({ id }) => ({ id })),
  )
})

test('a visitor, an invented session and an ended one count as signed out', async () => {
  const user = await makeUser({ role: 'customer' })
  const token = await startSession(user.id)
  await endSession(hashToken(token))
  for (const sent of [undefined, 'invented', token]) {
    const { answers, payload, headers } = await pageOf(sent)
    expect(answers['GET /api/auth/user']).toMatchObject({ status: 401 })
    expect(answers['GET /api/config']?.status).toBe(200)
    expect(payload).not.toContain(user.id)
    expect(headers['cache-control']).toBe('private, no-store')
  }
})

test("the screen's first answers come with it, by role, under the client's keys", async () => {
  const user = await makeUser({ role: 'customer' })
  const token = await startSession(user.id)
  const booking = await pageOf(token, '/booking')
  expect(booking.answers).toMatchObject({
    'GET /api/vehicles': { status: 200, body: [] },
    'GET /api/jobs/customer': { status: 200, body: [] },
    'GET /api/service-packages': { status: 200 },
    'GET /api/notifications': { status: 200 },
  })
  const vehicle = await makeVehicle(user.id)
  const car = await pageOf(token, `/vehicles/${vehicle.id}`)
  expect(car.given.map(({ key }) => key)).toContainEqual([
    'GET /api/vehicles/{id}',
    { params: { id: vehicle.id } },
  ])
  const other = await startSession((await makeUser({ role: 'customer' })).id)
  for (const page of [
    await pageOf(other, `/vehicles/${vehicle.id}`),
    await pageOf(undefined, '/booking'),
  ])
    expect(page.payload).not.toContain(user.id)
})
