import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { useDebounced } from '#client/app/use-debounced.ts'
import { List } from '#client/app/list/list.tsx'
import { TextLink } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { timesToText, type WantedTimes } from '#shared/rules/slot-times.ts'
import { hoursToText, type WantedHours } from '#shared/rules/weekly-hours.ts'
import { formatNumber, formatVisit } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

/** Booked visits that would not match the new times and hours. */
export function VisitsOutsideTimes({
  wanted,
}: {
  wanted: WantedHours & { slotTimes: WantedTimes }
}) {
  const { from, times, replaces } = wanted.slotTimes
  const hours = wanted.weeklyHours && hoursToText(wanted.weeklyHours)
  // Typing a time or date passes through many valid ones.
  const query = useDebounced(JSON.stringify({ from, times: timesToText(times), replaces, hours }))
  const visits = usePaginatedQuery(
    'GET /api/admin/slot-times/visits',
    { query: JSON.parse(query) as { from: string; times: string } },
    { keep: true },
  )
  const total = visits.total ?? 0
  return (
    <div aria-live="polite" className="text-sm">
      <List
        list={visits}
        failed={t('The booked visits could not be loaded')}
        loading={<Skeleton lines={1} />}
        empty={<p className="text-soft">{t('All booked visits match these times.')}</p>}
      >
        {(jobs) => (
          <section
            aria-label={t('Visits at other times')}
            className="rounded-control bg-amber-wash px-3 py-2.5"
          >
            <p className="font-medium text-amber">
              {plural(total, {
                one: '{count} booked visit does not match these times. It keeps its own time:',
                other: '{count} booked visits do not match these times. They keep their own time:',
              })}
            </p>
            <ul className="mt-1 max-h-72 divide-y divide-amber/20 overflow-y-auto">
              {jobs.map(({ id, number, customer, scheduledDate, scheduledTime }) => (
                <li key={id} className="py-1.5 wrap-anywhere">
                  {formatVisit(scheduledDate, scheduledTime)} ·{' '}
                  <TextLink href={officePaths.officeVisit(id)}>{number}</TextLink>
                  {customer.name && ` · ${customer.name}`}
                </li>
              ))}
            </ul>
            {total > jobs.length && (
              <p className="mt-1 text-soft">
                {t('The first {count} are shown.', { count: formatNumber(jobs.length) })}
              </p>
            )}
          </section>
        )}
      </List>
    </div>
  )
}
