import type { Job } from '#shared/contract/jobs.ts'
import type { Place } from '#shared/contract/places.ts'

/** Where somebody's car stood before, and how one gets to it there. */
export type KnownAddress = { address: string; accessNotes: string; name?: string }

const mostAddresses = 5

/** How two ways of writing the same address are told to be the same. */
const plain = (address: string) =>
  address
    .toLowerCase()
    .replace(/[\s,.]+/g, ' ')
    .trim()

/**
 * The distinct addresses of visits, in the order of the visits, with the newest word on how to get to the car, and saved
 * places with their name: in the place of a visit there, else after them.
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

/** What is remembered of an address, however it is written. */
export function knownAddressAt(
  all: readonly KnownAddress[],
  address: string,
): KnownAddress | undefined {
  return all.find((one) => plain(one.address) === plain(address))
}
