import { text } from '../texts/t.ts'
import { dialedNumber, phoneProblem } from './phone-numbers.ts'

export type ContactDetail = 'name' | 'phone'

export const detailPlease = {
  name: text('Please enter your name'),
  phone: text('Please enter your phone number'),
}

/** What is wrong with a detail as it is typed; undefined when nothing is. */
export function detailProblem(detail: ContactDetail, typed: string): string | undefined {
  if (!typed.trim()) return detailPlease[detail]
  return detail === 'phone' ? phoneProblem(typed) : undefined
}

/** What somebody has not told us and a visit needs: whom we are meeting, and a number that reaches them. */
export function missingDetails(person: { name: string; phone: string }): ContactDetail[] {
  return [
    ...(person.name.trim() ? [] : ['name' as const]),
    ...(dialedNumber(person.phone) ? [] : ['phone' as const]),
  ]
}

/** The first word is the first name, as far as anybody can tell. */
export function nameParts(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
