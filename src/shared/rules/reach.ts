import { t } from '../texts/t.ts'
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
