import { createECDH, randomBytes } from 'node:crypto'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { decrypt } from 'http_ece'
import type { PushTarget } from './port.ts'

type Received = { path: string; headers: Record<string, unknown>; body: Buffer }

// For `localhost` in tests only; trusted only where configured.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUcHNHtBXBX9hh+mXWSonROpNgCiwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTIzMjExOFoYDzIxMjYxMTAx
MjMyMTE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATix503UvBU23Cx13LDUPt9XmTT7p1VfbBIaAbvRVjYiZGHucPea/+T
w1yb6cbWMS7ChF2dY/EytKPVR69jqU3Po28wbTAdBgNVHQ4EFgQUeAVUXrGtrspl
YcXHmnua2GBslcwwHwYDVR0jBBgwFoAUeAVUXrGtrsplYcXHmnua2GBslcwwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgexflRGMe0yc8LZ9t8WgtOYTflPQ9sEDqdeQI0icV44YCIQCR
5dmScNc9GtlsxJFvlI+/334UTZ/cH2p4VCELzXc4OQ==
-----END CERTIFICATE-----`
const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+e2yERnf32fPpT58
QsQb8qu/OwOz3LynQx9IoxyIvjahRANCAATix503UvBU23Cx13LDUPt9XmTT7p1V
fbBIaAbvRVjYiZGHucPea/+Tw1yb6cbWMS7ChF2dY/EytKPVR69jqU3P
-----END PRIVATE KEY-----`

/** A loopback push service for tests; `status` is its next answer. */
export async function startTestPushService() {
  const received: Received[] = []
  const answer = { status: 201 }
  const server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url: path = '', headers } = request
      received.push({ path, headers, body: Buffer.concat(parts) })
      response.writeHead(answer.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answer,
    agent: new Agent({ ca: certificate }),
    addressOf: (endpoint: string) => (endpoint.startsWith(`${origin}/`) ? endpoint : null),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** A subscribed browser that decrypts its messages. */
export function testBrowser(origin: string, name: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const target: PushTarget = {
    endpoint: `${origin}/push/${name}`,
    p256dh: keys.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
  }
  const read = (body: Buffer): Record<string, string> =>
    JSON.parse(
      decrypt(body, {
        version: 'aes128gcm',
        privateKey: keys,
        authSecret: auth.toString('base64url'),
      }).toString(),
    )
  return { target, read }
}
