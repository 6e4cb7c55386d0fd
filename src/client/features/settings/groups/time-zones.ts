import { t } from '#shared/texts/t.ts'

const first = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

/** U.S. time zones by their common names, then all others. */
export function timeZones() {
  const names: Record<string, string> = {
    'America/New_York': t('Eastern time (New York)'),
    'America/Chicago': t('Central time (Chicago)'),
    'America/Denver': t('Mountain time (Denver)'),
    'America/Phoenix': t('Mountain time without daylight saving time (Phoenix)'),
    'America/Los_Angeles': t('Pacific time (Los Angeles)'),
    'America/Anchorage': t('Alaska time (Anchorage)'),
    'Pacific/Honolulu': t('Hawaii time (Honolulu)'),
  }
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !first.includes(zone))
  return [...first, ...others].map((zone) => ({
    value: zone,
    label: names[zone] ?? zone.replaceAll('_', ' '),
  }))
}
