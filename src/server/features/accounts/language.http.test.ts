import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { accentedEnglish } from '#shared/texts/accented-english.ts'
import { mailedCode, openBrowser, signInByCode } from './test-site.ts'

const app = useTestApp()

const letters = /[a-z]/i
const profile = { firstName: 'Ada', lastName: 'Lovelace' }

function browserThatSpeaks(language: string) {
  const browser = openBrowser(app.app)
  browser.cookies.set('language', language)
  return browser
}

async function newestMail(address: string) {
  const [mail] = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, address))
    .orderBy(desc(sentMessages.createdAt))
  return mail
}

const change = (person: TestPerson, more: object, headers = {}) =>
  person.call('PATCH /api/auth/user', {
    body: { ...profile, email: person.user.email, ...more },
    headers,
  })

test("the account's language overrides the browser's as soon as it is set", async () => {
  const customer = await app.as('customer')
  const refused = async () =>
    (await customer.call('GET /api/admin/technicians', { headers: { 'accept-language': 'en' } }))
      .body.message
  expect(await refused()).toBe('You may not do this.')
  expect((await change(customer, { language: 'en-XA' })).body.language).toBe('en-XA')
  expect(await refused()).toBe(accentedEnglish('You may not do this.'))
  expect((await change(customer, {})).body.language).toBe('en-XA')
  expect((await change(customer, { language: 'tlh' })).body.message).toBe(
    accentedEnglish('This language is not available yet.'),
  )
  expect((await change(customer, { language: null })).body.language).toBeNull()
  expect(await refused()).toBe('You may not do this.')
})

test('a code is mailed in the language of the request, and the new account stores it', async () => {
  const entered = await signInByCode(browserThatSpeaks('en-XA'), 'new@example.com')
  const mail = await newestMail('new@example.com')
  const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
  const subject = accentedEnglish('{code} is your {brand} code')
  expect(mail?.subject).toBe(subject.replace('{code}', code).replace('{brand}', 'Fivequart'))
  expect(mail?.body.replaceAll('Fivequart', '')).not.toMatch(letters)
  expect(entered.body.language).toBe('en-XA')
})

test('an account created in English stores no language, and an existing one keeps its own', async () => {
  const entered = await signInByCode(browserThatSpeaks('en'), 'english@example.com')
  expect(entered.body.language).toBeNull()
  await makeUser({ email: 'known@example.com' })
  const known = await signInByCode(browserThatSpeaks('en-XA'), 'known@example.com')
  expect(known.body.language).toBeNull()
})

test('a change of the e-mail address is mailed in the language of the request', async () => {
  const browser = browserThatSpeaks('en-XA')
  await signInByCode(browser, 'before@example.com')
  const body = { ...profile, email: 'after@example.com' }
  const asked = await browser.call('PATCH /api/auth/user', { body })
  expect(asked.body.message.replace('after@example.com', '')).not.toMatch(letters)
  const emailCode = await mailedCode('after@example.com')
  await browser.call('PATCH /api/auth/user', { body: { ...body, emailCode } })
  const mail = await newestMail('before@example.com')
  expect(mail?.subject).toBe(
    accentedEnglish('Your e-mail address at {brand} was changed').replace('{brand}', 'Fivequart'),
  )
})

test("an admin is notified of a waiting technician in the admin's language", async () => {
  const [admin, other] = [
    await app.as(await makeUser({ role: 'admin', language: 'en-XA' })),
    await app.as('admin'),
  ]
  const technician = await app.as(null)
  await technician.call('POST /api/auth/set-role', { body: { role: 'technician' } })
  const titleFor = async (who: typeof admin) =>
    (await who.call('GET /api/notifications')).body[0].title
  expect(await titleFor(admin)).toBe(accentedEnglish('A technician is waiting'))
  expect(await titleFor(other)).toBe('A technician is waiting')
})

test('a link sets the language of the browser, and of the signed-in account', async () => {
  const choose = (person: Pick<TestPerson, 'call'>, query: Record<string, string>, headers = {}) =>
    person.call('GET /api/auth/language', { query, headers })
  const visitor = await choose(app, { to: 'es', next: '/terms' })
  expect([visitor.status, visitor.headers.location]).toEqual([302, '/terms'])
  expect(visitor.headers['set-cookie']).toMatch(
    /^language=es; Max-Age=31536000; Path=\/; SameSite=Lax/,
  )

  const customer = await app.as('customer')
  await choose(customer, { to: 'es' })
  expect((await customer.call('GET /api/auth/user')).body.language).toBe('es')
  expect((await customer.call('GET /api/admin/technicians')).body.message).toBe(
    'Usted no puede hacer esto.',
  )
  const elsewhere = { 'sec-fetch-site': 'cross-site' }
  const led = await choose(customer, { to: 'en', next: '//evil.example' }, elsewhere)
  expect([led.headers.location, led.headers['set-cookie']]).toEqual(['/', undefined])
  expect((await customer.call('GET /api/auth/user')).body.language).toBe('es')
  expect((await choose(customer, { to: 'tlh' })).status).toBe(400)
})

test('a Spanish speaker gets the code in Spanish', async () => {
  await signInByCode(browserThatSpeaks('es'), 'lupe@example.com')
  const mail = await newestMail('lupe@example.com')
  expect(mail?.subject).toMatch(/^\d{6} es su código de Fivequart$/)
  expect(mail?.body).toContain('Nadie de Fivequart se lo va a pedir nunca.')
})

test("the language is part of a person's data and is erased with them", async () => {
  const person = await app.as(await makeUser({ language: 'en-XA' }))
  expect((await person.call('GET /api/account/data')).body.profile.language).toBe('en-XA')
  await person.call('DELETE /api/auth/user', { body: { confirm: 'DELETE' } })
  const [left] = await db().select().from(users).where(eq(users.id, person.user.id))
  expect(left?.language).toBeNull()
})
