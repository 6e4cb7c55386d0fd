import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const testClient = { id: 'fivequart', secret: 'a secret between the two' }

/** A fault of the issuer, or of the person signing in, on the next sign-ins. */
type Fault =
  | 'person cancels'
  | 'signed by another key'
  | 'another nonce'
  | 'token endpoint fails'
  | 'is down'

type Grant = { redirectUri: string; challenge: string; nonce: string | null }

/** A loopback OpenID Connect issuer for tests, strict about codes, redirects, client secret and PKCE. */
export async function startTestIssuer() {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const strangerKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  const issuer = {
    url: '',
    /** Claims of the next sign-in. */
    person: {} as Record<string, unknown>,
    /** Claims returned by userinfo only. */
    userinfo: {} as Record<string, unknown>,
    fault: undefined as Fault | undefined,
    /** Acts as the browser: takes the authorization address, returns the address it is redirected to. */
    async visit(authorizationUrl: string): Promise<string> {
      const answer = await fetch(authorizationUrl, { redirect: 'manual' })
      const location = answer.headers.get('location')
      if (!location) throw new Error(`The issuer refused: ${await answer.text()}`)
      return location
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }

  const authorize = (query: URLSearchParams) => {
    const redirectUri = query.get('redirect_uri') ?? ''
    const challenge = query.get('code_challenge')
    const asked = query.get('response_type') === 'code' && query.get('client_id') === testClient.id
    const scoped = query.get('scope')?.split(' ').includes('openid')
    if (!asked || !scoped || !challenge || query.get('code_challenge_method') !== 'S256')
      return { status: 400, body: { error: 'invalid_request' } }
    const back = new URL(redirectUri)
    const state = query.get('state')
    if (state) back.searchParams.set('state', state)
    if (issuer.fault === 'person cancels') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      grants.set(code, { redirectUri, challenge, nonce: query.get('nonce') })
      back.searchParams.set('code', code)
    }
    return { status: 302, location: back.href }
  }

  const token = (form: URLSearchParams) => {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const hash = createHash('sha256').update(form.get('code_verifier') ?? '')
    const isClient =
      form.get('client_id') === testClient.id && form.get('client_secret') === testClient.secret
    if (!isClient) return { status: 401, body: { error: 'invalid_client' } }
    if (
      issuer.fault === 'token endpoint fails' ||
      grant?.redirectUri !== form.get('redirect_uri') ||
      grant?.challenge !== hash.digest('base64url')
    )
      return { status: 400, body: { error: 'invalid_grant' } }
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer.url,
      sub: 'person-1',
      aud: testClient.id,
      iat: now,
      exp: now + 300,
      nonce: issuer.fault === 'another nonce' ? 'another' : grant?.nonce,
      ...issuer.person,
    }
    const key = issuer.fault === 'signed by another key' ? strangerKeys : keys
    const idToken = signToken(claims, key.privateKey)
    return {
      status: 200,
      body: { access_token: 'access', token_type: 'bearer', id_token: idToken },
    }
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (issuer.fault === 'is down') return { status: 503, body: {} }
    const url = new URL(request.url ?? '/', issuer.url)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return { status: 200, body: metadata(issuer.url) }
      case '/jwks': {
        const jwk = keys.publicKey.export({ format: 'jwk' })
        return { status: 200, body: { keys: [{ ...jwk, kid: 'key-1', use: 'sig', alg: 'RS256' }] } }
      }
      case '/authorize':
        return authorize(url.searchParams)
      case '/token':
        return token(new URLSearchParams(await readBody(request)))
      case '/userinfo':
        return { status: 200, body: { sub: 'person-1', ...issuer.userinfo } }
      default:
        return { status: 404, body: {} }
    }
  }
  const respond = async (request: IncomingMessage, reply: ServerResponse) => {
    const { status, body, location } = await answer(request)
    if (location) reply.setHeader('location', location)
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, reply) => void respond(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return issuer
}

type Answer = { status: number; body?: object; location?: string }

const metadata = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  userinfo_endpoint: `${url}/userinfo`,
  jwks_uri: `${url}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})

function signToken(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', kid: 'key-1' })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
