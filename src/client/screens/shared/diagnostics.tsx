import { useSearchParam } from '#client/app/search-params.ts'
import { useMaybePerson } from '#client/app/session.ts'
import {
  CheckCounters,
  CheckList,
  CheckProgress,
} from '#client/features/diagnostics/checks/check-list.tsx'
import { healthChecks } from '#client/features/diagnostics/checks/check-lists.ts'
import { useChecks } from '#client/features/diagnostics/checks/use-checks.ts'
import { ApiCheck } from '#client/features/diagnostics/device/api-check.tsx'
import { SystemFacts } from '#client/features/diagnostics/system-facts.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Page } from '#client/ui/page.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import type { ReactNode } from 'react'

export default function Diagnostics() {
  const [tab, setTab] = useSearchParam('tab')
  const checks = useChecks(healthChecks)
  const { rows, isRunning, run, cancel } = checks
  const tabs = [
    {
      id: 'health',
      label: t('System Health'),
      content: (
        <Card>
          <CheckList rows={rows} label={t('System Health')} />
        </Card>
      ),
    },
    { id: 'routes', label: t('Route Testing'), content: <RouteTesting /> },
    { id: 'mobile', label: t('Mobile Debug'), content: <MobileTab /> },
    { id: 'admin', label: t('Admin Tools'), content: <AdminTools /> },
  ] as const
  const shown = tabs.find(({ id }) => id === tab)?.id ?? 'health'
  return (
    <Page
      title={t('Diagnostic Center')}
      lede={t('Every check makes a real call. Skipped checks show why.')}
    >
      <div className="space-y-4">
        <CheckCounters rows={rows} />
        <Card>
          <CheckProgress label={t('Diagnostic Center')} rows={rows} isRunning={isRunning} />
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              variant="primary"
              pending={isRunning}
              pendingLabel={t('Running Tests...')}
              onClick={() => {
                setTab('')
                run()
              }}
            >
              {t('Run Full Diagnostic')}
            </Button>
            {isRunning && <Button onClick={cancel}>{t('Cancel')}</Button>}
          </div>
        </Card>
        <Tabs label={t('Parts of the diagnostics')} tabs={tabs} value={shown} onChange={setTab} />
      </div>
    </Page>
  )
}

function RouteTesting() {
  const isSignedIn = useMaybePerson() !== null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LinkCard title={t('Site audit')} text={t('Opens every known page of the app, one by one.')}>
        <LinkButton href={paths.siteAudit}>{t('Open the site audit')}</LinkButton>
      </LinkCard>
      <LinkCard
        title={t('Link verification')}
        text={t('Follows the links of the known pages and finds broken ones.')}
      >
        <LinkButton href={paths.linkVerification}>{t('Open the link verification')}</LinkButton>
      </LinkCard>
      {isSignedIn && (
        <LinkCard
          title={t('System Verification')}
          text={t("Twelve tests of the product's API calls.")}
        >
          <LinkButton href={paths.systemTest}>{t('Open the system verification')}</LinkButton>
        </LinkCard>
      )}
    </div>
  )
}

function MobileTab() {
  return (
    <div className="space-y-4">
      <LinkCard
        title={t('This device')}
        text={t('What this browser can do, for a call with support.')}
      >
        <LinkButton href={paths.mobileDebug}>{t('Open mobile debug')}</LinkButton>
      </LinkCard>
      <ApiCheck />
    </div>
  )
}

function AdminTools() {
  const isAdmin = useMaybePerson()?.role === 'admin'
  return (
    <div className="space-y-4">
      <LinkCard
        title={t('Office tools')}
        text={isAdmin ? '' : t('These pages are for the office. Sign in as an admin to use them.')}
      >
        <div className="flex flex-wrap gap-2">
          <LinkButton href={paths.customers}>{t('Customers')}</LinkButton>
          <LinkButton href={paths.settings}>{t('Settings')}</LinkButton>
          <LinkButton href={officePaths.vehicleRecovery}>{t('Vehicle recovery')}</LinkButton>
          {isAdmin && <LinkButton href={officePaths.system}>{t('System')}</LinkButton>}
        </div>
      </LinkCard>
      {isAdmin && <SystemFacts />}
    </div>
  )
}

interface LinkCardProps {
  title: string
  text: string
  children: ReactNode
}

function LinkCard({ title, text, children }: LinkCardProps) {
  return (
    <Card title={title}>
      {text && <p className="mb-4 text-soft">{text}</p>}
      {children}
    </Card>
  )
}
