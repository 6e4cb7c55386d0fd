import { t } from '../texts/t.ts'
import { type Wallet, walletNames } from './wallets.ts'

/** A customer may keep so many cards. */
export const mostSavedCards = 10

/** Whether a card that expires in a month, YYYY-MM, is over on a business-local day; never known of one without. */
export const hasExpired = (expires: string | null, today: string): boolean =>
  expires !== null && expires < today.slice(0, 7)

/** A card as people know it; `wallet` is where it was shown, if it was not typed. */
export type NamedCard = { brand: string; last4: string; wallet?: Wallet | undefined }

/** 'Visa ending in 4242', 'Apple Pay · Visa ending in 4242'. */
export function cardName({ brand, last4, wallet }: NamedCard): string {
  const name = t('{brand} ending in {last4}', { brand, last4 })
  return wallet ? `${walletNames[wallet]} · ${name}` : name
}
