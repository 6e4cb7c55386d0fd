import type { CatalogEvents } from '#shared/rules/events.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import type { ConsequencesOf } from '../consequence-types.ts'

/** What happens to what is on offer, and to the shelf. */
export const catalogConsequences = {
  // Whoever is just booking sees the new price.
  catalog_changed: { changes: ['catalog'], hears: ['everybody'] },
  stock_changed: { changes: ['stock'], hears: ['office'] },
  stock_low: {
    changes: ['stock'],
    hears: ['office'],
    notifies: [
      {
        to: 'office',
        link: 'low_stock',
        bell: ({ data }) => ({
          title: t('Low stock: {name}', { name: data.name }),
          message: describeLeft(data.left),
        }),
      },
    ],
  },
  promotion_changed: { changes: ['promotions'], hears: ['office'] },
  engines_changed: { changes: ['engines'], hears: ['office'] },
  oil_data_changed: { changes: ['vehicles', 'jobs'], hears: ['everybody'] },
} satisfies ConsequencesOf<CatalogEvents>

const describeLeft = (left: number): string =>
  left >= 0
    ? plural(left, { one: '{count} left', other: '{count} left' })
    : t('{count} more were used than anybody had counted', { count: formatNumber(-left) })
