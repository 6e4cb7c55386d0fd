import { text } from '../texts/t.ts'

/** What the office changes of a technician, and what its log and a conflict call it. */
export const technicianFields = {
  firstName: text('First name'),
  lastName: text('Last name'),
  email: text('E-mail'),
  phone: text('Phone'),
  homeAddress: text('Home address'),
  skills: text('Skills'),
  workingHours: text('Working hours'),
  photo: text('Picture'),
} as const

export type TechnicianField = keyof typeof technicianFields

export const technicianStatusLabels = {
  active: text('person|Active'),
  waiting: text('Waiting for approval'),
  deactivated: text('Deactivated'),
} as const

/** An invitation may be sent again so many minutes after the last one. */
export const invitedAgainAfterMinutes = 10
