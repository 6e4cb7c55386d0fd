import { currentSettings } from '#server/base/current-settings.ts'
import type { VisitTime } from '#shared/rules/events.ts'
import { formatDay, formatInstant } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { NameOf, Recorded } from '../consequence-types.ts'
import { describeTime } from '../describe-visit.ts'

/** The time of a visit; undefined if it was erased. */
export const timeLine = ({ date, slot }: Recorded<VisitTime> = {}): string | undefined =>
  date && slot ? describeTime({ date, slot }) : undefined

/** "Nov 24 8:00 AM", in the business's time zone. */
export const atBusiness = (instant: string): string =>
  formatInstant(instant, currentSettings().timeZone)

export const givenTo = (id: string | null | undefined, nameOf: NameOf): string | undefined =>
  nameOf(id) ? t('Given to {name}', { name: nameOf(id) }) : undefined

export const takenFrom = (id: string | null | undefined, nameOf: NameOf): string | undefined =>
  nameOf(id) ? t('Taken from {name}', { name: nameOf(id) }) : undefined

/** "November 24, 2026", or "Nov 24 to November 26, 2026"; empty if unknown. */
export const describeDays = ({ from, to }: { from?: string; to?: string }): string =>
  from && to
    ? from === to
      ? formatDay(from, { year: true })
      : t('{from} to {to}', { from: formatDay(from), to: formatDay(to, { year: true }) })
    : ''

export const everyWhat = [{ what: 'added' }, { what: 'changed' }, { what: 'deleted' }] as const
type What = (typeof everyWhat)[number]['what']

/** The title for a change to a thing; `none` if it was not a single thing. */
export const titleFor = (
  what: What | undefined,
  titles: Record<What, string>,
  none = titles.changed,
): string => translate(what ? titles[what] : none)
