import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser, type UserRow } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { makeGuestLink } from '#server/features/guests/actions/guest-token.ts'
import { businessToday } from '#server/base/business-time.ts'
import { newToken } from '#server/base/tokens.ts'
import { endSessions, startSession } from '#server/sessions/sessions.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/testing/test-app.ts'
import {
  listenAt,
  openSocket,
  refusedOpening,
  type TestSocket,
} from '#server/testing/test-socket.ts'
import { guestProtocol } from '#shared/contract/socket.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { linkDays } from '#shared/rules/guest-links.ts'

useTestDatabase()
let app: TestApp
let url: string
let guest: UserRow
let technician: TestPerson
let id: string
let token: string
const opened: TestSocket[] = []

beforeEach(async () => {
  app = await startTestApp()
  url = await listenAt(app.app)
  guest = await makeUser({ lastLoginAt: null })
  technician = await app.as('technician')
  const technicianId = technician.user.id
  id = (await makeJob({ status: 'assigned', technicianId, customerId: guest.id })).id
  token = await makeGuestLink(id, { ticket: 'ticket', network: '' })
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.close()
  await app.close()
})

const protocolOf = (link: string) => `${guestProtocol}, ${link}`
async function follow(link = token, session = '') {
  const socket = await openSocket(url, session, { protocols: [guestProtocol, link] })
  opened.push(socket)
  return socket
}
const refused = (link: string) =>
  refusedOpening(url, '', { 'sec-websocket-protocol': protocolOf(link) })
const activate = () =>
  technician.call('POST /api/jobs/{id}/activate-communication', { params: { id } })

test('a guest is sent ids at once when the technician is on the way, and nothing more', async () => {
  const socket = await follow()
  await activate()
  const [update] = await socket.hear('changed')
  expect(update).toEqual({
    type: 'changed',
    jobId: id,
    things: expect.arrayContaining(['jobs', 'conversation']),
  })
  expect(socket.socket.protocol).toBe(guestProtocol)
})

test('a link gets updates of its visit only, not of other visits of the same customer or anything else', async () => {
  const [serviceDate, date] = [addDays(businessToday(), 42), addDays(businessToday(), 43)]
  const other = await makeJob({ customerId: guest.id, serviceDate })
  const socket = await follow(await makeGuestLink(other.id, { ticket: 'other', network: '' }))
  const admin = await app.as('admin')
  await activate()
  await admin.call('POST /api/admin/block-slot', {
    body: { date, timeSlot: '8:00 AM - 9:00 AM' },
  })
  await socket.settle()
  expect(socket.heard()).toEqual([])
})

test('a connection with a link is its guest, even if someone is signed in, and cannot send messages', async () => {
  const session = await startSession((await makeUser({ role: 'admin' })).id)
  const socket = await follow(token, session)
  await activate()
  socket.send({ type: 'job_communication', jobId: id, message: 'Let me in', messageType: 'sms' })
  await socket.settle()
  await socket.settle()
  expect(socket.heard().map(({ type }) => type)).toEqual(['changed'])
})

test('a guessed, an expired and an erased link open nothing', async () => {
  expect((await refused(newToken())).status).toBe(404)
  expect((await refused('')).status).toBe(404)
  const startsAt = new Date(Date.now() - (linkDays * 24 + 1) * 3_600_000)
  await db().update(jobs).set({ startsAt }).where(eq(jobs.id, id))
  expect((await refused(token)).status).toBe(404)
})

test("erasing the customer closes the guest's socket", async () => {
  const socket = await follow()
  await endSessions(guest.id)
  await socket.closed().toBe(4001)
})

test('a visit has ten followers at most', async () => {
  for (let n = 0; n < 10; n++) await follow()
  expect((await refused(token)).status).toBe(429)
})
