/** "Sam Reyes"; the e-mail address of somebody who gave no name. */
export function personName(person: {
  firstName: string
  lastName: string
  email: string | null
}): string {
  return `${person.firstName} ${person.lastName}`.trim() || (person.email ?? '')
}
