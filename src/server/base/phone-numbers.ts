import { currentSettings } from '#server/base/current-settings.ts'
import {
  dialedNumber,
  isForeignPhone,
  nationalPhone,
  plainPhone,
} from '#shared/rules/phone-numbers.ts'
import { text } from '#shared/texts/t.ts'

type Plans = typeof import('libphonenumber-js/max')

// Loaded when first needed: the world's numbering plans are 160 kB.
let plans: Plans | undefined
const loadPlans = async (): Promise<Plans> => (plans ??= await import('libphonenumber-js/max'))

/**
 * A typed phone number as E.164, American without a country; undefined if it cannot be dialed. A possible length is enough:
 * numbers in use change faster than any list, and fictional ones such as (555) 010-0142 are never in use.
 */
export async function readPhone(written: string): Promise<string | undefined> {
  const { parsePhoneNumberFromString } = await loadPlans()
  const read = parsePhoneNumberFromString(plainPhone(written), {
    defaultCountry: 'US',
    extract: false,
  })
  if (!read?.isPossible() || read.ext) return undefined
  // No area code begins with 0 or 1: a digit is missing or the number is invented.
  if (read.countryCallingCode === '1' && !/^[2-9]/.test(read.nationalNumber)) return undefined
  return read.number
}

type Parsed = NonNullable<ReturnType<Plans['parsePhoneNumberFromString']>>

const costlyTypes: readonly (string | undefined)[] = [
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
]
// By convention: personal area codes, 700 of carriers, 900, and exchange 976 of every area code.
const americanPremium = /^\+1(5(?:00|2\d|33|44|66|77|88)|700|900|976|\d{3}976)/

const costsExtra = (read: Parsed) =>
  read.isNonGeographic() ||
  americanPremium.test(read.number) ||
  costlyTypes.includes(read.getType())

export const regularPhonePlease = text(
  'Calls to this number cost extra. Please enter a regular phone number.',
)

/** Whether calls and texts to a number (E.164) cost extra: premium-rate, shared-cost, satellite and worldwide numbers. */
export async function isCostly(number: string): Promise<boolean> {
  const { parsePhoneNumberFromString } = await loadPlans()
  const read = parsePhoneNumberFromString(number)
  return !read || costsExtra(read)
}

/** The number for our texts and calls, E.164; undefined if it is costly or in a country that we do not reach. */
export async function reachedNumber(stored: string): Promise<string | undefined> {
  const number = dialedNumber(stored)
  return number && isReached(await loadPlans(), number) ? number : undefined
}

/** Whether `reachedNumber` exists, for lists: until the numbering plans are loaded, every number counts. */
export function isProbablyReached(stored: string): boolean {
  const number = dialedNumber(stored)
  if (!plans) void loadPlans()
  return number !== undefined && (!plans || isReached(plans, number))
}

// American territories are called and texted like states.
const territories: readonly (string | undefined)[] = ['PR', 'VI', 'GU', 'MP', 'AS']

/** Countries share calling codes, so the whole number decides. */
function isReached(plans: Plans, number: string): boolean {
  const read = plans.parsePhoneNumberFromString(number)
  if (!read || costsExtra(read)) return false
  const reached: readonly (string | undefined)[] = currentSettings().reachedCountries
  if (isAmericanTollFree(read))
    return reached.some((country) => callingCodeOf(plans, country) === '1')
  const country = countryOf(plans, read)
  return reached.includes(territories.includes(country) ? 'US' : country)
}

const isAmericanTollFree = (read: Parsed) =>
  read.countryCallingCode === '1' && read.getType() === 'TOLL_FREE'

const callingCodeOf = ({ getCountryCallingCode, isSupportedCountry }: Plans, country = '') =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : undefined

/** Numbers newer than the plans count as their area code's country, else as the main one of the calling code. */
function countryOf({ parsePhoneNumberFromString }: Plans, read: Parsed): string | undefined {
  const area = /^\+1\d{3}/.exec(read.number)?.[0]
  const like = read.country ? read : area && parsePhoneNumberFromString(`${area}2345678`)
  return (like && like.country) ?? read.getPossibleCountries()[0]
}

/** A stored number for display: national format, international for other countries, anything else unchanged. */
export async function shownPhone(stored: string): Promise<string> {
  if (!isForeignPhone(stored)) return nationalPhone(stored)
  const { parsePhoneNumberFromString } = await loadPlans()
  return parsePhoneNumberFromString(stored)?.formatInternational() ?? stored
}
