import { text } from '../texts/t.ts'

/** Fields of a technician the office changes, with their labels in the log and in conflicts. */
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
  deactivated: text('person|Deactivated'),
} as const

/** Minutes before an invitation may be sent again. */
export const invitedAgainAfterMinutes = 10
