import type { Work } from '#server/base/span.ts'

/** A statement's name in the program, else its verb and table. */
export function statementName({ name, text = '' }: Work): string {
  if (name) return name
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?([\w.]+)/i.exec(text) ?? []
  return table ? `${verb} ${table}` : verb
}
