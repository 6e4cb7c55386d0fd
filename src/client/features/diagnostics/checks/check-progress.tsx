import { t, translate } from '#shared/texts/t.ts'
import { RunProgress } from '../run-progress.tsx'
import { type CheckRow, countState } from './use-checks.ts'

interface CheckProgressProps {
  label: string
  rows: readonly CheckRow[]
  isRunning: boolean
}

/** How far the checks are, and how they went. */
export function CheckProgress({ label, rows, isRunning }: CheckProgressProps) {
  const now = rows.find(({ state }) => state === 'running')
  const done = rows.length - countState(rows, 'pending', 'running')
  const result =
    done === 0
      ? t('Nothing was tested yet.')
      : t('{passed} passed, {failed} failed, {warnings} with warnings, {untested} untested.', {
          passed: String(countState(rows, 'pass')),
          failed: String(countState(rows, 'fail')),
          warnings: String(countState(rows, 'warning')),
          untested: String(countState(rows, 'untested')),
        })
  return (
    <RunProgress
      label={label}
      done={done}
      total={rows.length}
      now={isRunning && now ? translate(now.check.name) : ''}
      result={result}
    />
  )
}
