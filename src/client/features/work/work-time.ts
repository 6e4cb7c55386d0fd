import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const aMomentMs = 60_000

/** When it was done, and when we received it if more than a minute later; both UTC instants. */
export function describeWorkTime(at: string, receivedAt: string | null, timeZone: string): string {
  const when = formatInstant(at, timeZone)
  if (!receivedAt || Date.parse(receivedAt) - Date.parse(at) <= aMomentMs) return when
  return t('{when}, received {received}', { when, received: formatInstant(receivedAt, timeZone) })
}
