/** SQL of `owesNothing` turned round, for visits without a card: the payment account `m` has an amount. */
export const owesSomething = (account: string): string => `${account}.amount_cents > 0`
