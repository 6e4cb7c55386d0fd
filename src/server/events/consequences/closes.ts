import type { CloseEvents } from '#shared/rules/events.ts'
import type { ConsequencesOf } from '../consequence-types.ts'

/** What happens to the close of a business day: the office sees it, nobody else is told. */
export const closeConsequences = {
  day_compared: { changes: ['closes'], hears: ['office'] },
  day_closed: { changes: ['closes'], hears: ['office'] },
  difference_settled: { changes: ['closes'], hears: ['office'] },
} satisfies ConsequencesOf<CloseEvents>
