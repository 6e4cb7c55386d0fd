const minute = 60
const day = 86_400

/** How long a browser keeps each of our cookies, in seconds; the session's from when it was last used. */
export const cookieSeconds = {
  session: 30 * day,
  code: 10 * minute,
  /** The longest that browsers keep a cookie. */
  knownBrowser: 400 * day,
  /** A visit to the provider of identities. */
  provider: 10 * minute,
  language: 365 * day,
} as const
