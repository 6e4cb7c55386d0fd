import { clockSkewMs } from '#shared/rules/time-of-work.ts'
import type { Communication } from '#shared/contract/conversation.ts'
import { formatDay, formatInstant, formatTime } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

type Times = Pick<Communication, 'createdAt' | 'receivedAt' | 'type'>
type Shown = {
  as: string
  timeZone: string
  today: string
}

/** When an entry was written, and when it arrived if minutes later, such as from a phone without signal. */
export function entryTimes({ createdAt, receivedAt, type }: Times, shown: Shown): string[] {
  const written = when(createdAt, shown)
  if (Date.parse(receivedAt) - Date.parse(createdAt) <= clockSkewMs) return [shown.as, written]
  const first =
    type === 'sms'
      ? t('Written {time}', { time: written })
      : t('Happened {time}', { time: written })
  return [first, shown.as, when(receivedAt, shown)]
}

function when(instant: string, { timeZone, today }: Shown): string {
  const full = formatInstant(instant, timeZone)
  return full.startsWith(`${formatDay(today)},`) ? formatTime(instant, timeZone) : full
}
