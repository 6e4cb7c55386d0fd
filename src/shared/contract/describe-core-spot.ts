import type { RateChange } from '../rules/dated-values.ts'
import { percentFromBp, type TaxMode, taxModeLabels } from '../rules/sales-tax.ts'
import type { ChangedValues } from '../rules/setting-changes.ts'
import { formatDay, formatNumber } from '../texts/format.ts'
import { t, text, translate } from '../texts/t.ts'

/** Recorded fields of a core spot, labeled as in its form. */
export const coreSpotFields = {
  name: text('Name'),
  address: text('Address'),
  latitude: text('Latitude'),
  longitude: text('Longitude'),
  radiusMiles: text('Radius'),
  isActive: text('Active'),
  taxRateBp: text('Sales tax here'),
  taxRateChanges: text('Later sales tax here'),
  taxMode: text('Sales tax here applies to'),
} as const

type SpotField = keyof typeof coreSpotFields

/** "Radius: 10 → 12", for each differing field both have. */
export const spotChangeInWords = (before: ChangedValues, after: ChangedValues): string =>
  (Object.keys(coreSpotFields) as SpotField[])
    .filter((field) => field in before && field in after && before[field] !== after[field])
    .map((field) =>
      t('{what}: {from} → {to}', {
        what: translate(coreSpotFields[field]),
        from: describeSpotValue(field, before[field]),
        to: describeSpotValue(field, after[field]),
      }),
    )
    .join(', ')

export function describeSpotValue(field: string, value: unknown): string {
  if (field === 'taxRateBp') return describeTaxRate(value)
  if (field === 'taxMode')
    return value ? translate(taxModeLabels[value as TaxMode]) : t('what it applies to elsewhere')
  if (field === 'taxRateChanges') return describeLaterRates(value)
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (typeof value === 'number') return formatNumber(value, 4)
  return typeof value === 'string' && value !== '' ? value : t('nothing')
}

/** A rate in basis points; null for the business's rate. */
const describeTaxRate = (rateBp: unknown): string =>
  typeof rateBp === 'number' ? `${percentFromBp(rateBp)}%` : t('general rate')

const describeLaterRates = (changes: unknown): string =>
  ((changes as RateChange[] | undefined) ?? [])
    .map(({ from, value }) =>
      t('{rate} from {day}', {
        rate: describeTaxRate(value),
        day: formatDay(from, { year: true }),
      }),
    )
    .join(', ') || t('nothing')
