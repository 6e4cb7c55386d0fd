import { and, type SQL, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { eventNameSql, freeTextSql } from '#server/database/tables/events.ts'
import { users } from '#server/database/tables/users.ts'
import { auditedEvents, auditRuleOf, historyTitles } from '#server/events/describe-history.ts'
import { matchesContact, matchesPerson, numberRanges } from '#server/reads/search-conditions.ts'
import { searchPatterns } from '#server/http/paging.ts'
import { reasonedEvents } from '#shared/rules/audit.ts'
import { adjustmentLabels } from '#shared/rules/cost-words.ts'
import type { EventName } from '#shared/rules/events.ts'
import { holdsWords } from '#shared/rules/fold-text.ts'
import { notDoneLabels } from '#shared/rules/not-done.ts'
import { translate } from '#shared/texts/t.ts'

/** The ways in which the typed words match an entry. */
export type Search = {
  typed: string
  /** Condition on `users`: the person who did it, or its subject. */
  person: SQL
  /** Condition on `jobs`: the visit's number; undefined unless a number was typed. */
  numbered: SQL | undefined
  /** Condition on `jobs`: the contact of the visit. */
  met: SQL
  /** Condition on `e`, an entry of the office: the name of its subject. */
  named: SQL | undefined
  /** Condition on `e`, an entry of a visit's history: its reason or a comment. */
  freeText: SQL | undefined
  /** Events whose titles match, in visits' histories and in the office's log. */
  visitKinds: EventName[]
  officeKinds: { kind: EventName; data: object }[]
}

/** Typing may omit up to two digits of a visit's number: two digits alone match a ninetieth of all visits. */
const rangesOfNumber = 3

/** Undefined without a search. */
export function readSearch(search = ''): Search | undefined {
  const person = matchesPerson(search)
  if (!person) return undefined
  const ranges = numberRanges(search)
    .slice(0, rangesOfNumber)
    .map(({ first, last }) => sql`jobs.number between ${first} and ${last}`)
  return {
    typed: search,
    person: sql`${and(person, sql`${users.anonymizedAt} is null`)}`,
    numbered: ranges.length > 0 ? sql`(${sql.join(ranges, sql` or `)})` : undefined,
    met: matchesContact(search) ?? sql`false`,
    named: namedSo(search),
    freeText: inFreeText(search),
    ...kindsNamed(search),
  }
}

const eventName = sql.raw(eventNameSql('e.'))

/** Must match the index `office_events_name`, which cannot find words of one or two letters. */
function namedSo(search: string): SQL | undefined {
  const words = searchPatterns(search)
  if (words.length === 0 || words.some((word) => word.length < '%abc%'.length)) return undefined
  return and(...words.map((word) => sql`${eventName} like ${word}`))
}

/** Must match the index `job_events_said`; a reason matches by its label in the reader's language or its internal name. */
function inFreeText(search: string): SQL | undefined {
  const words = searchPatterns(search)
  if (words.length === 0 || words.some((word) => word.length < '%abc%'.length)) return undefined
  const text = sql.raw(freeTextSql('e.'))
  const reasons = Object.entries({ ...adjustmentLabels, ...notDoneLabels }).flatMap(
    ([reason, label]) => (holdsWords(translate(label), search) ? [reason] : []),
  )
  const ways = [
    sql`(${sql.join(
      words.map((word) => sql`${text} like ${word}`),
      sql` and `,
    )})`,
    ...reasons.map((reason) => sql`${text} like ${`%${reason}%`}`),
  ]
  return sql`(${isReasoned} and (${sql.join(ways, sql` or `)}))`
}

const isReasoned = sql.raw(`e.kind in (${reasonedEvents.map((kind) => `'${kind}'`).join(', ')})`)

/** Up to this many people it is faster to collect their actions, above it to scan the entries. */
const some = 1500
/** Up to this many people it is faster to list them first, above it to look up each entry's person. */
const many = 5000

type Frequency = 'rare' | 'common' | 'everywhere'

const cacheMs = 60_000
const mostRemembered = 500
const remembered = new Map<string, { commonness: Frequency; until: number }>()

/** How many people match these words; cached for a minute unless few do. */
export async function frequencyOf({ typed, person }: Search): Promise<Frequency> {
  const at = now().getTime()
  const before = remembered.get(typed)
  if (before && at < before.until) return before.commonness
  const these = db()
    .select({ id: users.id })
    .from(users)
    .where(person)
    .limit(many + 1)
    .as('these')
  const count = await db().$count(these)
  if (count <= some) return 'rare'
  const commonness = count > many ? 'everywhere' : 'common'
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(typed, { commonness, until: at + cacheMs })
  return commonness
}

/** Events whose wording in the reader's language contains every typed word. */
function kindsNamed(search: string): Pick<Search, 'visitKinds' | 'officeKinds'> {
  const fits = (words: string) => holdsWords(words, search)
  return {
    visitKinds: historyTitles().flatMap(([kind, title]) => (fits(title) ? [kind] : [])),
    officeKinds: auditedEvents.flatMap((kind) => {
      const rule = auditRuleOf(kind)
      if (!rule) return []
      const called = (rule.variants ?? [{}]).filter((data) => {
        const { title, lines = [] } = rule.line(data, () => '')
        return fits([title, ...lines].filter(Boolean).join(' '))
      })
      return called
        .filter((data) => !called.some((other) => other !== data && covers(other, data)))
        .map((data) => ({ kind, data }))
    }),
  }
}

/** Whether `narrow` has all of `wide`'s properties. */
const covers = (wide: object, narrow: object): boolean =>
  Object.entries(wide).every(
    ([name, value]) =>
      JSON.stringify(value) === JSON.stringify((narrow as Record<string, unknown>)[name]),
  )
