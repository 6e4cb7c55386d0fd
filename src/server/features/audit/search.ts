import { and, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { historyTitles } from '#server/events/describe-history.ts'
import { officeEntryOf, officeEventNames } from '#server/events/office-words.ts'
import { matchesPerson } from '#server/features/customers/queries/conditions.ts'
import { numberRanges } from '#server/features/jobs/queries/number-ranges.ts'
import { searchPatterns } from '#server/http/paging.ts'
import type { EventName } from '#shared/rules/events.ts'

/** Ways by which an entry is found by what was typed. */
export type Search = {
  /** Condition on `users`: who did it, or whom it is about. */
  person: SQL
  /** Condition on `jobs`: its number, which is typed instead of a customer; undefined where that is no number. */
  numbered: SQL | undefined
  /** Condition on `e`, an entry of the office: the thing it is about is called so. */
  named: SQL | undefined
  /** What was done, as visits' histories call it, and as the office's log does. */
  visitKinds: EventName[]
  officeKinds: { kind: EventName; data: object }[]
}

/** At most so many digits of a visit's number may be missing: of two digits a ninetieth of all visits have them. */
const rangesOfNumber = 3

/** Undefined while nothing is searched for. */
export function readSearch(search = ''): Search | undefined {
  const person = matchesPerson(search)
  if (!person) return undefined
  const ranges = numberRanges(search)
    .slice(0, rangesOfNumber)
    .map(({ first, last }) => sql`jobs.number between ${first} and ${last}`)
  return {
    person: sql`${and(person, sql`${users.anonymizedAt} is null`)}`,
    numbered: ranges.length > 0 ? sql`(${sql.join(ranges, sql` or `)})` : undefined,
    named: namedSo(search),
    ...calledSo(search),
  }
}

/** Written like the index `office_events_name`, which has no place for words of one or two letters. */
function namedSo(search: string): SQL | undefined {
  const words = searchPatterns(search.toLowerCase())
  if (words.length === 0 || words.some((word) => word.length < '%abc%'.length)) return undefined
  return and(...words.map((word) => sql`lower(e.data ->> 'name') like ${word}`))
}

const huge = 5000

/** Whether so many people have these words that it is quicker to look for them among the entries. */
export async function isHuge({ person }: Search): Promise<boolean> {
  const some = db()
    .select({ id: users.id })
    .from(users)
    .where(person)
    .limit(huge + 1)
    .as('some')
  return (await db().$count(some)) > huge
}

/** What can happen whose words, in the reader's language, have every word that was typed. */
function calledSo(search: string): Pick<Search, 'visitKinds' | 'officeKinds'> {
  const typed = search.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (title: string) => typed.every((word) => title.toLowerCase().includes(word))
  return {
    visitKinds: historyTitles().flatMap(([kind, title]) => (fits(title) ? [kind] : [])),
    officeKinds: officeEventNames.flatMap((kind) => {
      const entry = officeEntryOf(kind)
      return (entry?.called ?? [{}])
        .filter((data) => fits(entry?.says(data).title ?? ''))
        .map((data) => ({ kind, data }))
    }),
  }
}
