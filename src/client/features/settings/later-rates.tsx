import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { LaterValues } from '#client/app/form/later-values.tsx'
import { useCall } from '#client/app/queries.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { type RateChange, valueBefore } from '#shared/rules/dated-values.ts'
import { percentFromBp } from '#shared/rules/sales-tax.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const RateDialog = lazyDialog(() => import('./rate-dialog.tsx'))

/** Planned sales tax rates of the business and its core spots, with a button to plan one. */
export function LaterRates() {
  const settings = useCall('GET /api/admin/settings').data
  const spots = useCall('GET /api/admin/core-spots').data
  const [planning, setPlanning] = useState(false)
  if (!settings || !spots) return null
  const rates = [
    ...laterRates(
      { first: settings.salesTaxRateBp, changes: settings.salesTaxRateChanges },
      { version: settings.version },
    ),
    ...spots.flatMap(({ id, name, version, taxRateBp, taxRateChanges = [] }) =>
      laterRates(
        {
          first: taxRateBp,
          changes: taxRateChanges.map(({ from, rateBp }) => ({ from, value: rateBp })),
        },
        { version, coreSpotId: id, name },
      ),
    ),
  ].toSorted((one, other) => (one.key < other.key ? -1 : 1))
  return (
    <div className="mt-4 space-y-3 border-t border-line pt-4">
      {rates.length > 0 && (
        <LaterValues
          title={t('Later sales tax rates')}
          call="PATCH /api/admin/tax-rate"
          values={rates}
          failureToast={t('Not cancelled')}
        />
      )}
      <SmallButton onClick={() => setPlanning(true)}>{t('Plan a rate')}</SmallButton>
      {planning && (
        <RateDialog settings={settings} spots={spots} onClose={() => setPlanning(false)} />
      )}
    </div>
  )
}

export function describeLaterRate({ from, value }: RateChange): string {
  const rate = value === null ? t('general rate') : `${percentFromBp(value)}%`
  return t('{rate} from {day}', { rate, day: formatDay(from, { year: true }) })
}

type Place = { version: number; coreSpotId?: string; name?: string }

function laterRates(
  { first, changes }: { first: number | null; changes: readonly RateChange[] },
  { version, coreSpotId, name }: Place,
) {
  return changes.map(({ from, value }) => {
    const words = describeLaterRate({ from, value })
    return {
      key: `${from} ${name ?? ''}`,
      words: name ? `${name}: ${words}` : words,
      cancel: {
        body: {
          from,
          rateBp: valueBefore(first, changes, from),
          ...(coreSpotId && { coreSpotId }),
        },
        ifMatch: version,
      },
    }
  })
}
