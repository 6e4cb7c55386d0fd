/** Maximum changes reported to the office at once. */
export const maxUnsentChanges = 100
