import type { User } from '#shared/contract/accounts.ts'

/** "Sam Reyes"; the e-mail address of somebody who gave no name. */
export function personName(person: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${person.firstName} ${person.lastName}`.trim() || (person.email ?? '')
}
