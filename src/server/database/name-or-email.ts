/**
 * SQL for a person's display name in the office: their name, else their e-mail, since a new owner has no name yet. Empty for
 * a deleted account.
 */
export const nameOrEmail = (table: string) =>
  `coalesce(nullif(trim(${table}.first_name || ' ' || ${table}.last_name), ''), ${table}.email, '')`
