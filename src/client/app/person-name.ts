import type { User } from '#shared/contract/accounts.ts'

export function personName(person: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${person.firstName} ${person.lastName}`.trim() || (person.email ?? '')
}
