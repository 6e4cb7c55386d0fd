import { t } from '../texts/t.ts'
import { type Wallet, walletNames } from './wallets.ts'

/** Maximum saved cards of a customer. */
export const maxSavedCards = 10

/** Whether a card with this expiry, YYYY-MM, has expired on a business-local date; never without an expiry. */
export const hasExpired = (expires: string | null, today: string): boolean =>
  expires !== null && expires < today.slice(0, 7)

/** A card by name; `wallet` if it came from one. */
export type NamedCard = { brand: string; last4: string; wallet?: Wallet | undefined }

/** 'Visa ending in 4242', 'Apple Pay · Visa ending in 4242'. */
export function cardName({ brand, last4, wallet }: NamedCard): string {
  const name = t('{brand} ending in {last4}', { brand, last4 })
  return wallet ? `${walletNames[wallet]} · ${name}` : name
}
