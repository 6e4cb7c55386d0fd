import { useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useGuestLink } from '#client/app/guest-link.ts'
import { moveVisit } from '#client/app/move-visit.tsx'
import { refreshAfter, useApi } from '#client/app/queries.ts'
import { useBusiness, useMaybePerson } from '#client/app/session.ts'
import { Switch } from '#client/ui/switch.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ToastMessage } from '#client/ui/toast.ts'
import { RescheduleForm } from '#shared/contract/booking.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { feeOfCancelling, feesFromWire } from '#shared/rules/fees.ts'
import { describeFees } from '#shared/rules/fee-policy.ts'
import { askUs, callThem } from '#shared/rules/reach.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { datesTaken } from '#shared/rules/vehicle-days.ts'
import { formatAmount, formatCents, formatVisit } from '#shared/texts/format.ts'
import { plural, t, wording } from '#shared/texts/t.ts'
import { SameVisitBanner } from '#client/app/same-visit-banner.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { freshDay, type OfferedDay, useOpenDays } from './use-open-days.ts'

interface RescheduleDialogProps {
  job: Job
  /** The same customer's known visits, since visits per car and day are limited. */
  others?: readonly Job[]
  proposal?: RescheduleForm | null
  /** Excludes free times. */
  isClosed?: (date: string, time: SlotLabel) => boolean
  /** Makes the toast's action that undoes the move. */
  undo?: (before: Job, after: Job) => NonNullable<ToastMessage['action']>
  onClose: () => void
}

/** Moves a visit to another time; a slot taken in the meantime is marked, and the dialog stays open. */
export default function RescheduleDialog(props: RescheduleDialogProps) {
  const { job, others = [], proposal, isClosed, undo, onClose } = props
  const { scheduledDate: date, scheduledTime: time } = job
  const [opened] = useState(job)
  // The time when the dialog opened, updated when someone else moves the visit.
  const [seen, setSeen] = useState({ scheduledDate: date, scheduledTime: time as SlotLabel })
  /** Whether to move the visit without its technician; null until the office learns they can't come. */
  const [alone, setAlone] = useState<boolean | null>(null)
  const isGuest = useGuestLink() !== null
  const byOffice = useMaybePerson()?.role === 'admin' && !isGuest
  const call = useApi()
  const move = async (wanted: RescheduleForm) => {
    const body = { ...wanted, seen, ...(alone && { technicianId: null }) }
    const input = { params: { id: job.id }, body }
    const moved = await moveVisit(input, { byOffice, call })
    refreshAfter('POST /api/jobs/{id}/reschedule', input)
    return moved
  }
  // The office can move visits at any time without a late fee.
  const [fee] = useState(() => (byOffice ? '0.00' : feeOfCancelling(job, new Date())))
  const { maxVisitsPerVehiclePerDay } = useBusiness()
  const takenDates = datesTaken(
    job.vehicleId,
    others.filter(({ id }) => id !== job.id),
    maxVisitsPerVehiclePerDay,
  )
  const {
    availability,
    days: known,
    bestTimes,
    showLaterDays,
    takeFreshDay,
  } = useOpenDays([proposal?.scheduledDate ?? null], {
    address: job.serviceAddress,
    jobId: job.id,
    byOffice,
  })
  const days = isClosed ? known.map((day) => withoutClosed(day, isClosed)) : known
  // Keep the first date even after its last slot is taken.
  const [firstDate, setFirstDate] = useState(proposal?.scheduledDate ?? '')
  const openDate = days.find((day) => day.open && !takenDates.includes(day.date))?.date
  if (!firstDate && openDate) setFirstDate(openDate)
  return (
    <DialogForm
      send={move}
      schema={RescheduleForm}
      defaultValues={{ scheduledDate: firstDate, ...proposal }}
      guarded={false}
      onClose={onClose}
      title={t('Move this visit')}
      description={[
        t('Now on {visit}. Price and payment stay as they are.', {
          visit: formatVisit(seen.scheduledDate, seen.scheduledTime),
        }),
        callThem(job.customer),
      ]
        .filter(Boolean)
        .join(' ')}
      submitLabel={({ scheduledDate, scheduledTime }) =>
        scheduledDate && scheduledTime
          ? t('Move to {visit}', { visit: formatVisit(scheduledDate, scheduledTime) })
          : t('Move visit')
      }
      cancelLabel={t('Keep it')}
      disabledReason={({ scheduledTime }) => !scheduledTime && t('Please select a time')}
      successToast={(moved) => ({
        title: t('Visit moved'),
        description: formatVisit(moved.scheduledDate, moved.scheduledTime),
        ...(undo && { action: undo({ ...opened, ...seen }, moved) }),
      })}
      onFailure={(error, form) => {
        const now = currentTime(error)
        if (now) setSeen(now)
        if (isForTechnician(error)) setAlone((chosen) => chosen ?? false)
        const fresh = freshDay(error)
        if (fresh) {
          takeFreshDay(fresh, error)
          form.resetField('scheduledTime')
        }
        return false
      }}
    >
      {({ ControlField }, { scheduledDate: chosenDate, scheduledTime: chosenTime }) => (
        <>
          <Loaded
            parts={[availability]}
            loading={<Skeleton className="h-48 w-full rounded-card!" />}
            failed={t('The available times could not be loaded')}
          >
            {() => (
              <ControlField name="scheduledDate">
                {(date) => (
                  <ControlField name="scheduledTime">
                    {(time) => (
                      <SlotPicker
                        days={days}
                        takenDates={takenDates}
                        date={date.value}
                        time={time.value ?? null}
                        ownTimes={
                          date.value === job.scheduledDate ? [job.scheduledTime as SlotLabel] : []
                        }
                        ownReason={t('As booked')}
                        onDate={(next) => {
                          date.onChange(next)
                          time.onChange(undefined)
                        }}
                        onTime={(chosen, on) => {
                          date.onChange(on)
                          time.onChange(chosen)
                        }}
                        bestTimes={bestTimes}
                        onLaterDays={showLaterDays}
                        dateError={date.error}
                        timeError={time.error}
                      />
                    )}
                  </ControlField>
                )}
              </ControlField>
            )}
          </Loaded>
          {byOffice && (
            <SameVisitBanner
              id={job.id}
              date={chosenDate}
              time={chosenTime}
              address={job.serviceAddress}
            />
          )}
          {alone !== null && (
            <Switch
              label={t('Move it without the technician')}
              description={t('It stays unassigned on the schedule.')}
              checked={alone}
              onChange={({ target }) => setAlone(target.checked)}
            />
          )}
          {!byOffice && <CancelFee fee={fee} fees={job.fees} />}
          <NoticeRule />
        </>
      )}
    </DialogForm>
  )
}

function withoutClosed(
  day: OfferedDay,
  isClosed: (date: string, time: SlotLabel) => boolean,
): OfferedDay {
  const slots = day.slots.map((slot) =>
    slot.status === 'open' && isClosed(day.date, slot.timeSlot)
      ? { ...slot, status: 'blocked' as const }
      : slot,
  )
  return { ...day, slots, open: slots.some(({ status }) => status === 'open') }
}

type VisitTime = { scheduledDate: string; scheduledTime: SlotLabel }

/** The visit's time after someone else moved it. */
function currentTime({ details }: CallError): VisitTime | undefined {
  const { reason, now } = (details ?? {}) as { reason?: string; now?: VisitTime }
  return reason === 'changed' ? now : undefined
}

const isForTechnician = ({ details }: CallError): boolean =>
  (details as { reason?: string } | undefined)?.reason === 'technician'

/** The fee for cancelling after the move, unless it is already too late to cancel for free. */
function CancelFee({ fee, fees }: { fee: string; fees: Job['fees'] }) {
  if (fee !== '0.00')
    return (
      <p>
        {t('Cancelling this visit now costs {fee}, even after you move it.', {
          fee: formatAmount(fee),
        })}
      </p>
    )
  const [said] = describeFees({ ...feesFromWire(fees), notDoneFeeCents: 0 }, formatCents)
  return said ? <p className="text-sm text-soft">{said}</p> : null
}

function NoticeRule() {
  const business = useBusiness()
  const hours = business.rescheduleNoticeHours
  return (
    <p className="text-sm text-soft">
      {hours > 0
        ? plural(
            hours,
            {
              one: 'You can move a visit until {count} hour before it starts. Later, {askUs}',
              other: 'You can move a visit until {count} hours before it starts. Later, {askUs}',
            },
            { askUs: wording(askUs('phone', business)) },
          )
        : t('You can move a visit until the service starts.')}
    </p>
  )
}
