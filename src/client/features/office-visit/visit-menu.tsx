import { ChevronDown } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Menu, type MenuItem } from '#client/ui/menu.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob, isNotStarted } from '#shared/rules/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { hasReceipt } from '#shared/rules/payments.ts'
import { alreadyInStatus } from '#shared/rules/status-labels.ts'
import { t, wording } from '#shared/texts/t.ts'
import type { OpenVisitDialog } from './visit-dialogs.tsx'

interface VisitMenuProps {
  job: Job
  onOpen: OpenVisitDialog
}

/** What the office does with the whole of a visit; what cannot be done now says why. */
export function VisitMenu({ job, onOpen }: VisitMenuProps) {
  const { today } = useBusiness()
  return (
    <>
      <Button disabledReason={whyNotMoved(job)} onClick={() => onOpen('move')}>
        {t('Move visit')}
      </Button>
      <Menu
        items={itemsFor(job, onOpen, today)}
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
  whyOver(job) || (!isNotStarted(job.status) && t('The service has started.'))

function itemsFor(job: Job, onOpen: OpenVisitDialog, today: string): MenuItem[] {
  const over = whyOver(job)
  const running = job.status === 'in_progress'
  const isRequest = job.needsConfirmation && isNotStarted(job.status)
  return [
    {
      label: t('Edit address and notes'),
      onSelect: () => onOpen('edit'),
      disabledReason: over,
    },
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
    { label: t('Send a message again'), onSelect: () => onOpen('resend') },
    { label: t("Copy the customer's link"), onSelect: () => onOpen('link') },
    {
      label: t('Book another visit'),
      href: paths.bookFor({ customerId: job.customer.id, vehicleId: job.vehicleId }),
    },
    {
      label: t('Print the invoice'),
      href: paths.receipt(job.id),
      disabledReason:
        !hasReceipt(job.status, job.paymentState) && t('There is one once the visit is completed.'),
    },
    {
      label: t('Print the day sheet'),
      href: paths.daySheet(job.scheduledDate, job.technicianId ?? undefined),
      disabledReason: job.technicianId === null && t('Assign a technician first.'),
    },
    {
      label: t('Could not be done…'),
      onSelect: () => onOpen('notDone'),
      disabledReason:
        over ||
        (job.technician === null && t('Assign a technician first.')) ||
        (!running && job.scheduledDate > today && t('This visit is on a later day.')),
    },
    {
      label: isRequest ? t('Decline the request') : t('Cancel visit'),
      onSelect: () => onOpen('cancel'),
      disabledReason: over,
    },
  ]
}
