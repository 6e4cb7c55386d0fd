import type { ReactNode } from 'react'
import { type BadgeColor, StatusBadge } from '#client/ui/badge.tsx'
import { Button, TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Stat } from '#client/ui/stat.tsx'
import { t } from '#shared/texts/t.ts'
import { countState } from '../checks/use-checks.ts'
import { ReportButtons } from '../report-buttons.tsx'
import { RunProgress } from '../run-progress.tsx'
import type { RouteState } from './audit-route.ts'
import { shownRoute } from './audited-routes.ts'
import { type AuditRow, useAudit } from './use-audit.ts'

interface RouteAuditProps {
  name: string
  title: string
  runLabel: string
  routes: readonly string[]
  pauseMs: number
  followLinks?: boolean
  children?: ReactNode
}

/** Tests routes on request, with progress, results and a report to save. */
export function RouteAudit(props: RouteAuditProps) {
  const { name, title, runLabel, children, ...options } = props
  const { rows, isRunning, run, cancel } = useAudit(options)
  const [working, broken, untested] = (['working', 'broken', 'untested'] as const).map((state) =>
    countState(rows, state),
  )
  const done = rows.filter(({ detail }) => detail).length
  const result =
    done === 0
      ? t('Nothing was tested yet.')
      : t('{working} working, {broken} broken, {untested} untested.', {
          working: String(working),
          broken: String(broken),
          untested: String(untested),
        })
  const now = rows.find((row) => row.isRunning)
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Stat label={t('count|Working')} value={working} />
        <Stat label={t('count|Broken')} value={broken} />
        <Stat label={t('count|Untested')} value={untested} />
        <Stat label={t('Total Routes')} value={rows.length} />
      </div>
      <Card>
        <RunProgress
          label={title}
          done={done}
          total={rows.length}
          now={now ? shownRoute(now.route) : ''}
          result={isRunning ? t('Between two tests') : result}
        />
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            variant="primary"
            pending={isRunning}
            pendingLabel={t('Running Tests...')}
            onClick={run}
          >
            {runLabel}
          </Button>
          {isRunning && <Button onClick={cancel}>{t('Cancel')}</Button>}
          <ReportButtons
            name={name}
            write={() => writeReport(title, result, rows)}
            disabledReason={(done === 0 || isRunning) && t('There are no results yet.')}
          />
        </div>
        {children}
      </Card>
      <Card title={t('Routes')}>
        <AuditList rows={rows} label={t('Routes')} />
      </Card>
    </div>
  )
}

/** Uses route names instead of tested paths, so no ids are in the report. */
function writeReport(title: string, result: string, rows: readonly AuditRow[]): string {
  const lines = rows.map(({ route, state, detail, foundOn }) =>
    [describeRouteState(state), shownRoute(route), detail, foundOn].filter(Boolean).join('\t'),
  )
  return [`${title}, ${new Date().toISOString()}`, location.origin, result, '', ...lines, ''].join(
    '\n',
  )
}

function AuditList({ rows, label }: { rows: readonly AuditRow[]; label: string }) {
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

function describeRouteState(state: RouteState): string {
  return {
    untested: t('state|Untested'),
    working: t('state|Working'),
    broken: t('state|Broken'),
  }[state]
}
