import { MapPin } from 'lucide-react'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { DayStopsMap } from './day-stops-map.tsx'

interface AddressCardProps {
  job: Job
  /** Undefined once the visit can't change. */
  onEdit: (() => void) | undefined
}

export function AddressCard({ job, onEdit }: AddressCardProps) {
  const { serviceAddress, accessNotes, customerNotes } = job
  return (
    <Card
      title={t('Where')}
      aria-label={t('Where')}
      action={
        onEdit && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('Edit address and notes')}
            onClick={onEdit}
          >
            {t('Edit')}
          </Button>
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

function Note({ label, children }: { label: string; children: string }) {
  if (!children) return null
  return (
    <p className="mt-4 rounded-control bg-amber-wash px-3 py-2.5 whitespace-pre-wrap wrap-anywhere">
      <span className="block text-sm font-medium text-amber">{label}</span>
      {children}
    </p>
  )
}
