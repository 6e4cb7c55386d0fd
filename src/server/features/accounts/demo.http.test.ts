import { afterEach, expect, test } from 'vitest'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { buildSite, openBrowser } from './test-site.ts'

useTestDatabase()

afterEach(travelBack)

const roles = ['customer', 'technician', 'admin'] as const

test('one click signs in as each role in the demo', async () => {
  const site = await buildSite({ demo: true })
  await makeUser({ role: 'technician', approvedAt: null })
  await makeUser({ role: 'customer', createdAt: new Date('2020-01-01') })
  for (const role of roles) await makeUser({ role, email: `${role}@fivequart.example` })
  for (const role of roles) {
    const browser = openBrowser(site)
    const answer = await browser.call('POST /api/auth/demo', { body: { role } })
    expect(answer).toMatchObject({
      status: 200,
      body: { role, active: true, email: `${role}@fivequart.example` },
    })
    expect((await browser.call('GET /api/auth/user')).body.role).toBe(role)
  }
  await site.close()
})

test('a demo without such a person answers 404', async () => {
  const site = await buildSite({ demo: true })
  const answer = await openBrowser(site).call('POST /api/auth/demo', { body: { role: 'admin' } })
  expect(answer.status).toBe(404)
  await site.close()
})

test('the page of sent mail shows every mail, newest first', async () => {
  const site = await buildSite({ demo: true })
  const browser = openBrowser(site)
  for (const email of ['first@example.com', 'second@example.com']) {
    await browser.call('POST /api/auth/email-code', { body: { email } })
    travelTo(new Date(Date.now() + 1000))
  }
  const { body } = await browser.call('GET /api/demo/outbox')
  expect(body).toMatchObject([
    { recipient: 'second@example.com', channel: 'email' },
    { recipient: 'first@example.com', channel: 'email' },
  ])
  expect(body[0].body).toMatch(/\d{6}/)
  await site.close()
})

test('neither exists outside the demo', async () => {
  const site = await buildSite({ demo: false })
  await makeUser({ role: 'admin' })
  const browser = openBrowser(site)
  const answer = await browser.call('POST /api/auth/demo', { body: { role: 'admin' } })
  expect(answer.status).toBe(404)
  expect(answer.cookies).toEqual([])
  expect((await browser.call('GET /api/demo/outbox')).status).toBe(404)
  await site.close()
})

test('sent mail comes in pages, newest first, with equal instants in a stable order', async () => {
  const site = await buildSite({ demo: true })
  const browser = openBrowser(site)
  for (let n = 0; n < 5; n++)
    await db()
      .insert(sentMessages)
      .values({
        channel: 'email',
        recipient: 'a@example.com',
        body: `${n}`,
        status: 'local',
        createdAt: new Date(2026, 1, 1, n % 2),
      })
  const { body: all } = await browser.call('GET /api/demo/outbox')
  const seen: unknown[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 3; pages++) {
    const query = new URLSearchParams({ limit: '2', ...(cursor && { cursor }) })
    const answer = await browser.call(`GET /api/demo/outbox?${query}`)
    expect(answer.headers['x-total-count']).toBe('5')
    seen.push(...answer.body)
    cursor = answer.headers['x-next-cursor'] as string | undefined
  }
  expect(cursor).toBeUndefined()
  expect(seen).toEqual(all)
  await site.close()
})
