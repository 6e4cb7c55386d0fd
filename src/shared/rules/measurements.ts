/** More than any car's odometer shows. */
export const mostMiles = 1_500_000

/** Engine oil in quarts, from a small motorcycle to a large diesel truck. */
export const leastQuarts = 0.5
export const mostQuarts = 30
