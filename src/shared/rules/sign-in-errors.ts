import { text } from '../texts/t.ts'

/** Error codes of `/sign-in?error=…`, and their sentences. */
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
