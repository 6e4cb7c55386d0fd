import { text } from '../texts/t.ts'
import { ordinaryWidth } from './plain-text.ts'
import { stateNamed, writtenShort, writtenStates } from './us-states.ts'

/** The parts of a US address; unknown ones are empty. */
export type Address = { street: string; unit: string; city: string; state: string; zip: string }

/** City and state of a ZIP code. */
export type CityAndState = { city: string; state: string }

export const maxAddressLength = 300

/** With four more digits after a dash, nothing, or a space at the end. */
const zipCodes = /(?<![\w-])\d{5}(?:[-–]?\d{4}| \d{4}(?=\s*(?:$|[,;)(\n[])))?(?![\w-])/g
/** Text allowed after an address's ZIP code; a street name there would make the number a house number. */
const endOfAddress = /^[\s.]*(?:$|[,;()[\]\n]|u\.?s\.?(?:a\.?)?\b|united states\b)/i
const unitBefore = /(?:\b(?:apt|apartment|unit|suite|ste|box|no|gate|code)\.?|#)\s*$/i

/** `12 Elm St, Austin, TX`: the number that follows is a ZIP code, whatever comes after it. */
const isAfterState = (before: string) =>
  before.includes(',') && [stateAtEnd, shortAtEnd].some((state) => state.test(before.trimEnd()))

/** Position of the ZIP code in a typed address. */
function zipIn(line: string) {
  const found = [...line.matchAll(zipCodes)].filter(({ 0: zip, index }) => {
    const [before, after] = [line.slice(0, index), line.slice(index + zip.length)]
    return (
      (endOfAddress.test(after) || isAfterState(before)) &&
      !unitBefore.test(before) &&
      (before || !after.includes(','))
    )
  })
  const afterState = found.find(({ index }) => isAfterState(line.slice(0, index)))
  if (afterState) return afterState
  // A number in brackets, such as the code of a gate, only if there is no other.
  return found.findLast(({ index }) => !/[([][^)\]]*$/.test(line.slice(0, index))) ?? found.at(-1)
}

/** `78701` or `78701-1234`, however it is written; unchanged if it is no ZIP code. */
export const tidyZip = (written: string): string =>
  ordinaryWidth(written)
    .trim()
    .replace(/^(\d{5})[-– ]?(\d{4})$/, '$1-$2')

/** The five-digit ZIP code in a typed US address; null without one. */
export function findZip(address: string): string | null {
  return zipIn(ordinaryWidth(address).trim())?.[0].slice(0, 5) ?? null
}

/** One line without extra spaces, commas and line breaks. */
export const tidyLine = (line: string): string =>
  ordinaryWidth(line)
    .replace(/\s*[\n\r\u2028\u2029]\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .replace(/(?: ?,)+ ?/g, ', ')
    .replace(/^[, ]+|[, ]+$/g, '')

const country = /^[\s.,]*(?:u\.?s\.?a?\.?|united states(?: of america)?)?[\s.,]*/i
const atEnd = (states: string[]) => new RegExp(`(^|,|\\s)\\s*(${states.join('|')})\\.?$`, 'i')
const stateAtEnd = atEnd(writtenStates)
const shortAtEnd = atEnd(writtenShort)

/** The parts of a one-line address, some possibly missing. `place`, from its ZIP code, separates a city without a comma. */
export function parseAddress(line: string, place?: CityAndState): Address {
  const plain = tidyLine(line)
  const found = zipIn(plain)
  const written = found?.[0] ?? ''
  const zip = tidyZip(written)
  const after = found ? afterZip(plain.slice(found.index + written.length)) : ''
  const before = (found ? plain.slice(0, found.index) : plain).replace(/[([\s]+$/, '')
  const { rest, state } = takeState(tidyLine(before), zip)
  const { parts, city } = takeCity(
    rest.replace(routeAndBox, '$1 ').split(', ').filter(Boolean),
    place,
  )
  // The number of a building or a lot only without one of a house.
  const isNumbered = parts.some((part) => houseNumber.test(part)) ? houseNumber : siteNumber
  const at = Math.max(
    0,
    parts.findIndex((part) => isNumbered.test(part)),
  )
  const others = [...parts.filter((_, index) => index !== at), after]
  return { street: parts[at] ?? '', unit: others.filter(Boolean).join(', '), city, state, zip }
}

/** Text after the ZIP code without the country and the brackets around it. */
const afterZip = (text: string) =>
  tidyLine(text.replace(/^[)\]]/, '').replace(country, '')).replace(
    /^[([]\s*([^()[\]]*?)\s*[)\]]$/,
    '$1',
  )

/** One part of an address, although many write a comma in it. */
const routeAndBox =
  /^((?:r\.?r\.?|h\.?c\.?|rfd|(?:rural|star|highway contract)? ?(?:route|rte?)\.?)[\s#-]*\d+[a-z]?), (?=box\b)/i

function takeState(line: string, zip: string): { rest: string; state: string } {
  // `W. Va.` ends with another state's letters.
  const short = line.includes(',') ? shortAtEnd.exec(line) : null
  const [ending = '', before, written = ''] = short ?? stateAtEnd.exec(line) ?? []
  const state = stateNamed(written) ?? written.toUpperCase()
  // Without a comma it is a state only before a ZIP code, and 'Elm Ct' is Connecticut only if the ZIP code is.
  const known = before === ',' || (zip && (state !== 'CT' || zip.startsWith('06')))
  if (!written || !known) return { rest: line, state: '' }
  return { rest: tidyLine(line.slice(0, line.length - ending.length)), state }
}

/**
 * Whether an unknown word is in the state's position: the 'XX' of '12 Elm St, Austin, XX 78701', recognized by its two
 * letters or the city before it.
 */
export function hasUnknownState(line: string, place: CityAndState | undefined): boolean {
  const { unit, city, state } = parseAddress(line, place)
  if (state || !city) return false
  const [, before = '', letters] = /^(?:(.+) )?([a-z]{2})\.?$/i.exec(city) ?? []
  const isItsCity = (name = '') => !!place && !!name && sameCity(name, place.city)
  if (isItsCity(city)) return false
  return (!!letters && (!before || isItsCity(before))) || isItsCity(unit.split(', ').at(-1))
}

const unitName =
  /^(?:apt|apartment|unit|suite|ste|bldg|building|floor|fl|lot|room|rm|space|spc|#)\.?\s*#?\s*(?:[a-z]?\d[\w-]*|[a-z])$/i

function takeCity(parts: string[], place?: CityAndState): { parts: string[]; city: string } {
  const last = parts.at(-1) ?? ''
  if (parts.length > 1 && !unitName.test(last) && !hasHouseNumber(last))
    return { parts: parts.slice(0, -1), city: last }
  const city = place?.city ?? ''
  const start = last.slice(0, last.length - city.length)
  if (!city || !start.endsWith(' ') || !sameCity(last.slice(start.length), city))
    return { parts, city: '' }
  return { parts: [...parts.slice(0, -1), tidyLine(start)], city }
}

/** One line: `12 Elm St, Apt 4, Austin, TX 78701`. */
export const formatAddress = ({ street, unit, city, state, zip }: Address): string =>
  [street, unit, city, `${state} ${tidyZip(zip)}`].map(tidyLine).filter(Boolean).join(', ')

const digits = '#?\\d+[a-z]?(?:\\.\\d+)?(?:[-–/][a-z\\d]{1,6}){0,2}[½¼¾]?'
const inSpanish = 'calle|c/|ave|avenida|camino|paseo|v[ií]a|marginal'
/** `Two Rivers Rd` and `Ten Mile Rd` are names of streets. */
const inWords =
  'one|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|' +
  '(?:twen|thir|for|fif|six|seven|eigh|nine)ty[- ](?:one|two|three|four|five|six|seven|eight|nine))' +
  '(?!\\s+(?:mile|notch|\\p{L}+s)\\b)'
/**
 * House numbers by the post office's rules: plain ones, of grids (`N6W23001`), of Puerto Rico (`D-12 Calle Rosa`,
 * `Calle Rosa 12`, `Urb Las Lomas 12`, `Carr 2 Km 12.3`), of rural and highway contract routes, and miles of highways.
 */
const houseNumbers = [
  // `7 Mile Rd` is the name of a street too.
  `(?!\\d+\\s+mile\\s+r(?:d|oad)\\b)${digits}\\s.*\\p{L}`,
  `(?:${inWords})\\s.*\\p{L}`,
  'no\\.?\\s*#?\\d+[a-z]?\\s.*\\p{L}',
  '\\d+[nsew]\\d+[a-z]?\\s.*\\p{L}',
  '[nsew]\\s?\\d+(?:\\s?[nsew]\\s?\\d+)?\\s.*\\p{L}',
  `.*(?<![\\p{L}\\d])(?:\\d?[a-z]{1,2}-?)?\\d+[a-z]?(?:-\\d+)?,?\\s+(?:${inSpanish})\\b`,
  `(?:${inSpanish})\\.?\\s.*\\s#?(?:\\d?[a-z]{1,2}-?)?\\d+[a-z]?(?:$|[\\s,])`,
  '(?:urb|urbanizaci[oó]n|cond|condominio|res|residencial|edif|ext|parc|parcelas?|sect|sector|bo|barrio|barriada|bda|villas?|estancias?|mansiones|comunidad|com|reparto|repto|quintas|hacienda|coto|apartamentos|ciudad|jard[ií]n|jardines|alturas|colinas|lomas|valles?|brisas|praderas|paseos|terrazas|riberas?|bosques?|altos)\\b\\.?\\s.*\\d',
  '(?:r\\.?\\s?r\\.?|h\\.?\\s?c\\.?|rfd|rural (?:route|rt)|highway contract(?: route)?|star (?:route|rt))[\\s#-]*\\d+[a-z]?,?\\s+box\\s*#?\\d',
  '.*\\bkm\\.?\\s*\\d',
  '.*\\b(?:mile(?:\\s?post|\\s?marker)?|mm|mp)\\.?\\s*#?\\d.*',
]
const houseNumber = new RegExp(`^(?=.*\\p{L})(?:${houseNumbers.join('|')})`, 'iu')
/** Numbers of sites without house numbers: boxes on county roads, lots, buildings of bases, piers, estates of the Virgin Islands. */
const siteNumbers = [
  '.*\\b(?:rd|road|rte?|route|hwy|highway|cr|fm|sr)\\.?\\s+#?\\d+[a-z]?,?\\s+box\\s*#?\\d.*',
  '(?:lot|bldg|building)\\.?\\s*#?\\d+[a-z]?\\s+(?!(?:apt|apartment|unit|suite|ste|floor|fl|room|rm|space|spc|lot|#)\\b).*\\p{L}{2}.*',
  'pier\\s*#?\\d+[a-z]?(?:$|[\\s,].*)',
  'estate\\s+\\p{L}.*\\s#?\\d+[a-z]?(?:-\\d+)?(?:$|[\\s,].*)',
]
const siteNumber = new RegExp(`^(?:${siteNumbers.join('|')})$`, 'iu')
const postOfficeBox = /(?:^|\s)(?:(?:p\.? ?o\.?|post office) ?box\b|p\.? ?o\.? ?b\.? ?#?\d)/i
/** Forwarded abroad by the armed forces. */
const militaryBox =
  /(?:^|, )(?:psc|cmr|unit) ?#?\d+,? box ?#?\d|(?:^|, )[afd]\.?p\.?o\.?,? a\.?[aep]\b/i
/** No US house number is that long, or 0; grid numbers such as `0N123` begin with it. */
const noNumber = /^#?(?:\d{7}|0+(?!\d|[nsew]\d))/i

const ours = ['US', 'UM', 'PR', 'VI', 'GU', 'AS', 'MP']
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Names of other countries, in lower case. */
function namesOfOthers(): Set<string> {
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const names = alphabet
    .flatMap((one) => alphabet.map((other) => one + other))
    .filter((code) => !ours.includes(code))
    .flatMap((code) => regions.of(code) ?? [])
  return new Set(names.map((name) => name.toLowerCase()))
}

// Created on first use: it takes a phone a sixth of a second.
let otherCountries: Set<string> | undefined
const isAbroad = (unit: string) => {
  const last = unit.split(',').at(-1)?.trim().toLowerCase()
  return Boolean(last && (otherCountries ??= namesOfOthers()).has(last))
}

/** Whether a street begins with a house number: '5th St' does not. */
export const hasHouseNumber = (street: string): boolean =>
  [houseNumber, siteNumber].some((number) => number.test(ordinaryWidth(street).trim()))

/** A missing part of an address, with the message for its field. */
type AddressProblem = { part: 'street' | 'zip' | 'city' | 'state'; message: string }

/**
 * Missing parts of a filled-in address in form order; city and state come from the ZIP code, so they are reported after it.
 * Does not check that the ZIP code exists.
 */
export function addressProblems(address: Address): AddressProblem[] {
  const { city, state, zip } = address
  const street = streetProblem(address)
  const problems: AddressProblem[] = street ? [{ part: 'street', message: street }] : []
  if (!/^\d{5}(?:-\d{4})?$/.test(tidyZip(zip)))
    return isEmpty(address)
      ? problems
      : [...problems, { part: 'zip', message: text('Please enter the ZIP code, five digits.') }]
  if (!city.trim()) problems.push({ part: 'city', message: text('Please enter the city.') })
  if (!state) problems.push({ part: 'state', message: text('Please choose the state.') })
  return problems
}

const isEmpty = (address: Address) => !formatAddress(address)

function streetProblem(address: Address): string | undefined {
  const [street, unit] = [ordinaryWidth(address.street), address.unit]
  if (!(street.trim() || unit.trim())) return text('Please enter service address')
  if (postOfficeBox.test(street.trim()))
    return text('We come to your car. Please enter a street address, not a post office box.')
  if (militaryBox.test(formatAddress({ ...address, street, unit })))
    return text('We come to your car. Please enter a street address, not a military mailbox.')
  if (isAbroad(unit)) return text('We come to addresses in the United States only.')
  return hasHouseNumber(street) && !noNumber.test(street.trim())
    ? undefined
    : text('Please enter the street with its house number, for example 123 Main St.')
}

/** The missing part of a one-line address; city and state may be omitted because the ZIP code implies them. */
export function lineProblem(line: string): string | undefined {
  const tidy = line.length > maxAddressLength ? '' : tidyLine(line)
  if (!tidy) return undefined
  return addressProblems(parseAddress(tidy)).find(({ part }) => part === 'street' || part === 'zip')
    ?.message
}

const shortened: Record<string, string> = { saint: 'st', sainte: 'ste', fort: 'ft', mount: 'mt' }

/** Whether two spellings mean the same city: 'Saint Paul' is 'St. Paul'. */
export function sameCity(one: string, other: string): boolean {
  const plain = (city: string) =>
    city
      .toLowerCase()
      .split(/[^\p{L}\d]+/u)
      .map((word) => shortened[word] ?? word)
      .join('')
  return plain(one) === plain(other)
}

/** Letters typed before addresses are suggested. */
export const minLettersToSuggest = 3
