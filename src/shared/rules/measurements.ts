/** Beyond any odometer of a car. */
export const mostMiles = 1_500_000

/** What any engine takes, in quarts: from a small motorcycle's to a large diesel truck's. */
export const leastQuarts = 0.5
export const mostQuarts = 30
