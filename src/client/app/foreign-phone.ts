import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A stored number from abroad, grouped as its country does: `+44 20 7946 0018`. */
export const formatForeignPhone = (stored: string): string =>
  parsePhoneNumberFromString(stored)?.formatInternational() ?? stored
