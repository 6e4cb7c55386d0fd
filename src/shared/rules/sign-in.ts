import { text } from '../texts/t.ts'

/** What `/sign-in?error=…` may carry, and the sentence the page shows for it. */
export const signInErrors = {
  cancelled: text('Sign-in was cancelled. You can try again or use a code by e-mail.'),
  expired: text('That sign-in took too long or was started in another browser. Please try again.'),
  unverified_email: text(
    'Your provider has not verified your e-mail address. Verify it there, or use a code by e-mail.',
  ),
  account_closed: text(
    'This account has been closed. Please contact us if you think that is a mistake.',
  ),
  deactivated: text(
    'The office has ended your access as a technician. You cannot undo this yourself; please ask the office.',
  ),
  provider_unreachable: text(
    'We could not reach the sign-in provider. Please try again, or use a code by e-mail.',
  ),
  failed: text('The sign-in provider did not confirm who you are. Please try again.'),
} as const
export type SignInError = keyof typeof signInErrors

/** The path to go to after signing in: inside this site and not a call; anything else leads to `/`. */
export function safeNextPath(next: string | undefined): string {
  if (!next || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return '/'
  // As a browser would go there: '/..//host' leads to '//host'.
  const { pathname, search, hash } = new URL(next, 'http://here')
  return /^\/(\/|(api|ws|sign-in)(\/|$))/i.test(pathname) ? '/' : pathname + search + hash
}
