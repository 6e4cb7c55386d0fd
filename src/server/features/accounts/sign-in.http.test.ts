import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { signInCodes } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import {
  anotherCode,
  buildSite,
  mailedCode,
  openBrowser,
  signInByCode,
  byNumber,
} from './test-site.ts'

useTestDatabase()

const email = 'ada@example.com'
const minutesLater = (minutes: number) => travelTo(new Date(Date.now() + minutes * 60_000))
let site: FastifyInstance

beforeEach(async () => {
  site = await buildSite({ adminEmail: 'Owner@Example.com' })
})
afterEach(async () => {
  travelBack()
  await site.close()
})

const ask = (browser = openBrowser(site), to = email) =>
  browser.call('POST /api/auth/email-code', { body: { email: to } })
const type = (browser: ReturnType<typeof openBrowser>, code: string) =>
  browser.call('POST /api/auth/email-code/verify', { body: { code } })

test('the mailed code signs in and creates the account, which is found again the second time', async () => {
  const first = await signInByCode(openBrowser(site), ' Ada@Example.com ')
  expect(first).toMatchObject({ status: 200, body: { email, role: null, loginCount: 1 } })
  const browser = openBrowser(site)
  const again = await signInByCode(browser, email)
  expect(again.body).toMatchObject({ id: first.body.id, loginCount: 2 })
  const me = await browser.call('GET /api/auth/user')
  expect(me).toMatchObject({ status: 200, body: { id: first.body.id, active: true } })
  const [row] = await db().select().from(users).where(eq(users.email, email))
  expect(Date.now() - (row?.lastLoginAt?.getTime() ?? 0)).toBeLessThan(60_000)
})

test('neither code nor token is stored', async () => {
  const browser = openBrowser(site)
  await ask(browser)
  const code = await mailedCode(email)
  const stored = JSON.stringify(await db().select().from(signInCodes))
  expect(stored).not.toContain(`"${code}"`)
  for (const part of browser.cookies.get('fq_code')?.split('.').slice(1) ?? ['missing'])
    expect(stored).not.toContain(part)
})

test('another browser cannot use the code', async () => {
  const owner = openBrowser(site)
  await ask(owner)
  const code = await mailedCode(email)
  const stranger = openBrowser(site)
  expect(await type(stranger, code)).toMatchObject({
    status: 400,
    body: { details: { reason: 'expired' } },
  })
  await ask(stranger, 'eve@example.com')
  expect((await type(stranger, code)).status).toBe(400)
  expect((await type(owner, code)).status).toBe(200)
})

test("a code's id without its token is useless", async () => {
  const owner = openBrowser(site)
  await ask(owner)
  const stranger = openBrowser(site)
  const id = owner.cookies.get('fq_code')?.split('.')[0]
  stranger.cookies.set('fq_code', `${id}.${'A'.repeat(43)}`)
  expect((await type(stranger, await mailedCode(email))).status).toBe(400)
  const [row] = await db().select().from(signInCodes)
  expect(row?.attempts).toBe(0)
})

test('five tries, counted under concurrency too; then even the right code is refused', async () => {
  const browser = openBrowser(site)
  await ask(browser)
  const code = await mailedCode(email)
  const tries = await Promise.all(Array.from({ length: 8 }, () => type(browser, anotherCode(code))))
  const reasons = tries.map((one) => one.body.details.reason)
  expect(reasons.filter((reason) => reason === 'wrong')).toHaveLength(4)
  expect(reasons.filter((reason) => reason === 'used_up')).toHaveLength(4)
  const left = tries.map((one) => one.body.details.triesLeft).filter(Boolean)
  expect(left.toSorted(byNumber)).toEqual([1, 2, 3, 4])
  expect(await type(browser, code)).toMatchObject({
    status: 400,
    body: { details: { reason: 'used_up' } },
  })
})

test('a code works once, even when sent twice at once', async () => {
  const browser = openBrowser(site)
  await ask(browser)
  const code = await mailedCode(email)
  const twice = await Promise.all([type(browser, code), type(browser, code)])
  expect(twice.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 400])
})

test('a code expires after ten minutes', async () => {
  const browser = openBrowser(site)
  await ask(browser)
  const code = await mailedCode(email)
  minutesLater(10.1)
  expect(await type(browser, code)).toMatchObject({
    status: 400,
    body: { details: { reason: 'expired' } },
  })
})

test('the answer is the same with an account, without one, and with a closed one', async () => {
  await makeUser({ email })
  await makeUser({ email: 'closed@example.com', deactivatedAt: new Date() })
  const answers = []
  for (const to of [email, 'closed@example.com', 'nobody@example.com'])
    answers.push(await ask(openBrowser(site), to))
  for (const { status, body, cookies } of answers) {
    expect(status).toBe(202)
    expect(body).toEqual({ success: true, expiresInSeconds: 600 })
    expect(cookies.map(({ name }) => name)).toEqual(['fq_code'])
  }
  expect(await db().select().from(users).where(eq(users.email, 'nobody@example.com'))).toEqual([])
})

test.each([
  ['customer', 'has been closed', undefined],
  ['technician', 'You cannot undo this yourself', { reason: 'deactivated' }],
] as const)(
  'a deactivated %s is told so after the right code only',
  async (role, words, details) => {
    await makeUser({ email, role, deactivatedAt: new Date() })
    const browser = openBrowser(site)
    const refused = await signInByCode(browser, email)
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(refused.body.details).toEqual(details)
    expect(refused.body.message).toContain(words)
    expect(browser.cookies.has('fq_session')).toBe(false)
  },
)

test('a person created by an admin is recognized and keeps role and name', async () => {
  const made = await makeUser({ email, role: 'technician', firstName: 'Ada', loginCount: 0 })
  const { body } = await signInByCode(openBrowser(site), email)
  expect(body).toMatchObject({ id: made.id, role: 'technician', firstName: 'Ada', active: true })
})

test('the ADMIN_EMAIL address becomes admin, new or not, and no one else', async () => {
  const fresh = await signInByCode(openBrowser(site), 'owner@example.com')
  expect(fresh.body).toMatchObject({ role: 'admin', active: true })
  await db().update(users).set({ role: 'customer' }).where(eq(users.email, 'owner@example.com'))
  const again = await signInByCode(openBrowser(site), 'owner@example.com')
  expect(again.body.role).toBe('admin')
  expect((await signInByCode(openBrowser(site), email)).body.role).toBeNull()
})

const askFrom = async (ip: string, times: number) => {
  const statuses = []
  for (let n = 0; n < times; n += 1) statuses.push((await ask(openBrowser(site, ip))).status)
  return statuses
}

test('one network may request three codes an hour and five a day for one e-mail, without affecting another', async () => {
  expect(await askFrom('198.51.100.1', 4)).toEqual([202, 202, 202, 429])
  expect(await askFrom('198.51.100.2', 1)).toEqual([202])
  minutesLater(61)
  expect(await askFrom('198.51.100.1', 3)).toEqual([202, 202, 429])
  minutesLater(130)
  const refused = await ask(openBrowser(site, '198.51.100.1'))
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '86400'])
  minutesLater(25 * 60)
  expect(await askFrom('198.51.100.1', 1)).toEqual([202])
})

test('concurrent requests do not slip through the limit', async () => {
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => ask(openBrowser(site, '198.51.100.1'))),
  )
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3)
})

test('addresses of one IPv6 network count together', async () => {
  for (let n = 1; n <= 3; n += 1) await ask(openBrowser(site, `2001:db8:1:2::${n}`))
  expect((await ask(openBrowser(site, '2001:db8:1:2:ffff::1'))).status).toBe(429)
  expect((await ask(openBrowser(site, '2001:db8:1:3::1'))).status).toBe(202)
})

test('a stranger from six networks locks no one out, even on a new device', async () => {
  for (let n = 1; n <= 6; n += 1) {
    await askFrom(`198.51.100.${n}`, 4)
    travelTo(new Date(Date.now() + 61 * 60_000))
    await askFrom(`198.51.100.${n}`, 4)
    travelBack()
  }
  minutesLater(70)
  expect((await signInByCode(openBrowser(site, '192.0.2.99'), email)).status).toBe(200)
})

test('a stranger from sixty networks does not lock out a browser that signed in before', async () => {
  const owner = openBrowser(site, '192.0.2.1')
  await signInByCode(owner, email)
  for (let n = 1; n <= 60; n += 1) await ask(openBrowser(site, `198.51.100.${n}`))
  const again = await ask(openBrowser(site, '192.0.2.99'))
  expect(again.status).toBe(429)
  expect(again.body.message).toContain('a browser in which you have signed in before')
  expect((await signInByCode(owner, email)).status).toBe(200)
  owner.cookies.delete('fq_session')
  const elsewhere = openBrowser(site, '198.51.100.7')
  for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value)
  expect((await signInByCode(elsewhere, email)).status).toBe(200)
})

test('a browser is known to everyone who signs in with it', async () => {
  const tablet = openBrowser(site, '192.0.2.1')
  for (const who of ['ada@example.com', 'bob@example.com']) await signInByCode(tablet, who)
  for (const who of ['ada@example.com', 'bob@example.com', 'ada@example.com'])
    for (let n = 0; n < 3; n += 1) expect((await ask(tablet, who)).status).toBe(202)
  expect(tablet.cookies.get('fq_known')?.split('~')).toHaveLength(2)
})

test('wrong codes are counted per network, without affecting people known there', async () => {
  const ip = '198.51.100.1'
  const owner = openBrowser(site, ip)
  await signInByCode(owner, email)
  for (let person = 0; person < 10; person += 1) {
    const stranger = openBrowser(site, ip)
    await ask(stranger, `somebody-${person}@example.com`)
    const code = anotherCode(await mailedCode(`somebody-${person}@example.com`))
    for (let n = 0; n < 5; n += 1) expect((await type(stranger, code)).status).toBe(400)
  }
  const neighbor = openBrowser(site, ip)
  const refused = await ask(neighbor, 'neighbor@example.com')
  expect(refused.status).toBe(429)
  expect(refused.body.message).toContain('wrong codes came from your network')
  await ask(openBrowser(site, '192.0.2.1'), 'neighbor@example.com')
  expect((await signInByCode(owner, email)).status).toBe(200)
  expect((await signInByCode(openBrowser(site, '192.0.2.1'), 'else@example.com')).status).toBe(200)
  minutesLater(24 * 60)
  expect((await ask(neighbor, 'neighbor@example.com')).status).toBe(202)
})

test('a wrong code shows the tries left and what to do', async () => {
  const browser = openBrowser(site)
  await ask(browser)
  const code = await mailedCode(email)
  const said = []
  for (let n = 0; n < 5; n += 1) said.push((await type(browser, anotherCode(code))).body.message)
  expect(said).toEqual([
    ...[4, 3, 2].map(
      (left) =>
        `That code is not right. ${left} tries are left. Please use the code in the latest e-mail.`,
    ),
    'That code is not right. One try is left. Please use the code in the latest e-mail.',
    'Too many wrong tries. Please ask for a new code.',
  ])
})

test('a browser is known only for its own e-mail, and has a limit too', async () => {
  const owner = openBrowser(site)
  await signInByCode(owner, email)
  const statuses = []
  for (let n = 0; n < 11; n += 1) statuses.push((await ask(owner)).status)
  expect(statuses).toEqual([...Array(10).fill(202), 429])
  for (let n = 0; n < 3; n += 1) await ask(owner, 'eve@example.com')
  expect((await ask(owner, 'eve@example.com')).status).toBe(429)
})

test.each([
  ['no body', undefined],
  ['no JSON', '{"email":'],
  ['no address', { email: 'ada' }],
  ['a list', [email]],
  ['more than asked', { email, role: 'admin' }],
  ['a zero byte', { email: 'a\0@example.com' }],
])('%s instead of an e-mail is answered with 400', async (_name, body) => {
  const answer = await openBrowser(site).call('POST /api/auth/email-code', { body })
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
})

test.each([undefined, '', '12345', '1234567', 'abcdef', 123456, null])(
  'the code %j is answered with 400 and costs no try',
  async (code) => {
    const browser = openBrowser(site)
    await ask(browser)
    const answer = await browser.call('POST /api/auth/email-code/verify', { body: { code } })
    expect(answer.status).toBe(400)
    const [row] = await db().select().from(signInCodes)
    expect(row?.attempts).toBe(0)
  },
)

test('another site can neither request a code nor sign anyone in', async () => {
  const browser = openBrowser(site)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const header of Object.entries(foreign)) {
    const headers = Object.fromEntries([header])
    const answer = await browser.call('POST /api/auth/email-code', { body: { email }, headers })
    expect(answer.status).toBe(403)
  }
  const form = { 'content-type': 'text/plain' }
  const sent = await browser.call('POST /api/auth/email-code', { body: '{}', headers: form })
  expect(sent.status).toBe(415)
})
