import type { SquareClient } from 'square'
import { callProvider } from '../../provider-call.ts'

export type SquareAccount = {
  accessToken: string
  applicationId: string
  locationId: string
  /** Signs webhooks. */
  signatureKey: string
  environment: 'sandbox' | 'production'
  /** Webhook address exactly as entered at Square: it is part of the signed text. */
  webhookUrl: string
  /** Address of the API and the browser script, if not Square's own. */
  apiUrl?: string | undefined
  scriptUrl?: string | undefined
}

const addresses = {
  sandbox: 'https://connect.squareupsandbox.com',
  production: 'https://connect.squareup.com',
}

export type ClientOptions = {
  callMs?: number
  /** Defaults to the network. */
  fetch?: typeof globalThis.fetch
}

/** Limit per call. An operation makes at most three calls, which must fit its 30 s lease. */
const longestCallMs = 9_000

/**
 * The official SDK, loaded at the first call because it costs a second and 80 MB. On its own it falls back to production,
 * retries calls and waits forever for a body, so we set address, retries and timeouts.
 */
export function squareClient(
  account: SquareAccount,
  { callMs = longestCallMs, fetch = globalThis.fetch }: ClientOptions = {},
): () => Promise<SquareClient> {
  let client: Promise<SquareClient> | undefined
  const make = async () => {
    const sdk = await import('square')
    return new sdk.SquareClient({
      token: account.accessToken,
      baseUrl: account.apiUrl?.replace(/\/$/, '') ?? addresses[account.environment],
      maxRetries: 0,
      // Longer than our own limit, which includes the body.
      timeoutInSeconds: 60,
      fetch: (input, init) => {
        const signals = [AbortSignal.timeout(callMs), ...(init?.signal ? [init.signal] : [])]
        return callProvider(
          'cards',
          () => fetch(input, { ...init, signal: AbortSignal.any(signals) }),
          ({ status }) => status >= 500 || status === 429,
        )
      },
    })
  }
  return () => (client ??= make())
}
