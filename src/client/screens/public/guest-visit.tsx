import { clsx } from 'clsx'
import { Suspense, useEffect, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { ContactLink } from '#client/app/contact-link.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { CommunicationPanel } from '#client/features/conversation/communication-panel.tsx'
import { EnRouteBanner } from '#client/features/conversation/en-route-banner.tsx'
import { useConversation } from '#client/features/conversation/use-conversation.ts'
import { OwnTechnician } from '#client/features/jobs/coming-technician.tsx'
import { ExtraDecisions } from '#client/features/jobs/extra-requests.tsx'
import { GuestPage } from '#client/features/jobs/guest-page.tsx'
import { FileLink, VisitChanges } from '#client/features/jobs/visit-actions.tsx'
import { GuestCard } from '#client/features/payments/guest-card.tsx'
import { PaymentFacts } from '#client/features/payments/payment-facts.tsx'
import { TipCard } from '#client/features/payments/tip-card.tsx'
import { useTip } from '#client/features/payments/tip-form.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, TextLink, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { PageHeader } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { isActiveJob, isNotStarted } from '#shared/rules/jobs.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import { hasReceipt } from '#shared/rules/payments.ts'
import { t } from '#shared/texts/t.ts'

const Agreements = lazyComponent(() => import('#client/features/approvals/agreements.tsx'))
const ReportLink = lazyComponent(() => import('#client/features/inspections/report-link.tsx'))
const OwnWaitlist = lazyComponent(() => import('#client/features/waitlist/own-waitlist.tsx'))

const dialogs = {
  cancel: lazyDialog(() => import('#client/features/jobs/cancel-job-dialog.tsx')),
  move: lazyDialog(() => import('#client/features/booking/reschedule-dialog.tsx')),
  wait: lazyDialog(() => import('#client/features/waitlist/wait-dialog.tsx')),
  place: lazyDialog(() => import('#client/features/booking/change-address-dialog.tsx')),
  rate: lazyDialog(() => import('#client/features/jobs/rate-visit-dialog.tsx')),
}

export default function GuestVisit() {
  return <GuestPage>{(job, token) => <Visit job={job} token={token} />}</GuestPage>
}

function Visit({ job, token }: { job: Job; token: string }) {
  const business = useBusiness()
  const due = useCall('GET /api/payments/due/{jobId}', { params: { jobId: job.id } })
  const isThere = due.data !== undefined
  // The part that the address names (`#pay`) is not there when the page opens.
  useEffect(() => {
    if (isThere && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isThere])
  const [asking, setAsking] = useState<keyof typeof dialogs | null>(null)
  const [booked] = useState(() => (history.state as { booked?: boolean } | null)?.booked === true)
  const mayCancel = isNotStarted(job.status)
  // The visit may start or end while a dialog is open.
  const AskedDialog = asking && (mayCancel || asking === 'rate') ? dialogs[asking] : null
  return (
    <div className="mx-auto max-w-column space-y-4">
      <PageHeader
        title={booked && mayCancel ? describeBooked(job) : t('Your visit')}
        lede={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <VisitBadge job={job} />
            {describeTechnician(job)}
          </span>
        }
      />
      {mayCancel && business.uses.waitlist && (
        <Suspense>
          <OwnWaitlist />
        </Suspense>
      )}
      {job.technician && isComing(job) && (
        <Card>
          <OwnTechnician job={job} />
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
        <ExtraDecisions job={job} withPast />
      </div>
      {job.communicationActive && <EnRouteBanner job={job} />}
      {job.status === 'completed' && business.uses.inspections && (
        <Suspense>
          <ReportLink jobId={job.id} />
        </Suspense>
      )}
      <PaymentFacts job={job} amount={job.finalAmount} />
      <Suspense>
        <Agreements jobId={job.id} />
      </Suspense>
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
          <Loaded
            parts={[due]}
            loading={<Skeleton className="h-72 w-full rounded-card!" />}
            failed={t('The payment could not be loaded')}
          >
            {(payment) => <GuestCard job={job} due={payment} />}
          </Loaded>
        </div>
      )}
      {due.data && <Tip job={job} due={due.data} />}
      <Messages job={job} />
      <GuestActions job={job} receipt={paths.guestReceipt(token)} onAsk={setAsking} />
      <Questions job={job} />
      {AskedDialog && <AskedDialog job={job} onClose={() => setAsking(null)} />}
    </div>
  )
}

function Tip({ job, due }: { job: Job; due: PaymentDue }) {
  return <TipCard job={job} due={due} tipping={useTip(job.id)} />
}

/** The conversation, once the technician has opened it. */
function Messages({ job }: { job: Job }) {
  const { data: entries = [] } = useConversation(job)
  if (!job.communicationActive && entries.length === 0) return null
  return (
    <section id="messages" className="scroll-mt-4">
      <CommunicationPanel job={job} role="customer" title={t('Messages')} />
    </section>
  )
}

interface GuestActionsProps {
  job: Job
  /** The path of the receipt. */
  receipt: string
  onAsk: (about: keyof typeof dialogs) => void
}

/** The actions of a guest on the visit, the same as a customer's. */
function GuestActions({ job, receipt, onAsk }: GuestActionsProps) {
  if (isNotStarted(job.status))
    return (
      <div
        className={clsx(
          'grid gap-3',
          job.needsConfirmation
            ? 'sm:grid-cols-3'
            : 'grid-cols-2 [&>:last-child:nth-child(odd)]:col-span-2',
        )}
      >
        <VisitChanges job={job} onAsk={onAsk} first={{ wide: true }} others={{ wide: true }} />
      </div>
    )
  return (
    <div className={clsx('grid gap-3', twoColumns)}>
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
      {job.invoice && (
        <FileLink wide href={fileUrls.invoicePdf(job.id)} name={`invoice-${job.number}.pdf`}>
          {t('Invoice (PDF)')}
        </FileLink>
      )}
    </div>
  )
}

const twoColumns = 'sm:grid-cols-2'

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
