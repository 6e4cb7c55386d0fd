import { type SQL, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { phrase } from '#shared/texts/t.ts'
import { isLocalDate } from '#shared/rules/calendar.ts'
import { searchedWords } from '#shared/rules/fold-text.ts'
import { storedEmail } from '#shared/rules/mailboxes.ts'
import { searchedDigits } from '#shared/rules/phone-numbers.ts'
import { Invalid } from './errors.ts'

/** Rows per page without a limit from the caller. */
export const usualPageSize = 1000

/** The end of a page: its last row's sort keys; opaque to callers. */
export function writeCursor(keys: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/** Whether a sort key from a cursor may be passed to the database. */
type KeyCheck = (key: string) => boolean

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const isUuidKey: KeyCheck = (key) => uuid.test(key)
export const isSlotKey: KeyCheck = (key) => /^-?\d{1,8}$/.test(key)
/** A UTC instant with microseconds, 2026-11-24T08:00:00.000000Z. */
export const isInstantKey: KeyCheck = (key) =>
  isLocalDate(key.slice(0, 10)) && /^T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{6}Z$/.test(key.slice(10))

/** A cursor's sort keys as text, one per check; undefined without a cursor, Invalid for an invented one. */
export function readCursor(
  cursor: string | undefined,
  checks: readonly KeyCheck[],
): string[] | undefined {
  if (cursor === undefined) return undefined
  const keys = parseKeys(cursor).map(String)
  if (keys.length === checks.length && keys.every((key, i) => checks[i]?.(key))) return keys
  throw new Invalid(phrase('This page link is not valid. Please start from the first page.'))
}

/** A cursor's content from any author; empty unless it is a list. */
export function parseKeys(cursor: string): unknown[] {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(keys) ? keys : []
  } catch {
    return []
  }
}

/** SQL for an instant column in the form of `isInstantKey`: with microseconds, which a Date would lose. */
export const instantKey = (column: SQL): SQL<string> =>
  sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Searches stop counting here: no one reads that far. */
export const countedUpTo = 10_000

type PageEnd = { total?: number | undefined; next?: string | undefined }

/** Sets the headers for the number of rows, capped where counting stopped, and for the next page. */
export function setPageHeaders(
  reply: FastifyReply,
  { total, next }: PageEnd,
  capped = false,
  most = countedUpTo,
): void {
  const stopped = capped && total !== undefined && total > most
  if (total !== undefined) reply.header('x-total-count', stopped ? most : total)
  if (stopped) reply.header('x-total-count-capped', 'true')
  if (next !== undefined) reply.header('x-next-cursor', next)
}

/** A `like` pattern for each word of a search, for text from `fold_text`, with special characters escaped. */
export const searchPatterns = (search = ''): string[] =>
  searchedWords(search).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

/** The same for people, including "Carter, Jamie" and phone numbers in any spelling. */
export const personPatterns = (search = ''): string[] =>
  searchPatterns(
    search
      .replaceAll(',', ' ')
      .replace(/\S*@\S+/g, storedEmail)
      // Folding would lose the signs by which a phone number is recognized.
      .normalize('NFKD')
      .replace(/(?<!\S)[\d+()][\d\s()+./\p{Pd}\u2212]*(?!\S)/gu, withoutSigns),
  )

const withoutSigns = (number: string) => ` ${searchedDigits(number) || number} `
