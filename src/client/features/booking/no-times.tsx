import { useBusiness, useMaybePerson } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton, SmallButton } from '#client/ui/button.tsx'
import type { Day } from '#shared/contract/booking.ts'
import { paths } from '#shared/rules/paths.ts'
import { askUs } from '#shared/rules/reach.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t, wording } from '#shared/texts/t.ts'

interface NoTimesProps {
  days: readonly Day[]
  onLaterDays?: (() => void) | undefined
}

/** Replaces the days when none is free, with ways to contact the business. */
export default function NoTimes({ days, onLaterDays }: NoTimesProps) {
  const business = useBusiness()
  const isOffice = useMaybePerson()?.role === 'admin'
  const last = days.at(-1)?.date
  const ask = wording(askUs('phone', business))
  return (
    <Banner
      tone="warning"
      title={
        last
          ? t('No times available until {date}', { date: formatDay(last) })
          : t('No times available')
      }
      action={
        <span className="flex flex-wrap gap-2">
          {onLaterDays && <SmallButton onClick={onLaterDays}>{t('Show later days')}</SmallButton>}
          {isOffice ? (
            <LinkButton size="small" href={paths.technicians}>
              {t('Technicians')}
            </LinkButton>
          ) : (
            <ContactButton />
          )}
        </span>
      }
    >
      {isOffice
        ? t('All of these times are taken or closed, or no technician is working.')
        : onLaterDays
          ? t('Later days may have some. For an earlier visit, {askUs}', { askUs: ask })
          : t('Nothing can be booked here at the moment. For a visit, {askUs}', { askUs: ask })}
    </Banner>
  )
}

export function ContactButton() {
  const { supportPhone } = useBusiness()
  return supportPhone ? (
    <LinkButton size="small" href={paths.phone(supportPhone)}>
      {t('Call us')}
    </LinkButton>
  ) : (
    <LinkButton size="small" href={paths.contact}>
      {t('Contact us')}
    </LinkButton>
  )
}
