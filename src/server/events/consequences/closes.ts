import { differenceLabels } from '#shared/rules/daily-close.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { SomeConsequences } from '../consequence-types.ts'
import { describeDays } from './log-lines.ts'

/** The close of a business day; only the office sees it. */
export const closeConsequences = {
  day_compared: {
    audit: null,
    changes: ['closes'],
    hears: ['office'],
  },
  day_closed: {
    audit: {
      about: 'money',
      stores: ['date', 'netCents'],
      line: ({ date, netCents }) => ({
        title: t('Day signed off'),
        cents: netCents,
        lines: [describeDays({ from: date, to: date })],
      }),
    },
    changes: ['closes'],
    hears: ['office'],
  },
  difference_settled: {
    audit: {
      about: 'money',
      stores: ['date', 'kind', 'hereCents', 'thereCents', 'recorded'],
      variants: [{ recorded: true }, { recorded: false }],
      line: ({ date, kind, hereCents = 0, thereCents = 0, recorded }) => ({
        title: recorded ? t('Difference of a day booked') : t('Difference of a day explained'),
        cents: Math.abs(thereCents - hereCents),
        lines: [
          describeDays({ from: date, to: date }),
          kind ? translate(differenceLabels[kind]) : undefined,
        ],
      }),
    },
    changes: ['closes'],
    hears: ['office'],
  },
} satisfies SomeConsequences
