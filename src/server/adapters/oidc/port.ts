import type { SignInError } from '#shared/rules/sign-in-errors.ts'

/** State the browser keeps while it is away at the provider; all random, base64url. */
type PendingSignIn = { state: string; nonce: string; verifier: string }

/** A person vouched for by the provider; the e-mail is verified and lower case. */
export type ProvenIdentity = {
  email: string
  firstName: string
  lastName: string
  pictureUrl: string | null
}

export type IdentityProvider = {
  /** Display name, such as "Google". */
  name: string
  /** The address to send the browser to. Throws SignInRefused('provider_unreachable'). */
  start(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }>
  /** `returnUrl` is the address the browser returned to, with its query. Throws SignInRefused. */
  finish(returnUrl: URL, pending: PendingSignIn): Promise<ProvenIdentity>
}

/** Why a sign-in through the provider failed, as a code the sign-in page has a sentence for. */
export class SignInRefused extends Error {
  readonly reason: SignInError

  constructor(reason: SignInError, cause?: unknown) {
    super(`Sign-in refused: ${reason}`, { cause })
    this.reason = reason
  }
}
