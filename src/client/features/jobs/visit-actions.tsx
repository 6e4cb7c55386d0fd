import { CalendarPlus } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import type { CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useGuestLink } from '#client/app/guest-link.ts'
import { useBusiness } from '#client/app/session.ts'
import { useMayTip } from '#client/app/use-may-tip.ts'
import { Button, type ButtonProps, LinkButton, SmallButton } from '#client/ui/button.tsx'
import { lazyLoad } from '#client/ui/lazy-load.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { enoughNotice } from '#shared/rules/cancellation.ts'
import { isActiveJob, isNotStarted } from '#shared/rules/jobs.ts'
import { paymentRequest } from '#shared/rules/paying.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import { hasReceipt } from '#shared/rules/payments.ts'
import { askUs } from '#shared/rules/reach.ts'
import { hasEarlierTimes, visitTimeOf } from '#shared/rules/waitlist.ts'
import { t, wording } from '#shared/texts/t.ts'

interface VisitActionsProps {
  job: Job
  onAsk: (about: 'move' | 'wait' | 'place' | 'cancel' | 'rate' | 'tip') => void
}

export function VisitActions(props: VisitActionsProps) {
  return isActiveJob(props.job.status) ? <WhileAhead {...props} /> : <OnceOver {...props} />
}

function WhileAhead({ job, onAsk }: VisitActionsProps) {
  const business = useBusiness()
  const quiet = { size: 'small', variant: 'quiet', className: 'max-sm:px-1.5!' } as const
  if (!isNotStarted(job.status)) return null
  return (
    <>
      {paymentRequest(job, business) === 'card' && (
        <LinkButton size="small" variant="primary" href={paths.preAuthorize(job.id)}>
          {t('Add a card')}
        </LinkButton>
      )}
      <VisitChanges job={job} onAsk={onAsk} first={{ size: 'small' }} others={quiet} />
    </>
  )
}

const mayBeEarlier = (job: Job, business: PublicConfig) =>
  hasEarlierTimes(visitTimeOf(job), business, new Date())

type Look = Pick<ButtonProps, 'size' | 'variant' | 'wide' | 'className'>

interface VisitChangesProps {
  job: Job
  onAsk: (about: 'move' | 'wait' | 'place' | 'cancel') => void
  /** The look of the first button, and of the others. */
  first: Look
  others: Look
}

/** What its customer can do about a visit until it starts. */
export function VisitChanges({ job, onAsk, first, others }: VisitChangesProps) {
  const business = useBusiness()
  const { rescheduleNoticeHours, cancelNoticeHours } = business
  // Requests can change until their time: nothing is held for them.
  const tooLate = (hours: number) =>
    !job.needsConfirmation &&
    !enoughNotice(new Date(job.startsAt), new Date(), hours) &&
    t('It is too late to do this online; {askUs}', { askUs: wording(askUs('phone', business)) })
  const mayWait =
    business.uses.waitlist &&
    !job.needsConfirmation &&
    !tooLate(rescheduleNoticeHours) &&
    mayBeEarlier(job, business)
  // A row of small buttons takes two lines on a phone.
  const isRow = !first.wide
  return (
    <>
      <Button
        {...first}
        disabledReason={tooLate(rescheduleNoticeHours)}
        onClick={() => onAsk('move')}
      >
        {job.needsConfirmation ? t('Another time') : t('Move visit')}
      </Button>
      {mayWait && (
        <Button {...first} aria-label={t('Wait for an earlier time')} onClick={() => onAsk('wait')}>
          <span className="sm:hidden">{t('Earlier time')}</span>
          <span className="max-sm:hidden">{t('Wait for an earlier time')}</span>
        </Button>
      )}
      {!job.needsConfirmation && (
        <FileLink
          {...others}
          href={fileUrls.jobCalendar(job.id)}
          name={`visit-${job.number}.ics`}
          icon={isRow && <CalendarPlus className="size-5! sm:hidden" />}
        >
          <span className={isRow ? 'max-sm:sr-only' : undefined}>{t('Add to calendar')}</span>
        </FileLink>
      )}
      <Button
        {...others}
        disabledReason={tooLate(rescheduleNoticeHours)}
        onClick={() => onAsk('place')}
      >
        {t('Change address')}
      </Button>
      <Button
        {...others}
        disabledReason={tooLate(cancelNoticeHours)}
        onClick={() => onAsk('cancel')}
      >
        {job.needsConfirmation ? t('Cancel request') : t('Cancel visit')}
      </Button>
    </>
  )
}

function OnceOver({ job, onAsk }: VisitActionsProps) {
  const request = paymentRequest(job, useBusiness())
  const mayTip = useMayTip()
  const completed = job.status === 'completed' && !job.imported
  return (
    <>
      {request && (
        <LinkButton size="small" variant="primary" href={paths.payment(job.id)}>
          {request === 'directly' ? t('How to pay') : t('Pay now')}
        </LinkButton>
      )}
      {completed && !job.reviewed && (
        <SmallButton onClick={() => onAsk('rate')}>{t('Rate this visit')}</SmallButton>
      )}
      {mayTip(job) && <SmallButton onClick={() => onAsk('tip')}>{t('Give a tip')}</SmallButton>}
      {!job.imported && hasReceipt(job.status, job.paymentState) && (
        <LinkButton size="small" href={paths.receipt(job.id)}>
          {t('Receipt')}
        </LinkButton>
      )}
      {job.invoice && (
        <LinkButton size="small" href={fileUrls.invoicePdf(job.id)} download="">
          {t('Invoice (PDF)')}
        </LinkButton>
      )}
      <LinkButton size="small" href={paths.bookVehicle(job.vehicleId)}>
        {t('Rebook')}
      </LinkButton>
    </>
  )
}

const loadSaving = lazyLoad(() => import('#client/app/file-transfer.ts'))

interface FileLinkProps extends Pick<
  ButtonProps,
  'size' | 'variant' | 'wide' | 'icon' | 'className' | 'children'
> {
  href: string
  /** File name for a guest; everyone else gets the server's. */
  name: string
}

/** A link to a visit's file. Guests get a button: only a request can carry their link. */
export function FileLink({ href, name, ...look }: FileLinkProps) {
  const guestLink = useGuestLink()
  const save = useMutation<void, CallError>({
    mutationFn: async () => (await loadSaving()).downloadFile(href, name, guestLink),
    onError: (error) => showFailure(t('The file could not be downloaded'), error),
  })
  if (!guestLink) return <LinkButton {...look} href={href} download="" />
  return <Button {...look} pending={save.isPending} onClick={() => save.mutate()} />
}
