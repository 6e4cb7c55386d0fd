import { useState } from 'react'
import { useParams } from 'wouter'
import { Loaded } from '#client/app/loaded.tsx'
import { personName } from '#client/app/person-name.ts'
import { useCall } from '#client/app/queries.ts'
import { FeedCard } from '#client/features/calendar/feed-card.tsx'
import { ApproveButton, InviteButton } from '#client/features/technicians/approve-and-invite.tsx'
import { DeleteTechnicianDialog } from '#client/features/technicians/delete-technician-dialog.tsx'
import { FactsCard } from '#client/features/technicians/facts-card.tsx'
import { HandInCode } from '#client/features/technicians/hand-in-code.tsx'
import { DaysOffCard, HoursCard } from '#client/features/technicians/hours-and-days-off.tsx'
import {
  TechnicianRating,
  TechnicianStatus,
} from '#client/features/technicians/technician-columns.tsx'
import { VisitsCard } from '#client/features/technicians/visits-card.tsx'
import { ReviewsCard, WorkCard } from '#client/features/technicians/work-card.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

export default function TechnicianScreen() {
  const { id } = useParams<{ id: string }>()
  const technician = useCall('GET /api/admin/technicians/{id}', { params: { id } })
  const wayOut = <LinkButton href={paths.technicians}>{t('Technicians')}</LinkButton>
  return (
    <Loaded
      key={id}
      page
      parts={[technician]}
      loading={<Skeleton className="mx-auto h-140 w-full max-w-wide rounded-card!" />}
      failed={t('The technician could not be loaded')}
      action={wayOut}
      missing={
        <EmptyState
          page
          title={t('Technician not found')}
          text={t('There is no technician at this address. The link may be incomplete.')}
          action={wayOut}
        />
      }
    >
      {(person) => <TechnicianPage technician={person} />}
    </Loaded>
  )
}

function TechnicianPage({ technician }: { technician: Technician }) {
  const [deleting, setDeleting] = useState(false)
  const { id, status } = technician
  const name = personName(technician) || technician.email || t('Technician')
  return (
    <Page
      wide
      title={name}
      back={{ href: paths.technicians, label: t('Technicians') }}
      lede={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TechnicianStatus technician={technician} />
          <TechnicianRating rating={technician.rating} />
        </span>
      }
      actions={
        <>
          {status === 'waiting' && <ApproveButton id={id} name={name} />}
          <InviteButton technician={technician} />
          {status !== 'deactivated' && (
            <Button variant="quiet" onClick={() => setDeleting(true)}>
              {t('Delete')}
            </Button>
          )}
        </>
      }
    >
      {status === 'deactivated' && (
        <div className="mb-4">
          <Banner tone="warning" title={t('This technician has been deactivated')}>
            {t(
              'They cannot sign in and get no visits. Invite them again to reactivate the same account.',
            )}{' '}
            {technician.inProgress &&
              t('One of their visits is still in progress: please end it on its page.')}
          </Banner>
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[21rem_minmax(0,1fr)] xl:grid-cols-[21rem_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="space-y-4">
          <FactsCard technician={technician} />
          {status === 'deactivated' && <HandInCode technicianId={id} />}
          <HoursCard technician={technician} />
          <DaysOffCard technician={technician} />
          {status === 'active' && (
            <FeedCard
              technicianId={id}
              about={t('Their visits in the calendar of their phone or computer.')}
            />
          )}
        </div>
        <div className="min-w-0 space-y-4">
          <WorkCard id={id} />
        </div>
        <div className="min-w-0 space-y-4 max-xl:lg:col-start-2">
          <VisitsCard technician={technician} />
          <ReviewsCard id={id} />
        </div>
      </div>
      {deleting && (
        <DeleteTechnicianDialog technician={technician} onClose={() => setDeleting(false)} />
      )}
    </Page>
  )
}
