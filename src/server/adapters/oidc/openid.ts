import type { Configuration } from 'openid-client'
import { z } from 'zod'
import { nameParts } from '#shared/rules/name-parts.ts'
import { isEmail, storedEmail } from '#shared/rules/mailboxes.ts'
import { visibleIn } from '#shared/rules/visible-text.ts'
import { fetchFrom } from '../provider-call.ts'
import { type IdentityProvider, type ProvenIdentity, SignInRefused } from './port.ts'

type OidcOptions = { issuer: string; clientId: string; clientSecret?: string; name?: string }

type OpenId = typeof import('openid-client')

/** Claims we read from an ID token or userinfo; some issuers send `"true"` for true. */
const Claims = z.object({
  email: z.string().transform(storedEmail).refine(isEmail),
  email_verified: z.union([z.literal(true), z.literal('true')]),
  name: z.string().trim().catch(''),
  given_name: z.string().trim().optional().catch(undefined),
  family_name: z.string().trim().optional().catch(undefined),
  picture: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullable()
    .catch(null),
})

/** Any OpenID Connect issuer: authorization code with PKCE, state and nonce; the ID token's signature is checked. */
export function openIdProvider(options: OidcOptions): IdentityProvider {
  const discover = cachedDiscovery(options)
  return {
    name: options.name ?? new URL(options.issuer).hostname,

    async start(redirectUri) {
      // If the issuer went down since our last check, the browser would land on its own error page.
      const { openId, config } = await discover({ maxAgeMs: 60_000 })
      const pending = {
        state: openId.randomState(),
        nonce: openId.randomNonce(),
        verifier: openId.randomPKCECodeVerifier(),
      }
      const url = openId.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, pending }
    },

    async finish(returnUrl, pending) {
      const { openId, config } = await discover()
      try {
        const tokens = await openId.authorizationCodeGrant(config, returnUrl, {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.verifier,
        })
        const idToken = tokens.claims()
        if (!idToken) throw new SignInRefused('failed')
        // Some issuers return the e-mail only from the userinfo endpoint.
        const claims =
          idToken.email || !config.serverMetadata().userinfo_endpoint
            ? idToken
            : await openId.fetchUserInfo(config, tokens.access_token, idToken.sub)
        return provenIdentity(claims)
      } catch (error) {
        throw refusal(openId, error)
      }
    },
  }
}

/** The issuer's addresses and keys, fetched again when older than wanted; failures are not cached. */
function cachedDiscovery(options: OidcOptions) {
  let found: Promise<{ openId: OpenId; config: Configuration }> | undefined
  let askedAt = 0
  const discover = async () => {
    const openId = await import('openid-client')
    const issuer = new URL(options.issuer)
    const execute = [openId.enableNonRepudiationChecks]
    if (isLoopback(issuer)) execute.push(openId.allowInsecureRequests)
    const config = await openId.discovery(
      issuer,
      options.clientId,
      undefined,
      options.clientSecret ? openId.ClientSecretPost(options.clientSecret) : openId.None(),
      {
        execute,
        timeout: 5,
        [openId.customFetch]: (url, request) => fetchFrom('oidc', url, request as RequestInit),
      },
    )
    return { openId, config }
  }
  return async ({ maxAgeMs = Infinity } = {}) => {
    if (!found || performance.now() - askedAt > maxAgeMs) {
      found = discover()
      askedAt = performance.now()
    }
    try {
      return await found
    } catch (error) {
      found = undefined
      throw new SignInRefused('provider_unreachable', error)
    }
  }
}

const isLoopback = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

function provenIdentity(sent: unknown): ProvenIdentity {
  const claims = Claims.safeParse(visibleIn(sent)).data
  // An unverified address must not give access to its owner's account.
  if (!claims) throw new SignInRefused('unverified_email')
  const { firstName, lastName } = nameParts(claims.name)
  return {
    email: claims.email,
    firstName: (claims.given_name ?? firstName).slice(0, 80),
    lastName: (claims.family_name ?? lastName).slice(0, 80),
    pictureUrl: claims.picture,
  }
}

function refusal(openId: OpenId, error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error
  if (error instanceof openId.AuthorizationResponseError)
    return new SignInRefused(error.error === 'access_denied' ? 'cancelled' : 'failed', error)
  // fetch() throws a TypeError when no server answers.
  if (error instanceof TypeError && error.message === 'fetch failed')
    return new SignInRefused('provider_unreachable', error)
  return new SignInRefused('failed', error)
}
