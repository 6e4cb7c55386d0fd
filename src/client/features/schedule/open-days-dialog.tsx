import { api, CallError } from '#client/app/call.ts'
import { DayRangeFields } from '#client/app/form/day-range-fields.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { refreshAfter, useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import { ClosureForm } from '#shared/contract/closures.ts'
import { t } from '#shared/texts/t.ts'
import {
  blockFailure,
  describePart,
  toastNewVisits,
  titleOf,
  type Opened,
  reopenedBy,
} from './describe-block.ts'
import { ClosedTimes, rangeOf } from './closed-times.tsx'
import { type BlockedRange, visitsAddedSince } from './affected-visits-query.ts'
import { bodyOf, closeAgain } from './undo-closure.ts'

interface OpenDaysDialogProps {
  date: string
  /** Shows visits booked before the undo. */
  onMeanwhile: (range: BlockedRange) => void
  onClose: () => void
}

const route = 'POST /api/admin/block-range'

export default function OpenDaysDialog({ date, onMeanwhile, onClose }: OpenDaysDialogProps) {
  const { today } = useBusiness()
  const closures = useCall('GET /api/admin/closures', undefined, { staleTime: 0 })
  const openedIn = (typed: Parameters<typeof rangeOf>[0]): Opened[] => {
    const range = rangeOf(typed)
    return range ? reopenedBy(range, closures.data ?? []) : []
  }
  return (
    <DialogForm
      schema={ClosureForm}
      guarded={false}
      send={async (form) => {
        const range = rangeOf(form)
        return range ? openDays(range, () => onMeanwhile(range)) : false
      }}
      successToast={({ opened, undo }) => ({
        title: t('Open again'),
        description: opened
          .map(
            ({ closure, part }) =>
              `${titleOf(closure)}: ${describePart(part, closure.timeSlots.length)}`,
          )
          .join(' · '),
        action: { label: t('Undo'), onSelect: undo },
      })}
      defaultValues={{ from: date, to: date }}
      onClose={onClose}
      title={t('Open days')}
      description={t(
        'Customers can book these times again right away. The rest of a closure stays closed.',
      )}
      submitLabel={t('Open these times')}
      failureToast={blockFailure}
      disabledReason={(typed) =>
        closures.data &&
        rangeOf(typed) !== null &&
        openedIn(typed).length === 0 &&
        t('These times are already open.')
      }
    >
      {({ ControlField }, values) => (
        <>
          <DayRangeFields earliest={today} />
          <ControlField name="timeSlots">
            {({ value, onChange, error }) => (
              <ClosedTimes days={values} chosen={value} onChange={onChange} error={error} />
            )}
          </ControlField>
          <Loaded
            parts={[closures]}
            loading={<Skeleton lines={1} />}
            failed={t('The closures could not be loaded')}
          >
            {() => rangeOf(values) && <ReopenedPreview opened={openedIn(values)} />}
          </Loaded>
        </>
      )}
    </DialogForm>
  )
}

const ReopenedPreview = ({ opened }: { opened: readonly Opened[] }) => (
  <section
    aria-label={t('Times that open')}
    aria-live="polite"
    className="rounded-control bg-sunken px-3 py-2.5 text-sm"
  >
    {opened.length > 0 ? (
      <>
        <p className="font-medium">{t('Open again:')}</p>
        <ul className="mt-1 max-h-48 space-y-1 overflow-y-auto">
          {opened.map(({ closure, part }) => (
            <li key={closure.id} className="wrap-anywhere">
              {titleOf(closure)}: {describePart(part, closure.timeSlots.length)}
            </li>
          ))}
        </ul>
      </>
    ) : (
      t('These times are already open.')
    )}
  </section>
)

type Done = { opened: readonly Opened[]; undo: () => void }

/** Opens a range; `undo` restores exactly the previous closures, and reports visits booked in between. */
async function openDays(range: BlockedRange, show: () => void): Promise<Done> {
  const opened = reopenedBy(range, await api('GET /api/admin/closures'))
  const standing = await visitsAddedSince(range, new Set()).catch(() => [])
  await api(route, { body: { ...bodyOf(range), isBlocked: false } })
  refreshAfter(route)
  const undo = async () => {
    try {
      await closeAgain(opened)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return showFailure(t('It was not closed again'), error)
    }
    toast({ title: t('Closed again') })
    await toastNewVisits(range, new Set(standing.map(({ job }) => job.id)), show)
  }
  return { opened, undo: () => void undo() }
}
