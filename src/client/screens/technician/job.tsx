import { type ReactNode, Suspense } from 'react'
import { useParams } from 'wouter'
import { useCall } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { useStoredState } from '#client/app/use-stored-state.ts'
import { withWaiting } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork } from '#client/app/work/work-outbox.ts'
import { LoadedJob } from '#client/features/jobs/loaded-job.tsx'
import { ConnectionBadge, StorageNotice } from '#client/features/work/device-notices.tsx'
import { JobDetails, JobOverview } from '#client/features/work/job-details.tsx'
import { LockedBanner } from '#client/features/work/locked-banner.tsx'
import { RefusedChanges } from '#client/features/work/refused-changes.tsx'
import { UnsentBadge } from '#client/features/work/unsent-badge.tsx'
import { useExtras } from '#client/features/work/use-extras.ts'
import { usePreloadVisits } from '#client/features/work/use-preload-visits.ts'
import { WorkBar } from '#client/features/work/work-bar.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { LinkButton } from '#client/ui/button.tsx'
import { PageHeader } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { unitAndName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

// Below the fold, so loaded after it.
const JobCards = lazyComponent(() => import('./job-cards.tsx'))
const CarsHere = lazyComponent(() => import('#client/features/work/cars-here.tsx'))
const NotDonePhotos = lazyComponent(() => import('#client/features/photos/not-done-photos.tsx'))
const TakenAway = lazyComponent(() => import('#client/features/work/taken-away-visit.tsx'))
const WaitingForApproval = lazyComponent(
  () => import('#client/features/work/waiting-for-approval.tsx'),
)

export default function JobScreen() {
  const person = usePerson()
  const { id } = useParams<{ id: string }>()
  const works = person.active
  // Saves the whole day, even when a visit is the first page opened.
  const jobs = useCall('GET /api/jobs/technician', undefined, { enabled: works })
  usePreloadVisits(works ? jobs.data : null)
  if (!works) return <WaitingForApproval firstName={person.firstName} />
  return (
    <LoadedJob
      key={id}
      id={id}
      heading={t('Job')}
      loading={<JobSkeleton />}
      missing={{
        title: t('Job not found'),
        text: t('It does not exist, or it is assigned to someone else.'),
        action: (
          <LinkButton variant="primary" size="large" href={paths.home}>
            {t('Go Home')}
          </LinkButton>
        ),
      }}
      wayOut={<LinkButton href={paths.home}>{t('Go Home')}</LinkButton>}
      instead={(missing) => <Lost id={id} missing={missing} />}
    >
      {(job) => <WaitingWork job={job} />}
    </LoadedJob>
  )
}

/** A visit that was reassigned, or never theirs. */
function Lost({ id, missing }: { id: string; missing: ReactNode }) {
  return (
    <div className="mx-auto max-w-column space-y-4">
      <TakenAway jobId={id} otherwise={missing} />
      <LinkButton href={paths.home}>{t('Home')}</LinkButton>
    </div>
  )
}

/** The visit with unsent changes applied. */
function WaitingWork({ job }: { job: Job }) {
  const entries = useUnsentWork()
  const { extras, known } = useExtras(job.id)
  return <Work job={withWaiting(job, entries, extras.data && known)} />
}

function Work({ job }: { job: Job }) {
  const [notesDraft, setNotesDraft] = useStoredState<string | null>(`notes ${job.id}`, null)
  const locked = !isActiveJob(job.status)
  const unsavedNotes = notesDraft !== null && notesDraft !== job.technicianNotes ? notesDraft : ''
  return (
    <div className="mx-auto max-w-280">
      <PageHeader
        title={unitAndName(job.vehicle)}
        back={{ href: paths.home, label: t('Home') }}
        lede={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {formatVisit(job.scheduledDate, job.scheduledTime)} · {job.number}
            <ConnectionBadge />
            <UnsentBadge />
          </span>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-6">
        <div className="space-y-4 lg:sticky lg:top-20">
          <JobOverview job={job} badge={<VisitBadge job={job} />} />
          <Suspense>
            <CarsHere job={job} />
          </Suspense>
        </div>
        <div className="min-w-0 space-y-4">
          <StorageNotice />
          {job.status === 'cancelled' ? (
            <Suspense fallback={<LockedBanner job={job} />}>
              <TakenAway
                jobId={job.id}
                otherwise={<LockedBanner job={job} />}
                known={<LockedBanner job={job} />}
              />
            </Suspense>
          ) : (
            <>
              <RefusedChanges jobId={job.id} />
              {locked && <LockedBanner job={job} />}
            </>
          )}
          <JobDetails job={job} />
          <Suspense fallback={<CardsSkeleton />}>
            <JobCards
              job={job}
              locked={locked}
              notesDraft={notesDraft}
              onNotesDraft={setNotesDraft}
              unsavedNotes={unsavedNotes}
            />
          </Suspense>
        </div>
      </div>
      {!locked && (
        <WorkBar
          job={job}
          unsavedNotes={unsavedNotes}
          photos={
            <Suspense>
              <NotDonePhotos jobId={job.id} />
            </Suspense>
          }
        />
      )}
    </div>
  )
}

function JobSkeleton() {
  return (
    <div className="mx-auto max-w-280">
      <Skeleton className="mb-6 h-20 w-80 max-w-full" />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-6">
        <Skeleton className="h-56 w-full rounded-card!" />
        <div className="space-y-4">
          <CardsSkeleton />
        </div>
      </div>
    </div>
  )
}

const CardsSkeleton = () => (
  <>
    <Skeleton className="h-80 w-full rounded-card!" />
    <Skeleton className="h-120 w-full rounded-card!" />
  </>
)
