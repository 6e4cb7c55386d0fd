import { Check, Link2 } from 'lucide-react'
import type { CallAnswer } from '#client/app/call.ts'
import { useBusiness } from '#client/app/session.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { paymentRequest } from '#shared/rules/paying.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { PageTitle } from '#client/ui/page-title.tsx'

type CallerBooked = CallAnswer<'POST /api/admin/bookings'>

interface CallerBookedProps {
  booked: CallerBooked
  onLink: (job: Job) => void
  onAnother: () => void
}

const focus = (heading: HTMLElement | null) => heading?.focus()

/** Shows what to tell the caller before hanging up, and next steps. */
export function CallerBookedPage({
  booked: { jobs, confirmation },
  onLink,
  onAnother,
}: CallerBookedProps) {
  const business = useBusiness()
  const name = jobs[0]?.customer.name ?? ''
  return (
    <div className="mx-auto max-w-column">
      <PageTitle>{t("You're Booked!")}</PageTitle>
      <div className="flex flex-col items-center pt-4 text-center">
        <span className="flex size-14 items-center justify-center rounded-full bg-oil text-[#14181f]">
          <Check className="size-7!" />
        </span>
        <h1 className="mt-4 text-2xl outline-none" tabIndex={-1} ref={focus}>
          {t("You're Booked!")}
        </h1>
        <p className="mt-2 wrap-anywhere">{describeConfirmation(confirmation, name)}</p>
      </div>
      <div className="mt-6 space-y-4">
        {jobs.map((job) => (
          <Card key={job.id}>
            <p className="text-lg font-semibold">{job.number}</p>
            <p>
              <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />
            </p>
            <p>
              {vehicleName(job.vehicle)} · {job.servicePackageName} ·{' '}
              <Money amount={job.finalAmount} className="font-semibold" />
            </p>
            <p className="text-sm text-soft wrap-anywhere">
              {[job.serviceAddress, job.technician?.name].filter(Boolean).join(' · ')}
            </p>
            <div className="mt-4 flex flex-wrap gap-2">
              <LinkButton variant="primary" href={officePaths.officeVisit(job.id)}>
                {t('Open the visit')}
              </LinkButton>
              <Button icon={<Link2 />} onClick={() => onLink(job)}>
                {t("Copy the customer's link")}
              </Button>
              {paymentRequest(job, business) === 'card' && (
                <LinkButton href={paths.preAuthorize(job.id)}>{t('Take the card now')}</LinkButton>
              )}
            </div>
          </Card>
        ))}
      </div>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <LinkButton href={paths.schedule}>{t('Schedule')}</LinkButton>
        <Button onClick={onAnother}>{t('Book another')}</Button>
      </div>
    </div>
  )
}

function describeConfirmation({ email, sms }: CallerBooked['confirmation'], name: string): string {
  if (email) return t('{name} gets the confirmation by e-mail: {email}', { name, email })
  if (sms)
    return t('{name} gets the confirmation by text message: {phone}', {
      name,
      phone: nationalPhone(sms),
    })
  return t(
    'Nothing is sent to {name}: tell them the number and the time now, or give them the link.',
    { name },
  )
}
