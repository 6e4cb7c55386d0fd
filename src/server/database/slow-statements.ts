import { log } from '#server/base/log.ts'
import { onSpanEnd } from '#server/base/span.ts'
import { statementName } from './statement-name.ts'

const maxTextLength = 2_000

/** Logs statements of at least `ms` until the returned function is called; none with 0. */
export function logSlowStatements(ms: number): () => void {
  if (ms === 0) return () => {}
  return onSpanEnd((work, ended) => {
    if (work.kind !== 'statement' || ended.ms < ms) return
    const statement = statementName(work)
    const text = withoutLiterals(work.text ?? '').slice(0, maxTextLength)
    log.warn({ statement, text, ms: Math.round(ended.ms) }, 'a slow statement')
  })
}

/** A script may contain values. */
const withoutLiterals = (text: string) =>
  text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
