const minute = 60
const day = 86_400

/** Lifetime of each cookie in seconds; the session's counts from its last use. */
export const cookieSeconds = {
  session: 30 * day,
  code: 10 * minute,
  /** The browsers' maximum. */
  knownBrowser: 400 * day,
  /** While away at the identity provider. */
  provider: 10 * minute,
  language: 365 * day,
} as const
