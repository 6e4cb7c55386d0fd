import { useQuery } from '@tanstack/react-query'
import { api, type CallAnswer, type CallError } from '#client/app/call.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { findZip } from '#shared/rules/address.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { promotionCents } from '#shared/rules/promotions.ts'
import { translate } from '#shared/texts/t.ts'
import type { Visit } from './booking-draft.ts'

type Check = CallAnswer<'POST /api/promotions/check'>

/** A code's discount on the current visits; `customerId`: the customer the office books for. */
export function usePromotion(
  code: string | undefined,
  visits: readonly Visit[],
  customerId: string | undefined,
) {
  const asked = visits.flatMap(({ servicePackage, date }) =>
    servicePackage && date ? [{ servicePackageId: servicePackage.id, scheduledDate: date }] : [],
  )
  const isComplete = asked.length === visits.length
  const body = { code: code ?? '', visits: asked, ...(customerId && { customerId }) }
  const check = useQuery<Check, CallError>({
    queryKey: ['POST /api/promotions/check', body],
    queryFn: ({ signal }) => api('POST /api/promotions/check', { body, signal }),
    enabled: code !== undefined && isComplete,
  })
  const found = code === undefined || check.isError ? undefined : check.data
  const offs = visits.map(({ cents }, at) =>
    found?.visits[at] ? promotionCents(termsOf(found), cents) : 0,
  )
  return {
    code,
    offs,
    offCents: offs.reduce((sum, cents) => sum + cents, 0),
    isApplied: found !== undefined,
    isChecking: code !== undefined && check.isFetching,
    problem: code !== undefined && check.error ? translate(check.error.message) : undefined,
    checkAgain: () => (code === undefined ? undefined : check.refetch()),
  }
}

const termsOf = ({ percent, cap, off }: Check) => ({
  percent,
  capCents: centsOf(cap),
  offCents: centsOf(off),
})

const centsOf = (dollars: string | null) =>
  dollars === null ? null : (centsFromDecimal(dollars) ?? null)

/** Sales tax at an address in basis points; the default rate for an unknown one; null for none. */
export function useSalesTax(address: string) {
  const zip = findZip(address)
  const business = useBusiness()
  const config = useCall('GET /api/config', undefined, { staleTime: 300_000 })
  // A core spot may have sales tax where the business has none.
  const mayVary = business.salesTaxRateBp !== null || business.taxMode === 'none'
  const place = useCall(
    'GET /api/service-area',
    { query: { zip: zip ?? '' } },
    { enabled: zip !== null && mayVary, staleTime: 300_000 },
  )
  const known = zip !== null && mayVary ? place.data : undefined
  return {
    rateBp: known ? known.salesTaxRateBp : business.salesTaxRateBp,
    mode: (known ?? business).taxMode,
    changes: (known ?? business).salesTaxRateChanges,
    refetch: () => Promise.all([config.refetch(), ...(zip === null ? [] : [place.refetch()])]),
  }
}
