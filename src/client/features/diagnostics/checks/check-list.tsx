import { type BadgeColor, StatusBadge } from '#client/ui/badge.tsx'
import { Stat } from '#client/ui/stat.tsx'
import { TextLink } from '#client/ui/button.tsx'
import { plural, t, translate } from '#shared/texts/t.ts'
import { RunProgress } from '../run-progress.tsx'
import { type CheckRow, type CheckState, countState } from './use-checks.ts'

export function CheckList({ rows, label }: { rows: readonly CheckRow[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map(({ check, state, detail }) => (
        <li key={check.name} className="py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="min-w-0 font-medium">{translate(check.name)}</p>
            <StatusBadge color={colors[state]}>{describeCheckState(state)}</StatusBadge>
          </div>
          {detail && <p className="mt-1 text-sm">{detail}</p>}
          <p className="mt-0.5 text-sm wrap-anywhere text-soft">
            <span translate="no">{check.asks}</span>
            {check.href && (
              <>
                {' · '}
                <TextLink href={check.href}>{t('Open {page}', { page: check.href })}</TextLink>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

const colors: Record<CheckState, BadgeColor> = {
  pending: 'light',
  running: 'blue',
  pass: 'green',
  fail: 'red',
  warning: 'amber',
  untested: 'gray',
}

export function describeCheckState(state: CheckState): string {
  return {
    pending: t('state|Pending'),
    running: t('state|Running'),
    pass: t('state|Passed'),
    fail: t('state|Failed'),
    warning: t('state|Warning'),
    untested: t('state|Untested'),
  }[state]
}

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

interface CheckProgressProps {
  label: string
  rows: readonly CheckRow[]
  isRunning: boolean
}

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
