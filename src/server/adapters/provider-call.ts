import { span } from '#server/base/span.ts'

type Provider =
  | 'cards'
  | 'geocoder'
  | 'mail'
  | 'oidc'
  | 'optimizer'
  | 'photos'
  | 'plates'
  | 'push'
  | 'router'
  | 'telephony'
  | 'vin'

/** Runs one call to an outside service and records its duration and failures. */
export const callProvider = <T>(
  name: Provider,
  run: () => Promise<T>,
  isFailure?: (answer: T) => boolean,
): Promise<T> => span({ kind: 'provider', name }, run, isFailure)

/** `fetch` recorded as one call to an outside service; a refusal is not a failure. */
export const fetchFrom = (name: Provider, ...request: Parameters<typeof fetch>) =>
  callProvider(
    name,
    () => fetch(...request),
    ({ status }) => status >= 500 || status === 429,
  )

/** A body as JSON; undefined if it is none. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
