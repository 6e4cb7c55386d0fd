import { MapPin, Mail, MessageSquare, Phone } from 'lucide-react'
import { LinkButton, TextLink, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts, Note } from '#client/ui/fact-list.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { t, translate } from '#shared/texts/t.ts'
import { DayStopsMap } from './day-stops-map.tsx'
import { PlateChip } from '#client/brand/plate-chip.tsx'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { missingDetails } from '#shared/rules/contact-details.ts'

interface EditableCardProps {
  job: Job
  /** Undefined once the visit can't change. */
  onEdit: (() => void) | undefined
}

export function AddressCard({ job, onEdit }: EditableCardProps) {
  const { serviceAddress, accessNotes, customerNotes } = job
  return (
    <Card
      title={t('Where')}
      aria-label={t('Where')}
      action={
        onEdit && (
          <QuietButton aria-label={t('Edit address, contact and notes')} onClick={onEdit}>
            {t('Edit')}
          </QuietButton>
        )
      }
    >
      <p className="font-medium wrap-anywhere">
        {serviceAddress || <span className="text-soft">{t('No address')}</span>}
      </p>
      {serviceAddress && (
        <LinkButton
          size="small"
          className="mt-3"
          icon={<MapPin />}
          href={paths.maps(serviceAddress)}
          target="_blank"
          rel="noreferrer"
        >
          {t('Open in maps')}
        </LinkButton>
      )}
      <DayStopsMap job={job} />
      <Note label={t('How to get to the car')}>{accessNotes}</Note>
      <Note label={t('Note with the booking')}>{customerNotes}</Note>
    </Card>
  )
}

export function CarCard({ job, onEdit }: EditableCardProps) {
  const { vehicle } = job
  return (
    <Card
      title={t('Car')}
      aria-label={t('Car')}
      action={
        onEdit && (
          <QuietButton aria-label={t('Change the car')} onClick={onEdit}>
            {t('Change')}
          </QuietButton>
        )
      }
    >
      <p className="mb-3 flex flex-wrap items-center justify-between gap-2 font-medium">
        {vehicleName(vehicle)}
        {vehicle.licensePlate && (
          <PlateChip label={t('License plate')}>{vehicle.licensePlate}</PlateChip>
        )}
      </p>
      <Facts
        items={[
          { label: t('Unit'), value: vehicle.unitNumber },
          { label: t('PO number'), value: job.poNumber },
          { label: t('Engine'), value: vehicle.engine },
          { label: t('Oil'), value: translate(oilTypeLabel(job.oilType)) },
          {
            label: t('Oil amount'),
            value:
              vehicle.oilCapacity === null
                ? t('Unknown, check the dipstick')
                : t('{quarts} qt', { quarts: formatNumber(vehicle.oilCapacity) }),
          },
        ]}
      />
    </Card>
  )
}

/** The contact at the car, their phone number, and the account's e-mail. */
export function CustomerCard({ job, onEdit }: EditableCardProps) {
  const { customer, number, contactName, contactPhone } = job
  const { name, phone, email, accountName } = customer
  const hasContact = Boolean(contactName || contactPhone)
  const shownPhone = useShownPhone(phone)
  const missing = missingDetails(customer)
  return (
    <Card
      title={t('Customer')}
      aria-label={t('Customer')}
      action={
        onEdit && (
          <QuietButton aria-label={t('Edit the contact')} onClick={onEdit}>
            {t('Edit')}
          </QuietButton>
        )
      }
    >
      <p className="text-lg font-semibold wrap-anywhere">
        {name || <span className="text-amber">{t('No name yet')}</span>}
      </p>
      {hasContact && (
        <p className="text-soft wrap-anywhere">
          {t('Contact for this visit. Account: {name}', { name: accountName ?? name })}
        </p>
      )}
      {email && (
        <p className="wrap-anywhere">
          <TextLink href={mailTo(email, number)}>{email}</TextLink>
        </p>
      )}
      {phone && <p>{shownPhone}</p>}
      {missing.includes('phone') && <p className="text-amber">{t('No phone number yet')}</p>}
      <p className="mt-3 flex flex-wrap gap-2">
        {phone && (
          <>
            <LinkButton
              size="small"
              icon={<Phone />}
              href={paths.phone(phone)}
              aria-label={t('Call {phone}', { phone: shownPhone })}
            >
              {t('action|Call')}
            </LinkButton>
            <LinkButton
              size="small"
              icon={<MessageSquare />}
              href={paths.phone(phone, 'sms')}
              aria-label={t('Text {phone}', { phone: shownPhone })}
            >
              {t('Text')}
            </LinkButton>
          </>
        )}
        {email && (
          <LinkButton
            size="small"
            icon={<Mail />}
            href={mailTo(email, number)}
            aria-label={t('Write to {email}', { email })}
          >
            {t('Write')}
          </LinkButton>
        )}
      </p>
    </Card>
  )
}

/** With the visit's number, so replies can be matched. */
const mailTo = (email: string, number: string) =>
  `mailto:${email}?subject=${encodeURIComponent(number)}`
