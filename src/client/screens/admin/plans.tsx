import { CalendarSync, Plus } from 'lucide-react'
import { useState } from 'react'
import { ExportButton, exportUrl } from '#client/app/export-button.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useCall, useWrite } from '#client/app/queries.ts'
import { useSearchParam } from '#client/app/search-params.ts'
import { PlanOverview } from '#client/features/plans/plan-overview.tsx'
import { MemberList } from '#client/features/plans/member-list.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { toast } from '#client/ui/toast.ts'
import { memberLists, type OfficePlan } from '#shared/contract/plans.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import { plural, t } from '#shared/texts/t.ts'

const PlanDialog = lazyDialog(() => import('#client/features/catalog/plan-dialog.tsx'))

const tabIds = ['members', 'plans', 'overview'] as const
type Tab = (typeof tabIds)[number]

/** The office's plans, and the cars on them. */
export default function Plans() {
  const plans = useCall('GET /api/admin/plans')
  const [open, setOpen] = useState<OfficePlan | 'new' | null>(null)
  const [tab, setTab] = useSearchParam('tab')
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setOpen('new')}>
      {t('Add plan')}
    </Button>
  )
  return (
    <Page
      wide
      title={t('Plans')}
      back={{ href: paths.customers, label: t('Customers') }}
      lede={t(
        'Two weeks before a service is due, a visit is proposed at the usual place and time, and held for seven days.',
      )}
      actions={add}
    >
      <Loaded
        parts={[plans]}
        loading={<Skeleton className="h-64 w-full rounded-card!" />}
        failed={t('The plans could not be loaded')}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={<CalendarSync />}
              title={t('No plans yet')}
              text={t('Customers join on the page of their car.')}
              action={add}
            />
          ) : (
            <Tabs<Tab>
              label={t('Plans')}
              value={tabIds.find((one) => one === tab) ?? 'members'}
              onChange={(chosen) => setTab(chosen === 'members' ? '' : chosen)}
              tabs={[
                { id: 'members', label: t('Members'), content: <Members /> },
                {
                  id: 'plans',
                  label: t('Plans'),
                  count: all.length,
                  content: <PlanList plans={all} onOpen={setOpen} />,
                },
                { id: 'overview', label: t('Overview'), content: <PlanOverview /> },
              ]}
            />
          )
        }
      </Loaded>
      {open && <PlanDialog {...(open !== 'new' && { plan: open })} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Members() {
  const [wanted, setList] = useSearchParam('list')
  const list = memberLists.find((one) => one === wanted) ?? 'all'
  const members = useCall('GET /api/admin/plans/members', { query: { list } })
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Select
          aria-label={t('Which members')}
          value={list}
          onChange={({ target }) => setList(target.value === 'all' ? '' : target.value)}
          options={[
            { value: 'all', label: t('All') },
            { value: 'active', label: t('state|Active') },
            { value: 'due', label: t('Due this month') },
            { value: 'attention', label: t('Could not be proposed') },
            { value: 'paused', label: t('state|Paused') },
            { value: 'ended', label: t('state|Ended') },
          ]}
        />
        <ExportButton
          url={exportUrl(fileUrls.planMembersExport, { list })}
          name="plan-members"
          failed={{ alert: t('The members could not be exported. Please try again.') }}
        >
          {t('Export CSV')}
        </ExportButton>
      </div>
      <Loaded
        parts={[members]}
        loading={<Skeleton className="h-64 w-full rounded-card!" />}
        failed={t('The members could not be loaded')}
      >
        {(found) =>
          found.length === 0 ? (
            <EmptyState
              icon={<CalendarSync />}
              title={list === 'all' ? t('No members yet') : t('None in this list')}
              text={t('Customers join on the page of their car.')}
            />
          ) : (
            <MemberList members={found} />
          )
        }
      </Loaded>
    </div>
  )
}

interface PlanListProps {
  plans: readonly OfficePlan[]
  onOpen: (plan: OfficePlan) => void
}

function PlanList({ plans, onOpen }: PlanListProps) {
  const [offered, setOffered] = useState<OfficePlan | null>(null)
  const offer = useWrite('POST /api/admin/plans/{id}/offer', {
    onSuccess: ({ told }) =>
      toast({
        title: plural(told, {
          one: '{count} member was told',
          other: '{count} members were told',
        }),
      }),
    onError: (error) => showFailure(t('The members were not told'), error),
    onSettled: () => setOffered(null),
  })
  return (
    <Card flush>
      {offered && (
        <ConfirmDialog
          onClose={() => setOffered(null)}
          title={t('Offer the new terms?')}
          description={t(
            'Members on earlier terms get a message with a link. They keep their price and interval until they agree. Those who were told already are not told again.',
          )}
          confirmLabel={t('Offer the new terms')}
          pending={offer.isPending}
          onConfirm={() => offer.mutate({ params: { id: offered.id } })}
        />
      )}
      <ul className="divide-y divide-line">
        {plans.map((plan) => (
          <li
            key={plan.id}
            className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 px-4 py-4 sm:px-5"
          >
            <div className="min-w-0 flex-1 basis-72">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {plan.name}
                {!plan.isActive && <Badge>{t('Closed to new members')}</Badge>}
              </p>
              {plan.description && <p>{plan.description}</p>}
              <p>{`${plan.packageName}. ${plan.interval}.`}</p>
              <p className="text-sm text-soft">{plan.price}</p>
              <p className="text-sm text-soft">
                {plural(plan.members, { one: '{count} member', other: '{count} members' })}
                {plan.olderMembers > 0 &&
                  `, ${plural(plan.olderMembers, {
                    one: '{count} on earlier terms',
                    other: '{count} on earlier terms',
                  })}`}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              {plan.olderMembers > 0 && (
                <SmallButton
                  aria-label={t('Offer the new terms: {name}', { name: plan.name })}
                  onClick={() => setOffered(plan)}
                >
                  {t('Offer the new terms')}
                </SmallButton>
              )}
              <SmallButton
                aria-label={t('Edit {name}', { name: plan.name })}
                onClick={() => onOpen(plan)}
              >
                {t('Edit')}
              </SmallButton>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
