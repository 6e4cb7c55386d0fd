import { CircleCheck } from 'lucide-react'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton, Spinner } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { Reservation } from './use-reserve.ts'

/** Result of holding a new visit's amount on a saved card, with a link to another card on failure. */
export default function ReservationLine({
  job,
  reservation,
}: {
  job: Job
  reservation: Reservation
}) {
  const words = { amount: formatAmount(job.cost.due), card: cardName(reservation.card) }
  if (reservation.state === 'refused')
    return (
      <div className="space-y-3">
        <Banner tone="error" live title={t('{card} was not accepted', words)}>
          {translate(reservation.error.message)} {t('Your visit is still booked.')}
        </Banner>
        <LinkButton variant="primary" wide href={paths.preAuthorize(job.id)}>
          {t('Choose another card')}
        </LinkButton>
      </div>
    )
  return (
    <p role="status" className="flex items-start gap-2.5">
      {reservation.state === 'asked' ? (
        <>
          <Spinner /> {t('Reserving {amount} on {card} …', words)}
        </>
      ) : (
        <>
          <CircleCheck className="mt-0.5 text-green" />
          {reservation.payment === 'card_saved'
            ? t('{amount} will be reserved on {card} one to two days before the visit.', words)
            : t('{amount} is reserved on {card}.', words)}
        </>
      )}
    </p>
  )
}
