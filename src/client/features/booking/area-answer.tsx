import { useCall } from '#client/app/queries.ts'
import { findZip } from '#shared/rules/service-area.ts'
import { t } from '#shared/texts/t.ts'

/** Whether the business comes to an address, as soon as its ZIP code is there; its place is kept. */
export function AreaAnswer({ address }: { address: string }) {
  const zip = findZip(address)
  const { data } = useCall(
    'GET /api/service-area',
    { query: { zip: zip ?? '' } },
    { enabled: zip !== null, staleTime: 300_000 },
  )
  return (
    <span aria-live="polite" className="block min-h-5">
      {zip === null ? (
        t('Add the ZIP code to see whether we come.')
      ) : data?.answer === 'outside' ? (
        <span className="font-medium text-amber">
          {t('Outside our usual area: we will confirm your visit first')}
        </span>
      ) : data?.answer === 'inside' || data?.answer === 'near' ? (
        t('We come to {zip}', { zip })
      ) : null}
    </span>
  )
}
