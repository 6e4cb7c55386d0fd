type Placed = {
  id: string
  status: string
  scheduledDate: string
  scheduledTime: string
  serviceAddress: string
}

const bare = (address: string) => address.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Another visit at this address and time; it may be a duplicate. */
export function visitAtSameAddress<Visit extends Placed>(
  visits: readonly Visit[],
  { id, ...place }: Omit<Placed, 'status'>,
): Visit | undefined {
  const address = bare(place.serviceAddress)
  return visits.find(
    (one) =>
      address !== '' &&
      one.id !== id &&
      one.status !== 'cancelled' &&
      one.scheduledDate === place.scheduledDate &&
      one.scheduledTime === place.scheduledTime &&
      bare(one.serviceAddress) === address,
  )
}
