import { type Phrase, phrase, plural, t } from '../texts/t.ts'
import { nationalPhone } from './phone-numbers.ts'
import type { Settings } from './settings.ts'

/** A customer as the office sees them; `isUnreached`: neither e-mail nor SMS reaches them. */
type Reached = { name: string; phone: string; isUnreached?: boolean | undefined }

/** The same for a payment's customer, whose record holds the number to call. */
export const callPayer = ({
  customerName: name,
  callAt,
}: {
  customerName: string
  callAt?: string | undefined
}): string | null =>
  callAt === undefined ? null : callThem({ name, phone: callAt, isUnreached: true })

/** Whom the office has to call because no message reaches them; null otherwise. */
export function callThem({ name, phone, isUnreached }: Reached): string | null {
  if (!isUnreached) return null
  const who = name || t('The customer')
  return phone
    ? t('{name} has no e-mail and no texts: please call them, {phone}.', {
        name: who,
        phone: nationalPhone(phone),
      })
    : t('{name} has no e-mail, no texts and no phone number.', { name: who })
}

/** Contact details visitors look for first that the owner has not set yet. */
export const missingBusinessDetails = ({ supportPhone, supportEmail }: Reach) => [
  ...(supportPhone ? [] : (['phone'] as const)),
  ...(supportEmail ? [] : (['email'] as const)),
]

/** A business's contact details; `''` if not set. */
export type Reach = { supportPhone: string; supportEmail: string }

/** "please call us at …" for the end of a sentence: by the preferred way, else the other, else the contact form. */
export function askUs(first: 'phone' | 'email', { supportPhone, supportEmail }: Reach): Phrase {
  const ways = {
    phone: supportPhone && phrase('please call us at {phone}.', { phone: supportPhone }),
    email: supportEmail && phrase('please write to {email}.', { email: supportEmail }),
  }
  const second = first === 'phone' ? 'email' : 'phone'
  return ways[first] || ways[second] || phrase('please write to us on our contact page.')
}

/** The claims of the landing page; same-day service is only claimed where it can be booked. */
export function shownClaims({ claims, leadDays }: Pick<Settings, 'claims' | 'leadDays'>): string[] {
  return leadDays === 0 ? [...claims, t('Same-day service')] : claims
}

/** "24 hours"; '' where nothing is promised. */
export const describeReplyTime = (hours: number): string =>
  hours > 0 ? plural(hours, { one: '{count} hour', other: '{count} hours' }) : ''
