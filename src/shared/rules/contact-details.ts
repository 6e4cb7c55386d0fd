import { text } from '../texts/t.ts'
import { dialedNumber, phoneProblem } from './phone-numbers.ts'

export type ContactDetail = 'name' | 'phone'

export const detailPlease = {
  name: text('Please enter your name'),
  phone: text('Please enter your phone number'),
}

/** The problem with a typed detail; undefined if none. */
export function detailProblem(detail: ContactDetail, typed: string): string | undefined {
  if (!typed.trim()) return detailPlease[detail]
  return detail === 'phone' ? phoneProblem(typed) : undefined
}

/** Missing details a visit needs: a name and a reachable number. */
export function missingDetails(person: { name: string; phone: string }): ContactDetail[] {
  return [
    ...(person.name.trim() ? [] : ['name' as const]),
    ...(dialedNumber(person.phone) ? [] : ['phone' as const]),
  ]
}
