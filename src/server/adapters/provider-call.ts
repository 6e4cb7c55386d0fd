import { span } from '#server/base/span.ts'

type Provider =
  | 'cards'
  | 'geocoder'
  | 'mail'
  | 'oidc'
  | 'photos'
  | 'plates'
  | 'push'
  | 'telephony'
  | 'vin'

/** One call to an outside service, of which it is known how long it took and whether it failed. */
export const callProvider = <T>(
  name: Provider,
  run: () => Promise<T>,
  isFailure?: (answer: T) => boolean,
): Promise<T> => span({ kind: 'provider', name }, run, isFailure)

/** `fetch` as one call to an outside service; to be refused is no failure of it. */
export const fetchFrom = (name: Provider, ...request: Parameters<typeof fetch>) =>
  callProvider(
    name,
    () => fetch(...request),
    ({ status }) => status >= 500 || status === 429,
  )
