import { and, or, type SQL, sql } from 'drizzle-orm'
import { otherwiseFoundSql, users } from '#server/database/tables/users.ts'
import {
  hasCar,
  type CustomerFilter,
  hasWord,
  isCustomer,
  matchesFilters,
} from '#server/reads/search-conditions.ts'
import type { ListOrder } from '#server/http/list-order.ts'
import { textKey } from '#server/http/list-order.ts'

export const fullName = sql`(${users.firstName} || ' ' || ${users.lastName})`
/** Without an e-mail last, both ways. */
export const emailOf = (descending: boolean) =>
  sql`coalesce(${users.email}, ${sql.raw(descending ? "''" : "U&'\\FFFF'")})`

/** A word by which those whose first name it begins stand together in an order: `text` is that of the order. */
export type LeadingWord = { word: string; ofEmail: boolean; text: SQL }

/** Undefined where more or less was typed than a word of plain letters and digits, or the order is another one. */
export function wordOf(
  { search = '' }: CustomerFilter,
  { sort }: ListOrder,
): LeadingWord | undefined {
  const word = search.trim().toLowerCase()
  const [, descending, field] = /^(-?)(name|email)$/.exec(sort) ?? []
  if (!field || !/^[a-z0-9]+$/.test(word)) return undefined
  const ofEmail = field === 'email'
  return { word, ofEmail, text: ofEmail ? emailOf(descending === '-') : fullName }
}

const leastId = '00000000-0000-0000-0000-000000000000'

/** Condition on `users`: their text begins with the word; the part of the order's index in which these are comes first. */
export function beginningWith({ word, text }: LeadingWord, wanted: CustomerFilter) {
  const { by } = textKey(text)
  return and(
    isCustomer(),
    matchesFilters(wanted),
    // A row is compared, for of two plain bounds the planner expects few people in between, and would gather them all.
    sql`${by} >= ${word} and (${by}, ${users.id}) < (${word} || U&'\\FFFF', ${leastId}::uuid)`,
    // Of `like`, and of the column alone, an index would gather all who have the word, to be put in order then.
    sql`starts_with(lower(${text}), ${word})`,
  )
}

const otherwiseFound = sql.raw(otherwiseFoundSql('users.search_text', 'users.first_name'))

/** Condition on `users`: at least all those whom the word finds and whose text does not begin with it. */
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
      ofEmail ? isCalledSo : undefined,
    ),
  )
}
