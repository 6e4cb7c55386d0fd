/** What of a business its office changes in Settings. */
export const changedSubjects = ['settings', 'core_spot', 'message_words'] as const
export type ChangedSubject = (typeof changedSubjects)[number]

/** Names and what they were, or became. */
export type ChangedValues = Readonly<Record<string, unknown>>

/** A setting, from what to what. */
export type SettingChange = { name: string; from: unknown; to: unknown }

const longestInLog = 200

/** The changes that are short enough to be said in a line; of others the name has to do. */
export const shortChanges = (before: ChangedValues, after: ChangedValues): SettingChange[] =>
  Object.keys(after)
    .map((name) => ({ name, from: before[name], to: after[name] }))
    .filter(({ from, to }) => asText(from).length + asText(to).length <= longestInLog)

// The database keeps the names of an object in an order of its own.
const asText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  ) ?? ''

/** What is another in `after` than in `before`, of the names in `after`; undefined when nothing is. */
export function differenceOf<Values extends object>(
  before: Values,
  after: Partial<Values>,
): { before: ChangedValues; after: ChangedValues } | undefined {
  const names = (Object.keys(after) as (keyof Values)[]).filter(
    (name) => after[name] !== undefined && asText(before[name]) !== asText(after[name]),
  )
  if (names.length === 0) return undefined
  const pick = (of: Partial<Values>) => Object.fromEntries(names.map((name) => [name, of[name]]))
  return { before: pick(before), after: pick(after) }
}

/** The same of something that may be gone, or was made to be: null and undefined. */
export const stillAs = (made: ChangedValues | null, now: object | undefined): boolean =>
  made ? now !== undefined && stillSo(made, now) : now === undefined

/** Whether all that a change made is still so. */
export const stillSo = (made: ChangedValues, now: object): boolean =>
  Object.entries(made).every(
    ([name, value]) => asText((now as Record<string, unknown>)[name]) === asText(value),
  )
