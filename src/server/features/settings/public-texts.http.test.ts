import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
type Admin = Awaited<ReturnType<typeof app.as>>
const put = (admin: Admin, body: object, headers = {}) =>
  admin.call('PUT /api/admin/settings', { body, headers })
const texts = async () => (await app.call('GET /api/public-texts')).body

const none = { headline: '', introduction: '', emergency: '', terms: '', privacy: '', faq: null }
const question = (words: string) => ({ question: { en: words }, answer: { en: 'So.' } })

test('public texts are empty at first, public once saved, and can be undone', async () => {
  const admin = await app.as('admin')
  expect(await texts()).toEqual(none)
  await put(admin, { headline: { en: ' Oil, here ' }, faq: [question('Why?'), question('How?')] })
  const published = {
    ...none,
    headline: 'Oil, here',
    faq: [
      { question: 'Why?', answer: 'So.' },
      { question: 'How?', answer: 'So.' },
    ],
  }
  expect(await texts()).toEqual(published)
  await put(admin, { faq: [] })
  expect(await texts()).toEqual({ ...published, faq: [] })
  const [change] = (await admin.call('GET /api/admin/settings/changes')).body as { id: string }[]
  await admin.call('POST /api/admin/settings/changes/{id}/undo', { params: { id: change!.id } })
  expect(await texts()).toEqual(published)
})

test('Spanish texts are stored beside the English ones', async () => {
  const admin = await app.as('admin')
  await put(admin, { headline: { en: 'Oil', es: 'Aceite' } })
  expect((await admin.call('GET /api/admin/settings')).body.headline).toEqual({
    en: 'Oil',
    es: 'Aceite',
  })
  expect(await texts()).toMatchObject({ headline: 'Oil' })
})

test.each([
  [{ headline: { en: 'x'.repeat(81) } }, 'headline.en'],
  [{ terms: { en: 'x'.repeat(40_001) } }, 'terms.en'],
  [{ terms: { en: '', fr: 'Huile' } }, 'terms'],
  [{ faq: [{ question: { en: ' ' }, answer: { en: 'So.' } }] }, 'faq.0.question.en'],
  [{ faq: [{ question: { en: 'Why?' }, answer: { en: '' } }] }, 'faq.0.answer.en'],
  [{ faq: Array.from({ length: 41 }, (_, at) => question(`Why ${at}?`)) }, 'faq'],
])('%j is refused at its field', async (body, path) => {
  const admin = await app.as('admin')
  const answer = await put(admin, body)
  expect(answer.status).toBe(400)
  expect(answer.body.details.fields).toMatchObject([{ path }])
  expect(await texts()).toEqual(none)
})

test("the second of two admins changing the same text is notified; different texts don't conflict", async () => {
  const admin = await app.as('admin')
  const { headers } = await admin.call('GET /api/admin/settings')
  const seen = { 'if-match': String(headers.etag) }
  await put(admin, { faq: [question('Why?')] })
  expect(await put(admin, { faq: [] }, seen)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('a different text') },
  })
  expect((await put(admin, { headline: { en: 'Oil' } }, seen)).status).toBe(200)
})
