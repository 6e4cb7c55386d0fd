import { isForeignPhone, nationalPhone } from '#shared/rules/phone-numbers.ts'

// Loaded when first needed: the world's numbering plans are 120 kB of code.
const numbers = () => import('libphonenumber-js/min')

/**
 * A typed phone number as E.164, American without a country; undefined if it cannot be dialed. A possible length is enough:
 * numbers in use change faster than any list, and fictional ones such as (555) 010-0142 are never in use.
 */
export async function readPhone(written: string): Promise<string | undefined> {
  const { parsePhoneNumberFromString } = await numbers()
  const read = parsePhoneNumberFromString(written, { defaultCountry: 'US', extract: false })
  if (!read?.isPossible() || read.ext) return undefined
  // No area code begins with 0 or 1: a digit is missing or the number is invented.
  if (read.countryCallingCode === '1' && !/^[2-9]/.test(read.nationalNumber)) return undefined
  return read.number
}

/** A stored number for display: national format, international for other countries, anything else unchanged. */
export async function shownPhone(stored: string): Promise<string> {
  if (!isForeignPhone(stored)) return nationalPhone(stored)
  const { parsePhoneNumberFromString } = await numbers()
  return parsePhoneNumberFromString(stored)?.formatInternational() ?? stored
}
