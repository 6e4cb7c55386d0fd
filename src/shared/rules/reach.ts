import { type Phrase, phrase, t } from '../texts/t.ts'
import { nationalPhone } from './phone-numbers.ts'

/** A customer as the office reads them; `isUnreached`: neither e-mail nor text message gets to them. */
type Reached = { name: string; phone: string; isUnreached?: boolean | undefined }

/** The same of the customer of a payment, which says where to call them. */
export const callPayer = ({
  customerName: name,
  callAt,
}: {
  customerName: string
  callAt?: string | undefined
}): string | null =>
  callAt === undefined ? null : callThem({ name, phone: callAt, isUnreached: true })

/** Whom the office has to call, because nothing that happens gets to them by itself; null: they hear of it. */
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

/** What people look for first and the owner has not said yet. */
export const unsaidFacts = ({ supportPhone, supportEmail }: Reach) => [
  ...(supportPhone ? [] : (['phone'] as const)),
  ...(supportEmail ? [] : (['email'] as const)),
]

/** How a business is reached; `''` for what its owner has not said. */
export type Reach = { supportPhone: string; supportEmail: string }

/** "please call us at …", for the end of a sentence: that way, else the other, else the form that always works. */
export function askUs(first: 'phone' | 'email', { supportPhone, supportEmail }: Reach): Phrase {
  const ways = {
    phone: supportPhone && phrase('please call us at {phone}.', { phone: supportPhone }),
    email: supportEmail && phrase('please write to {email}.', { email: supportEmail }),
  }
  const second = first === 'phone' ? 'email' : 'phone'
  return ways[first] || ways[second] || phrase('please write to us on our contact page.')
}
