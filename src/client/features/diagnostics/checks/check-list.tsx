import { type BadgeColor, StatusBadge } from '#client/ui/badge.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { t, translate } from '#shared/texts/t.ts'
import type { CheckRow, CheckState } from './use-checks.ts'

/** Every check with its state in words, what it found out and where to look. */
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
