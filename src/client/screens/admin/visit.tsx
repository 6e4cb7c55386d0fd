import { Suspense, useRef } from 'react'
import { useParams } from 'wouter'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useBusiness } from '#client/app/session.ts'
import { whileDown } from '#client/app/socket-state.ts'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { VisitTime } from '#client/app/visit-time.tsx'
import { withWaiting } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork } from '#client/app/work/work-outbox.ts'
import { CommunicationPanel } from '#client/features/conversation/communication-panel.tsx'
import { LoadedJob } from '#client/features/jobs/loaded-job.tsx'
import { AddressCard, CarCard, CustomerCard } from '#client/features/office-visit/facts-cards.tsx'
import { ChangedByOthers } from '#client/features/office-visit/changed-by-others.tsx'
import { NextStepLine } from '#client/features/office-visit/next-step-line.tsx'
import { PriceCard } from '#client/features/office-visit/price-card.tsx'
import {
  useVisitDialogs,
  type VisitDialogProps,
  VisitMenu,
} from '#client/features/office-visit/visit-menu.tsx'
import { FeeDecision } from '#client/features/payments/fee-decision.tsx'
import { OfficePayment } from '#client/features/payments/office-payment.tsx'
import { withPayment } from '#client/features/payments/with-payment.tsx'
import { ConfirmRequest } from '#client/features/schedule/confirm-request.tsx'
import { TechnicianCard } from '#client/features/schedule/technician-card.tsx'
import { ChargesCard } from '#client/features/work/charges-card.tsx'
import { HistoryCard } from '#client/features/work/history-card.tsx'
import { LockedBanner } from '#client/features/work/locked-banner.tsx'
import { RefusedChanges } from '#client/features/work/refused-changes.tsx'
import { ReportedWork } from '#client/features/work/reported-work.tsx'
import { UnsentBadge } from '#client/features/work/unsent-badge.tsx'
import { useExtras } from '#client/features/work/use-extras.ts'
import { LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { Money } from '#client/ui/money.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { VisitWork } from './visit-work.tsx'

const Agreements = lazyComponent(() => import('#client/features/approvals/agreements.tsx'))
const ReportLink = lazyComponent(() => import('#client/features/inspections/report-link.tsx'))

const dialogs = {
  move: lazyDialog(() => import('./office-reschedule-dialog.tsx')),
  wait: lazyDialog<VisitDialogProps>(() => import('#client/features/waitlist/wait-dialog.tsx')),
  edit: lazyDialog(async () => ({
    default: (await import('#client/features/booking/change-address-dialog.tsx')).EditVisitDialog,
  })),
  car: lazyDialog(() => import('#client/features/booking/change-car-dialog.tsx')),
  cancel: lazyDialog(() => import('#client/features/schedule/cancel-visit-dialog.tsx')),
  work: lazyDialog(() => import('#client/features/work/office-status-dialog.tsx')),
  resend: lazyDialog(() => import('#client/features/office-visit/resend-dialog.tsx')),
  notDone: lazyDialog(() => import('#client/features/work/not-done-dialog.tsx')),
  discount: lazyDialog(() => import('#client/features/payments/discount-dialog.tsx')),
  adjust: withPayment(
    lazyDialog(() => import('#client/features/payments/adjust-payment-dialog.tsx')),
  ),
  refund: withPayment(lazyDialog(() => import('#client/features/payments/refund-dialog.tsx'))),
  record: lazyDialog<VisitDialogProps>(
    () => import('#client/features/payments/record-payment-dialog.tsx'),
  ),
  fee: lazyDialog(() => import('#client/features/payments/fee-dialog.tsx')),
  extra: withPayment(lazyDialog(() => import('#client/features/payments/bill-extra-dialog.tsx'))),
  link: lazyDialog(() => import('#client/features/office-visit/customer-link-dialog.tsx')),
}

export default function VisitScreen() {
  const { id } = useParams<{ id: string }>()
  return (
    <LoadedJob
      key={id}
      id={id}
      pollEvery={whileDown()}
      heading={t('Visit')}
      loading={<VisitSkeleton />}
      missing={{
        title: t('Visit not found'),
        text: t('There is no visit at this address. The link may be incomplete.'),
        action: (
          <LinkButton variant="primary" size="large" href={paths.schedule}>
            {t('Schedule')}
          </LinkButton>
        ),
      }}
      wayOut={<LinkButton href={paths.schedule}>{t('Schedule')}</LinkButton>}
    >
      {(job) => (job.imported ? <ImportedVisit job={job} /> : <WaitingVisit job={job} />)}
    </LoadedJob>
  )
}

/** The visit with this device's unsent changes applied. */
function WaitingVisit({ job }: { job: Job }) {
  const entries = useUnsentWork()
  const { extras, known } = useExtras(job.id)
  return <Visit job={withWaiting(job, entries, extras.data && known)} />
}

/** A visit from an imported file, with the details given there. */
function ImportedVisit({ job }: { job: Job }) {
  const { serviceAddress, technicianNotes, odometerMiles } = job
  return (
    <Page
      title={`${job.number} · ${vehicleName(job.vehicle)}`}
      back={{ href: officePaths.customer(job.customer.id), label: job.customer.name }}
      lede={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <VisitTime date={job.scheduledDate} slot="" />
          <VisitBadge job={job} />
        </span>
      }
      actions={
        <LinkButton
          variant="primary"
          href={officePaths.bookFor({ customerId: job.customer.id, vehicleId: job.vehicleId })}
        >
          {t('Book another visit')}
        </LinkButton>
      }
    >
      <Card title={t('From earlier records')}>
        <p className="mb-4 text-soft">
          {t('This visit was imported. Its time is unknown, and its money is not in these books.')}
        </p>
        <Facts
          items={[
            { label: t('Service'), value: job.servicePackageName },
            {
              label: t('Amount'),
              value: job.cost.amount === '0.00' ? null : <Money amount={job.cost.amount} />,
            },
            { label: t('Address'), value: serviceAddress || null },
            {
              label: t('Miles'),
              value: odometerMiles === null ? null : formatNumber(odometerMiles),
            },
            { label: t('Notes'), value: technicianNotes || null },
          ]}
        />
      </Card>
    </Page>
  )
}

function Visit({ job }: { job: Job }) {
  const { open, dialog } = useVisitDialogs(job, dialogs)
  const { uses } = useBusiness()
  const over = !isActiveJob(job.status)
  const technician = useRef<HTMLDivElement>(null)
  return (
    <Page
      wide
      title={`${job.number} · ${vehicleName(job.vehicle)}`}
      back={{ href: officePaths.scheduleOn(job.scheduledDate), label: t('Schedule') }}
      lede={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            <VisitTime date={job.scheduledDate} slot={job.scheduledTime} year />
          </span>
          <VisitBadge job={job} />
          <UnsentBadge />
        </span>
      }
      actions={
        <span className="flex flex-wrap items-center gap-2 *:mt-0! *:w-auto!">
          {uses.inspections && (
            <Suspense>
              <ReportLink jobId={job.id} />
            </Suspense>
          )}
          <VisitMenu job={job} onOpen={open} />
        </span>
      }
    >
      <div className="mb-4 space-y-4 empty:hidden">
        <NextStepLine
          job={job}
          onAssign={() => focusIn(technician.current)}
          onMove={() => open('move')}
          onLink={() => open('link')}
          confirm={<ConfirmRequest job={job} />}
          feeDecision={<FeeDecision job={job} />}
        />
        <ChangedByOthers jobId={job.id} />
        <RefusedChanges jobId={job.id} />
        {over && <LockedBanner job={job} />}
        <ReportedWork jobId={job.id} />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[21rem_minmax(0,1fr)] xl:grid-cols-[21rem_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="space-y-4">
          <CustomerCard job={job} onEdit={over ? undefined : () => open('edit')} />
          <AddressCard job={job} onEdit={over ? undefined : () => open('edit')} />
          <CarCard job={job} onEdit={over ? undefined : () => open('car')} />
          <div ref={technician}>
            <TechnicianCard job={job} />
          </div>
        </div>
        <div className="min-w-0 space-y-4">
          <PriceCard job={job} />
          <OfficePayment job={job} />
          <ChargesCard
            job={job}
            locked={over}
            folded
            over={
              job.status === 'completed'
                ? t('The visit is done. Charge more under Actions.')
                : undefined
            }
          />
          <CommunicationPanel job={job} role="admin" />
        </div>
        <div className="min-w-0 space-y-4 max-xl:lg:col-start-2">
          <Suspense>
            <Agreements jobId={job.id} forOffice />
          </Suspense>
          <HistoryCard jobId={job.id} />
          <VisitWork job={job} />
        </div>
      </div>
      {dialog}
    </Page>
  )
}

const focusIn = (part: HTMLElement | null) => part?.querySelector('select')?.focus()

function VisitSkeleton() {
  return (
    <div className="mx-auto max-w-wide">
      <Skeleton className="mb-6 h-20 w-80 max-w-full" />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <Skeleton className="h-80 w-full rounded-card!" />
        <Skeleton className="h-140 w-full rounded-card!" />
      </div>
    </div>
  )
}
