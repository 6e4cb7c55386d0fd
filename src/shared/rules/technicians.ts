import { text } from '../texts/t.ts'

export const technicianStatusLabels = {
  active: text('person|Active'),
  waiting: text('Waiting for approval'),
  deactivated: text('Deactivated'),
} as const

/** An invitation may be sent again so many minutes after the last one. */
export const invitedAgainAfterMinutes = 10
