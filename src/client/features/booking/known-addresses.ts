import type { Job } from '#shared/contract/jobs.ts'
import type { Place } from '#shared/contract/places.ts'

/** An earlier address with its access notes. */
export type KnownAddress = { address: string; accessNotes: string; name?: string }

const mostAddresses = 5

/** Normalizes an address for comparison. */
const plain = (address: string) =>
  address
    .toLowerCase()
    .replace(/[\s,.]+/g, ' ')
    .trim()

/**
 * Distinct addresses of visits in their order with the latest access notes, then saved places not among them; saved places
 * carry their name.
 */
export function knownAddresses(
  jobs: readonly Job[],
  places: readonly Place[] = [],
): KnownAddress[] {
  const found = new Map<string, KnownAddress>()
  for (const { serviceAddress: address, accessNotes } of jobs) {
    const known = found.get(plain(address))
    if (known) known.accessNotes ||= accessNotes
    else if (plain(address)) found.set(plain(address), { address, accessNotes })
  }
  const visited = [...found].slice(0, mostAddresses)
  const saved = new Map(places.map((place) => [plain(place.address), place]))
  const named = visited.map(([key, one]) => {
    const place = saved.get(key)
    return place
      ? { ...one, name: place.name, accessNotes: place.accessNotes || one.accessNotes }
      : one
  })
  const others = [...saved].filter(([key]) => !visited.some(([seen]) => seen === key))
  return [
    ...named,
    ...others.map(([, { name, address, accessNotes }]) => ({ name, address, accessNotes })),
  ]
}

/** The known address equal to this one, however it is written. */
export function knownAddressAt(
  all: readonly KnownAddress[],
  address: string,
): KnownAddress | undefined {
  return all.find((one) => plain(one.address) === plain(address))
}
