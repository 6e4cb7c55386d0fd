/** So many changes at most are told to the office at once. */
export const mostUnsentChanges = 100
