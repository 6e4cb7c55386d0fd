import { Conflict } from '#server/http/errors.ts'
import { changesInWords } from '#shared/contract/describe-catalog-change.ts'
import { phrase } from '#shared/texts/t.ts'
import { lastChangeOf } from './changes.ts'

/** The Conflict for an item changed since it was loaded: the author, the change and its current state `now`. */
export async function changedMeanwhile(subjectId: string, now: unknown) {
  const last = await lastChangeOf(subjectId)
  const by = last?.by ?? ''
  const details = { reason: 'changed', by, now }
  if (!last || !by) return new Conflict(undefined, details)
  return new Conflict(
    phrase('{name} has changed this in the meantime: {what}. Please check it again.', {
      name: by,
      what: changesInWords(last.changes),
    }),
    details,
  )
}
