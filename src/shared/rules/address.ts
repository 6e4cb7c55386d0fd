import { text } from '../texts/t.ts'
import { addressStates, longStateNames, stateNamed } from './us-states.ts'

/** An address of the United States in its parts; one that is not known is empty. */
export type Address = { street: string; unit: string; city: string; state: string; zip: string }

/** What a ZIP code says of its place. */
export type ZipPlace = { city: string; state: string }

export const longestAddress = 300

const zipCodes = /(?<![\w-])\d{5}(?:-\d{4})?(?![\w-])/g
/** What may follow the ZIP code of an address; a street name makes the number a house number. */
const endOfPlace = /^[\s.]*(?:$|[,;)\n]|u\.?s\.?(?:a\.?)?\b|united states\b)/i
const unitBefore = /(?:\b(?:apt|apartment|unit|suite|ste|box|no|gate|code)\.?|#)\s*$/i

/** Where the ZIP code stands in an address as people type it. */
function zipIn(line: string) {
  return [...line.matchAll(zipCodes)].findLast(({ 0: zip, index }) => {
    const [before, after] = [line.slice(0, index), line.slice(index + zip.length)]
    return endOfPlace.test(after) && !unitBefore.test(before) && (before || !after.includes(','))
  })
}

/** The five digits of the ZIP code in a US address as people type it; null without one. */
export function findZip(address: string): string | null {
  return zipIn(address.trim())?.[0].slice(0, 5) ?? null
}

/** One line without needless spaces, commas and line breaks. */
export const tidyLine = (line: string): string =>
  line
    .replace(/\s*[\n\r]\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .replace(/(?: ?,)+ ?/g, ', ')
    .replace(/^[, ]+|[, ]+$/g, '')

const country = /^[\s.,]*(?:u\.?s\.?a?\.?|united states(?: of america)?)?[\s.,]*/i
const states = [...longStateNames, ...addressStates].join('|')
const stateAtEnd = new RegExp(`(^|,|\\s)\\s*(${states})\\.?$`, 'i')

/**
 * The parts of an address in one line as people write it, whatever is missing. `place`, what its ZIP code says, tells a
 * city apart that no comma does.
 */
export function parseAddress(line: string, place?: ZipPlace): Address {
  const plain = tidyLine(line)
  const found = zipIn(plain)
  const zip = found?.[0] ?? ''
  const after = found ? tidyLine(plain.slice(found.index + zip.length).replace(country, '')) : ''
  const { rest, state } = takeState(tidyLine(found ? plain.slice(0, found.index) : plain), zip)
  const { parts, city } = takeCity(rest.split(', ').filter(Boolean), place)
  const at = Math.max(0, parts.findIndex(hasHouseNumber))
  const others = [...parts.filter((_, index) => index !== at), after]
  return { street: parts[at] ?? '', unit: others.filter(Boolean).join(', '), city, state, zip }
}

function takeState(line: string, zip: string): { rest: string; state: string } {
  const [ending = '', before, written = ''] = stateAtEnd.exec(line) ?? []
  const state = stateNamed(written) ?? written.toUpperCase()
  // Without a comma it is a state only before a ZIP code, and an 'Elm Ct' is in Connecticut only where that is.
  const told = before === ',' || (zip && (state !== 'CT' || zip.startsWith('06')))
  if (!written || !told) return { rest: line, state: '' }
  return { rest: tidyLine(line.slice(0, line.length - ending.length)), state }
}

/**
 * Whether something stands where the state would and is none: the 'XX' of '12 Elm St, Austin, XX 78701'. It is told by its
 * two letters, or by the city before it.
 */
export function hasUnknownState(line: string, place: ZipPlace | undefined): boolean {
  const { unit, city, state } = parseAddress(line, place)
  if (state || !city) return false
  const [, before = '', letters] = /^(?:(.+) )?([a-z]{2})\.?$/i.exec(city) ?? []
  const isPlace = (name = '') => !!place && !!name && sameCity(name, place.city)
  if (isPlace(city)) return false
  return (!!letters && (!before || isPlace(before))) || isPlace(unit.split(', ').at(-1))
}

const unitName =
  /^(?:apt|apartment|unit|suite|ste|bldg|building|floor|fl|lot|room|rm|space|spc|#)\.?\s*#?\s*(?:[a-z]?\d[\w-]*|[a-z])$/i

function takeCity(parts: string[], place?: ZipPlace): { parts: string[]; city: string } {
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
  [street, unit, city, `${state} ${zip}`].map(tidyLine).filter(Boolean).join(', ')

const digits = '#?\\d+[a-z]?(?:[-–/]\\d+[a-z]?)?[½¼¾]?'
const houseNumber = new RegExp(
  `^(?:${digits}|[nsew]\\d+[nsew]?\\d*|one|two|three|four|five|six|seven|eight|nine|ten)\\s.*\\p{L}`,
  'iu',
)
const postOfficeBox = /(?:^|\s)(?:(?:p\.? ?o\.?|post office) ?box\b|p\.? ?o\.? ?b\.? ?#?\d)/i
/** No house of the country has a number so long, or 0. */
const noNumber = /^#?(?:\d{7}|0+(?!\d))/

const ours = ['US', 'UM', 'PR', 'VI', 'GU', 'AS', 'MP']
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The names of the other countries, in lower case. */
function namesOfOthers(): Set<string> {
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const names = alphabet
    .flatMap((one) => alphabet.map((other) => one + other))
    .filter((code) => !ours.includes(code))
    .flatMap((code) => regions.of(code) ?? [])
  return new Set(names.map((name) => name.toLowerCase()))
}

// Made when it is first asked for: it takes a phone a sixth of a second.
let otherCountries: Set<string> | undefined
const isAbroad = (unit: string) => {
  const last = unit.split(',').at(-1)?.trim().toLowerCase()
  return Boolean(last && (otherCountries ??= namesOfOthers()).has(last))
}

/** Whether a street begins with the number of a house: '5th St' does not. */
export const hasHouseNumber = (street: string): boolean => houseNumber.test(street.trim())

/** Something that an address lacks, in the words to show at that part. */
export type AddressProblem = { part: 'street' | 'zip' | 'city' | 'state'; message: string }

/**
 * What an address lacks that is filled in, in the order of a form: city and state come with the ZIP code, so they are
 * missed after it. Whether there is such a ZIP code is not told here.
 */
export function addressProblems(address: Address): AddressProblem[] {
  const { city, state, zip } = address
  const street = streetProblem(address)
  const problems: AddressProblem[] = street ? [{ part: 'street', message: street }] : []
  if (!/^\d{5}(?:-\d{4})?$/.test(zip.trim()))
    return isEmpty(address)
      ? problems
      : [...problems, { part: 'zip', message: text('Please enter the ZIP code, five digits.') }]
  if (!city.trim()) problems.push({ part: 'city', message: text('Please enter the city.') })
  if (!state) problems.push({ part: 'state', message: text('Please choose the state.') })
  return problems
}

const isEmpty = (address: Address) => !formatAddress(address)

function streetProblem({ street, unit }: Address): string | undefined {
  if (!(street.trim() || unit.trim())) return text('Please enter service address')
  if (postOfficeBox.test(street.trim()))
    return text('We come to your car. Please enter a street address, not a post office box.')
  if (isAbroad(unit)) return text('We come to addresses in the United States only.')
  return hasHouseNumber(street) && !noNumber.test(street.trim())
    ? undefined
    : text('Please enter the street with its house number, for example 123 Main St.')
}

/** What one line lacks to be an address; city and state, which follow from the ZIP code, may be left out. */
export function lineProblem(line: string): string | undefined {
  const tidy = line.length > longestAddress ? '' : tidyLine(line)
  if (!tidy) return undefined
  return addressProblems(parseAddress(tidy)).find(({ part }) => part === 'street' || part === 'zip')
    ?.message
}

const shortened: Record<string, string> = { saint: 'st', sainte: 'ste', fort: 'ft', mount: 'mt' }

/** Whether two ways of writing a city mean the same: 'Saint Paul' is 'St. Paul'. */
export function sameCity(one: string, other: string): boolean {
  const plain = (city: string) =>
    city
      .toLowerCase()
      .split(/[^\p{L}\d]+/u)
      .map((word) => shortened[word] ?? word)
      .join('')
  return plain(one) === plain(other)
}

/** So many letters of an address are typed before any is suggested. */
export const fewestToSuggest = 3
