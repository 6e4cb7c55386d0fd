import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Formats a foreign number the way its country does: `+44 20 7946 0018`. */
export const formatForeignPhone = (stored: string): string =>
  parsePhoneNumberFromString(stored)?.formatInternational() ?? stored
