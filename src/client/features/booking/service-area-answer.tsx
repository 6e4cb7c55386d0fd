import { useCall } from '#client/app/queries.ts'
import { findZip } from '#shared/rules/address.ts'
import { t } from '#shared/texts/t.ts'

const reservedSpace =
  'grid before:invisible before:content-[attr(data-missing)] after:invisible after:font-medium after:content-[attr(data-outside)] *:[grid-area:1/1] before:[grid-area:1/1] after:[grid-area:1/1]'

/** Shows whether the business serves an address once its ZIP code is complete; reserves space for the longest answer. */
export function ServiceAreaAnswer(props: {
  address: string
  typing?: boolean
  byOffice?: boolean
}) {
  const { address, typing, byOffice } = props
  const zip = findZip(address)
  const { data } = useCall(
    'GET /api/service-area',
    { query: { zip: zip ?? '' } },
    { enabled: zip !== null, staleTime: 300_000 },
  )
  const missing = t('Add the ZIP code to see if we come to you.')
  const outside = byOffice
    ? t('Outside our usual area. You decide: your booking is confirmed right away.')
    : t('Outside our usual area: this will be a request, and no time is held until we confirm it')
  return (
    <span
      aria-live="polite"
      data-missing={missing}
      data-outside={outside}
      className={typing ? reservedSpace : 'block'}
    >
      <span>
        {zip === null ? (
          missing
        ) : data?.answer === 'outside' ? (
          <span className="font-medium text-amber">{outside}</span>
        ) : data?.answer === 'inside' || data?.answer === 'near' ? (
          t('We come to {zip}', { zip })
        ) : null}
      </span>
    </span>
  )
}
