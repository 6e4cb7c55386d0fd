import type { SignInError } from '#shared/rules/sign-in-errors.ts'

/** What the browser keeps while it is away at the provider; all of it random, base64url. */
export type PendingSignIn = { state: string; nonce: string; verifier: string }

/** A person as the provider vouches for them; the e-mail is verified and lower case. */
export type ProvenIdentity = {
  email: string
  firstName: string
  lastName: string
  pictureUrl: string | null
}

export type IdentityProvider = {
  /** As people know it: "Google". */
  name: string
  /** Where to send the browser. Throws SignInRefused('provider_unreachable'). */
  start(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }>
  /** `returnUrl` is the address the browser came back to, with its query. Throws SignInRefused. */
  finish(returnUrl: URL, pending: PendingSignIn): Promise<ProvenIdentity>
}

/** Why a sign-in through the provider did not happen, as a code the sign-in page has a sentence for. */
export class SignInRefused extends Error {
  readonly reason: SignInError

  constructor(reason: SignInError, cause?: unknown) {
    super(`Sign-in refused: ${reason}`, { cause })
    this.reason = reason
  }
}
