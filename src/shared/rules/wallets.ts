/**
 * Where a card lies that is shown instead of typed. What a wallet gives is good for one payment: the card network puts none
 * on file, so that it cannot be kept, held later or charged again.
 */
export const wallets = ['apple_pay', 'google_pay'] as const
export type Wallet = (typeof wallets)[number]

export const walletNames: Record<Wallet, string> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
}
