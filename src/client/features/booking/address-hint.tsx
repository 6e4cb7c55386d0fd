import { useCall } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { findZip } from '#shared/rules/address.ts'
import { percentFromBp } from '#shared/rules/sales-tax.ts'
import { t } from '#shared/texts/t.ts'

/** What to know of another address while it is typed: when it is far, and when the sales tax is another there. */
export function AddressHint({ address: line, job }: { address: string; job: Job }) {
  const here = usePlace(job.serviceAddress)
  const there = usePlace(line)
  const rate = there.data?.salesTaxRateBp
  const anew =
    job.cost.salesTax && here.data && rate && rate !== here.data.salesTaxRateBp
      ? t('Sales tax is {rate}% there, so the price changes.', { rate: percentFromBp(rate) })
      : ''
  const isFar = there.zip !== null && there.data?.answer === 'outside'
  const far = isFar ? t('{zip} is outside the service area.', { zip: there.zip ?? '' }) : ''
  return [far, anew].filter(Boolean).join(' ') || t('Street with number, city, state and ZIP code.')
}

/** What the business says of an address, by its ZIP code. */
function usePlace(line: string) {
  const zip = findZip(line)
  const { data } = useCall(
    'GET /api/service-area',
    { query: { zip: zip ?? '' } },
    { enabled: zip !== null, staleTime: 300_000 },
  )
  return { zip, data }
}
