import type { Job } from '#shared/contract/jobs.ts'

/** Where somebody's car stood before, and how one gets to it there. */
export type Remembered = { address: string; accessNotes: string }

const mostAddresses = 5

/** How two ways of writing the same address are told to be the same. */
const plain = (address: string) =>
  address
    .toLowerCase()
    .replace(/[\s,.]+/g, ' ')
    .trim()

/** The distinct addresses of visits, in the order of the visits, with the newest word on how to get to the car. */
export function rememberedAddresses(jobs: readonly Job[]): Remembered[] {
  const found = new Map<string, Remembered>()
  for (const { serviceAddress: address, accessNotes } of jobs) {
    const known = found.get(plain(address))
    if (known) known.accessNotes ||= accessNotes
    else if (plain(address)) found.set(plain(address), { address, accessNotes })
  }
  return [...found.values()].slice(0, mostAddresses)
}

/** What is remembered of an address, however it is written. */
export function rememberedAt(all: readonly Remembered[], address: string): Remembered | undefined {
  return all.find((one) => plain(one.address) === plain(address))
}
