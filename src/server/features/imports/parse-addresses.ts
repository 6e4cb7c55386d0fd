import { describeZip } from '#server/features/service-area/queries.ts'
import {
  findZip,
  formatAddress,
  lineProblem,
  maxAddressLength,
  tidyLine,
} from '#shared/rules/address.ts'
import { zipOf } from '#shared/rules/import-cells.ts'
import { stateNamed } from '#shared/rules/us-states.ts'
import { t, text } from '#shared/texts/t.ts'
import type { Cells } from './cells.ts'

const zipPlease = text('Please enter a ZIP code of five digits')
const noSuchZip = text('There is no such ZIP code.')
const withoutZip = text('Without a ZIP code the address is kept as a note.')
const notAPlace = text('This is not an address to drive to, so it is kept as a note.')
const longestName = 40
/** Their ZIP codes start with zeros, and have no city of their own here. */
const territories: ReadonlySet<string> = new Set(['PR', 'VI'])

const kinds = {
  service: { street: 'street', street2: 'street2', city: 'city', state: 'state', zip: 'zip' },
  billing: {
    street: 'billingStreet',
    street2: 'billingStreet2',
    city: 'billingCity',
    state: 'billingState',
    zip: 'billingZip',
  },
} as const

type Addresses = {
  /** Addresses to save, named by their street. */
  places: { name: string; address: string }[]
  /** Addresses that no car can stand at. */
  notes: string[]
}

/** A row's service and billing address. */
export async function readAddresses(at: Cells): Promise<Addresses> {
  const all: Addresses = { places: [], notes: [] }
  for (const kind of ['service', 'billing'] as const) {
    const read = await readAddress(at, kinds[kind])
    if (!read) continue
    const { line, isPlace } = read
    if (!isPlace)
      all.notes.push(
        kind === 'billing'
          ? t('Billing address: {address}', { address: line })
          : t('Address: {address}', { address: line }),
      )
    else if (!all.places.some(({ address }) => address.toLowerCase() === line.toLowerCase()))
      all.places.push({ name: (line.split(',')[0] ?? '').slice(0, longestName), address: line })
  }
  return all
}

async function readAddress(
  at: Cells,
  fields: (typeof kinds)['service' | 'billing'],
): Promise<{ line: string; isPlace: boolean } | undefined> {
  const street = tidyLine(streetOf(at, fields.street))
  const unit = tidyLine(at.first(fields.street2))
  const [city, state, zip] = [at.first(fields.city), at.first(fields.state), at.first(fields.zip)]
  const known = await readZip(at, fields.zip, zip, stateNamed(state) ?? state.toUpperCase())
  if (!street && !unit) {
    const line = tidyLine([city, `${state} ${known.zip}`].join(', '))
    return line ? { line, isPlace: false } : undefined
  }
  // One cell with everything, as QuickBooks writes it.
  const own = findZip(street)
  const parts = {
    street,
    unit,
    city: tidyLine(city) || (known.place?.city ?? ''),
    state: stateNamed(state) ?? (state.trim().toUpperCase() || (known.place?.state ?? '')),
    zip: known.zip,
  }
  const line = own
    ? tidyLine(street.replace(/,?\s*(?:usa?|united states)\.?$/i, ''))
    : formatAddress(parts)
  const exists = own
    ? (await describeZip(own)).exists
    : Boolean(known.zip && parts.city && parts.state)
  const isPlace = exists && line.length <= maxAddressLength && lineProblem(line) === undefined
  if (!isPlace && (own || !zip || known.zip))
    at.refuse(fields.street, own || known.zip ? notAPlace : withoutZip, { kind: 'note' })
  return { line: line.slice(0, maxAddressLength), isPlace }
}

/** Lines of an address in columns of their own, as QuickBooks writes them, start with the addressee. */
const isLine = /^(?:bill|ship) ?to ?\d$/i

/** The street's cell, or the lines of an address from the one with a number. */
function streetOf(at: Cells, field: (typeof kinds)['service' | 'billing']['street']): string {
  const lines = at.all(field).filter(({ header }) => isLine.test(header.trim()))
  if (lines.length === 0) return at.first(field)
  const from = lines.findIndex(({ cell }) => /^(?:\d|p\.? ?o\.? ?box)/i.test(cell))
  return lines
    .slice(from === -1 ? 1 : from)
    .map(({ cell }) => cell)
    .join(', ')
}

async function readZip(
  at: Cells,
  field: (typeof kinds)['service' | 'billing']['zip'],
  written: string,
  state: string,
) {
  if (!written) return { zip: '' }
  const zip = zipOf(written)
  if (!zip) {
    at.refuse(field, zipPlease)
    return { zip: '' }
  }
  const { exists, ...place } = await describeZip(zip)
  // A spreadsheet may have lost a leading zero, or someone another digit.
  const isGuessed = !written.startsWith('0') && zip.startsWith('0')
  const isElsewhere = place.state ? state !== place.state : !territories.has(state)
  if (!exists || (isGuessed && state && isElsewhere)) {
    at.refuse(field, noSuchZip)
    return { zip: '' }
  }
  return { zip, place }
}
