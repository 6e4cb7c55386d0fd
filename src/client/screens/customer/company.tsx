import { Building2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { useSearchParam } from '#client/app/search-params.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { CarsCard } from '#client/features/companies/cars-card.tsx'
import { LeaveCompany, MembersCard } from '#client/features/companies/members-card.tsx'
import { SpendCard } from '#client/features/companies/spend-card.tsx'
import { StatementsCard } from '#client/features/companies/statements-card.tsx'
import { VisitsCard } from '#client/features/companies/visits-card.tsx'
import { YardsCard } from '#client/features/companies/yards-card.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Field } from '#client/ui/field.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { Page } from '#client/ui/page.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CompanyCar, OwnCompany } from '#shared/contract/companies.ts'
import { maySeeAmounts, memberRoleLabels } from '#shared/rules/companies.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

const PlanCard = lazyComponent(() => import('#client/features/plans/plan-card.tsx'))

/** What a member of a company does for it. */
export default function Company() {
  const companies = useCall('GET /api/companies')
  const [chosen, setChosen] = useSearchParam('company')
  return (
    <Loaded
      page
      parts={[companies]}
      loading={<Skeleton className="mx-auto h-140 w-full max-w-wide rounded-card!" />}
      failed={t('Your company could not be loaded')}
    >
      {(all) => {
        const company = all.find(({ id }) => id === chosen) ?? all[0]
        if (!company)
          return (
            <EmptyState
              page
              icon={<Building2 />}
              title={t('You are not a member of a company')}
              text={t('A manager of your company, or our office, can invite you.')}
              action={<LinkButton href={paths.home}>{t('Home')}</LinkButton>}
            />
          )
        return (
          <>
            {all.length > 1 && (
              <div className="mx-auto mb-4 max-w-wide">
                <Field label={t('Company')} className="max-w-80">
                  <Select
                    value={company.id}
                    onChange={({ target: { value } }) => setChosen(value)}
                    options={all.map(({ id, name }) => ({ value: id, label: name }))}
                  />
                </Field>
              </div>
            )}
            <OwnCompanyPage key={company.id} id={company.id} />
          </>
        )
      }}
    </Loaded>
  )
}

function OwnCompanyPage({ id }: { id: string }) {
  const company = useCall('GET /api/companies/{id}', { params: { id } })
  return (
    <Loaded
      parts={[company]}
      loading={<Skeleton className="mx-auto h-140 w-full max-w-wide rounded-card!" />}
      failed={t('Your company could not be loaded')}
    >
      {(found) => <Shown company={found} />}
    </Loaded>
  )
}

function Shown({ company }: { company: OwnCompany }) {
  const { id, name, role, members, open, isPaused } = company
  const isManager = role === 'manager'
  const { uses } = useBusiness()
  const [planned, setPlanned] = useState<CompanyCar | null>(null)
  return (
    <Page
      wide
      title={name}
      lede={<Badge>{translate(memberRoleLabels[role])}</Badge>}
      actions={<LeaveCompany companyId={id} name={name} />}
    >
      {isPaused && (
        <div className="mb-4">
          <Banner tone="warning">
            {t('New bookings for this company are paused. Please contact the office.')}
          </Banner>
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-4">
          <CarsCard
            company={company}
            {...(isManager && members && { drivers: members })}
            notBooked={isPaused && t('New bookings are paused.')}
            onPlan={uses.plans && isManager && setPlanned}
          />
          {maySeeAmounts(role) && <StatementsCard companyId={id} />}
          <VisitsCard companyId={id} opens={role === 'driver' ? 'none' : 'link'} />
          {maySeeAmounts(role) && <SpendCard companyId={id} />}
        </div>
        <div className="min-w-0 space-y-4">
          {open !== undefined && (
            <Card>
              <Facts items={[{ label: t('Owed'), value: formatAmount(open) }]} />
            </Card>
          )}
          {members && <MembersCard companyId={id} members={members} />}
          {isManager && <YardsCard companyId={id} yards={company.yards} />}
        </div>
      </div>
      {planned && (
        <Dialog
          title={t('Regular service: {car}', { car: planned.unitNumber || vehicleName(planned) })}
          description={t('Its visits are booked when they are due, and billed on the statement.')}
          onClose={() => setPlanned(null)}
          footer={<Button onClick={() => setPlanned(null)}>{t('Close')}</Button>}
        >
          <Suspense>
            <PlanCard
              vehicleId={planned.id}
              companyId={id}
              none={<p className="text-soft">{t('No plan is offered for this car.')}</p>}
            />
          </Suspense>
        </Dialog>
      )}
    </Page>
  )
}
