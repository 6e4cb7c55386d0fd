import { useCall } from '#client/app/queries.ts'
import { findZip } from '#shared/rules/service-area.ts'

const none: readonly string[] = []

/** The dates of a range on which a visit near an address is booked already; never waited for. */
export function useNearbyDays(
  address: string,
  range: { from: string; to: string },
): readonly string[] {
  const zip = findZip(address)
  const { data } = useCall(
    'GET /api/service-area/days',
    { query: { zip: zip ?? '', ...range } },
    { enabled: zip !== null },
  )
  return data ?? none
}
