/** More than any car's odometer shows. */
export const maxMiles = 1_500_000

/** Engine oil in quarts, from a small motorcycle to a large diesel truck. */
export const minQuarts = 0.5
export const maxQuarts = 30

type Reading = { date: string; miles: number }

/**
 * The earlier reading that a typed one has ten times the miles of or more: probably a digit too many. `known` is newest first.
 */
export function tenfoldOf(typed: Reading, known: readonly Reading[]): Reading | undefined {
  const before = known.find(({ date }) => date < typed.date)
  return before && before.miles > 0 && typed.miles >= 10 * before.miles ? before : undefined
}
