import { Suspense, useEffect } from 'react'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { useSearchParam } from '#client/app/search-params.ts'
import { ServicePricing } from '#client/features/catalog/service-pricing.tsx'
import { ChangeList } from '#client/features/settings/changes/change-list.tsx'
import { CoreSpots } from '#client/features/settings/core-spots/core-spots.tsx'
import { FeeFacts } from '#client/features/settings/fee-facts.tsx'
import { FindSetting, type SettingLink } from '#client/features/settings/find-setting.tsx'
import type { SettingValues } from '#client/features/settings/groups/form-values.ts'
import { SettingsGroup } from '#client/features/settings/groups/settings-group.tsx'
import { ReceiptCard } from '#client/features/settings/receipt-card.tsx'
import { LaterRates } from '#client/features/settings/later-rates.tsx'
import { LearnedDrives } from '#client/features/settings/learned-drives.tsx'
import { LogoCard } from '#client/features/settings/logo/logo-card.tsx'
import { MessageList } from '#client/features/settings/messages/message-list.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { FaqCard } from '#client/features/settings/pages/faq-card.tsx'
import { SpanishHint, SpanishTexts } from '#client/features/settings/spanish/spanish-texts.tsx'
import { PageTexts } from '#client/features/settings/pages/page-texts.tsx'
import { BusinessTaxMode } from '#client/features/settings/starting-tax-mode.tsx'
import { TimesOfDay } from '#client/features/settings/times/times-of-day.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { PageHeader } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { editableMessages } from '#shared/rules/editable-messages.ts'
import { publicTexts } from '#shared/rules/public-texts.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { type SettingCard, settingCards } from '#shared/rules/settings.ts'
import { settingsTable } from '#shared/rules/settings-table.ts'
import { listsOf } from '#shared/rules/slot-times.ts'
import {
  hasOwnHours,
  hoursForAllTimes,
  sameHours,
  type WeeklyHours,
} from '#shared/rules/weekly-hours.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { useHoursVisits } from './hours-visits.tsx'

/** The office's settings page: how the business runs and what its public pages show. */
export default function Settings() {
  const [tab, setTab] = useSearchParam('tab')
  const used = useBusiness()
  const [system, business] = [settingCards('system', used), settingCards('business', used)]
  const tabs = [
    { id: 'core-spots', label: t('Core Spots'), content: <CoreSpots /> },
    {
      id: 'pricing',
      label: t('Service Pricing'),
      content: (
        <>
          <SpanishHint />
          <ServicePricing />
        </>
      ),
    },
    {
      id: 'system',
      label: t('System Settings'),
      content: (
        <Groups groups={system}>
          <div id="fees" className="scroll-mt-20">
            <FeeFacts />
          </div>
        </Groups>
      ),
    },
    {
      id: 'business',
      label: t('Business'),
      content: (
        <Groups groups={business}>
          <LogoCard />
          <ReceiptCard />
        </Groups>
      ),
    },
    ...(used.uses.inspections
      ? [{ id: 'inspections', label: t('Inspections'), content: <Inspections /> }]
      : []),
    { id: 'pages', label: t('Public pages'), content: <Pages /> },
    { id: 'messages', label: t('Messages'), content: <MessageList /> },
    { id: 'changes', label: t('Changes'), content: <ChangeList /> },
  ]
  const places: SettingLink[] = [
    ...tabs.map(({ id, label }) => ({ label, detail: '', href: officePaths.settingsPart(id) })),
    ...linksOf('system', system),
    {
      label: translate(settingsTable.slotTimes.label),
      detail: '',
      href: officePaths.settingsPart('system', 'hours'),
    },
    { label: t('Fees'), detail: '', href: officePaths.settingsPart('system', 'fees') },
    ...linksOf('business', business),
    { label: t('Logo'), detail: '', href: officePaths.settingsPart('business', 'logo') },
    { label: t('Receipts'), detail: '', href: officePaths.receipts },
    ...publicTexts.map(({ title }) => ({
      label: translate(title),
      detail: t('Public pages'),
      href: officePaths.settingsPart('pages', 'texts'),
    })),
    {
      label: t('Frequently asked questions'),
      detail: t('Public pages'),
      href: officePaths.settingsPart('pages', 'faq'),
    },
    {
      label: t('Spanish for customers'),
      detail: t('Public pages'),
      href: officePaths.settingsPart('pages', 'spanish'),
    },
    ...editableMessages.map(({ title }) => ({
      label: translate(title),
      detail: t('Messages to customers'),
      href: officePaths.settingsPart('messages'),
    })),
  ]
  return (
    <div className="mx-auto max-w-wide">
      <PageHeader
        title={t('Settings')}
        lede={t('Changes here apply right away. The Changes page shows who changed what.')}
        back={{ href: paths.home, label: t('Dashboard') }}
        actions={
          <>
            <LinkButton href={officePaths.team}>{t('Team')}</LinkButton>
            <LinkButton href={officePaths.audit}>{t('Audit log')}</LinkButton>
            <LinkButton href={officePaths.deliveries}>{t('Undelivered messages')}</LinkButton>
            <LinkButton href={officePaths.importExport}>{t('Import & export')}</LinkButton>
            <LinkButton href={officePaths.system}>{t('System')}</LinkButton>
          </>
        }
      />
      <FindSetting places={places} />
      <Tabs
        label={t('Settings')}
        tabs={tabs}
        value={tabs.some(({ id }) => id === tab) ? tab : 'core-spots'}
        onChange={setTab}
      />
    </div>
  )
}

// Only where the business uses it.
const TemplateList = lazyComponent(
  () => import('#client/features/settings/inspections/template-list.tsx'),
)
const Inspections = () => (
  <Suspense fallback={<Skeleton className="h-60 w-full rounded-card!" />}>
    <TemplateList />
  </Suspense>
)

const linksOf = (tab: string, groups: readonly SettingCard[]): SettingLink[] =>
  groups.flatMap(({ id, title, fields }) => [
    { label: translate(title), detail: '', href: officePaths.settingsPart(tab, id) },
    ...fields.map(({ label }) => ({
      label: translate(label),
      detail: translate(title),
      href: officePaths.settingsPart(tab, id),
    })),
  ])

/** Shows all settings and scrolls to the section in the URL. */
function LoadedSettings({ children }: { children: (values: SettingValues) => React.ReactNode }) {
  const settings = useCall('GET /api/admin/settings')
  useScrollToPart(settings.data !== undefined)
  return (
    <Loaded
      parts={[settings]}
      loading={<Skeleton className="h-140 w-full rounded-card!" />}
      failed={t('The settings could not be loaded')}
    >
      {children}
    </Loaded>
  )
}

function Pages() {
  return (
    <LoadedSettings>
      {(values) => (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <PageTexts settings={values} />
          <FaqCard settings={values} />
          <SpanishTexts />
        </div>
      )}
    </LoadedSettings>
  )
}

/** Scrolls to the section in the URL once it is rendered. */
function useScrollToPart(isThere: boolean): void {
  const part = location.hash.slice(1)
  useEffect(() => {
    if (isThere && part) document.getElementById(part)?.scrollIntoView()
  }, [isThere, part])
}

/** Includes the booked visits at times the new hours would no longer offer. */
function HoursGroup({ group, settings }: { group: SettingCard; settings: SettingValues }) {
  const { visits, waitsFor, dialog } = useHoursVisits()
  const { today } = useBusiness()
  const saved = hoursForAllTimes(today, settings).map((starts) => [...starts])
  const planned = listsOf(settings).filter(
    (list) => list.from > today && hasOwnHours(list, settings),
  )
  return (
    <>
      <SettingsGroup
        group={group}
        settings={{ ...settings, weeklyHours: saved }}
        waitsFor={waitsFor}
        belowHours={(typed) => {
          const hours = (typed.weeklyHours ?? saved) as WeeklyHours
          return (
            <>
              {planned.length > 0 && (
                <p className="text-sm text-soft">
                  {t('Other hours are planned from {days} on. Saving hours here replaces them.', {
                    days: planned.map(({ from }) => formatDay(from, { year: true })).join('; '),
                  })}
                </p>
              )}
              {!sameHours(hours, saved) && visits(hours)}
            </>
          )
        }}
      >
        <TimesOfDay settings={settings} />
      </SettingsGroup>
      {dialog}
    </>
  )
}

interface GroupsProps {
  groups: readonly SettingCard[]
  children?: React.ReactNode
}

function Groups({ groups, children }: GroupsProps) {
  return (
    <LoadedSettings>
      {(values) => (
        <>
          {groups.length > 1 && (
            <nav
              aria-label={t('Parts of this page')}
              className="mb-4 flex flex-wrap gap-x-4 gap-y-1"
            >
              {groups.map(({ id, title }) => (
                <a key={id} href={`#${id}`} className="py-1 text-sm underline underline-offset-4">
                  {translate(title)}
                </a>
              ))}
            </nav>
          )}
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            {groups.map((group) =>
              group.id === 'hours' ? (
                <HoursGroup key={group.id} group={group} settings={values} />
              ) : (
                <SettingsGroup key={group.id} group={group} settings={values}>
                  {group.id === 'sales-tax' && values.salesTaxEnabled && (
                    <>
                      <BusinessTaxMode current={values.taxMode} version={values.version} />
                      <LaterRates />
                    </>
                  )}
                  {group.id === 'drives' && <LearnedDrives isUsed={values.learnDriveTimes} />}
                </SettingsGroup>
              ),
            )}
            {children}
          </div>
        </>
      )}
    </LoadedSettings>
  )
}
