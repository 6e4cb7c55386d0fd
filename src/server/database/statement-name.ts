import type { Work } from '#server/base/span.ts'

/** What a statement is called in the program, else what it does to which table. */
export function statementName({ name, text = '' }: Work): string {
  if (name) return name
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?([\w.]+)/i.exec(text) ?? []
  return table ? `${verb} ${table}` : verb
}
