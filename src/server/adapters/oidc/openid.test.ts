import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openIdProvider } from './openid.ts'
import { startTestIssuer, testClient } from './test-issuer.ts'

const returnTo = 'http://127.0.0.1:3000/api/auth/callback'
const verified = { email: 'Ada@Example.com', email_verified: true, name: 'Ada Lovelace' }
let issuer: Awaited<ReturnType<typeof startTestIssuer>>

beforeAll(async () => {
  issuer = await startTestIssuer()
})
afterAll(() => issuer.close())
beforeEach(() => Object.assign(issuer, { person: verified, userinfo: {}, fault: undefined }))

const provider = (over: { clientSecret?: string } = {}) =>
  openIdProvider({
    issuer: issuer.url,
    clientId: testClient.id,
    clientSecret: testClient.secret,
    ...over,
  })

async function signIn(identity = provider()) {
  const { url, pending } = await identity.start(returnTo)
  return identity.finish(new URL(await issuer.visit(url)), pending)
}

test('a verified person has a lower-case e-mail and both names', async () => {
  expect(await signIn()).toEqual({
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    pictureUrl: null,
  })
})

test('given and family name win over the full name', async () => {
  issuer.person = { ...verified, given_name: 'Augusta Ada', family_name: 'King' }
  expect(await signIn()).toMatchObject({ firstName: 'Augusta Ada', lastName: 'King' })
})

test('an e-mail only in userinfo is found', async () => {
  issuer.person = {}
  issuer.userinfo = verified
  expect(await signIn()).toMatchObject({ email: 'ada@example.com' })
})

test.each([
  ['unverified', { email: 'ada@example.com', email_verified: false }],
  ['without a word on verification', { email: 'ada@example.com' }],
  ['missing', {}],
])('an e-mail that is %s is refused', async (_name, person) => {
  issuer.person = person
  await expect(signIn()).rejects.toMatchObject({ reason: 'unverified_email' })
})

test.each([
  ['person cancels', 'cancelled'],
  ['signed by another key', 'failed'],
  ['another nonce', 'failed'],
  ['token endpoint fails', 'failed'],
] as const)('%s: refused as %s', async (fault, reason) => {
  issuer.fault = fault
  await expect(signIn()).rejects.toMatchObject({ reason })
})

test('a changed state is refused', async () => {
  const identity = provider()
  const { url, pending } = await identity.start(returnTo)
  const back = new URL(await issuer.visit(url))
  await expect(identity.finish(back, { ...pending, state: 'another' })).rejects.toMatchObject({
    reason: 'failed',
  })
})

test('a code with another verifier is refused', async () => {
  const identity = provider()
  const [mine, other] = [await identity.start(returnTo), await identity.start(returnTo)]
  const pending = { ...mine.pending, verifier: other.pending.verifier }
  const back = new URL(await issuer.visit(mine.url))
  await expect(identity.finish(back, pending)).rejects.toMatchObject({ reason: 'failed' })
})

test('a wrong client secret is refused', async () => {
  await expect(signIn(provider({ clientSecret: 'guessed' }))).rejects.toMatchObject({
    reason: 'failed',
  })
})

test('an issuer that is down is reported as unreachable, and found once it is up', async () => {
  const identity = provider()
  issuer.fault = 'is down'
  await expect(identity.start(returnTo)).rejects.toMatchObject({ reason: 'provider_unreachable' })
  issuer.fault = undefined
  expect(await signIn(identity)).toMatchObject({ email: 'ada@example.com' })
})

test('an issuer that goes down after use is noticed before sending anyone there', async () => {
  const identity = provider()
  await signIn(identity)
  issuer.fault = 'is down'
  const minuteLater = performance.now() + 61_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(minuteLater)
  onTestFinished(() => clock.mockRestore())
  await expect(identity.start(returnTo)).rejects.toMatchObject({ reason: 'provider_unreachable' })
})

test('plain http is refused beyond loopback', async () => {
  const identity = openIdProvider({ issuer: 'http://issuer.example', clientId: 'x' })
  const refused = await identity.start(returnTo).catch((error: unknown) => error)
  expect(refused).toMatchObject({ reason: 'provider_unreachable' })
  expect(String((refused as Error).cause)).toContain('only requests to HTTPS are allowed')
})
