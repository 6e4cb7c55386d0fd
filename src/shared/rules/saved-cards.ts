import { t } from '../texts/t.ts'

/** A customer may keep so many cards. */
export const mostSavedCards = 10

/** Whether a card that expires in a month, YYYY-MM, is over on a business-local day; never known of one without. */
export const hasExpired = (expires: string | null, today: string): boolean =>
  expires !== null && expires < today.slice(0, 7)

/** 'Visa ending in 4242'. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  t('{brand} ending in {last4}', { brand, last4 })
