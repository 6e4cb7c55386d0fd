import type { WaitlistEntry } from '#shared/contract/waitlist.ts'
import { formatDay, formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export const describeWanted = ({ from, to, times }: Pick<WaitlistEntry, 'from' | 'to' | 'times'>) =>
  [
    from === to
      ? formatDay(from)
      : t('{from} to {to}', { from: formatDay(from), to: formatDay(to) }),
    times.length > 0 ? times.map((time) => formatSlotStart(time)).join(', ') : t('any time'),
  ].join(' · ')
