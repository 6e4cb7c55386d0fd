import { useState } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { SlotPicker } from './slot-picker.tsx'
import { freshDay, useOpenDays } from './use-open-days.ts'

/** Moves a visit to another time; a slot that is lost meanwhile shows as taken and the dialog stays. */
export function RescheduleDialog({ job, onClose }: { job: Job | null; onClose: () => void }) {
  return job && <OpenDialog key={job.id} job={job} onClose={onClose} />
}

function OpenDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { availability, days, showLaterDays, takeFreshDay } = useOpenDays()
  const [chosenDate, setDate] = useState<string | null>(null)
  const [time, setTime] = useState<SlotLabel | null>(null)
  const date = chosenDate ?? days.find((day) => day.open)?.date ?? null
  const move = useWrite('POST /api/jobs/{id}/reschedule', {
    onSuccess: (moved) => {
      onClose()
      toast({
        title: t('Visit moved'),
        description: formatVisit(moved.scheduledDate, moved.scheduledTime),
      })
    },
    onError: (error) => {
      const fresh = freshDay(error)
      if (!fresh) return
      takeFreshDay(fresh)
      setTime(null)
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Move this visit')}
      description={t('Now on {visit}. Price and payment stay as they are.', {
        visit: formatVisit(job.scheduledDate, job.scheduledTime),
      })}
      footer={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button
            variant="primary"
            pending={move.isPending}
            disabledReason={!time && t('Please select a time')}
            onClick={() =>
              date &&
              time &&
              move.mutate({
                params: { id: job.id },
                body: { scheduledDate: date, scheduledTime: time },
              })
            }
          >
            {date && time
              ? t('Move to {visit}', { visit: formatVisit(date, time) })
              : t('Move visit')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {move.isError && (
          <Banner tone="error" live>
            {translate(move.error.message)}
          </Banner>
        )}
        {availability.isError && !availability.data ? (
          <ErrorState
            title={t('The free times could not be loaded')}
            text={availability.error.message}
            onRetry={() => void availability.refetch()}
            pending={availability.isFetching}
          />
        ) : availability.data ? (
          <SlotPicker
            days={days}
            date={date}
            time={time}
            ownTimes={date === job.scheduledDate ? [job.scheduledTime as SlotLabel] : []}
            ownReason={t('As booked')}
            onDate={(next) => {
              setDate(next)
              setTime(null)
            }}
            onTime={setTime}
            onLaterDays={showLaterDays}
          />
        ) : (
          <Skeleton className="h-48 w-full rounded-card!" />
        )}
        <NoticeRule />
      </div>
    </Dialog>
  )
}

/** Until when a visit may be moved, as the operator set it. */
function NoticeRule() {
  const { rescheduleNoticeHours: hours, supportPhone: phone } = useBusiness()
  return (
    <p className="text-sm text-soft">
      {hours > 0
        ? plural(
            hours,
            {
              one: 'You can move a visit until {count} hour before it starts. Later, please call {phone}.',
              other:
                'You can move a visit until {count} hours before it starts. Later, please call {phone}.',
            },
            { phone },
          )
        : t('You can move a visit until the service starts.')}
    </p>
  )
}
