import { type ReactNode, useState } from 'react'
import { List } from '#client/app/list/list.tsx'
import { whileDown } from '#client/app/socket-state.ts'
import { useCall, useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { showWorkFailure } from '#client/app/work/make-change.ts'
import { VisitCard } from './visit-card.tsx'

/** Unassigned visits a technician can take; nothing if none, or if only the office assigns. */
export function UnassignedVisits({ renderBadge }: { renderBadge: (job: Job) => ReactNode }) {
  const [shown, setShown] = useState(4)
  const showAll = () => setShown(Infinity)
  const queue = useCall('GET /api/jobs/unassigned', undefined, {
    staleTime: 0,
    refetchInterval: whileDown(),
  })
  const claim = useWrite('POST /api/jobs/{id}/claim', {
    onSuccess: (job) =>
      toast({
        title: t('The visit is yours'),
        description: formatVisit(job.scheduledDate, job.scheduledTime),
      }),
    onError: (error) => {
      showWorkFailure('', t('Could not take this job'))(error)
      void queue.refetch()
    },
  })
  return (
    <List
      list={queue}
      failed={t('The open visits could not be loaded')}
      loading={null}
      empty={null}
    >
      {(jobs) => (
        <section aria-labelledby="unassigned">
          <h2 id="unassigned" className="text-lg">
            {t('Unassigned')}
          </h2>
          <p className="mb-3 text-soft">
            {plural(jobs.length, {
              one: '{count} visit needs a technician.',
              other: '{count} visits need a technician.',
            })}
          </p>
          <ul className="grid gap-4 sm:grid-cols-2">
            {jobs.slice(0, shown).map((job) => (
              <VisitCard key={job.id} job={job} badge={renderBadge(job)} withDay>
                <Button
                  wide
                  size="large"
                  aria-label={t('Take this job, {number}', { number: job.number })}
                  pending={claim.isPending && claim.variables.params.id === job.id}
                  onClick={() => claim.mutate({ params: { id: job.id } })}
                >
                  {t('Take this job')}
                </Button>
              </VisitCard>
            ))}
          </ul>
          {shown < jobs.length && (
            <Button wide size="large" variant="quiet" className="mt-2" onClick={showAll}>
              {t('Show all {count}', { count: jobs.length })}
            </Button>
          )}
        </section>
      )}
    </List>
  )
}
