import { ChevronDown } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Menu, type MenuItem } from '#client/ui/menu.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import type { Payment } from '#shared/contract/payments.ts'
import { enoughNotice } from '#shared/rules/cancellation.ts'
import { isActiveJob, isNotStarted } from '#shared/rules/jobs.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { canAdjust, hasReceipt, isOnInvoice } from '#shared/rules/payments.ts'
import { callThem } from '#shared/rules/reach.ts'
import { recordableCents } from '#shared/rules/recorded-payments.ts'
import { alreadyInStatus } from '#shared/rules/status-labels.ts'
import { hasEarlierTimes, visitTimeOf } from '#shared/rules/waitlist.ts'
import { t, wording } from '#shared/texts/t.ts'

export function VisitMenu({ job, onOpen }: { job: Job; onOpen: OpenVisitDialog }) {
  const business = useBusiness()
  const payment = useCall('GET /api/payments/{jobId}', { params: { jobId: job.id } }).data
  return (
    <>
      <Button disabledReason={whyNotMoved(job)} onClick={() => onOpen('move')}>
        {t('Move visit')}
      </Button>
      <Menu
        items={itemsFor(job, payment, onOpen, business)}
        trigger={(props) => (
          <Button {...props} icon={<ChevronDown />}>
            {t('Actions')}
          </Button>
        )}
      />
    </>
  )
}

const whyOver = ({ status }: Job) => !isActiveJob(status) && wording(alreadyInStatus(status))

const whyNotMoved = (job: Job) =>
  whyOver(job) ||
  (!isNotStarted(job.status) && t('The service has started.')) ||
  (job.technicianLock === 'office' && t('Locked. Remove the lock first.'))

const whyNoDiscount = (job: Job, payment: Payment | undefined) =>
  (job.status === 'completed' && t('The visit is completed: refund the payment instead.')) ||
  whyOver(job) ||
  whyNotAdjusted(job, payment)

const whyNoEarlier = (job: Job, business: PublicConfig) =>
  (!enoughNotice(new Date(job.startsAt), new Date(), business.rescheduleNoticeHours) &&
    t('Customers can no longer move it.')) ||
  (!hasEarlierTimes(visitTimeOf(job), business, new Date()) &&
    t('This is the earliest time that can be booked.'))

function whyNotAdjusted(job: Job, payment: Payment | undefined) {
  if (job.status === 'cancelled') return job.cost.due === '0.00' && whyOver(job)
  if (!payment || canAdjust(payment)) return false
  return isOnInvoice(payment.state)
    ? t('The invoice is paid: take back the recorded payment first.')
    : t('It is paid: refund the payment instead.')
}

function itemsFor(
  job: Job,
  payment: Payment | undefined,
  onOpen: OpenVisitDialog,
  business: PublicConfig,
): MenuItem[] {
  const { today, uses } = business
  const over = whyOver(job)
  const isInvoiced = job.invoice !== undefined
  const running = job.status === 'in_progress'
  const isRequest = job.needsConfirmation && isNotStarted(job.status)
  return [
    {
      label: t('Edit address, contact and notes'),
      onSelect: () => onOpen('edit'),
      disabledReason: over,
    },
    ...(uses.waitlist && isNotStarted(job.status) && !job.needsConfirmation
      ? [
          {
            label: t('Wait for an earlier time'),
            onSelect: () => onOpen('wait'),
            disabledReason: whyNoEarlier(job, business),
          },
        ]
      : []),
    {
      label: t('Change the car'),
      onSelect: () => onOpen('car'),
      disabledReason: over,
    },
    {
      label: running ? t('Complete Service') : t('Start Service'),
      onSelect: () => onOpen('work'),
      disabledReason: over || (job.technician === null && t('Assign a technician first.')),
    },
    {
      label: t('Send a message again'),
      onSelect: () => onOpen('resend'),
      disabledReason: callThem(job.customer),
    },
    { label: t("Copy the customer's link"), onSelect: () => onOpen('link') },
    {
      label: t('Book another visit'),
      href: officePaths.bookFor({ customerId: job.customer.id, vehicleId: job.vehicleId }),
    },
    {
      label: t('Print the invoice'),
      href: isInvoiced ? fileUrls.invoicePdf(job.id) : paths.receipt(job.id),
      disabledReason:
        !isInvoiced &&
        !hasReceipt(job.status, job.paymentState) &&
        (job.status === 'completed'
          ? t('There is none yet. Companies get one statement a month.')
          : t('There is one once the visit is completed.')),
    },
    {
      label: t('Record a payment'),
      onSelect: () => onOpen('record'),
      disabledReason: recordableCents(job.cost) === 0 && t('Nothing is due.'),
    },
    {
      label: t('Print the day sheet'),
      href: paths.daySheet(job.scheduledDate, job.technicianId ?? undefined),
      disabledReason: job.technicianId === null && t('Assign a technician first.'),
    },
    {
      label: t('Discount'),
      onSelect: () => onOpen('discount'),
      disabledReason: whyNoDiscount(job, payment),
    },
    {
      label: t('Adjust Payment'),
      onSelect: () => onOpen('adjust'),
      disabledReason: whyNotAdjusted(job, payment),
    },
    {
      label: t('Refund'),
      onSelect: () => onOpen('refund'),
      disabledReason:
        payment?.refundableAmount === '0.00' &&
        (isOnInvoice(payment.state)
          ? t('It is paid by invoice: take back a recorded payment.')
          : t('There is no payment to refund.')),
    },
    ...(job.status === 'cancelled' && !job.feeDecision
      ? [{ label: t('Change the fee'), onSelect: () => onOpen('fee') }]
      : []),
    {
      label: t('Charge an extra'),
      onSelect: () => onOpen('extra'),
      disabledReason:
        job.status === 'cancelled'
          ? whyOver(job)
          : over === false && t('Add it under Extras until the visit is completed.'),
    },
    {
      label: t('Could not be done…'),
      onSelect: () => onOpen('notDone'),
      disabledReason:
        over ||
        (job.technician === null && t('Assign a technician first.')) ||
        (job.status !== 'in_progress' &&
          job.scheduledDate > today &&
          t('This visit is on a later day.')),
    },
    {
      label: isRequest ? t('Decline the request') : t('Cancel visit'),
      onSelect: () => onOpen('cancel'),
      disabledReason: over,
    },
  ]
}

export type VisitDialogProps = { job: Job; onClose: () => void }
type Dialog = ComponentType<VisitDialogProps>
type VisitDialog =
  | 'move'
  | 'wait'
  | 'edit'
  | 'car'
  | 'cancel'
  | 'work'
  | 'link'
  | 'resend'
  | 'notDone'
  | 'discount'
  | 'adjust'
  | 'refund'
  | 'extra'
  | 'fee'
  | 'record'
type OpenVisitDialog = (dialog: VisitDialog) => void

/** The open dialog, with the visit as it was when opened. */
export function useVisitDialogs(job: Job, dialogs: Record<VisitDialog, Dialog>) {
  const [opened, setOpened] = useState<{ about: VisitDialog; job: Job } | null>(null)
  const OpenDialog = opened && dialogs[opened.about]
  return {
    open: (about: VisitDialog) => setOpened({ about, job }),
    dialog: OpenDialog && <OpenDialog job={opened.job} onClose={() => setOpened(null)} />,
  }
}
