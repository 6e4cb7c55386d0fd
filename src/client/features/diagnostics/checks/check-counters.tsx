import { Stat } from '#client/ui/stat.tsx'
import { plural, t } from '#shared/texts/t.ts'
import { type CheckRow, countState } from './use-checks.ts'

/** How the checks went, in four numbers. */
export function CheckCounters({ rows }: { rows: readonly CheckRow[] }) {
  const untested = countState(rows, 'untested')
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Stat label={t('Passing')} value={countState(rows, 'pass')} />
      <Stat label={t('Failing')} value={countState(rows, 'fail')} />
      <Stat label={t('Warnings')} value={countState(rows, 'warning')} />
      <Stat
        label={t('Total Tests')}
        value={rows.length}
        note={untested > 0 && plural(untested, { one: '1 untested', other: '{count} untested' })}
      />
    </div>
  )
}
