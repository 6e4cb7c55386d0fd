import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { transaction } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { buildSite, openBrowser } from '#server/features/accounts/test-site.ts'
import {
  type NotificationSent,
  notifyPeople,
  subscribeToNotifications,
} from './actions/notify-people.ts'
import { notificationOf } from './queries.ts'

useTestDatabase()

let site: FastifyInstance
beforeEach(async () => {
  site = await buildSite()
})
afterEach(async () => {
  travelBack()
  await site.close()
})

async function signedIn() {
  const user = await makeUser()
  const browser = openBrowser(site)
  browser.cookies.set('fq_session', await startSession(user.id))
  return { id: user.id, ...browser }
}
const asPerson = (id: string) => ({ id, role: 'customer' as const, active: true })
const notify = (userId: string, message: string, jobId: string | null = null) => {
  const data = { name: 'Ada', subject: message }
  return notifyPeople([
    { id: randomUUID(), userId, event: 'contact_message', audience: 'office', data, jobId },
  ])
}

test('a person sees their own, newest first', async () => {
  const [ada, eve] = [await signedIn(), await signedIn()]
  const job = await makeJob({ customerId: ada.id })
  await notify(ada.id, 'first', job.id)
  await notify(eve.id, 'of somebody else')
  travelTo(new Date(Date.now() + 1000))
  await notify(ada.id, 'second')
  expect((await ada.call('GET /api/notifications')).body).toMatchObject([
    { message: 'second', jobId: null, job: null, read: false },
    { message: 'first', jobId: job.id, read: false, type: 'contact_message' },
  ])
})

test("marking one as read affects only one's own, and repeating it is no error", async () => {
  const [ada, eve] = [await signedIn(), await signedIn()]
  await notify(ada.id, 'hello')
  const [{ id }] = (await ada.call('GET /api/notifications')).body
  expect((await eve.call(`PATCH /api/notifications/${id}/read`)).status).toBe(404)
  expect((await ada.call('GET /api/notifications')).body[0].read).toBe(false)
  for (let n = 0; n < 2; n += 1)
    expect((await ada.call(`PATCH /api/notifications/${id}/read`)).status).toBe(200)
  expect((await ada.call('GET /api/notifications')).body[0].read).toBe(true)
})

test('a long list is paged, with each notification once', async () => {
  const ada = await signedIn()
  for (let n = 1; n <= 5; n += 1) await notify(ada.id, `news ${n}`)
  const messages: string[] = []
  let cursor = ''
  for (let page = 1; page <= 3; page += 1) {
    const { body, headers } = await ada.call(`GET /api/notifications?limit=2${cursor}`)
    messages.push(...body.map(({ message }: { message: string }) => message))
    expect(headers['x-total-count']).toBe('5')
    cursor = `&cursor=${String(headers['x-next-cursor'])}`
  }
  expect(cursor).toBe('&cursor=undefined')
  expect(messages.toSorted()).toEqual(['news 1', 'news 2', 'news 3', 'news 4', 'news 5'])
  expect((await ada.call('GET /api/notifications?cursor=invented')).status).toBe(400)
  expect((await ada.call('GET /api/notifications?limit=0')).status).toBe(400)
})

test('all seen ones are marked read at once, but no newer ones and no one else’s', async () => {
  const [ada, eve] = [await signedIn(), await signedIn()]
  const list = async (person: typeof ada): Promise<{ id: string; read: boolean }[]> =>
    (await person.call('GET /api/notifications')).body
  const markUpTo = (person: typeof ada, upTo = '') =>
    person.call('PATCH /api/notifications/read', { body: { upTo } })
  for (const [n, { id }] of [ada, eve, ada, ada].entries()) {
    travelTo(new Date(Date.now() + n * 1000))
    await notify(id, 'hello')
  }
  const [, seen] = await list(ada)
  expect((await markUpTo(eve, seen?.id)).status).toBe(404)
  expect((await markUpTo(ada, seen?.id)).status).toBe(200)
  expect((await list(ada)).map(({ read }) => read)).toEqual([false, true, true])
  expect((await list(eve)).map(({ read }) => read)).toEqual([false])
  expect((await markUpTo(ada, 'x')).status).toBe(400)
})

test('an unknown id is 404, a malformed one 400, a stranger 401', async () => {
  const ada = await signedIn()
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect((await ada.call(`PATCH /api/notifications/${unknown}/read`)).status).toBe(404)
  expect((await ada.call('PATCH /api/notifications/7/read')).status).toBe(400)
  const stranger = openBrowser(site)
  expect((await stranger.call('GET /api/notifications')).status).toBe(401)
  expect((await stranger.call(`PATCH /api/notifications/${unknown}/read`)).status).toBe(401)
})

test('listeners get notifications after the commit, and none that were rolled back', async () => {
  const ada = await signedIn()
  const heard: NotificationSent[] = []
  let wake = () => {}
  const woken = new Promise<void>((resolve) => (wake = resolve))
  const stop = await subscribeToNotifications((sent) => {
    heard.push(sent)
    wake()
  })
  await transaction(async () => {
    await notify(ada.id, 'never')
    throw new Error('rolled back')
  }).catch(() => {})
  await notify(ada.id, 'committed')
  await woken
  expect(heard).toHaveLength(1)
  expect(await notificationOf(asPerson(ada.id), heard[0]?.id ?? '')).toMatchObject({
    message: 'committed',
  })
  await stop()
})
