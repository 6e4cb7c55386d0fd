import {
  type CatalogField,
  catalogFields,
  type FieldChange,
  productCategories,
  productConditions,
} from '#shared/rules/catalog.ts'
import { type ExtraType, extraTypes } from '#shared/rules/extras.ts'
import { type OilType, oilTypeLabel } from '#shared/rules/oil.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

/** A change, worded for the reader. */
export const describeChange = ({ field, from, to }: FieldChange) => ({
  field,
  label: translate(catalogFields[field]),
  from: describeValue(field, from),
  to: describeValue(field, to),
})

/** "Price: $129.99 → $139.99" for each change. */
export const changesInWords = (changes: readonly FieldChange[]): string =>
  changes
    .map(describeChange)
    .map(({ label, from, to }) =>
      (from?.length ?? 0) + (to?.length ?? 0) > longestInWords || from === null || to === null
        ? label
        : t('{what}: {from} → {to}', { what: label, from, to }),
    )
    .join(', ')

const longestInWords = 60

function describeValue(field: CatalogField, value: string | null): string | null {
  if (value === null) return null
  switch (field) {
    case 'basePrice':
    case 'price':
    case 'off':
    case 'cap':
    case 'unitCost':
      return formatAmount(value)
    case 'filters':
      return value.split('\n').join(', ')
    case 'priceChanges':
      return value
        .split('\n')
        .map((line) => {
          const [day = '', price = ''] = line.split(' ')
          return t('{price} from {day}', {
            price: formatAmount(price),
            day: formatDay(day, { year: true }),
          })
        })
        .join(', ')
    case 'oilType':
      return translate(oilTypeLabel(value as OilType))
    case 'category':
      return translate(productCategories.find((one) => one.value === value)?.label ?? value)
    case 'condition':
      return translate(productConditions.find((one) => one.value === value)?.label ?? value)
    case 'extraType':
      return translate(extraTypes[value as ExtraType].label)
    case 'isActive':
    case 'isRecommended':
    case 'taxable':
    case 'onSale':
    case 'firstVisitOnly':
      return value === 'true' ? t('Yes') : t('No')
    case 'visitsFrom':
    case 'visitsUntil':
      return formatDay(value, { year: true })
    default:
      return value
  }
}
