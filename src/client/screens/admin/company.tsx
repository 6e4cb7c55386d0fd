import { useState } from 'react'
import { useParams } from 'wouter'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { ShownPhone } from '#client/app/phone-number.tsx'
import { useCall } from '#client/app/queries.ts'
import { CarsCard } from '#client/features/companies/cars-card.tsx'
import { CompanyBadge } from '#client/features/companies/company-badge.tsx'
import { MembersCard } from '#client/features/companies/members-card.tsx'
import { SpendCard } from '#client/features/companies/spend-card.tsx'
import { StatementsCard } from '#client/features/companies/statements-card.tsx'
import { VisitsCard } from '#client/features/companies/visits-card.tsx'
import { YardsCard } from '#client/features/companies/yards-card.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { OfficeCompany } from '#shared/contract/companies.ts'
import { describeTerms } from '#shared/rules/invoices.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const MergeDialog = lazyDialog(() => import('#client/features/companies/merge-company-dialog.tsx'))
const CompanyDialog = lazyDialog(() => import('#client/features/companies/company-dialog.tsx'))

export default function CompanyScreen() {
  const { id } = useParams<{ id: string }>()
  const company = useCall('GET /api/admin/companies/{id}', { params: { id } })
  const wayOut = <LinkButton href={officePaths.companies}>{t('Companies')}</LinkButton>
  return (
    <Loaded
      key={id}
      page
      parts={[company]}
      loading={<Skeleton className="mx-auto h-140 w-full max-w-wide rounded-card!" />}
      failed={t('The company could not be loaded')}
      action={wayOut}
      missing={
        <EmptyState
          page
          title={t('Company not found')}
          text={t('There is no company at this address.')}
          action={wayOut}
        />
      }
    >
      {(found) => <CompanyPage company={found} />}
    </Loaded>
  )
}

type Asked = 'edit' | 'merge' | 'hold' | 'release' | 'close' | 'reopen'

function CompanyPage({ company }: { company: OfficeCompany }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { id, members, onHold, isClosed } = company
  const { data: packages = [] } = useCall('GET /api/admin/service-packages')
  const allowed = company.allowedPackageIds
  const close = () => setAsked(null)
  return (
    <Page
      wide
      title={company.name}
      back={{ href: officePaths.companies, label: t('Companies') }}
      lede={<CompanyBadge {...company} />}
      actions={
        <>
          <Button onClick={() => setAsked('edit')}>{t('Edit')}</Button>
          <Menu
            items={[
              onHold
                ? { label: t('Take off hold'), onSelect: () => setAsked('release') }
                : { label: t('Put on hold'), onSelect: () => setAsked('hold') },
              isClosed
                ? { label: t('Reopen'), onSelect: () => setAsked('reopen') }
                : { label: t('Close the account'), onSelect: () => setAsked('close') },
              { label: t('Merge into another company'), onSelect: () => setAsked('merge') },
              { label: t('Account and notes'), href: officePaths.customer(company.accountId) },
            ]}
            trigger={(props) => <Button {...props}>{t('More')}</Button>}
          />
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-4">
          <CarsCard
            company={{
              ...company,
              packages: packages.filter(
                (one) => one.isActive && (allowed.length === 0 || allowed.includes(one.id)),
              ),
            }}
            drivers={members}
            byOffice
            notBooked={
              isClosed ? t('The account is closed.') : onHold && t('The company is on hold.')
            }
          />
          <StatementsCard companyId={id} byOffice />
          <VisitsCard companyId={id} opens="office" />
          <SpendCard companyId={id} />
        </div>
        <div className="min-w-0 space-y-4">
          <RulesCard company={company} names={new Map(packages.map((one) => [one.id, one.name]))} />
          <MembersCard companyId={id} members={members} />
          <YardsCard companyId={id} yards={company.yards} />
        </div>
      </div>
      {asked === 'edit' && <CompanyDialog company={company} onClose={close} />}
      {asked === 'merge' && <MergeDialog company={company} onClose={close} />}
      {asked && asked !== 'edit' && asked !== 'merge' && (
        <StateDialog company={company} asked={asked} onClose={close} />
      )}
    </Page>
  )
}

function RulesCard({
  company,
  names,
}: {
  company: OfficeCompany
  names: ReadonlyMap<string, string>
}) {
  const { phone, billingEmail, billingAddress, taxCertificate, taxExemptUntil } = company
  return (
    <Card title={t('Details and rules')}>
      <Facts
        items={[
          { label: t('Owed'), value: formatAmount(company.open) },
          { label: t('Phone'), value: phone ? <ShownPhone number={phone} /> : t('none') },
          { label: t('Billing e-mail'), value: billingEmail || t('none') },
          { label: t('Billing address'), value: billingAddress || t('none') },
          { label: t('Days to pay'), value: describeTerms(company.netDays) },
          { label: t('PO number'), value: company.poRequired ? t('required') : t('not required') },
          {
            label: t('Odometer'),
            value: company.odometerRequired ? t('required') : t('not required'),
          },
          {
            label: t('Approval'),
            value:
              company.approvalAbove === null
                ? t('not required')
                : t('above {amount}', { amount: formatAmount(company.approvalAbove) }),
          },
          {
            label: t('Packages'),
            value:
              company.allowedPackageIds.map((id) => names.get(id) ?? '').join(', ') || t('all'),
          },
          {
            label: t('Sales tax'),
            value: !taxCertificate
              ? t('charged')
              : taxExemptUntil
                ? t('exempt until {date}, certificate {number}', {
                    date: formatDay(taxExemptUntil, { year: true }),
                    number: taxCertificate,
                  })
                : t('exempt, certificate {number}', { number: taxCertificate }),
          },
        ]}
      />
    </Card>
  )
}

interface StateDialogProps {
  company: OfficeCompany
  asked: Exclude<Asked, 'edit' | 'merge'>
  onClose: () => void
}

function StateDialog({ company: { id, name }, asked, onClose }: StateDialogProps) {
  const words = {
    hold: {
      title: t('Put {name} on hold?', { name }),
      description: t('New bookings are refused, without an amount. Visits booked already stay.'),
      confirmLabel: t('Put on hold'),
      body: { onHold: true },
    },
    release: {
      title: t('Take {name} off hold?', { name }),
      description: t('Its members can book again.'),
      confirmLabel: t('Take off hold'),
      body: { onHold: false },
    },
    close: {
      title: t('Close the account of {name}?', { name }),
      description: t('Nothing can be booked any more. Visits, statements and payments stay.'),
      confirmLabel: t('Close the account'),
      body: { isClosed: true },
    },
    reopen: {
      title: t('Reopen {name}?', { name }),
      description: t('Its members can book again.'),
      confirmLabel: t('Reopen'),
      body: { isClosed: false },
    },
  }[asked]
  const { body, ...dialog } = words
  return (
    <ConfirmCall
      {...dialog}
      call="PATCH /api/admin/companies/{id}"
      input={{ params: { id }, body }}
      onClose={onClose}
      danger={asked === 'close'}
      cancelLabel={t('Cancel')}
      successToast={{ title: t('Company saved'), description: name }}
      failureToast={t('The company was not saved')}
    />
  )
}
