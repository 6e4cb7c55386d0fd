import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { customerTotals } from '#server/database/tables/customer-totals.ts'
import { users } from '#server/database/tables/users.ts'
import { personPatterns } from '#server/http/paging.ts'
import { hasCar } from '#server/features/vehicles/queries/has-car.ts'
import { activeSince, type CustomerStatus } from '#shared/rules/customers.ts'

export type CustomerFilter = {
  search?: string | undefined
  status?: CustomerStatus | undefined
  tag?: string | undefined
}
export const isFiltered = ({ search, status, tag }: CustomerFilter): boolean =>
  [search, status, tag].some(Boolean)

/** Condition on `users` and `customer_totals`. */
export const matchingCustomers = (wanted: CustomerFilter): SQL | undefined =>
  and(isCustomer(), isWanted(wanted))

type FoundAs = { id: SQL; text: SQL }

/** The same of rows that are customers' already, whose id and what they are found by is also elsewhere. */
export const isWanted = (wanted: CustomerFilter, as: FoundAs = ofUsers): SQL | undefined =>
  and(matchesCustomer(wanted.search, as), matchesFilters(wanted))

const ofUsers: FoundAs = { id: sql`${users.id}`, text: sql`${users.searchText}` }
export const ofTotals: FoundAs = {
  id: sql`${customerTotals.customerId}`,
  text: sql`${customerTotals.foundBy}`,
}

export const matchesFilters = ({ status, tag }: CustomerFilter): SQL | undefined =>
  and(
    status && hasStatus(status),
    // The first part is that of the index.
    tag ? sql`${users.tags} <> '{}' and ${users.tags} @> array[${tag}]::text[]` : undefined,
  )

function hasStatus(status: CustomerStatus): SQL {
  const since = activeSince(businessToday())
  const { lastVisitOn } = customerTotals
  if (status === 'new') return sql`${lastVisitOn} is null`
  return status === 'active' ? sql`${lastVisitOn} >= ${since}` : sql`${lastVisitOn} < ${since}`
}

function matchesCustomer(search = '', { id, text }: FoundAs): SQL | undefined {
  const patterns = personPatterns(search)
  if (patterns.length === 0) return undefined
  const owns = (letters: string) => hasCar(id, letters)
  const everyWord = and(...patterns.map((pattern) => or(hasWord(pattern, text), owns(pattern))))
  // A plate may be written in words, of which one alone says little.
  return patterns.length > 1 ? or(everyWord, owns(search)) : everyWord
}

export const isCustomer = () => and(eq(users.role, 'customer'), isNull(users.anonymizedAt))

/** Condition on `users`: name, e-mail or phone has every word; undefined without words. */
export const matchesPerson = (search?: string): SQL | undefined =>
  and(...personPatterns(search).map((pattern) => hasWord(pattern)))

/** The same of customers, for an answer at every letter; undefined for what has neither letters nor digits. */
export function isNamed(search: string): SQL | undefined {
  const words = personPatterns(search).filter((pattern) => /[\p{L}\p{N}]/u.test(pattern))
  if (words.length === 0) return undefined
  return and(isCustomer(), ...words.map((pattern) => hasWord(pattern)))
}

const fewestTrigramLetters = 3

/** A word too short for the index of letters begins a name, an address or a number. */
export function hasWord(pattern: string, text = ofUsers.text): SQL {
  const isShort = pattern.length < fewestTrigramLetters + '%%'.length
  // Not `ilike`: it makes the text small once more for every row that the index proposes.
  return sql`${text} like lower(${isShort ? `% ${pattern.slice(1)}` : pattern})`
}
