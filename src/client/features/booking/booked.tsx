import { Check, MapPin } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Card } from '#client/ui/card.tsx'
import { Dipstick } from '#client/brand/dipstick.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { howToPay, otherWaysToPay, paymentRequest } from '#shared/rules/paying.ts'
import { isOnInvoice } from '#shared/rules/payments.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { PageTitle } from '#client/ui/page-title.tsx'

const focus = (heading: HTMLElement | null) => heading?.focus()

interface BookedProps {
  jobs: readonly Job[]
  /** Replaces the card form in a visit's payment section; undefined shows the form. */
  payment?: (job: Job) => ReactNode
  offer?: ReactNode
}

/** Confirms the booking and shows the next step, if any: authorize a card, or wait for the office. */
export default function Booked({ jobs, payment, offer }: BookedProps) {
  const business = useBusiness()
  const asked = jobs.some((job) => job.needsConfirmation)
  const title = asked ? t('Request received') : t("You're Booked!")
  return (
    <div className="mx-auto max-w-column">
      <PageTitle>{title}</PageTitle>
      <div className="flex flex-col items-center pt-4 text-center">
        <span className="flex size-14 items-center justify-center rounded-full bg-oil text-[#14181f]">
          <Check className="size-7!" />
        </span>
        <h1 className="mt-4 text-2xl outline-none" tabIndex={-1} ref={focus}>
          {title}
        </h1>
        {asked ? (
          <p className="mt-2">
            {t(
              'The address is outside our usual area, so this is a request: we confirm by phone or e-mail.',
            )}
          </p>
        ) : (
          <FullStick />
        )}
        <p className="mt-3 flex max-w-full gap-2 text-soft">
          <MapPin className="mt-0.5 text-amber" />
          <span className="min-w-0 text-left">{jobs[0]?.serviceAddress}</span>
        </p>
      </div>
      <div className="mt-6 space-y-4">
        {jobs.map((job) => (
          <Card key={job.id}>
            <p className="text-lg font-semibold">
              <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />
            </p>
            <p>
              {vehicleName(job.vehicle)} · {job.servicePackageName}
            </p>
            <p className="text-sm text-soft">
              {job.number} · <Money amount={job.finalAmount} className="font-semibold text-ink" />
            </p>
            <div className="mt-4">
              {payment?.(job) ??
                (paymentRequest(job, business) === 'card' && (
                  <LinkButton variant="primary" wide href={paths.preAuthorize(job.id)}>
                    {t('Hold {amount} on a card', { amount: formatAmount(job.cost.due) })}
                  </LinkButton>
                ))}
              {!job.needsConfirmation && (
                <LinkButton
                  variant="quiet"
                  wide
                  className="mt-1"
                  href={fileUrls.jobCalendar(job.id)}
                  download=""
                >
                  {t('Add to calendar')}
                </LinkButton>
              )}
            </div>
          </Card>
        ))}
        {offer}
      </div>
      <p className="mt-4 text-center text-sm text-soft">
        {asked
          ? t('The time is not held for you until then, and there is nothing to pay yet.')
          : jobs.every((job) => isOnInvoice(job.paymentState))
            ? t('You will get an invoice after the visit. No card is needed.')
            : business.cardPayments
              ? [
                  t('Nothing is charged before the service is done.'),
                  otherWaysToPay('scheduled', business),
                ]
                  .filter(Boolean)
                  .join(' ')
              : howToPay('scheduled', business)}
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <LinkButton href={paths.home}>{t('Home')}</LinkButton>
        <LinkButton href={paths.orders}>{t('View orders')}</LinkButton>
      </div>
    </div>
  )
}

/** Animates the dipstick's last step to MAX. */
function FullStick() {
  const [level, setLevel] = useState(3)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setLevel(4))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div aria-hidden="true" className="mt-3 w-56">
      <Dipstick label={t('Booking')} value={level} max={4} />
    </div>
  )
}
