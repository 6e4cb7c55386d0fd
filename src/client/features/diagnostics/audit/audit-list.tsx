import { type BadgeColor, StatusBadge } from '#client/ui/badge.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { t } from '#shared/texts/t.ts'
import type { RouteState } from './audit-route.ts'
import { shownRoute } from './audited-routes.ts'
import type { AuditRow } from './use-audit.ts'

/** Every route with its state in words and why it has it; the path is the way there. */
export function AuditList({ rows, label }: { rows: readonly AuditRow[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map(({ route, target, state, detail, isRunning, foundOn }) => (
        <li key={route} className="py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p translate="no" className="min-w-0 font-medium wrap-anywhere">
              {target && !target.without ? (
                <TextLink href={target.path}>{shownRoute(route)}</TextLink>
              ) : (
                shownRoute(route)
              )}
            </p>
            <StatusBadge color={isRunning ? 'blue' : colors[state]}>
              {isRunning ? t('state|Running') : describeRouteState(state)}
            </StatusBadge>
          </div>
          {(detail || foundOn) && (
            <p className="mt-1 text-sm wrap-anywhere text-soft">
              {[detail, foundOn && t('Linked on {page}.', { page: foundOn })]
                .filter(Boolean)
                .join(' ')}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const colors: Record<RouteState, BadgeColor> = {
  untested: 'light',
  working: 'green',
  broken: 'red',
}

export function describeRouteState(state: RouteState): string {
  return {
    untested: t('state|Untested'),
    working: t('state|Working'),
    broken: t('state|Broken'),
  }[state]
}
