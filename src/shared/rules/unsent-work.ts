export type { Phrase } from '../texts/t.ts'

/** Maximum changes reported to the office at once. */
export const maxUnsentChanges = 100
