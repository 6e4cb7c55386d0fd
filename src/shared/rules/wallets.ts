/**
 * Sources of cards that are not typed. A wallet token is good for one payment: card networks don't store it, so it cannot be
 * saved, held later or charged again.
 */
export const wallets = ['apple_pay', 'google_pay'] as const
export type Wallet = (typeof wallets)[number]

export const walletNames: Record<Wallet, string> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
}
