/** SQL: the opposite of `owesNothing` for visits without a card; `account` is the alias of `payment_accounts`. */
export const owesSomething = (account: string): string => `${account}.amount_cents > 0`
