import type { SquareClient } from 'square'
import { callProvider } from '../../provider-call.ts'

export type SquareAccount = {
  accessToken: string
  applicationId: string
  locationId: string
  /** Signs webhooks. */
  signatureKey: string
  environment: 'sandbox' | 'production'
  /** The address that Square delivers webhooks to, exactly as it is entered there: it is part of what is signed. */
  webhookUrl: string
  /** Where the API and the browser's script are, when not at Square. */
  apiUrl?: string | undefined
  scriptUrl?: string | undefined
}

const addresses = {
  sandbox: 'https://connect.squareupsandbox.com',
  production: 'https://connect.squareup.com',
}

export type ClientOptions = {
  callMs?: number
  /** How Square is reached; by the network unless it is said. */
  fetch?: typeof globalThis.fetch
}

/** Of one call. An operation makes three at most, which is less than the lease of an operation (30 s). */
const longestCallMs = 9_000

/**
 * The official SDK, loaded with the first call: it costs a second and 80 MB. It would fall back to production, repeat
 * calls by itself and wait for a body without end, so address, retries and time are ours.
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
      // Longer than ours, which counts the body too.
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
