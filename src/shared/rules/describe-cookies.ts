import { plural, t } from '../texts/t.ts'
import { cookieSeconds } from './cookies.ts'

const minute = 60
const day = 86_400

const days = (seconds: number) =>
  plural(seconds / day, { one: '{count} day', other: '{count} days' })
const minutes = (seconds: number) =>
  plural(seconds / minute, { one: '{count} minute', other: '{count} minutes' })

/** Each cookie's purpose and lifetime, a sentence or two each. */
export const describeCookies = (): string[] => [
  t('One keeps you signed in, until you sign out or for {time} after you last used this site.', {
    time: days(cookieSeconds.session),
  }),
  t(
    'One remembers for {time} that you proved your e-mail address in this browser, so you can still get a sign-in code when others ask for too many. It stays when you sign out, and cannot sign anyone in.',
    { time: days(cookieSeconds.knownBrowser) },
  ),
  t('One ties a code we e-mail you to the browser that asked for it, for {time}.', {
    time: minutes(cookieSeconds.code),
  }),
  t('One is there for {time} while you sign in through another service, where that is offered.', {
    time: minutes(cookieSeconds.provider),
  }),
  t('One remembers the language of your account for {time}.', {
    time: days(cookieSeconds.language),
  }),
]
