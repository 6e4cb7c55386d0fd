import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
type Admin = Awaited<ReturnType<typeof app.as>>

const words = {
  subject: 'Bye {customer}',
  body: 'Sorry, {customer}.\n\n{details}\n\nSee you soon, {brand}',
}
const put = (admin: Admin, messageWords: object) =>
  admin.call('PUT /api/admin/settings', { body: { messageWords } })
const mails = () => db().select().from(sentMessages)

async function cancelOne(admin: Admin, slot = 1) {
  const customer = await makeUser({ role: 'customer', firstName: 'Olga' })
  const job = await makeJob({
    customerId: customer.id,
    serviceDate: '2030-01-07',
    slot: slotAt(slot),
  })
  const params = { id: job.id }
  await admin.call('POST /api/jobs/{id}/cancel', { params, body: { reason: 'The van broke' } })
}

test("a mail uses the office's wording once saved, and the built-in one after it is removed", async () => {
  const admin = await app.as('admin')
  expect((await put(admin, { 'job_cancelled.email': words })).status).toBe(200)
  await cancelOne(admin)
  const [own] = await mails()
  expect(own?.subject).toMatch(/: Bye Olga$/)
  expect(own?.body).toContain('Sorry, Olga.\n\nYour visit FQ-')
  expect(own?.body).toContain('Reason: The van broke')
  expect(own?.body).toContain('See you soon, Fivequart')
  await put(admin, {})
  await db().delete(sentMessages)
  await cancelOne(admin, 2)
  expect((await mails())[0]?.subject).toMatch(/: visit cancelled$/)
})

test.each([
  [
    { 'job_cancelled.email': { ...words, body: '{detials}' } },
    'messageWords.job_cancelled.email.body',
  ],
  [{ 'job_cancelled.email': { ...words, body: 'Bye' } }, 'messageWords.job_cancelled.email.body'],
  [
    { 'job_cancelled.email': { ...words, subject: '' } },
    'messageWords.job_cancelled.email.subject',
  ],
  [{ 'no.such': words }, 'messageWords.no.such'],
])('%j is refused', async (all, path) => {
  const admin = await app.as('admin')
  const answer = await put(admin, all)
  expect(answer.status).toBe(400)
  expect(answer.body.details.fields).toMatchObject([{ path }])
})

test('unsaved wording can be previewed with a real visit and mailed to oneself', async () => {
  const admin = await app.as('admin')
  const body = { message: 'job_cancelled.email', ...words }
  const preview = () => admin.call('POST /api/admin/message-words/preview', { body })
  expect((await preview()).status).toBe(404)
  const customer = await makeUser({ role: 'customer', firstName: 'Olga' })
  await makeJob({ customerId: customer.id, serviceDate: '2030-01-07', slot: slotAt(1) })
  expect(await preview()).toMatchObject({
    status: 200,
    body: {
      subject: expect.stringMatching(/Bye Olga$/),
      body: expect.stringContaining('Hello Olga,'),
    },
  })
  const sent = await admin.call('POST /api/admin/message-words/test', { body })
  expect(sent).toMatchObject({ status: 200, body: { email: admin.user.email } })
  expect(await mails()).toMatchObject([{ recipient: admin.user.email }])
  for (const message of ['job_reminded.sms', 'technician_on_way.sms', 'service_completed.sms'])
    expect(
      await admin.call('POST /api/admin/message-words/preview', {
        body: { message, subject: '', body: 'Hi {customer}, {time}: {details}' },
      }),
    ).toMatchObject({
      status: 200,
      body: { body: expect.stringMatching(/^Fivequart FQ-\d+: Hi Olga, /) },
    })
  const smart = { message: 'job_reminded.sms', subject: '', body: '“Mañana” – ¿está listo?' }
  expect(
    (await admin.call('POST /api/admin/message-words/preview', { body: smart })).body.body,
  ).toMatch(/: "Mañana" - ¿está listo\?$/)
  const wrong = { ...body, body: '{nothing}' }
  expect(
    (await admin.call('POST /api/admin/message-words/test', { body: wrong })).body.details.fields,
  ).toEqual([{ path: 'body', message: 'There is no placeholder {nothing}.' }])
})

test.each([
  'job_booked.email',
  'job_requested.email',
  'job_reminded.email',
  'job_rescheduled.email',
  'service_completed.email',
])('%s can be previewed', async (message) => {
  const admin = await app.as('admin')
  await makeJob({ serviceDate: '2030-01-07', slot: slotAt(1) })
  const body = { message, subject: '{subject}', body: '{details}' }
  const shown = await admin.call('POST /api/admin/message-words/preview', { body })
  expect(shown).toMatchObject({ status: 200 })
  expect(shown.body.body.length).toBeGreaterThan(60)
})

test('each admin may send few test mails per hour', async () => {
  const admin = await app.as('admin')
  await makeJob({ serviceDate: '2030-01-07', slot: slotAt(1) })
  const body = { message: 'job_cancelled.email', ...words }
  const send = (who: Admin) => who.call('POST /api/admin/message-words/test', { body })
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(admin)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.find(({ status }) => status === 429)?.body.message).toMatch(/Please wait/)
  expect(await mails()).toHaveLength(10)
  expect((await send(await app.as('admin'))).status).toBe(200)
})
