import {
  CheckCounters,
  CheckList,
  CheckProgress,
  describeCheckState,
} from '#client/features/diagnostics/checks/check-list.tsx'
import { systemChecks } from '#client/features/diagnostics/checks/check-lists.ts'
import { type CheckRow, useChecks } from '#client/features/diagnostics/checks/use-checks.ts'
import { ManualChecklist } from '#client/features/diagnostics/manual-checklist.tsx'
import { ReportButtons } from '#client/features/diagnostics/report-buttons.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { PageHeader } from '#client/ui/page.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t, translate } from '#shared/texts/t.ts'

export default function SystemTest() {
  const { rows, isRunning, run, cancel } = useChecks(systemChecks)
  const isUntouched = rows.every(({ state }) => state === 'pending')
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title={t('System Verification')}
        lede={t("Twelve tests of the product's API calls with your account.")}
        back={{ href: paths.diagnostics, label: t('Diagnostic Center') }}
      />
      <div className="space-y-4">
        <CheckCounters rows={rows} />
        <Card>
          <CheckProgress label={t('System Verification')} rows={rows} isRunning={isRunning} />
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              variant="primary"
              pending={isRunning}
              pendingLabel={t('Running Tests...')}
              onClick={run}
            >
              {t('Run All Tests')}
            </Button>
            {isRunning && <Button onClick={cancel}>{t('Cancel')}</Button>}
            <ReportButtons
              name="system-test"
              write={() => writeReport(rows)}
              disabledReason={(isUntouched || isRunning) && t('There are no results yet.')}
            />
          </div>
        </Card>
        <Card title={t('Tests')}>
          <CheckList rows={rows} label={t('Tests')} />
        </Card>
        <ManualChecklist />
      </div>
    </div>
  )
}

function writeReport(rows: readonly CheckRow[]): string {
  const lines = rows.map(({ check, state, detail }) =>
    [describeCheckState(state), translate(check.name), detail, check.asks].join('\t'),
  )
  return [
    `${t('System Verification')}, ${new Date().toISOString()}`,
    location.origin,
    '',
    ...lines,
    '',
  ].join('\n')
}
