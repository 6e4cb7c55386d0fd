import { isForeignPhone, nationalPhone } from '#shared/rules/phone-numbers.ts'

// Loaded when first needed: the numbering plans of the world are 120 kB of code.
const numbers = () => import('libphonenumber-js/min')

/**
 * A phone number as somebody typed it, as E.164; without a country it is American. Undefined for what no phone could
 * dial. "Possible" is enough, by its length: whether a number is in use changes faster than any list, and numbers from
 * films such as (555) 010-0142 are not.
 */
export async function readPhone(written: string): Promise<string | undefined> {
  const { parsePhoneNumberFromString } = await numbers()
  const read = parsePhoneNumberFromString(written, { defaultCountry: 'US', extract: false })
  if (!read?.isPossible() || read.ext) return undefined
  // No area code begins with 0 or 1: a digit is missing, or it is made up.
  if (read.countryCallingCode === '1' && !/^[2-9]/.test(read.nationalNumber)) return undefined
  return read.number
}

/** A stored number as people here read it: nationally, one from abroad internationally, anything else as it is. */
export async function shownPhone(stored: string): Promise<string> {
  if (!isForeignPhone(stored)) return nationalPhone(stored)
  const { parsePhoneNumberFromString } = await numbers()
  return parsePhoneNumberFromString(stored)?.formatInternational() ?? stored
}
