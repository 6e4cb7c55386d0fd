import { changesInWords } from '#shared/contract/describe-catalog-change.ts'
import type { FieldChange } from '#shared/rules/catalog.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { plural, t, text } from '#shared/texts/t.ts'
import type { Recorded, SomeConsequences } from '../consequence-types.ts'
import { everyWhat, titleFor } from './log-lines.ts'

/** Changes to the catalog and the stock. */
export const catalogConsequences = {
  // Customers in the middle of booking see the new price.
  catalog_changed: {
    audit: {
      about: 'catalog',
      stores: ['itemId', 'name', 'what', 'changes'],
      variants: [...everyWhat, {}],
      line: (data) => ({
        title: titleFor(
          data.what,
          {
            added: text('Package or product added'),
            changed: text('Package or product changed'),
            deleted: text('Package or product deleted'),
          },
          text('Packages or products changed'),
        ),
        lines: changeLines(data),
      }),
    },
    changes: ['catalog'],
    hears: ['everybody'],
  },
  stock_changed: {
    audit: {
      about: 'catalog',
      stores: ['productId', 'name', 'from', 'to', 'reason'],
      visit: ({ jobId }) => jobId,
      line: ({ name, from, to, reason }) => ({
        title: t('Stock changed'),
        comment: reason,
        lines: [
          name,
          from === undefined || to === undefined
            ? undefined
            : t('{from} → {to}', { from: formatNumber(from), to: formatNumber(to) }),
        ],
      }),
    },
    changes: ['stock'],
    hears: ['office'],
  },
  stock_low: {
    audit: null,
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
  plan_changed: {
    audit: {
      about: 'catalog',
      stores: ['planId', 'name', 'what', 'changes'],
      variants: [{ what: 'added' }, { what: 'changed' }],
      line: (data) => ({
        title: data.what === 'added' ? t('Plan added') : t('Plan changed'),
        lines: changeLines(data),
      }),
    },
    changes: ['plans'],
    hears: ['everybody'],
  },
  promotion_changed: {
    audit: {
      about: 'catalog',
      stores: ['promotionId', 'name', 'what', 'changes'],
      variants: everyWhat,
      line: (data) => ({
        title: titleFor(data.what, {
          added: text('Promotion code added'),
          changed: text('Promotion code changed'),
          deleted: text('Promotion code deleted'),
        }),
        lines: changeLines(data),
      }),
    },
    changes: ['promotions'],
    hears: ['office'],
  },
  engines_changed: {
    audit: {
      about: 'catalog',
      stores: ['engineId', 'name', 'what', 'changes'],
      variants: [...everyWhat, {}],
      line: (data) => ({
        title: titleFor(
          data.what,
          {
            added: text('Engine added'),
            changed: text('Engine corrected'),
            deleted: text('Engine deleted'),
          },
          text('Engine table changed'),
        ),
        lines: changeLines(data),
      }),
    },
    changes: ['engines'],
    hears: ['office'],
  },
  inspection_template_changed: {
    audit: {
      about: 'catalog',
      stores: ['templateId', 'name', 'what', 'changes'],
      variants: [{ what: 'added' }, { what: 'changed' }],
      line: (data) => ({
        title:
          data.what === 'added' ? t('Inspection template added') : t('Inspection template changed'),
        lines: changeLines(data),
      }),
    },
    changes: ['inspection_templates', 'inspections'],
    hears: ['office', 'queue'],
  },
  oil_data_changed: {
    audit: null,
    changes: ['vehicles', 'jobs'],
    hears: ['everybody'],
  },
} satisfies SomeConsequences

const describeLeft = (left: number): string =>
  left >= 0
    ? plural(left, { one: '{count} left', other: '{count} left' })
    : t('{count} more were used than were in stock', { count: formatNumber(-left) })

type Changed = { name?: string; what?: string; changes?: readonly Recorded<FieldChange>[] }

/** The name, and each value before and after; only the name for anything added or deleted. */
const changeLines = ({ name, what, changes = [] }: Changed) => [
  name,
  what === 'changed' ? changesInWords(changes as readonly FieldChange[]) : undefined,
]
