/** More than any car's odometer shows. */
export const maxMiles = 1_500_000

/** Engine oil in quarts, from a small motorcycle to a large diesel truck. */
export const minQuarts = 0.5
export const maxQuarts = 30
