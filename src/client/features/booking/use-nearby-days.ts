import { useCall } from '#client/app/queries.ts'
import { findZip } from '#shared/rules/service-area.ts'

type Range = { from: string; to: string }

/** The dates of a range on which a visit near an address is booked already; never waited for. */
export const useNearbyDays = (address: string, range: Range): readonly string[] =>
  useDays(address, range).map(({ date }) => date)

/** Those of them on which the area has as many visits as the operator wants; they are offered first. */
export const useGroupedDays = (address: string, range: Range): readonly string[] =>
  useDays(address, range).flatMap(({ date, grouped }) => (grouped ? date : []))

function useDays(address: string, range: Range) {
  const zip = findZip(address)
  const { data } = useCall(
    'GET /api/service-area/days',
    { query: { zip: zip ?? '', ...range } },
    { enabled: zip !== null },
  )
  return data ?? []
}
