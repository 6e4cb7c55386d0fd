import { and, or, type SQL, sql } from 'drizzle-orm'
import { otherwiseFoundSql, users } from '#server/database/tables/users.ts'
import { searchedWords } from '#shared/rules/fold-text.ts'
import {
  hasCar,
  hasContact,
  type CustomerFilter,
  hasWord,
  isCustomer,
  matchesFilters,
} from '#server/reads/search-conditions.ts'
import { type ListOrder, textKey } from '#server/http/list-order.ts'

export const fullName = sql`(${users.firstName} || ' ' || ${users.lastName})`
/** Customers without an e-mail come last in both directions. */
export const emailOf = (descending: boolean) =>
  sql`coalesce(${users.email}, ${sql.raw(descending ? "''" : "U&'\\FFFF'")})`

/** A search word that may start the sorted text; matches are adjacent in that order. `text` is the sort expression. */
type LeadingWord = { word: string; ofEmail: boolean; text: SQL }

/** Undefined unless the search is a single word of plain letters and digits and the order is by name or e-mail. */
export function wordOf(
  { search = '' }: CustomerFilter,
  { sort }: ListOrder,
): LeadingWord | undefined {
  const [word = '', more] = searchedWords(search)
  const [, descending, field] = /^(-?)(name|email)$/.exec(sort) ?? []
  if (!field || more || !/^[a-z0-9]+$/.test(word)) return undefined
  const ofEmail = field === 'email'
  return { word, ofEmail, text: ofEmail ? emailOf(descending === '-') : fullName }
}

const leastId = '00000000-0000-0000-0000-000000000000'

/** Condition on `users`: the sorted text begins with the word as typed; with accents it matches otherwise. The matching range of the order's index is read first. */
export function beginningWith({ word, text }: LeadingWord, wanted: CustomerFilter) {
  const { by } = textKey(text)
  return and(
    isCustomer(),
    matchesFilters(wanted),
    // Compares a row: with two plain bounds the planner expects few rows in between and would collect them all.
    sql`${by} >= ${word} and (${by}, ${users.id}) < (${word} || U&'\\FFFF', ${leastId}::uuid)`,
    // With `like` or the bare column, an index would collect every match of the word, to be sorted afterwards.
    sql`starts_with(lower(${text}), ${word})`,
  )
}

const otherwiseFound = sql.raw(otherwiseFoundSql('users.search_text', 'users.first_name'))

/** Condition on `users`: at least all matches of the word whose text does not begin with it. */
export function matchesOtherwise({ word, ofEmail }: LeadingWord, wanted: CustomerFilter) {
  const pattern = `%${word}%`
  const isCalledSo = sql`lower(${users.firstName}) like ${`${word}%`}
    and not starts_with(coalesce(${users.email}, ''), lower(${users.firstName}))`
  return and(
    isCustomer(),
    matchesFilters(wanted),
    or(
      hasWord(pattern, otherwiseFound),
      hasCar(sql`${users.id}`, pattern),
      hasContact(sql`${users.id}`, word),
      ofEmail ? isCalledSo : undefined,
    ),
  )
}
