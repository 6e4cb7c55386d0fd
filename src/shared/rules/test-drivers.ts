import type { Driver } from './assignment.ts'

/** A technician who works any day, has no skills and starts from no place of their own. */
export const driver = (id: string, more: Partial<Driver> = {}): Driver => ({
  id,
  status: 'active',
  skills: [],
  workingHours: null,
  daysOff: [],
  home: null,
  ...more,
})
