import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { localTelephony, NumberOptedOut, NumberRefused } from './port.ts'
import { startTestTelephony, testAccount } from './test-provider.ts'
import { twilioTelephony } from './twilio.ts'

let provider: Awaited<ReturnType<typeof startTestTelephony>>
beforeAll(async () => {
  provider = await startTestTelephony()
})
afterAll(() => provider.close())
beforeEach(() => {
  provider.received.length = 0
  delete provider.settings.fault
  delete provider.settings.hang
})

const open = (change: Partial<Parameters<typeof twilioTelephony>[0]> = {}) =>
  twilioTelephony({ ...testAccount, apiUrl: provider.url, ...change })
const to = '+15125550142'
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a text goes out under the business number, with every character', async () => {
  const body = 'On the way & “soon” + 100% 🚗\nSecond line'
  expect(await open().sendText({ to, body })).toBe('sent')
  expect(provider.received).toEqual([
    { resource: 'Messages', fields: { To: to, From: testAccount.from, Body: body } },
  ])
})

test('a call rings the caller first and shows both the business number', async () => {
  await open({ apiUrl: `${provider.url}/` }).connectCall({ from: '+15125550199', to })
  const Twiml = `<Response><Dial callerId="${testAccount.from}"><Number>${to}</Number></Dial></Response>`
  expect(provider.received).toEqual([
    { resource: 'Calls', fields: { To: '+15125550199', From: testAccount.from, Twiml } },
  ])
})

test('only a number gets into the call instructions', async () => {
  const call = { from: '+15125550199', to: '+1</Number><Hangup/>' }
  const error = await failure(open().connectCall(call))
  expect(error).toBeInstanceOf(NumberRefused)
  expect(provider.received).toEqual([])
})

test.each([
  [400, 21_211, "The 'To' number is not a valid phone number."],
  [400, 21_610, 'Attempt to send to unsubscribed recipient'],
  [400, 21_614, "'To' number is not a valid mobile number"],
])('%i %i is final', async (status, code, message) => {
  provider.settings.fault = { status, code, message }
  const error = await failure(open().sendText({ to, body: 'Hi' }))
  expect(error).toBeInstanceOf(NumberRefused)
  expect(String(error)).toContain(`Twilio answered ${status} (${code}): ${message}`)
})

test('an uncallable number is final too', async () => {
  provider.settings.fault = { status: 400, code: 21_217, message: 'Phone number is not valid' }
  const error = await failure(open().connectCall({ from: '+15125550199', to }))
  expect(error).toBeInstanceOf(NumberRefused)
})

test('an opt-out is named', async () => {
  provider.settings.fault = { status: 400, code: 21_610, message: 'Unsubscribed' }
  expect(await failure(open().sendText({ to, body: 'Hi' }))).toBeInstanceOf(NumberOptedOut)
})

test.each([
  [429, 20_429, 'Too many requests'],
  [500, 20_500, 'Internal server error'],
  [503, 0, ''],
  [400, 21_606, 'The From number is not yours'],
  [403, 20_005, 'Account not active'],
])('%i %i may work later', async (status, code, message) => {
  provider.settings.fault = { status, code, message }
  const error = await failure(open().sendText({ to, body: 'Hi' }))
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(NumberRefused)
  expect(String(error)).toContain(`Twilio answered ${status}`)
})

test('a wrong login, no answer and no server may work later', async () => {
  const wrong = await failure(open({ authToken: 'other' }).sendText({ to, body: 'Hi' }))
  expect(String(wrong)).toContain('Twilio answered 401 (20003): Authenticate')
  provider.settings.hang = true
  const late = await failure(open({ timeoutMs: 50 }).sendText({ to, body: 'Hi' }))
  expect(late).toMatchObject({ name: 'TimeoutError' })
  const gone = await failure(open({ apiUrl: 'http://127.0.0.1:9' }).sendText({ to, body: 'Hi' }))
  for (const error of [wrong, late, gone]) {
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(NumberRefused)
    expect(String(error)).not.toContain(testAccount.authToken)
  }
})

test('without a provider a text is only stored and no call is made', async () => {
  expect(await localTelephony.sendText({ to, body: 'Hi' })).toBe('local')
  expect('connectCall' in localTelephony).toBe(false)
})
