/** The kinds of things the office changes in Settings. */
export const changedSubjects = ['settings', 'core_spot', 'message_words'] as const
export type ChangedSubject = (typeof changedSubjects)[number]

/** Values by name, before or after a change. */
export type ChangedValues = Readonly<Record<string, unknown>>

/** One setting's old and new value. */
export type SettingChange = { name: string; from: unknown; to: unknown }

const longestInLog = 200

/** The changes short enough to show with their values; others show only their name. */
export const shortChanges = (before: ChangedValues, after: ChangedValues): SettingChange[] =>
  Object.keys(after)
    .map((name) => ({ name, from: before[name], to: after[name] }))
    .filter(({ from, to }) => asText(from).length + asText(to).length <= longestInLog)

// The database does not preserve the order of an object's keys.
const asText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  ) ?? ''

/** Of the names in `after`, the values that differ from `before`; undefined without any. */
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

/** Whether the state a change made is unchanged; null and undefined mean deleted. */
export const stillAs = (made: ChangedValues | null, now: object | undefined): boolean =>
  made ? now !== undefined && stillSo(made, now) : now === undefined

/** Whether all values a change made are unchanged. */
export const stillSo = (made: ChangedValues, now: object): boolean =>
  Object.entries(made).every(
    ([name, value]) => asText((now as Record<string, unknown>)[name]) === asText(value),
  )
