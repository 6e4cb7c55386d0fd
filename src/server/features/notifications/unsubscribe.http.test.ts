import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Mail } from '#server/adapters/mail/port.ts'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { bytesOfUuid, tokenSigner } from '#server/database/signed-token.ts'
import { makeJob, makeUser, type UserRow } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { remindCustomers } from '#server/features/jobs/actions/remind-of-visits.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { unsubscribeTokens } from './unsubscribe-token.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const origin = 'http://fivequart.example'
// Monday 17:00 in Chicago.
const app = useTestApp({ at: new Date('2031-01-06T23:00:00Z'), env: { ORIGIN: origin } })

let sent: Mail[]
beforeEach(() => {
  sent = []
  const send = async (mail: Mail) => (sent.push(mail), 'sent' as const)
  useServices({ mailer: { send } })
})

const booked = new Date('2031-01-04T12:00:00Z')
const visitTomorrow = (customer: UserRow, slot = 1) =>
  makeJob({
    customerId: customer.id,
    serviceDate: '2031-01-07',
    slot: slotAt(slot),
    createdAt: booked,
  })

async function remindedCustomer() {
  const customer = await makeUser()
  await visitTomorrow(customer)
  await remindCustomers()
  await runDueTasks()
  const [mail] = sent
  return { customer, mail, url: mail?.unsubscribeUrl?.replace(origin, '') ?? '' }
}

const stored = async ({ id }: UserRow) =>
  (await db().select().from(users).where(eq(users.id, id)))[0]

/** As mail providers' servers do it: a form post without a cookie, from another origin. */
const oneClick = (url: string) =>
  app.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
      origin: 'https://mail.example.org',
    },
    payload: 'List-Unsubscribe=One-Click',
  })

test('one click in the mail client turns off that kind of mail, and nothing else', async () => {
  const { customer, mail, url } = await remindedCustomer()
  expect(mail?.unsubscribeUrl).toMatch(/^http:\/\/fivequart\.example\/api\/unsubscribe\/[\w-]{50}$/)
  const token = url.split('/').at(-1) ?? ''
  expect(mail?.text).toContain(`${origin}/unsubscribe/${token}`)
  expect((await oneClick(url)).statusCode).toBe(200)
  expect((await oneClick(url)).statusCode).toBe(200)
  expect(await stored(customer)).toMatchObject({
    appointmentReminders: false,
    serviceUpdates: true,
    emailNotifications: true,
  })
})

test('a queued mail whose kind is turned off since is not sent', async () => {
  const customer = await makeUser()
  await visitTomorrow(customer)
  await remindCustomers()
  const sign = await unsubscribeTokens()
  await oneClick(
    `/api/unsubscribe/${sign({ userId: customer.id, preference: 'appointmentReminders' })}`,
  )
  await runDueTasks()
  expect(sent).toEqual([])
  expect(await db().select().from(sentMessages)).toMatchObject([
    { status: 'skipped', error: 'The recipient has turned these off' },
  ])
})

test('a person opening the link is asked first, and can turn it on again', async () => {
  const { customer, url } = await remindedCustomer()
  const params = { token: url.split('/').at(-1) ?? '' }
  const opened = await app.call('GET /api/unsubscribe/{token}', { params })
  expect([opened.status, opened.headers.location]).toEqual([302, `/unsubscribe/${params.token}`])
  const read = () => app.call('GET /api/unsubscribe/{token}/preference', { params })
  expect((await read()).body).toEqual({ preference: 'appointmentReminders', wanted: true })
  expect((await app.call('POST /api/unsubscribe/{token}', { params })).status).toBe(200)
  expect((await read()).body.wanted).toBe(false)
  await app.call('POST /api/unsubscribe/{token}/undo', { params })
  expect(await stored(customer)).toMatchObject({ appointmentReminders: true })
})

test('a forged link, or one signed for another person, opens nothing', async () => {
  const [ada, eve] = [await makeUser(), await makeUser()]
  const sign = await unsubscribeTokens()
  const token = sign({ userId: ada.id, preference: 'serviceUpdates' })
  const forged = Buffer.from(token, 'base64url')
  Buffer.from(eve.id.replaceAll('-', ''), 'hex').copy(forged)
  for (const wrong of [forged.toString('base64url'), token.slice(0, -1), `${token}AAAA`])
    expect((await oneClick(`/api/unsubscribe/${wrong}`)).statusCode).toBe(404)
  expect(await stored(eve)).toMatchObject({ serviceUpdates: true })
})

const oneYearMs = 365 * 86_400_000
const switchOff = async (token: string) => (await oneClick(`/api/unsubscribe/${token}`)).statusCode

test('a link works for two years', async () => {
  const customer = await makeUser()
  const at = new Date('2031-01-06T23:00:00Z').getTime()
  const sign = await unsubscribeTokens()
  const token = sign({ userId: customer.id, preference: 'serviceUpdates' })
  travelTo(new Date(at + 2 * oneYearMs))
  expect(await switchOff(token)).toBe(200)
  travelTo(new Date(at + 2 * oneYearMs + 86_400_000))
  expect(await switchOff(token)).toBe(404)
})

test('links of mails from before tokens had a date work until December 2028', async () => {
  const customer = await makeUser()
  const sign = await tokenSigner('unsubscribe')
  const token = sign(Buffer.concat([bytesOfUuid(customer.id), Buffer.from([0])]))
  travelTo(new Date('2028-11-30T23:59:00Z'))
  expect(await switchOff(token)).toBe(200)
  travelTo(new Date('2028-12-01T00:00:00Z'))
  expect(await switchOff(token)).toBe(404)
})

test("a merged customer's link works for the remaining account, and an erased one's no longer", async () => {
  const [kept, erased] = [await makeUser(), await makeUser({ anonymizedAt: new Date() })]
  const merged = await makeUser({ mergedInto: kept.id })
  const sign = await unsubscribeTokens()
  const answers = [merged, erased].map(({ id: userId }) =>
    oneClick(`/api/unsubscribe/${sign({ userId, preference: 'marketingEmails' })}`),
  )
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 404])
  expect(await stored(kept)).toMatchObject({ marketingEmails: false })
})

test('mails sent to everyone have no such link', async () => {
  const customer = await app.as(await makeUser({ lastLoginAt: new Date() }))
  const job = await visitTomorrow(customer.user)
  const answer = await customer.call('POST /api/jobs/{id}/cancel', {
    params: { id: job.id },
    body: { reason: 'Rain' },
  })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  await runDueTasks()
  expect(await db().select().from(sentMessages)).toMatchObject([{ status: 'sent', error: null }])
  expect(sent).toMatchObject([{ to: customer.user.email }])
  expect(sent[0]?.unsubscribeUrl).toBeUndefined()
  expect(sent[0]?.text).not.toContain('unsubscribe')
})
