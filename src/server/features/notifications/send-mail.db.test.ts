import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { localMailer, type Mail, MailRefused } from '#server/adapters/mail/port.ts'
import { now, travelBack, travelTo } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { startQueue, stopQueue } from '#server/queue/queue.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { provideOfflineServices, useServices } from '#server/testing/test-services.ts'
import { queueMail } from './actions/queue-mail.ts'
import { sendQueued } from './actions/send-queued.ts'

useTestDatabase()
beforeAll(provideOfflineServices)

let sent: Mail[]
let fault: Error | undefined

beforeEach(() => {
  sent = []
  fault = undefined
  useServices({
    mailer: {
      send: async (mail) => {
        if (fault) throw fault
        sent.push(mail)
        return 'sent'
      },
    },
  })
})
afterEach(travelBack)

const mail = { to: 'ada@example.com', subject: 'Your visit', body: 'See you.' }
const sentMessage = async () => (await db().select().from(sentMessages))[0]

test('a queued mail is sent once, and recorded as sent', async () => {
  await queueMail(mail)
  expect(await sentMessage()).toMatchObject({ status: 'queued', recipient: mail.to })
  await runDueTasks()
  await runDueTasks()
  expect(sent).toMatchObject([{ to: mail.to, subject: 'Your visit', text: 'See you.' }])
  expect(await sentMessage()).toMatchObject({ status: 'sent', error: null, body: 'See you.' })
  expect((await sentMessage())?.sentAt).toBeInstanceOf(Date)
})

test('a mail whose sender is killed before the mail server answers is sent once, with the same id', async () => {
  const began: Mail[] = []
  const send = vi.fn<(mail: Mail) => Promise<'sent'>>()
  // Simulates a process that dies while sending.
  send.mockImplementationOnce((one) => (began.push(one), new Promise(() => {})))
  send.mockImplementation(async (one) => (sent.push(one), 'sent'))
  useServices({ mailer: { send } })
  await queueMail(mail)
  const messageId = (await sentMessage())?.id ?? ''
  void sendQueued({ messageId })
  await vi.waitFor(() => expect(began).toHaveLength(1))
  // The queue retries it in another process.
  await runDueTasks()
  await sendQueued({ messageId })
  expect(sent.map(({ id }) => id)).toEqual([messageId])
  expect(began[0]?.id).toBe(messageId)
  expect(await sentMessage()).toMatchObject({ status: 'sent' })
})

test('without a mail server it is only stored, a secret one readable', async () => {
  useServices({ mailer: localMailer })
  await queueMail({ ...mail, secret: true })
  await runDueTasks()
  expect(await sentMessage()).toMatchObject({ status: 'local', body: 'See you.' })
})

test('a secret is erased once sent', async () => {
  await queueMail({ ...mail, subject: '123456', body: 'Your code is 123456', secret: true })
  await runDueTasks()
  expect(sent[0]?.text).toContain('123456')
  expect(JSON.stringify(await sentMessage())).not.toContain('123456')
})

test('a mail that is rolled back is never sent', async () => {
  await transaction(async () => {
    await queueMail(mail)
    throw new Error('rolled back')
  }).catch(() => {})
  await runDueTasks()
  expect(sent).toEqual([])
  expect(await sentMessage()).toBeUndefined()
})

test('an unavailable mail server is retried, then given up on', async () => {
  fault = new Error('connect ECONNREFUSED')
  await queueMail(mail)
  await expect(runDueTasks()).rejects.toThrow('ECONNREFUSED')
  expect(await sentMessage()).toMatchObject({
    status: 'queued',
    error: expect.stringMatching(/REFUSED/),
  })
  for (let n = 0; n < 12; n += 1)
    await runDueTasks({ includeDeferred: true, tolerateFailures: true })
  expect(await sentMessage()).toMatchObject({ status: 'failed' })
  fault = undefined
  await runDueTasks({ includeDeferred: true })
  expect(sent).toEqual([])
})

test('a mail server that recovers gets the mail', async () => {
  fault = new Error('connect ECONNREFUSED')
  await queueMail(mail)
  await runDueTasks({ tolerateFailures: true })
  fault = undefined
  await runDueTasks({ includeDeferred: true })
  expect(sent).toHaveLength(1)
  expect(await sentMessage()).toMatchObject({ status: 'sent', error: null })
})

test('a hanging mail delays neither a code nor another mail', async () => {
  const letGo: (() => void)[] = []
  useServices({
    mailer: {
      send: async (mailed) => {
        if (mailed.to === 'slow@example.com') await new Promise<void>((go) => letGo.push(go))
        sent.push(mailed)
        return 'sent'
      },
    },
  })
  const slow = { ...mail, to: 'slow@example.com' }
  await startQueue(() => {})
  onTestFinished(stopQueue)
  await queueMail(slow)
  await queueMail({ ...slow, awaited: true })
  await vi.waitFor(() => expect(letGo).toHaveLength(2), { timeout: 8000 })
  await queueMail({ ...mail, to: 'grace@example.com', awaited: true })
  await queueMail({ ...mail, to: 'linus@example.com' })
  await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 8000 })
  expect(sent.map(({ to }) => to).toSorted()).toEqual(['grace@example.com', 'linus@example.com'])
  for (const go of letGo) go()
}, 30_000)

test('a refused mail is not retried', async () => {
  fault = new MailRefused('550 no such mailbox')
  await queueMail(mail)
  await runDueTasks()
  expect(await sentMessage()).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/550/),
  })
})

test('a reminder is not sent for a visit cancelled since', async () => {
  const job = await makeJob()
  const reminder = { ...mail, jobId: job.id, jobStatus: ['scheduled' as const] }
  await queueMail(reminder)
  await db().update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, job.id))
  await runDueTasks()
  expect(sent).toEqual([])
  expect(await sentMessage()).toMatchObject({ status: 'skipped' })
})

test('a reminder is sent for a visit in the expected state', async () => {
  const job = await makeJob()
  await queueMail({ ...mail, jobId: job.id, jobStatus: ['scheduled'] })
  await runDueTasks()
  expect(sent).toHaveLength(1)
})

test.each([{ appointmentReminders: false }, { emailNotifications: false }])(
  'mail turned off since is not sent: %j',
  async (change) => {
    const user = await makeUser({ email: mail.to })
    await queueMail({ ...mail, preference: 'appointmentReminders' })
    await db().update(users).set(change).where(eq(users.id, user.id))
    await runDueTasks()
    expect(sent).toEqual([])
  },
)

test('a guest without an account gets mails that are on by default, but no marketing', async () => {
  await queueMail({ ...mail, preference: 'serviceUpdates' })
  await queueMail({ ...mail, preference: 'marketingEmails' })
  await runDueTasks()
  expect(sent).toHaveLength(1)
})

test('an expired code is not sent', async () => {
  await queueMail({ ...mail, notAfter: new Date(Date.now() + 600_000) })
  travelTo(new Date(Date.now() + 700_000))
  await runDueTasks()
  expect(await sentMessage()).toMatchObject({ status: 'skipped' })
})

test('mails about one visit arrive in order, even if the first attempts fail', async () => {
  const { id: jobId } = await makeJob({ customerId: (await makeUser()).id })
  let failed = 0
  useServices({
    mailer: {
      send: async (mailed) => {
        // Slow enough that both would be sent concurrently; and refused at first.
        await new Promise((go) => setTimeout(go, mailed.subject === 'Booked' ? 300 : 0))
        if (mailed.subject === 'Booked' && failed++ === 0) throw new Error('451 try again')
        sent.push(mailed)
        return 'sent'
      },
    },
  })
  await startQueue(() => {})
  onTestFinished(stopQueue)
  await queueMail({ ...mail, jobId, subject: 'Booked' })
  await new Promise((go) => setTimeout(go, 2))
  await queueMail({ ...mail, jobId, subject: 'Price changed' })
  await queueMail({ ...mail, to: 'grace@example.com', jobId, subject: 'Price changed' })
  await vi.waitFor(() => expect(sent).toHaveLength(3), { timeout: 50_000 })
  expect(sent.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
    'grace@example.com: Price changed',
    'ada@example.com: Booked',
    'ada@example.com: Price changed',
  ])
}, 60_000)

test('a mail that stays undelivered does not delay later ones', async () => {
  const { id: jobId } = await makeJob({ customerId: (await makeUser()).id })
  fault = new Error('451 try again')
  await queueMail({ ...mail, jobId, subject: 'Booked' })
  await runDueTasks({ tolerateFailures: true })
  travelTo(new Date(now().getTime() + 121_000))
  fault = undefined
  await queueMail({ ...mail, jobId, subject: 'Price changed' })
  await runDueTasks()
  expect(sent.map(({ subject }) => subject)).toEqual(['Price changed'])
})
