const legalForm =
  /(?:^|[\s,])(?:l\.?l\.?c|inc|incorporated|corp|corporation|company|ltd|limited|l\.?l\.?p|p\.?l\.?l\.?c|gmbh|s\.?a\.? de c\.?v)\.?$|(?:& co|, co| p\.c|, pc)\.?$/i
const suffix = /^(?:jr|sr|ii|iii|iv|esq|m\.?d|ph\.?d)\.?$/i

/** Whether it is a company by its legal form, such as LLC or Inc. */
const isCompany = (name: string): boolean => legalForm.test(name.trim())

/**
 * First and last name of a full one: `Olivia Bennett`, `Bennett, Olivia` or `Harlan, Victor, Jr.`, whose suffix stays with the
 * last name. The first word is the first name; one word and a company are a first name.
 */
export function nameParts(name: string): { firstName: string; lastName: string } {
  const line = name.trim().replace(/\s+/g, ' ')
  if (isCompany(line)) return { firstName: line, lastName: '' }
  const parts = line
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const suffixes = parts.slice(1).filter((part) => suffix.test(part))
  const [before = '', ...after] = parts.filter((part, at) => at === 0 || !suffix.test(part))
  const words = before.split(' ')
  const [firstName, last] =
    after.length > 0 ? [after.join(' '), before] : [words[0] ?? '', words.slice(1).join(' ')]
  return { firstName, lastName: [last, ...suffixes].filter(Boolean).join(' ') }
}
