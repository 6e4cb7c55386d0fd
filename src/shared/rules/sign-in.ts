/** The path to go to after signing in: inside this site and not a call; anything else leads to `/`. */
export function safeNextPath(next: string | undefined): string {
  if (!next || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return '/'
  // As a browser would go there: '/..//host' leads to '//host'.
  const { pathname, search, hash } = new URL(next, 'http://here')
  return /^\/(\/|(api|ws|sign-in)(\/|$))/i.test(pathname) ? '/' : pathname + search + hash
}
