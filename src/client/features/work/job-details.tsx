import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { useBusiness } from '#client/app/session.ts'
import { PlateChip } from '#client/brand/plate-chip.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts, Note } from '#client/ui/fact-list.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { technicianJobId } from '#shared/rules/jobs.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { paths } from '#shared/rules/paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay, formatNumber, formatSlot } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { ChecklistDipstick } from './checklist-card.tsx'
import { describeWorkTime } from './work-time.ts'
import { AddressLink } from './maps-link.tsx'

// Sent by the booking page when the customer wrote no note.
const noNote = 'Auto-matched service'

export function JobDetails({ job }: { job: Job }) {
  const { vehicle, customer } = job
  const { timeZone } = useBusiness()
  const phone = useShownPhone(customer.phone)
  return (
    <Card title={t('Job details')}>
      <Facts
        items={[
          {
            label: t('When'),
            value: (
              <>
                {formatDay(job.scheduledDate)},{' '}
                <span className="inline-block">{formatSlot(job.scheduledTime)}</span>
              </>
            ),
          },
          { label: t('Car'), value: vehicleName(vehicle) },
          {
            label: t('Plate'),
            value: vehicle.licensePlate ? (
              <PlateChip label={t('License plate')}>{vehicle.licensePlate}</PlateChip>
            ) : null,
          },
          { label: t('Unit'), value: vehicle.unitNumber },
          { label: t('Engine'), value: vehicle.engine },
          { label: t('Oil'), value: translate(oilTypeLabel(job.oilType)) },
          {
            label: t('Oil amount'),
            value:
              vehicle.oilCapacity === null
                ? t('Unknown, check the dipstick')
                : t('{quarts} qt', { quarts: formatNumber(vehicle.oilCapacity) }),
          },
          { label: t('Package'), value: job.servicePackageName },
          { label: t('Customer'), value: customer.name || null },
          { label: t('Account'), value: customer.accountName ?? null },
          { label: t('PO number'), value: job.poNumber },
          {
            label: t('Started'),
            value:
              job.startedAt && describeWorkTime(job.startedAt, job.startedReceivedAt, timeZone),
          },
          {
            label: t('date|Completed'),
            value:
              job.completedAt &&
              describeWorkTime(job.completedAt, job.completedReceivedAt, timeZone),
          },
        ]}
      />
      {job.customerId === null && (
        <p className="mt-4 text-sm text-soft">
          {job.status === 'cancelled' && !job.outcome
            ? t('Customer, plate and exact address are no longer shown: the visit was cancelled.')
            : t('Customer, plate and exact address are shown until a day after the visit.')}
        </p>
      )}
      <Note label={t('How to get to the car')}>{job.accessNotes}</Note>
      <Note label={t('Note with the booking')}>
        {job.customerNotes === noNote ? '' : job.customerNotes}
      </Note>
      {customer.phone && (
        <LinkButton
          wide
          size="large"
          className="mt-4"
          icon={<Phone />}
          href={paths.phone(customer.phone)}
        >
          {t('Call {phone}', { phone })}
        </LinkButton>
      )}
    </Card>
  )
}

/** Job, address, quarts and distance, readable at arm's length. */
export function JobOverview({ job, badge }: { job: Job; badge: ReactNode }) {
  return (
    <Card aria-label={t('Overview')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-lg font-semibold">
          {t('Job')} <span className="font-mono">#{technicianJobId(job.id)}</span>
        </p>
        {badge}
      </div>
      <AddressLink address={job.serviceAddress} className="my-2" />
      <p className="mb-3 flex items-baseline justify-between gap-4">
        <span className="text-soft">{t('Amount')}</span>
        <Money amount={job.finalAmount} className="text-2xl font-semibold" />
      </p>
      <ChecklistDipstick job={job} />
    </Card>
  )
}
