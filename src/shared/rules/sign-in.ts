/** The path to open after sign-in: inside this site and not a call; anything else becomes `/`. */
export function safeNextPath(next: string | undefined): string {
  if (!next || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return '/'
  // Resolved like in a browser: '/..//host' leads to '//host'.
  const { pathname, search, hash } = new URL(next, 'http://here')
  return /^\/(\/|(api|ws|sign-in)(\/|$))/i.test(pathname) ? '/' : pathname + search + hash
}
