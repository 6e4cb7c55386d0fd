import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxPushBytes, pushAddress, PushGone, type Pusher, PushRefused } from './port.ts'
import { startTestPushService, testBrowser } from './test-push-service.ts'
import { webPusher } from './web-push.ts'

let service: Awaited<ReturnType<typeof startTestPushService>>
let pusher: Pusher
let untrusting: Pusher

beforeAll(async () => {
  service = await startTestPushService()
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const vapid = {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: pair.getPrivateKey().toString('base64url').padStart(43, 'A'),
  }
  const { addressOf, agent } = service
  const options = { keys: async () => vapid, contact: () => 'mailto:hello@fivequart.example' }
  pusher = webPusher({ ...options, addressOf, agent })
  untrusting = webPusher({ ...options, addressOf })
})
beforeEach(() => {
  service.received.length = 0
  service.answer.status = 201
})
afterAll(() => service.close())

const id = '0d5f7a1e-3c55-4a4c-9a57-0c9d1ad0a001'
const message = (payload = '{"title":"On the way"}') => {
  const browser = testBrowser(service.origin, 'ada')
  return { browser, message: { target: browser.target, payload, id, urgent: true, ttl: 600 } }
}

test('only the browser can read a message, and the push service knows the sender', async () => {
  const { browser, message: sent } = message()
  expect(await pusher.send(sent)).toBe('sent')
  const [got] = service.received
  expect(got?.path).toBe('/push/ada')
  expect(got?.body.includes('On the way')).toBe(false)
  expect(browser.read(got?.body ?? Buffer.of())).toEqual({ title: 'On the way' })
  expect(got?.headers).toMatchObject({
    ttl: '600',
    urgency: 'high',
    topic: id.replaceAll('-', ''),
    'content-encoding': 'aes128gcm',
  })
  expect(claimsOf(String(got?.headers.authorization))).toMatchObject({
    aud: service.origin,
    sub: 'mailto:hello@fivequart.example',
  })
})

/** The signed claims of a request. Throws unless they are signed by the key it names. */
function claimsOf(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const by = {
    key: createPublicKey({ key: jwk, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  } as const
  const said = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', said, by, Buffer.from(signature, 'base64url'))).toBe(true)
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

test('the longest message we send is accepted by push services', async () => {
  await pusher.send(message('x'.repeat(maxPushBytes)).message)
  expect(service.received[0]?.body.length).toBeLessThanOrEqual(4096)
})

test.each([
  [404, PushGone],
  [410, PushGone],
  [400, PushRefused],
  [403, PushRefused],
  [413, PushRefused],
])('%i is final', async (status, kind) => {
  service.answer.status = status
  await expect(pusher.send(message().message)).rejects.toThrow(kind)
})

test.each([429, 500, 503])('%i is retried', async (status) => {
  service.answer.status = status
  const error = await pusher.send(message().message).catch((caught: unknown) => caught)
  expect(String(error)).toBe(`Error: The push service answered ${status}`)
  expect(error).not.toBeInstanceOf(PushRefused)
})

test('an invalid browser key is refused, and unknown hosts are never contacted', async () => {
  const { target } = message().browser
  const odd = { ...target, p256dh: randomBytes(65).toString('base64url') }
  await expect(pusher.send({ ...message().message, target: odd })).rejects.toThrow(PushRefused)
  const elsewhere = { ...target, endpoint: 'https://localhost:1/x' }
  await expect(pusher.send({ ...message().message, target: elsewhere })).rejects.toThrow(
    PushRefused,
  )
  expect(service.received).toEqual([])
})

test('a push service that resolves to a private address is never contacted', async () => {
  await expect(untrusting.send(message().message)).rejects.toThrow(
    'Because, It is private IP address',
  )
  expect(service.received).toEqual([])
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-by3p.notify.windows.com/w/?token=abc',
])('%s is a push service', (endpoint) => {
  expect(pushAddress(endpoint)).toBe(endpoint)
})

test.each([
  ['https://WEB.push.apple.com/a\nb', 'https://web.push.apple.com/ab'],
  ['https:\\\\web.push.apple.com\\abc', 'https://web.push.apple.com/abc'],
  ['  https://web.push.apple.com:443/abc', 'https://web.push.apple.com/abc'],
])('%j is stored as %s', (endpoint, address) => {
  expect(pushAddress(endpoint)).toBe(address)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://me@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.example.org/abc',
  'https://notify.windows.com.example.org/abc',
  'https://evilnotify.windows.com/abc',
  'https://127.0.0.1/abc',
  'https://127.0.0.1;.push.apple.com/x',
  "https://127.0.0.1'.push.apple.com/x",
  'https://127.0.0.1{}.push.apple.com/x',
  'https://127.0.0.1,x.push.apple.com/x',
  'https://a_b.push.apple.com/x',
  'https://127.0.0.1$.push.apple.com/x',
  'https://.push.apple.com/x',
  'https://a..push.apple.com/x',
  'not an address',
])('%s is not a push service', (endpoint) => {
  expect(pushAddress(endpoint)).toBeNull()
})
