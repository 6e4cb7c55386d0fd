import { and, eq, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { umlautsSpelledOutSql } from '#server/database/tables/columns.ts'
import { customerTotals } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { personPatterns } from '#server/http/paging.ts'
import { activeSince, type CustomerStatus } from '#shared/rules/customers.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { replaceLookalikes } from '#shared/rules/vin.ts'

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

/** Condition on rows of customers, whose id and searched text may come from other tables. */
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
    // The first part matches the index's condition.
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
  // A plate may be typed in several words; each one is too vague.
  const plate = patterns.length > 1 ? owns(search) : undefined
  return or(everyWord, plate, hasContact(id, search))
}

export const isCustomer = () => and(eq(users.role, 'customer'), isNull(users.anonymizedAt))

/** Condition on `users`: name, e-mail or phone contains every word; undefined without words. */
export const matchesPerson = (search?: string): SQL | undefined =>
  and(...personPatterns(search).map((pattern) => hasWord(pattern)))

/** Condition on customers for search as you type; undefined without letters or digits. */
export function isNamed(search: string): SQL | undefined {
  const words = personPatterns(search).filter((pattern) => /[\p{L}\p{N}]/u.test(pattern))
  if (words.length === 0) return undefined
  return and(isCustomer(), ...words.map((pattern) => hasWord(pattern)))
}

const fewestTrigramLetters = 3

/** Words too short for the trigram index match only at the start of a name, address or number. */
export function hasWord(pattern: string, text = ofUsers.text): SQL {
  const isShort = pattern.length < fewestTrigramLetters + '%%'.length
  return sql`${text} like ${isShort ? `% ${pattern.slice(1)}` : pattern}`
}

/** Must match the expression and the condition of the index `jobs_contact`. */
const contacts = (job: string) => ({
  text: sql.raw(
    `fold_text(' ' || ${job}.contact_name || ' ' || ${job}.contact_phone || ' ' || replace(${job}.contact_name, ' ', '') || ${umlautsSpelledOutSql(`${job}.contact_name`)})`,
  ),
  named: sql.raw(`(${job}.contact_name <> '' or ${job}.contact_phone <> '')`),
})

/** Condition on `jobs`, or its alias: name or phone of the visit's contact contains every word; undefined without words. */
export function matchesContact(search?: string, job = 'jobs'): SQL | undefined {
  const words = personPatterns(search).filter((pattern) => /[\p{L}\p{N}]/u.test(pattern))
  if (words.length === 0) return undefined
  const { text, named } = contacts(job)
  return and(named, ...words.map((pattern) => hasWord(pattern, text)))
}

/** Condition on a customer's id: the contact of one of their visits matches. Collects those visits once. */
export function hasContact(customerId: SQL, search: string): SQL | undefined {
  const matching = matchesContact(search)
  return (
    matching && sql`${customerId} = any(array(select jobs.customer_id from jobs where ${matching}))`
  )
}

const minLetters = 3

/**
 * Condition on a person's id: one of their cars has these letters in its plate, or at the start or end of its VIN. Undefined
 * below three letters. The cars are collected once, by their index.
 */
export function hasCar(ownerId: SQL, letters: string): SQL | undefined {
  const plate = barePlate(letters)
  if (plate.length < minLetters) return undefined
  return sql`${ownerId} = any(array(select ${vehicles.customerId} from ${vehicles}
    where ${and(isNull(vehicles.deletedAt), isMeant(plate))}))`
}

const mostDigits = 9

/** Ranges of the visit numbers that start with the typed `FQ-10` or `10`, for an index; the exact one first. */
export function numberRanges(typed: string): { first: number; last: number }[] {
  const digits = /^\s*(?:FQ|#)?[\s-]*([1-9]\d{0,8})\s*$/i.exec(typed)?.[1]
  if (!digits) return []
  return Array.from({ length: mostDigits + 1 - digits.length }, (_, zeros) => {
    const first = Number(digits) * 10 ** zeros
    return { first, last: first + 10 ** zeros - 1 }
  })
}

/** A plate with letters and digits only. */
export const barePlate = (plate: string) => plate.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** SQL: `barePlate` of a column. */
export const barePlateOf = (plate: typeof vehicles.licensePlate) =>
  sql`regexp_replace(upper(${plate}), '[^A-Z0-9]', '', 'g')`

const fewestPlateLetters = 3
/** The part of a VIN that people read out. */
const endOfVin = 6

/** Must match the expression of the index `vehicles_plate`. */
export const barePlates = sql`regexp_replace(upper(${vehicles.licensePlate}), '[^A-Z0-9]', '', 'g')`
/** Must match the expression of the index `vehicles_search` exactly. */
const searched = sql`(regexp_replace(upper(${vehicles.licensePlate}), '[^A-Z0-9]', '', 'g') || ' ' || coalesce(${vehicles.vin}, ''))`

/** Condition on `vehicles`: plate or VIN matches. The index's text has a space between the two. */
export function isMeant(typed: string): SQL | undefined {
  if (typed.length < fewestPlateLetters) return like(barePlates, `${typed}%`)
  const vin = replaceLookalikes(typed)
  return or(
    like(barePlates, `%${typed}%`),
    ...(typed.length < endOfVin ? [] : [like(searched, `% ${vin}%`), like(searched, `%${vin}`)]),
  )
}
