import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { findZip } from '#shared/rules/address.ts'

/** Sales tax on a visit at an address, in basis points; of one that nobody knows yet, as everywhere; null: none. */
export function useSalesTax(address: string) {
  const zip = findZip(address)
  const business = useBusiness()
  const config = useCall('GET /api/config', undefined, { staleTime: 300_000 })
  const place = useCall(
    'GET /api/service-area',
    { query: { zip: zip ?? '' } },
    { enabled: zip !== null && business.salesTaxRateBp !== null, staleTime: 300_000 },
  )
  const known = zip !== null && business.salesTaxRateBp !== null ? place.data : undefined
  return {
    rateBp: known ? known.salesTaxRateBp : business.salesTaxRateBp,
    refetch: () => Promise.all([config.refetch(), ...(zip === null ? [] : [place.refetch()])]),
  }
}
