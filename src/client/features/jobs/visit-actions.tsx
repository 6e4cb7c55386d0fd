import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { useMayTip } from '#client/app/use-may-tip.ts'
import { Button, LinkButton, SmallButton } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { enoughNotice } from '#shared/rules/cancellation.ts'
import { isActiveJob, isNotStarted } from '#shared/rules/jobs.ts'
import { paymentAsked } from '#shared/rules/paying.ts'
import { hasInvoice, hasReceipt } from '#shared/rules/payments.ts'
import { askUs } from '#shared/rules/reach.ts'
import { t, wording } from '#shared/texts/t.ts'

interface VisitActionsProps {
  job: Job
  onAsk: (about: 'move' | 'place' | 'cancel' | 'rate' | 'tip') => void
}

export function VisitActions(props: VisitActionsProps) {
  return isActiveJob(props.job.status) ? <WhileAhead {...props} /> : <OnceOver {...props} />
}

function WhileAhead({ job, onAsk }: VisitActionsProps) {
  const business = useBusiness()
  const { rescheduleNoticeHours, cancelNoticeHours } = business
  // Requests can change until their time: nothing is held for them.
  const tooLate = (hours: number) =>
    !job.needsConfirmation &&
    !enoughNotice(new Date(job.startsAt), new Date(), hours) &&
    t('It is too late to do this online; {askUs}', { askUs: wording(askUs('phone', business)) })
  if (!isNotStarted(job.status)) return null
  const quiet = { size: 'small', variant: 'quiet', className: 'max-sm:px-1.5!' } as const
  return (
    <>
      {paymentAsked(job, business) === 'card' && (
        <LinkButton size="small" variant="primary" href={paths.preAuthorize(job.id)}>
          {t('Add a card')}
        </LinkButton>
      )}
      <SmallButton disabledReason={tooLate(rescheduleNoticeHours)} onClick={() => onAsk('move')}>
        {job.needsConfirmation ? t('Another time') : t('Move visit')}
      </SmallButton>
      <Button
        {...quiet}
        disabledReason={tooLate(rescheduleNoticeHours)}
        onClick={() => onAsk('place')}
      >
        {t('Change address')}
      </Button>
      {!job.needsConfirmation && (
        <LinkButton {...quiet} href={paths.jobCalendar(job.id)} download="">
          {t('Add to calendar')}
        </LinkButton>
      )}
      <Button
        {...quiet}
        disabledReason={tooLate(cancelNoticeHours)}
        onClick={() => onAsk('cancel')}
      >
        {job.needsConfirmation ? t('Cancel request') : t('Cancel visit')}
      </Button>
    </>
  )
}

function OnceOver({ job, onAsk }: VisitActionsProps) {
  const asked = paymentAsked(job, useBusiness())
  const mayTip = useMayTip()
  const completed = job.status === 'completed'
  return (
    <>
      {asked && (
        <LinkButton size="small" variant="primary" href={paths.payment(job.id)}>
          {asked === 'directly' ? t('How to pay') : t('Pay now')}
        </LinkButton>
      )}
      {completed && !job.reviewed && (
        <SmallButton onClick={() => onAsk('rate')}>{t('Rate this visit')}</SmallButton>
      )}
      {mayTip(job) && <SmallButton onClick={() => onAsk('tip')}>{t('Give a tip')}</SmallButton>}
      {hasReceipt(job.status, job.paymentState) && (
        <LinkButton size="small" href={paths.receipt(job.id)}>
          {t('Receipt')}
        </LinkButton>
      )}
      {hasInvoice(job.status, job.paymentState) && (
        <LinkButton size="small" href={paths.invoicePdf(job.id)} download="">
          {t('Invoice (PDF)')}
        </LinkButton>
      )}
      <LinkButton size="small" href={paths.bookVehicle(job.vehicleId)}>
        {t('Rebook')}
      </LinkButton>
    </>
  )
}
