/** Maximum changes reported to the office at once. */
export const mostUnsentChanges = 100
