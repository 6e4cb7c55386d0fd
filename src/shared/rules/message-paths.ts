/** Paths that only messages and installed apps link to: no screen loads them. */
export const messagePaths = {
  /** Redirects each role to its booking page. */
  book: '/book',
  /** Books the same car, package and address as that visit. */
  bookAgain: (jobId: string) => `/booking?again=${encodeURIComponent(jobId)}`,
  /** Sent to the former address. */
  undoEmail: (token: string) => `/undo-email/${token}`,
  /** The page of a mail's unsubscribe link; the mail client's own button posts to the call. */
  unsubscribe: (token: string) => `/unsubscribe/${encodeURIComponent(token)}`,
  unsubscribeAtOnce: (token: string) => `/api/unsubscribe/${encodeURIComponent(token)}`,
} as const
