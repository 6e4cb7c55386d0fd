/** More than any car's odometer shows. */
export const maxMiles = 1_500_000

/** Engine oil in quarts, from a small motorcycle to a large diesel truck. */
export const minQuarts = 0.5
export const maxQuarts = 30

/** Ten times the last reading or more: probably a digit too many. */
export const isTenfold = (miles: number, before: { miles: number } | undefined): boolean =>
  before !== undefined && before.miles > 0 && miles >= 10 * before.miles
