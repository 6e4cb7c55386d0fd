import { useMutation } from '@tanstack/react-query'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { downloadFile } from '#client/app/file-transfer.ts'
import { Link2Off, Truck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { ContactLink } from '#client/app/phone-number.tsx'
import { useBusiness } from '#client/app/session.ts'
import { useGuestVisit } from '#client/features/booking/use-guest-visit.ts'
import { CancellingCosts } from '#client/features/jobs/cancelling-costs.tsx'
import { CallError, refusedFee } from '#client/app/call.ts'
import { ExtraRequests } from '#client/features/jobs/extra-requests.tsx'
import { ComingTechnician } from '#client/features/jobs/coming-technician.tsx'
import { SharedPosition } from '#client/features/conversation/technician-position.tsx'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { GuestConversation } from '#client/features/conversation/guest-conversation.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { GuestCard } from '#client/features/payments/guest-card.tsx'
import { TipCard } from '#client/features/payments/tip-card.tsx'
import { useGuestTip } from '#client/features/payments/tip-form.tsx'
import { PaymentFacts } from '#client/features/payments/payment-facts.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { enoughNotice } from '#shared/rules/cancellation.ts'
import { feeOfCancelling } from '#shared/rules/fees.ts'
import { isActiveJob, isNotStarted } from '#shared/rules/jobs.ts'
import { hasInvoice, hasReceipt } from '#shared/rules/payments.ts'
import { askUs } from '#shared/rules/reach.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t, translate, wording } from '#shared/texts/t.ts'

const RescheduleDialog = lazyDialog(() => import('#client/features/booking/reschedule-dialog.tsx'))
const ChangeAddressDialog = lazyDialog(
  () => import('#client/features/booking/change-address-dialog.tsx'),
)
const RateVisitDialog = lazyDialog(() => import('#client/features/jobs/rate-visit-dialog.tsx'))

type Asked = 'move' | 'place' | 'cancel' | 'rate'

export default function GuestVisit() {
  const { token } = useParams<{ token: string }>()
  const { visit, pending, cancel, move, changePlace, rate, answer, sending } = useGuestVisit(token)
  const business = useBusiness()
  const tipping = useGuestTip(token, visit.data?.job.customer.name ?? '')
  const isThere = visit.data !== undefined
  // The part that the address names (`#pay`) is not there when the page opens.
  useEffect(() => {
    if (isThere && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isThere])
  const [asking, setAsking] = useState<Asked | null>(null)
  // What the question said; when it is another meanwhile, the server refuses.
  const [seenFee, setSeenFee] = useState<string | null>(null)
  const [feeChanged, setFeeChanged] = useState(false)
  const close = () => setAsking(null)
  const [booked] = useState(() => (history.state as { booked?: boolean } | null)?.booked === true)
  if (visit.error?.status === 404) return <DeadLink />
  if (visit.isError && !visit.data)
    return (
      <ErrorState
        page
        title={t('Your visit could not be loaded')}
        text={translate(visit.error.message)}
        onRetry={() => void visit.refetch()}
        pending={visit.isFetching}
      />
    )
  if (!visit.data)
    return (
      <div className="mx-auto max-w-column space-y-4">
        <Skeleton className="h-64 w-full rounded-card!" />
        <Skeleton className="h-72 w-full rounded-card!" />
      </div>
    )
  const { job, due, position, extras, technicianRating } = visit.data
  const mayCancel = isNotStarted(job.status)
  const fee = seenFee ?? '0.00'
  const ask = (about: Asked) => {
    if (about === 'cancel') setSeenFee(feeOfCancelling(job, new Date()))
    setFeeChanged(false)
    setAsking(about)
  }
  const askAgain = (error: unknown) => {
    const now = error instanceof CallError ? refusedFee(error) : undefined
    if (!now) return close()
    setSeenFee(now)
    setFeeChanged(true)
  }
  return (
    <div className="mx-auto max-w-column space-y-4">
      <meta name="robots" content="noindex" />
      <PageHeader
        title={booked && mayCancel ? describeBooked(job) : t('Your visit')}
        lede={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <VisitBadge job={job} />
            {describeTechnician(job)}
          </span>
        }
      />
      {job.technician && isComing(job) && (
        <Card>
          <ComingTechnician technician={job.technician} rating={technicianRating} />
        </Card>
      )}
      {booked && mayCancel && (
        <p className="text-soft">
          {t(
            'We are emailing you the link to this page too. It works until 30 days after the visit.',
          )}
        </p>
      )}
      <div id="extras" className="scroll-mt-4 space-y-3 empty:hidden">
        <ExtraRequests extras={extras} answer={answer} sending={sending} withPast />
      </div>
      {job.communicationActive && position && isNotStarted(job.status) && (
        <Banner tone="warning" icon={<Truck />} title={t('Technician En Route')}>
          <SharedPosition position={position} />
        </Banner>
      )}
      <PaymentFacts job={job} amount={job.finalAmount} />
      {job.accessNotes && (
        <p className="text-sm text-soft">
          {t('Getting to the car: {notes}', { notes: job.accessNotes })}
        </p>
      )}
      {job.needsConfirmation && mayCancel ? (
        <Banner title={t('Outside our usual area')}>
          {business.cardPayments
            ? t(
                'This is a request: the time is not held for you until we confirm it by phone or e-mail. You pay only after that, here.',
              )
            : t(
                'This is a request: the time is not held for you until we confirm it by phone or e-mail. You pay after the visit.',
              )}
        </Banner>
      ) : (
        <div id="pay" className="scroll-mt-4">
          <GuestCard token={token} job={job} due={due} />
        </div>
      )}
      <TipCard job={job} due={due} tipping={tipping} />
      <GuestConversation token={token} job={job} />
      <GuestActions job={job} receipt={paths.guestReceipt(token)} onAsk={ask} />
      {hasInvoice(job.status, job.paymentState) && <InvoiceButton token={token} />}
      <Questions job={job} />
      <ConfirmDialog
        open={asking === 'cancel'}
        danger
        onClose={close}
        onConfirm={() => void cancel(fee).then(close, askAgain)}
        pending={pending}
        title={job.needsConfirmation ? t('Cancel this request?') : t('Cancel this visit?')}
        confirmLabel={job.needsConfirmation ? t('Cancel request') : t('Cancel visit')}
        cancelLabel={t('Keep it')}
        description={describeCancelling(job)}
      >
        <CancellingCosts job={job} fee={fee} changed={feeChanged} />
      </ConfirmDialog>
      {asking === 'move' && <RescheduleDialog job={job} move={move} onClose={close} />}
      {asking === 'place' && <ChangeAddressDialog job={job} change={changePlace} onClose={close} />}
      {asking === 'rate' && <RateVisitDialog job={job} rate={rate} onClose={close} />}
    </div>
  )
}

interface GuestActionsProps {
  job: Job
  /** The path of the receipt. */
  receipt: string
  onAsk: (about: Asked) => void
}

/** What a guest can do with the visit, as a customer could. */
function GuestActions({ job, receipt, onAsk }: GuestActionsProps) {
  const business = useBusiness()
  const tooLate = (hours: number) =>
    !job.needsConfirmation &&
    !enoughNotice(new Date(job.startsAt), new Date(), hours) &&
    t('It is too late to do this online; {askUs}', { askUs: wording(askUs('phone', business)) })
  const row = 'grid gap-3 sm:grid-cols-2'
  if (isNotStarted(job.status))
    return (
      <div className="grid gap-3 sm:grid-cols-3">
        <Button
          wide
          disabledReason={tooLate(business.rescheduleNoticeHours)}
          onClick={() => onAsk('move')}
        >
          {t('Move visit')}
        </Button>
        <Button
          wide
          disabledReason={tooLate(business.rescheduleNoticeHours)}
          onClick={() => onAsk('place')}
        >
          {t('Change address')}
        </Button>
        <Button
          wide
          disabledReason={tooLate(business.cancelNoticeHours)}
          onClick={() => onAsk('cancel')}
        >
          {job.needsConfirmation ? t('Cancel request') : t('Cancel visit')}
        </Button>
      </div>
    )
  return (
    <div className={row}>
      {job.status === 'completed' && !job.reviewed && (
        <Button wide onClick={() => onAsk('rate')}>
          {t('Rate this visit')}
        </Button>
      )}
      {hasReceipt(job.status, job.paymentState) && (
        <LinkButton wide href={receipt}>
          {t('Receipt')}
        </LinkButton>
      )}
    </div>
  )
}

function InvoiceButton({ token }: { token: string }) {
  const save = useMutation<void, CallError>({
    mutationFn: () => downloadFile('/api/guest-links/invoice.pdf', 'invoice.pdf', { token }),
    onError: (error) => showFailure(t('The invoice could not be downloaded'), error),
  })
  return (
    <Button wide pending={save.isPending} onClick={() => save.mutate()}>
      {t('Invoice (PDF)')}
    </Button>
  )
}

function describeCancelling({ needsConfirmation, scheduledDate, scheduledTime }: Job): string {
  const visit = formatVisit(scheduledDate, scheduledTime)
  return needsConfirmation
    ? t('We will not come on {visit}. You can book again at any time.', { visit })
    : t('{visit} becomes free for someone else. You can book again at any time.', { visit })
}

const describeBooked = (job: Job) =>
  job.needsConfirmation ? t('Request received') : t("You're Booked!")

const isComing = ({ needsConfirmation, status }: Job) => !needsConfirmation && isActiveJob(status)

const describeTechnician = (job: Job): string =>
  isComing(job) && !job.technician && job.status === 'scheduled'
    ? t('We tell you who is coming before the visit.')
    : ''

function Questions({ job }: { job: Job }) {
  const { supportPhone } = useBusiness()
  return (
    <p className="pt-2 text-center text-sm text-soft">
      {t('Questions about {number}?', { number: job.number })}{' '}
      {supportPhone && (
        <>
          <TextLink className="whitespace-nowrap" href={paths.phone(supportPhone)}>
            {supportPhone}
          </TextLink>
          {' · '}
        </>
      )}
      <ContactLink />
    </p>
  )
}

/** The same for a guessed, a shortened and an expired link. */
function DeadLink() {
  return (
    <EmptyState
      page
      icon={<Link2Off />}
      title={t('This link does not open a visit')}
      text={t(
        'Links expire 30 days after the visit, and some mail apps cut them short. Open the one in your e-mail again, or sign in with that e-mail address to see your visits.',
      )}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LinkButton variant="primary" href={paths.login}>
            {t('Sign In')}
          </LinkButton>
          <LinkButton href={paths.contact}>{t('Contact')}</LinkButton>
        </span>
      }
    />
  )
}
