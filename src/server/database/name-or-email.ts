/**
 * The SQL of what the office reads of the person in a row of `users`: their name, else the address they sign in with.
 * Whoever begins a business has no name at first. Empty for a deleted account.
 */
export const nameOrEmail = (table: string) =>
  `coalesce(nullif(trim(${table}.first_name || ' ' || ${table}.last_name), ''), ${table}.email, '')`
