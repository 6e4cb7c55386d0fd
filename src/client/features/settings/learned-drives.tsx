import { useCall } from '#client/app/queries.ts'
import type { LearnedDriveTimes } from '#shared/contract/service-area.ts'
import { formatClock, formatNumber } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

/** How the business's own drives compare with the estimates, as evidence for the setting above. */
export function LearnedDrives({ isUsed }: { isUsed: boolean }) {
  const learned = useCall('GET /api/admin/drive-times').data
  if (!learned) return null
  const { drives, needed, hours, factor } = learned
  return (
    <div className="mt-4 space-y-2 border-t border-line pt-4 text-sm text-soft">
      {drives < needed ? (
        <p>
          {plural(
            drives,
            {
              one: '1 drive between two visits is known, of {needed} needed. Estimates stay as they are.',
              other:
                '{count} drives between two visits are known, of {needed} needed. Estimates stay as they are.',
            },
            { needed: String(needed) },
          )}
        </p>
      ) : (
        <>
          <p>{describeMedians(learned)}</p>
          <p>
            {isUsed
              ? t('Drive times are multiplied by {factor}.', { factor: formatNumber(factor, 2) })
              : t('Drive times are not corrected, because this is switched off.')}
          </p>
        </>
      )}
      {isUsed && hours.length > 0 && (
        <ul className="list-disc ps-5">
          {hours.map((one) => (
            <li key={`${one.hour} ${one.isWeekend}`}>{describeHour(one)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const describeMedians = ({ drives, estimate, actual }: LearnedDriveTimes) =>
  t(
    'From {drives} drives in 180 days: a typical one was estimated at {estimate} minutes and took {actual}.',
    {
      drives: formatNumber(drives),
      estimate: String(estimate ?? 0),
      actual: String(actual ?? 0),
    },
  )

function describeHour({ isWeekend, hour, drives, factor }: LearnedDriveTimes['hours'][number]) {
  const time = formatClock(`${String(hour).padStart(2, '0')}:00`)
  const values = { time, factor: formatNumber(factor, 2), drives: String(drives) }
  return isWeekend
    ? t('Weekends from {time}: {factor}, by {drives} drives', values)
    : t('Weekdays from {time}: {factor}, by {drives} drives', values)
}
