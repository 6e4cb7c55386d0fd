import { useCall } from '#client/app/queries.ts'
import { findZip } from '#shared/rules/address.ts'

/**
 * The dates of a range on which a visit near an address is booked already; never waited for. Of those, on the `grouped`
 * the area has as many visits as the operator wants; they are offered first.
 */
export function useNearbyDays(address: string, range: { from: string; to: string }) {
  const zip = findZip(address)
  const { data = [] } = useCall(
    'GET /api/service-area/days',
    { query: { zip: zip ?? '', ...range } },
    { enabled: zip !== null },
  )
  return {
    nearby: data.map(({ date }) => date),
    grouped: data.flatMap(({ date, grouped }) => (grouped ? date : [])),
  }
}
